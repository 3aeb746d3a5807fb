// The links as the board draws them.

import type { SteamLayout, SteamView } from "../../api/types";
import { goalOf, opposite } from "../../rail/geometry";
import type { Link } from "../../rail/tracks";
import { liveryOf } from "./palette";

export type OwnedLink = Link & { owner: number | null };

/** A train marks what is complete and belongs to somebody. */
export function linksOf(view: SteamView): OwnedLink[] {
  return view.links.map(({ owner, start, edges, head, tail }, number) => ({
    id: `link ${number}`,
    owner,
    livery: liveryOf(owner),
    start,
    edges,
    head,
    tail,
    train: head && tail && owner !== null,
  }));
}

/** Track of a link that leaves a city or town over an edge. */
export interface Stub {
  edge: number;
  link: OwnedLink;
}

/** By the hexes of the cities and towns. */
export function stubsByHex(layout: SteamLayout, links: readonly OwnedLink[]): Map<number, Stub[]> {
  const found = new Map<number, Stub[]>();
  for (const link of links) {
    for (const { hex, edge } of endsOf(layout, link)) found.set(hex, [...(found.get(hex) ?? []), { edge, link }]);
  }
  return found;
}

/** Where a link is joined to places. */
function endsOf(layout: SteamLayout, link: OwnedLink): { hex: number; edge: number }[] {
  return [
    ...(link.head ? [{ hex: link.start, edge: link.edges[0]! }] : []),
    ...(link.tail ? [{ hex: goalOf(layout, link), edge: opposite(link.edges.at(-1)!) }] : []),
  ];
}
