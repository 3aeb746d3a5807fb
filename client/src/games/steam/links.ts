// The links as the board draws them, and how a cube travels over them.

import type { SteamLayout, SteamMove, SteamView } from "../../api/types";
import { goalOf, opposite } from "../../pieces/geometry";
import type { Link } from "../../pieces/tracks";
import type { TableModel } from "../../table/model.svelte";
import { liveryOf } from "./palette";
import { chosenMove, routeOf } from "./table";

export type OwnedLink = Link & { owner: number | null };

/** A train marks a link that is complete and has an owner. */
export function linksOf(view: SteamView): OwnedLink[] {
  return view.links.map(({ id, owner, start, edges, head, tail }) => ({
    id: `link ${id}`,
    owner,
    livery: liveryOf(owner),
    start,
    edges,
    head,
    tail,
    train: head && tail && owner !== null,
  }));
}

/** Track of a link that leaves a city or town across an edge. */
export interface Stub {
  edge: number;
  link: OwnedLink;
}

/** By the hex of the city or town. */
export function stubsByHex(layout: SteamLayout, links: readonly OwnedLink[]): Map<number, Stub[]> {
  const found = new Map<number, Stub[]>();
  for (const link of links) {
    for (const { hex, edge } of endsOf(layout, link)) found.set(hex, [...(found.get(hex) ?? []), { edge, link }]);
  }
  return found;
}

/** Where a link meets cities and towns. */
function endsOf(layout: SteamLayout, link: OwnedLink): { hex: number; edge: number }[] {
  return [
    ...(link.head ? [{ hex: link.start, edge: link.edges[0]! }] : []),
    ...(link.tail ? [{ hex: goalOf(layout, link), edge: opposite(link.edges.at(-1)!) }] : []),
  ];
}

// -- journeys of cubes -----------------------------------------------------------------------------------------------

export interface Hop {
  /** Its index among the links. */
  link: number;
  owner: number | null;
  /** Whether it goes from the link's goal to its start. */
  backwards: boolean;
  /** The hex that it leads to. */
  there: number;
}

export interface Journey {
  /** The links that a moving cube has already used. */
  past: Hop[];
  /** The links that the chosen move would add. */
  next: Hop[];
}

export function journey(model: TableModel, view: SteamView): Journey {
  const past = view.trip ? hops(view, view.trip.city, view.trip.edges) : [];
  return { past, next: ahead(model, view) };
}

function ahead(model: TableModel, view: SteamView): Hop[] {
  const [move, here] = [chosenMove(model), cubeAt(view)];
  if (move?.type === "deliver") return hops(view, move.city, routeOf(model.choice)?.edges ?? []);
  return move?.type === "via" && here !== null ? hops(view, here, [move.edge]) : [];
}

/** The links that are entered across these edges, starting from a hex. */
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

/** The most points that each goal can give the player who delivers, once the cube's city is picked. */
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

/** Where the moving cube is now. */
export function cubeAt(view: SteamView): number | null {
  const { trip } = view;
  return trip ? (hops(view, trip.city, trip.edges).at(-1)?.there ?? trip.city) : null;
}
