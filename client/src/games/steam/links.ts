// The links as the board draws them.

import type { SteamFurniture, SteamView } from "../../api/types";
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

/** Where a link is joined to places: their hexes, and the edges over which it leaves them. */
export function endsOf(furniture: SteamFurniture, link: OwnedLink): { hex: number; edge: number }[] {
  return [
    ...(link.head ? [{ hex: link.start, edge: link.edges[0]! }] : []),
    ...(link.tail ? [{ hex: goalOf(furniture, link), edge: opposite(link.edges.at(-1)!) }] : []),
  ];
}
