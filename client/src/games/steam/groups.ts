// The kinds of actions that belong to the present stage.

import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Group } from "../look";
import { STAGE, viewOf } from "./seeing";

/** By stage, with a key for each. */
const GROUPS: Partial<Record<number, Record<string, string>>> = {
  [STAGE.opening]: { bid: "b", pass: "x" },
  [STAGE.capital]: { capital: "k" },
  [STAGE.auction]: { bid: "b", skip: "k", pass: "x" },
  [STAGE.choose]: { choose: "t" },
  [STAGE.build]: { track: "t", urbanise: "y", grow: "f", takeback: "z", done: "x" },
  [STAGE.group]: { group: "f" },
  [STAGE.move]: { deliver: "v", upgrade: "k", pass: "x" },
  [STAGE.route]: { via: "v" },
  [STAGE.points]: { points: "v", income: "i" },
};

/** What few can do, and seldom, is shown only while it can be done. */
const RARE = ["skip", "urbanise", "grow", "takeback"];

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? STAGE.over;
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !RARE.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`steam.group.${id}`), about: id, key }));
}
