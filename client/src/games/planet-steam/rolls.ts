// The last roll for a zone, which stays on the board for a while.

import type { Thing } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";

/** After this many more entries of the log, the roll is old news. */
const RECENT = 6;

export interface Roll {
  zone: number;
  pips: number;
}

export function lastRoll(model: TableModel): Roll | null {
  const until = model.at ?? Infinity;
  const recent = model.log.filter(({ ply }) => ply <= until).slice(-RECENT);
  const roll = recent.flatMap(({ facts }) => facts).findLast(({ id }) => id === "fact.roll")?.params;
  return roll ? { zone: Number((roll["zone"] as Thing).id), pips: Number(roll["pips"]) } : null;
}
