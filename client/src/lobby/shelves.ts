// Sorts my tables into the sections of the lobby.

import type { TableInfo } from "../api/types";
import { endsOf } from "./due";

export interface Shelves {
  /** Tables that are waiting for me, the most urgent first. */
  turn: TableInfo[];
  /** The other unfinished ones. */
  mine: TableInfo[];
  over: TableInfo[];
}

export function shelve(tables: TableInfo[]): Shelves {
  const ends = (table: TableInfo): number => endsOf(table) ?? Number.MAX_VALUE;
  const byUrgency = (one: TableInfo, other: TableInfo): number => ends(one) - ends(other);
  const isOver = (table: TableInfo): boolean => table.state === "over" || table.state === "closed";
  return {
    turn: tables.filter((table) => table.my_turn).toSorted(byUrgency),
    mine: tables.filter((table) => !table.my_turn && !isOver(table)),
    over: tables.filter(isOver),
  };
}
