// What can be set for a table: how long bots wait before they move, and how turns end.

import type { TableInfo } from "../api/types";

export type EndTurn = TableInfo["end_turn"];

export const ENDS: EndTurn[] = ["button", "timer", "off"];

/** Seconds, and their names in the words. */
export const PACES = [
  { value: 2, name: "slow" },
  { value: 1, name: "follow" },
  { value: 0, name: "once" },
] as const;
