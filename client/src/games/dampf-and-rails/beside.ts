// What lies beside what on the map, for the keys that go from place to place: also across the water.

import type { DampfAndRailsLayout } from "../../api/types";

type Beside = (string | null)[];

interface Surroundings {
  beside: Beside;
  /** How far it is to the nearest other milepost. */
  nearest: number;
}

/** North, north-east, east, south, west, north-west: as the keys for six neighbours lie round each other. */
const WAYS: readonly (readonly [number, number])[] = [
  [0, -1],
  [0.5, -0.87],
  [1, 0],
  [0, 1],
  [-1, 0],
  [-0.5, -0.87],
];
/** How much of a way must lead in the direction that was asked for. */
const STRAIGHT = 0.75;

const known = new WeakMap<DampfAndRailsLayout, Surroundings[]>();

/** Of every milepost, worked out once. */
export function surroundings(layout: DampfAndRailsLayout): Surroundings[] {
  const found = known.get(layout) ?? layout.posts.map((_, post) => surrounding(layout, post));
  known.set(layout, found);
  return found;
}

function surrounding({ posts }: DampfAndRailsLayout, post: number): Surroundings {
  const [x, y] = posts[post]!.at;
  let nearest = Infinity;
  const best = WAYS.map(() => ({ far: Infinity, id: null as string | null }));
  for (const [number, { at }] of posts.entries()) {
    const [dx, dy] = [at[0] - x, at[1] - y];
    const distance = Math.hypot(dx, dy);
    if (distance === 0) continue;
    nearest = Math.min(nearest, distance);
    for (const [way, [wx, wy]] of WAYS.entries()) {
      const straight = (dx * wx + dy * wy) / distance;
      const far = distance / straight ** 2;
      if (straight > STRAIGHT && far < best[way]!.far) best[way] = { far, id: `post ${number}` };
    }
  }
  return { beside: best.map(({ id }) => id), nearest };
}

/** Its two ends, on whichever side they lie. */
export function besideFerry({ ferries, places, posts }: DampfAndRailsLayout, ferry: number): Beside {
  const ends = ferries[ferry]!.ends.map((place) => places[place]!.post);
  const [west, east] = ends.toSorted((one, other) => posts[one]!.at[0] - posts[other]!.at[0]).map(named);
  const [north, south] = ends.toSorted((one, other) => posts[one]!.at[1] - posts[other]!.at[1]).map(named);
  return [north!, east!, east!, south!, west!, west!];
}

const named = (post: number): string => `post ${post}`;
