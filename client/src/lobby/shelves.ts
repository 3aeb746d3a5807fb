// Sorts my tables into the sections of the lobby.

import type { TableInfo } from "../api/types";

export interface Shelves {
  /** Tables that are waiting for me. */
  turn: TableInfo[];
  /** The other unfinished ones. */
  mine: TableInfo[];
  over: TableInfo[];
}

export function shelve(tables: TableInfo[]): Shelves {
  const isOver = (table: TableInfo): boolean => table.state === "over" || table.state === "closed";
  return {
    turn: tables.filter((table) => table.my_turn),
    mine: tables.filter((table) => !table.my_turn && !isOver(table)),
    over: tables.filter(isOver),
  };
}
