// Where goods are: offered in towns, set down there, and on trains.

import type { DampfAndRailsLayout, DampfAndRailsView } from "../../api/types";
import { type Train, trainOf } from "./seeing";

/** What a town offers, as long as there are chips of it. */
export const goodsAt = ({ goods }: DampfAndRailsLayout, place: number): number[] =>
  goods.flatMap(({ towns }, good) => (towns.includes(place) ? [good] : []));

/** What was set down in a town, and the round in which it goes back to the supply. */
export const lyingAt = ({ lying }: DampfAndRailsView, place: number): { good: number; until: number }[] =>
  lying.flatMap(([town, good, until]) => (town === place ? [{ good, until }] : []));

export interface Standing {
  seat: number;
  train: Train;
  /** Which of its owner's. */
  number: number;
}

/** All trains on the map. */
export const trainsOf = ({ players }: DampfAndRailsView): Standing[] =>
  players
    .flatMap(({ trains }, seat) => trains.map((train, number) => ({ seat, number, train: trainOf(train) })))
    .filter(({ train }) => train.at >= 0);

export const trainsAt = (view: DampfAndRailsView, post: number): Standing[] =>
  trainsOf(view).filter(({ train }) => train.at === post);
