// The kinds of actions that belong to the present stage.

import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Group } from "../look";
import { STAGE, viewOf } from "./seeing";

/** By stage, with a key for each. */
const GROUPS: Partial<Record<number, Record<string, string>>> = {
  [STAGE.keep]: { keep: "k" },
  [STAGE.start]: { start: "v" },
  [STAGE.move]: { run: "v", cross: "f", load: "k", drop: "j", deliver: "b", deal: "y", exchange: "z", stop: "x" },
  [STAGE.terms]: { terms: "v" },
  [STAGE.answer]: { accept: "v", refuse: "x" },
  [STAGE.lose]: { lose: "v" },
  [STAGE.build]: { track: "t", connect: "f", work: "k", buy: "b", exchange: "z", end: "x" },
};

/** What nobody misses when it cannot be done. */
const QUIET = ["cross", "drop", "deal", "exchange", "connect", "buy"];

/** What a question about a group without moves is asked as, where it is not its name. */
const ASKED: Record<string, string> = { run: "step", track: "build", work: "train" };

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? STAGE.over;
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !QUIET.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`dampf-and-rails.group.${id}`), about: ASKED[id] ?? id, key }));
}
