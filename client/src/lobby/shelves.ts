// Sorts the tables of the lobby into its sections.

import type { Lobby, TableInfo } from "../api/types";

export interface Shelves {
  /** Those that wait for me. */
  turn: TableInfo[];
  /** My other ones that are not over. */
  mine: TableInfo[];
  /** Other people's tables with a free seat. */
  open: TableInfo[];
  /** Other people's tables with a running game. */
  watch: TableInfo[];
  /** Games that are over, mine and public ones, the latest first. */
  over: TableInfo[];
}

export function shelve({ mine, public: others }: Lobby): Shelves {
  const own = new Set(mine.map((table) => table.id));
  const foreign = others.filter((table) => !own.has(table.id));
  const isOver = (table: TableInfo): boolean => table.state === "over" || table.state === "closed";
  return {
    turn: mine.filter((table) => table.my_turn),
    mine: mine.filter((table) => !table.my_turn && !isOver(table)),
    open: foreign.filter((table) => table.state === "open"),
    watch: foreign.filter((table) => table.state === "running"),
    over: [...mine, ...foreign].filter(isOver).sort((one, other) => other.updated - one.updated),
  };
}
