// Mileposts and ferries as places that can be tapped, each with a label that says what is there.

import type { DampfAndRailsLayout, DampfAndRailsView } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { doableAt } from "../../board/doable";
import type { TableModel } from "../../table/model.svelte";
import { t, words } from "../../words/words.svelte";
import type { Place } from "../look";
import { ferryOwners, goodsAt, lyingAt, once, placeName, postName, type Standing, trainsOf } from "./map";
import { companyWord, goodsWord, goodWord } from "./palette";
import { layoutOf, viewOf } from "./table";

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const doable = doableAt(model.choices);
  const tracks = view ? ownersByPost(layout, view) : new Map<number, Set<number>>();
  const trains = view ? trainsOf(view) : [];
  const around = surroundings(layout);
  const posts = layout.posts.map(({ name, at, place }, post) => ({
    id: `post ${post}`,
    asked: place === null ? `milepost ${name}` : `town ${placeName(layout, place)}`,
    at,
    rim: ring(Math.min(around[post]!.nearest / 2, place === null ? DOT : TOWN)),
    beside: around[post]!.beside,
    name: [...postWords(layout, view, trains, post), ...trackWords(tracks.get(post)), ...doable(`post ${post}`)].join(", "),
  }));
  const ferries = layout.ferries.map(({ name, label }, ferry) => ({
    id: `ferry ${ferry}`,
    asked: `ferry ${name}`,
    at: label,
    rim: TAG,
    beside: besideFerry(layout, ferry),
    name: [...ferryWords(layout, view, ferry), ...doable(`ferry ${ferry}`)].join(", "),
  }));
  return [...posts, ...ferries];
}

const ring = (radius: number): string =>
  `m0${-radius}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0${-2 * radius}z`;
/** The size of the outlines; they are smaller where they would overlap. */
const [DOT, TOWN] = [16, 23];
const TAG = "m-20-17h40v34h-40z";

/** Roughly how far apart mileposts are. */
const APART = 45;

export const reach = (): number => APART;

// -- in words ----------------------------------------------------------------------------------------------------------

type View = DampfAndRailsView | null;

function postWords(layout: DampfAndRailsLayout, view: View, trains: Standing[], post: number): string[] {
  const here = trains.filter(({ at }) => at === post);
  const { name, place } = layout.posts[post]!;
  if (place === null) return [postName(layout, post), ...trainWords(layout, here)];
  const { name: town, kind } = layout.places[place]!;
  const offers = goodsAt(layout, place);
  return [
    ...(name === town ? [town] : [town, name]),
    t(`dampf-and-rails.kind.${kind}`),
    ...(offers.length ? [t("dampf-and-rails.place.offers", { goods: goodsWord(offers) })] : []),
    ...(view ? lyingWords(view, place) : []),
    ...trainWords(layout, here),
  ];
}

const lyingWords = (view: DampfAndRailsView, place: number): string[] =>
  lyingAt(view, place).map(({ good, until }) => t("dampf-and-rails.place.lying", { good: goodWord(good), round: until }));

function trainWords({ trains }: DampfAndRailsLayout, here: Standing[]): string[] {
  return here.map(({ seat, train }) => {
    const params = { train: words.name(`train.${trains[train.kind]!.id}`), company: companyWord(seat) };
    return train.loads.length
      ? t("dampf-and-rails.place.loaded-train", { ...params, goods: goodsWord(train.loads) })
      : t("dampf-and-rails.place.train", params);
  });
}

const trackWords = (owners: Set<number> | undefined): string[] =>
  [...(owners ?? [])].map((seat) => t("dampf-and-rails.place.track", { company: companyWord(seat) }));

function ownersByPost(layout: DampfAndRailsLayout, { players }: DampfAndRailsView): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const [seat, { sections }] of players.entries()) {
    for (const post of sections.flatMap((section) => layout.sections[section]!.ends)) {
      found.set(post, (found.get(post) ?? new Set()).add(seat));
    }
  }
  return found;
}

function ferryWords(layout: DampfAndRailsLayout, view: DampfAndRailsView | null, ferry: number): string[] {
  const { name, ends, price } = layout.ferries[ferry]!;
  const [start, goal] = ends.map((place) => placeName(layout, place));
  const owners = view ? ferryOwners(view, ferry).map(companyWord) : [];
  return [
    name === `${start}-${goal}`
      ? t("dampf-and-rails.place.ferry-by-its-ends", { ferry: name, price })
      : t("dampf-and-rails.place.ferry", { ferry: name, start: start!, goal: goal!, price }),
    ...owners.map((company) => t("dampf-and-rails.place.ferry-of", { company })),
  ];
}

// -- neighbours, for the keys that go from place to place; also across the water ---------------------------------------

type Beside = (string | null)[];

interface Surroundings {
  beside: Beside;
  /** The distance to the nearest other milepost. */
  nearest: number;
}

/** North, north-east, east, south, west, north-west: the directions of the six keys for neighbours. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [0, -1],
  [0.5, -0.87],
  [1, 0],
  [0, 1],
  [-1, 0],
  [-0.5, -0.87],
];
/** How much of the distance must be in the requested direction. */
const STRAIGHT = 0.75;

/** For every milepost. */
const surroundings = once((layout) => layout.posts.map((_, post) => surrounding(layout, post)));

function surrounding({ posts }: DampfAndRailsLayout, post: number): Surroundings {
  const [x, y] = posts[post]!.at;
  let nearest = Infinity;
  const best = DIRECTIONS.map(() => ({ far: Infinity, id: null as string | null }));
  for (const [number, { at }] of posts.entries()) {
    const [dx, dy] = [at[0] - x, at[1] - y];
    const distance = Math.hypot(dx, dy);
    if (distance === 0) continue;
    nearest = Math.min(nearest, distance);
    for (const [direction, [east, south]] of DIRECTIONS.entries()) {
      const straight = (dx * east + dy * south) / distance;
      const far = distance / straight ** 2;
      if (straight > STRAIGHT && far < best[direction]!.far) best[direction] = { far, id: `post ${number}` };
    }
  }
  return { beside: best.map(({ id }) => id), nearest };
}

/** The two ends of a ferry, each on the side where it is. */
function besideFerry({ ferries, places, posts }: DampfAndRailsLayout, ferry: number): Beside {
  const ends = ferries[ferry]!.ends.map((place) => places[place]!.post);
  const sorted = (axis: 0 | 1) => ends.toSorted((one, other) => posts[one]!.at[axis] - posts[other]!.at[axis]);
  const [west, east] = sorted(0).map((post) => `post ${post}`);
  const [north, south] = sorted(1).map((post) => `post ${post}`);
  return [north!, east!, east!, south!, west!, west!];
}

// -- for the camera ----------------------------------------------------------------------------------------------------

/** The margin around what the camera shows. */
const AIR = 40;

/** The box around all mileposts and ferries among these things; null if there are none. */
export function bounds(model: TableModel, about: string[]): Box | null {
  const { posts, ferries } = layoutOf(model);
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    if (kind === "post") return [posts[Number(number)]!.at];
    return kind === "ferry" ? [ferries[Number(number)]!.label] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - AIR, Math.min(...ys) - AIR];
  return { x: left, y: top, width: Math.max(...xs) + AIR - left, height: Math.max(...ys) + AIR - top };
}

/** The towns to begin in, and later the trains of the player whose turn it is. */
export function heeded(model: TableModel): string[] {
  const view = viewOf(model);
  if (view?.stage === "start") return [...model.outlined];
  const trains = view?.players[view.active]?.trains ?? [];
  return trains.flatMap(({ at }) => (at === null ? [] : [`post ${at}`]));
}

export function size(model: TableModel): Box {
  const { width, height } = layoutOf(model);
  return { x: 0, y: 0, width, height };
}
