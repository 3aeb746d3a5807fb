// What the table model holds, by the names of this game.

import type { SteamHints, SteamLayout, SteamMove, SteamTrip, SteamView } from "../../api/types";
import { sightOf } from "../../table/sight";

export const { layoutOf, viewOf, hintsOf, outlookOf, chosenMove } = sightOf<
  SteamLayout,
  SteamView,
  SteamHints,
  SteamMove
>();

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
