// Names and neighbours: mileposts, towns, sections, and which of them belong to whom.

import type { DampfAndRailsLayout, DampfAndRailsView } from "../../api/types";
import { NONE } from "./seeing";

/** What people call a milepost. */
export const postName = ({ posts }: DampfAndRailsLayout, post: number): string => posts[post]!.name;

export const placeName = ({ places }: DampfAndRailsLayout, place: number): string => places[place]!.name;

/** The mileposts of a town or port: one, or all of a hexagon. */
export const postsOf = ({ posts }: DampfAndRailsLayout, place: number): number[] =>
  posts.flatMap((post, number) => (post.place === place ? [number] : []));

/** As the board calls them. */
export const postIds = (posts: readonly number[]): string[] => posts.map((post) => `post ${post}`);

/** The milepost that the board calls so; NaN for anything else. */
export function postIn(thing: string): number {
  const [kind, number] = thing.split(" ");
  return kind === "post" ? Number(number) : NaN;
}

export const placeIds = (layout: DampfAndRailsLayout, place: number): string[] =>
  postIds(postsOf(layout, place));

/** A section as the log writes it. */
export function sectionName(layout: DampfAndRailsLayout, section: number): string {
  const [a, b] = layout.sections[section]!;
  return `${postName(layout, a)}–${postName(layout, b)}`;
}

/** Whose track lies on a section; null for nobody's and for a street. */
export function ownerOf({ rails, seats }: DampfAndRailsView, section: number): number | null {
  const owner = rails[section]! - 1;
  return owner >= 0 && owner < seats ? owner : null;
}

export const ferryOwners = ({ ferries, seats }: DampfAndRailsView, ferry: number): number[] =>
  Array.from({ length: seats }, (_, seat) => seat).filter((seat) => (ferries[ferry]! >> seat) & 1);

/** The mileposts where somebody's track, ferries or start town are. */
export function postsOfNetwork(layout: DampfAndRailsLayout, view: DampfAndRailsView, seat: number): Set<number> {
  const { sections, ferries } = layout;
  const found = new Set(sections.flatMap(([a, b], section) => (ownerOf(view, section) === seat ? [a, b] : [])));
  const landings = ferries.flatMap(({ ends }, ferry) => (ferryOwners(view, ferry).includes(seat) ? ends : []));
  const { start } = view.players[seat]!;
  const touched = [...found].map((post) => layout.posts[post]!.place);
  for (const place of [...landings, ...touched, start]) {
    if (place !== NONE) postsOf(layout, place).forEach((post) => found.add(post));
  }
  return found;
}
