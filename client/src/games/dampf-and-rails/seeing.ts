// What the table model holds, by the names of this game.

import type {
  DampfAndRailsHints,
  DampfAndRailsLaid,
  DampfAndRailsLayout,
  DampfAndRailsMove,
  DampfAndRailsPlayerView,
  DampfAndRailsReached,
  DampfAndRailsRunning,
  DampfAndRailsToll,
  DampfAndRailsTrain,
  DampfAndRailsView,
} from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { offersOf } from "../../table/offers";
import { sightOf } from "../../table/sight";

export const { layoutOf, viewOf, hintsOf, outlookOf, chosenMove } = sightOf<
  DampfAndRailsLayout,
  DampfAndRailsView,
  DampfAndRailsHints,
  DampfAndRailsMove
>();

export const offered = offersOf<DampfAndRailsMove>();

export type Move<Kind extends DampfAndRailsMove["type"]> = Extract<DampfAndRailsMove, { type: Kind }>;

/** Whoever looks, if he plays: how he stands, and how the chosen move would leave him. */
export function mine(model: TableModel): { now: DampfAndRailsPlayerView; then: DampfAndRailsPlayerView | null } | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return { now: view.players[view.seat]!, then: outlookOf(model)?.players[view.seat] ?? null };
}

/** What happens next; the server counts the stages so. Before these something is drawn. */
export const STAGE = { keep: 3, start: 4, move: 5, terms: 6, answer: 7, lose: 8, build: 9, over: 11 } as const;

/** Where nothing is, in numbers that count something. */
export const NONE = -1;

// -- what comes as rows of numbers -------------------------------------------------------------------------------------

export interface Train {
  kind: number;
  at: number;
  loads: number[];
  /** For so many turns it does not move. */
  stuck: number;
}

export const trainOf = ([kind, at, loads, stuck]: DampfAndRailsTrain): Train => ({ kind, at, loads, stuck });

export interface Reached {
  post: number;
  points: number;
  toll: number;
  /** The place to which a single move leads by this way. */
  go: number;
  course: number[];
}

export const reachedOf = ([post, points, toll, go, course]: DampfAndRailsReached): Reached => ({
  post,
  points,
  toll,
  go,
  course,
});

export interface Laid {
  to: number;
  /** Of the way until there. */
  price: number;
  section: number;
  ferry: number;
}

export const laidOf = ([to, price, section, ferry]: DampfAndRailsLaid): Laid => ({ to, price, section, ferry });

export interface Deal {
  runner: number;
  owner: number;
  toll: number;
  turns: number;
}

export const dealOf = ([runner, owner, toll, turns]: DampfAndRailsToll): Deal => ({ runner, owner, toll, turns });

export interface Weather {
  event: number;
  /** Who drew it. */
  seat: number;
  /** Whether its effect has begun. */
  begun: boolean;
}

export const weatherOf = ([event, seat, begun]: DampfAndRailsRunning): Weather => ({ event, seat, begun });
