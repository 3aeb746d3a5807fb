// What the action bar shows in each stage: the kinds of actions, or a part of this game.

import type { DampfAndRailsView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Group, Part } from "../look";
import Agreement from "./Agreement.svelte";
import Keep from "./Keep.svelte";
import { viewOf } from "./table";

type ByStage<T> = Partial<Record<DampfAndRailsView["stage"], T>>;

/** The kinds of actions, each with its key. */
const GROUPS: ByStage<Record<string, string>> = {
  keep: { keep: "k" },
  start: { start: "v" },
  move: { run: "v", cross: "f", load: "k", drop: "j", deliver: "b", deal: "y", exchange: "z", stop: "x" },
  terms: {
    ask: "v",
    grant: "f",
    pay: "k",
    charge: "j",
    bring: "b",
    request: "t",
    withdraw: "z",
    send: "x",
  },
  money: { money: "v", withdraw: "z" },
  goods: { goods: "v", withdraw: "z" },
  place: { place: "v", withdraw: "z" },
  turns: { turns: "v", withdraw: "z" },
  answer: { accept: "v", refuse: "x" },
  lose: { lose: "v" },
  build: { track: "t", connect: "f", work: "k", buy: "b", exchange: "z", end: "x" },
};

/** Hidden when they are not possible: nobody will look for them. */
const QUIET = ["cross", "drop", "deal", "exchange", "connect", "buy"];

/** What to ask `why` about for a group without moves, if that is not the group's name. */
const ASKED: Record<string, string> = { run: "step", track: "build", work: "train" };

const PARTS: ByStage<Part> = {
  keep: Keep,
  terms: Agreement,
  money: Agreement,
  goods: Agreement,
  place: Agreement,
  turns: Agreement,
  answer: Agreement,
};

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? "over";
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !QUIET.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`dampf-and-rails.group.${id}`), about: ASKED[id] ?? id, key }));
}

export function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  return view && model.myTurn ? (PARTS[view.stage] ?? null) : null;
}
