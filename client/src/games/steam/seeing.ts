// What the table model holds, by the names of this game.

import type { SteamHints, SteamLayout, SteamMove, SteamTrip, SteamView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";

export const layoutOf = (model: TableModel): SteamLayout => model.layout as SteamLayout;

/** What is on the page: now, or a moment of the past. Null before the game begins. */
export const viewOf = (model: TableModel): SteamView | null => (model.shown?.view ?? null) as SteamView | null;

/** What the server found out about the legal moves. */
export const hintsOf = (model: TableModel): SteamHints | null => (model.shown?.hints ?? null) as SteamHints | null;

/** What would be if the chosen move were played. */
export const outlookOf = (model: TableModel): SteamView | null => (model.outlook?.view ?? null) as SteamView | null;

export const chosenMove = (model: TableModel): SteamMove | null => (model.choice?.move ?? null) as SteamMove | null;

/** What happens next; the server counts the stages so. */
export const STAGE = {
  opening: 2,
  capital: 3,
  auction: 4,
  choose: 5,
  build: 6,
  group: 7,
  move: 8,
  route: 9,
  points: 10,
  over: 11,
} as const;

export interface Trip {
  city: number;
  colour: number;
  /** Over which it has left one place after the other. */
  edges: number[];
}

/** The cube that is on its way. */
export function tripOf(trip: SteamTrip | null): Trip | null {
  if (!trip) return null;
  const [city, colour, edges] = trip;
  return { city, colour, edges };
}
