// How a cube travels: from place to place over complete links.

import type { SteamMove, SteamView } from "../../api/types";
import { opposite } from "../../rail/geometry";
import type { TableModel } from "../../table/model.svelte";
import { chosenMove, hintsOf, tripOf } from "./seeing";

export interface Hop {
  /** The number of the link. */
  link: number;
  owner: number | null;
  /** Whether it goes from the link's goal to its start. */
  backwards: boolean;
  /** The hex that it leads to. */
  there: number;
}

export interface Journey {
  /** What a cube on its way has behind it. */
  past: Hop[];
  /** Where the chosen move would carry it. */
  next: Hop[];
}

export function journey(model: TableModel, view: SteamView): Journey {
  const trip = tripOf(view.trip);
  const past = trip ? hops(view, trip.city, trip.edges) : [];
  return { past, next: ahead(model, view, past.at(-1)?.there ?? trip?.city) };
}

function ahead(model: TableModel, view: SteamView, here: number | undefined): Hop[] {
  const move = chosenMove(model);
  if (move?.type === "deliver") return hops(view, move.city, routeOf(model, model.chosen!));
  return move?.type === "via" && here !== undefined ? hops(view, here, [move.edge]) : [];
}

/** The server tells a route for each delivery, in the order of the legal moves. */
function routeOf(model: TableModel, index: number): number[] {
  const before = model.now!.legal.slice(0, index);
  return hintsOf(model)?.routes[before.filter(({ move }) => move.type === "deliver").length] ?? [];
}

/** The links over which these edges lead, beginning in a hex. */
export function hops(view: SteamView, start: number, edges: readonly number[]): Hop[] {
  const found: Hop[] = [];
  for (const edge of edges) {
    const next = hop(view, found.at(-1)?.there ?? start, edge);
    if (!next) break;
    found.push(next);
  }
  return found;
}

function hop(view: SteamView, here: number, edge: number): Hop | null {
  for (const [link, { owner, start, goal, edges, head, tail }] of view.links.entries()) {
    if (!head || !tail) continue;
    if (start === here && edges[0] === edge) return { link, owner, backwards: false, there: goal };
    if (goal === here && opposite(edges.at(-1)!) === edge) return { link, owner, backwards: true, there: start };
  }
  return null;
}

/** What each goal is worth to whoever delivers there, at best, once it is settled where the cube comes from. */
export function goalsOf(model: TableModel): Map<number, number> {
  const found = new Map<number, number>();
  if (model.place === null) return found;
  const mover = (model.now!.view as SteamView).active;
  for (const choice of model.about(model.place)) {
    const move = choice.move as SteamMove;
    if (move.type === "deliver") found.set(move.goal, Math.max(found.get(move.goal) ?? 0, move.gains[mover]!));
  }
  return found;
}

/** Where the cube on its way is now. */
export function cubeAt(view: SteamView): number | null {
  const trip = tripOf(view.trip);
  return trip ? (hops(view, trip.city, trip.edges).at(-1)?.there ?? trip.city) : null;
}
