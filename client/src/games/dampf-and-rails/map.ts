// The map: names of mileposts and towns, lines between them, and what is where.

import type {
  DampfAndRailsLayout,
  DampfAndRailsLyingGood,
  DampfAndRailsPlayerView,
  DampfAndRailsTrainType,
  DampfAndRailsTrainView,
  DampfAndRailsView,
  Thing,
} from "../../api/types";
import { pair, type Point } from "../../pieces/geometry";
import { words } from "../../words/words.svelte";

/** Remembers what is found out about a layout, which never changes. */
export function once<Found>(find: (layout: DampfAndRailsLayout) => Found): (layout: DampfAndRailsLayout) => Found {
  const known = new WeakMap<DampfAndRailsLayout, Found>();
  return (layout) => {
    const found = known.get(layout) ?? find(layout);
    known.set(layout, found);
    return found;
  };
}

// -- names -------------------------------------------------------------------------------------------------------------

/** What people call a milepost: a town, or its code and the nearest town. */
export function postName({ posts }: DampfAndRailsLayout, post: number): string {
  const { name, near } = posts[post]!;
  return near ? words.nearby(name, near) : name;
}

export const placeName = ({ places }: DampfAndRailsLayout, place: number): string => places[place]!.name;

/** A section as the log writes it. */
export const sectionEnds = ({ sections, posts }: DampfAndRailsLayout, section: number): Thing[] =>
  sections[section]!.ends.map((id) => ({ kind: "post", id, name: posts[id]!.name, near: posts[id]!.near }));

/** The ids that the board uses for them. */
export const postIds = (posts: readonly number[]): string[] => posts.map((post) => `post ${post}`);

/** The mileposts of a town or port: one, or all of a hexagon. */
const postsOf = (layout: DampfAndRailsLayout, place: number): number[] => postsByPlace(layout)[place]!;

const postsByPlace = once(({ places, posts }: DampfAndRailsLayout) =>
  places.map((_, place) => posts.flatMap((post, number) => (post.place === place ? [number] : []))),
);

export const placeIds = (layout: DampfAndRailsLayout, place: number): string[] => postIds(postsOf(layout, place));

// -- where things are --------------------------------------------------------------------------------------------------

export const placeAt = ({ places, posts }: DampfAndRailsLayout, place: number): Point => posts[places[place]!.post]!.at;

/** A line from milepost to milepost, as path data. */
export const pathOf = ({ posts }: DampfAndRailsLayout, line: readonly number[]): string =>
  `M${line.map((post) => pair(posts[post]!.at)).join("L")}`;

/** Sections as path data. */
export const sectionsPath = (layout: DampfAndRailsLayout, sections: readonly number[]): string =>
  sections.map((section) => pathOf(layout, layout.sections[section]!.ends)).join("");

export const ferryOwners = ({ players }: DampfAndRailsView, ferry: number): number[] =>
  players.flatMap(({ ferries }, seat) => (ferries.includes(ferry) ? [seat] : []));

/** The mileposts where a player's track, ferries or start town are. */
export function postsOfNetwork(
  layout: DampfAndRailsLayout,
  { sections, ferries, start }: DampfAndRailsPlayerView,
): Set<number> {
  const found = new Set(sections.flatMap((section) => layout.sections[section]!.ends));
  const landings = ferries.flatMap((ferry) => layout.ferries[ferry]!.ends);
  const passed = [...found].map((post) => layout.posts[post]!.place);
  for (const place of [...landings, ...passed, start]) {
    if (place !== null) postsOf(layout, place).forEach((post) => found.add(post));
  }
  return found;
}

/** The movement points of a type of train. */
export const speedOf = (view: DampfAndRailsView | null, { speed, fast_speed }: DampfAndRailsTrainType): number =>
  view?.options.variant === "fast" ? fast_speed : speed;

/** What a town offers, as long as there are chips left. */
export const goodsAt = (layout: DampfAndRailsLayout, place: number): number[] => goodsByPlace(layout)[place]!;

const goodsByPlace = once(({ goods, places }: DampfAndRailsLayout) =>
  places.map((_, place) => goods.flatMap(({ towns }, good) => (towns.includes(place) ? [good] : []))),
);

/** What was set down in a town. */
export const lyingAt = ({ lying }: DampfAndRailsView, place: number): DampfAndRailsLyingGood[] =>
  lying.filter(({ town }) => town === place);

export interface Standing {
  seat: number;
  train: DampfAndRailsTrainView;
  /** Which of its owner's trains it is. */
  number: number;
  /** The milepost where it is. */
  at: number;
}

/** All trains on the map. */
export const trainsOf = ({ players }: DampfAndRailsView): Standing[] =>
  players.flatMap(({ trains }, seat) =>
    trains.flatMap((train, number) => (train.at === null ? [] : [{ seat, number, train, at: train.at }])),
  );

/** As many of these as are at least so far from each other; the important ones first. */
export function apart<One>(all: One[], at: (one: One) => Point, far: number, first: (one: One) => boolean = () => false): One[] {
  const kept: One[] = [];
  const clear = (one: One): boolean => {
    const [x, y] = at(one);
    return kept.every((other) => Math.hypot(at(other)[0] - x, at(other)[1] - y) >= far);
  };
  for (const one of [...all.filter(first), ...all]) if (!kept.includes(one) && clear(one)) kept.push(one);
  return kept;
}
