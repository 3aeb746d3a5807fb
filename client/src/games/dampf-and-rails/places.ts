// Mileposts and ferries as places that can be tapped, each with a name that says what a look at it would.

import type { DampfAndRailsLayout, DampfAndRailsView } from "../../api/types";
import { doableAt } from "../../board/doable";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Place } from "../look";
import { besideFerry, surroundings } from "./beside";
import { goodsAt, lyingAt, trainsAt } from "./goods";
import { ferryOwners, ownerOf, placeName } from "./network";
import { emblem, goodName } from "./palette";
import { layoutOf, NONE, viewOf } from "./seeing";

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const doable = doableAt(model.choices);
  const tracks = view ? ownersByPost(layout, view) : new Map<number, Set<number>>();
  const around = surroundings(layout);
  const posts = layout.posts.map(({ name, at, place }, post) => ({
    id: `post ${post}`,
    asked: place === NONE ? `milepost ${name}` : `town ${placeName(layout, place)}`,
    at,
    rim: ring(Math.min(around[post]!.nearest / 2, place === NONE ? DOT : TOWN)),
    beside: around[post]!.beside,
    name: [...postWords(layout, view, post), ...trackWords(tracks.get(post)), ...doable(`post ${post}`)].join(", "),
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

const ring = (radius: number): string => `M0${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0${-radius}Z`;
/** How large rims are; they are smaller where they would overlap. */
const [DOT, TOWN] = [16, 23];
const TAG = "M-20-17H20V17H-20Z";

/** About how far mileposts are apart. */
const APART = 45;

export const reach = (): number => APART;

// -- in words ----------------------------------------------------------------------------------------------------------

function postWords(layout: DampfAndRailsLayout, view: DampfAndRailsView | null, post: number): string[] {
  const { name, place } = layout.posts[post]!;
  if (place === NONE) return [name, ...(view ? trainWords(layout, view, post) : [])];
  const { name: town, kind } = layout.places[place]!;
  const offers = goodsAt(layout, place).map(goodName).join(", ");
  return [
    ...(name === town ? [town] : [town, name]),
    t(`dampf-and-rails.kind.${kind}`),
    ...(offers ? [t("dampf-and-rails.place.offers", { goods: offers })] : []),
    ...(view ? [...lyingWords(view, place), ...trainWords(layout, view, post)] : []),
  ];
}

const lyingWords = (view: DampfAndRailsView, place: number): string[] =>
  lyingAt(view, place).map(({ good, until }) => t("dampf-and-rails.place.lying", { good: goodName(good), round: until }));

function trainWords({ trains }: DampfAndRailsLayout, view: DampfAndRailsView, post: number): string[] {
  return trainsAt(view, post).map(({ seat, train }) => {
    const params = { train: trains[train.kind]!.id, company: emblem(seat).name };
    return train.loads.length
      ? t("dampf-and-rails.place.loaded-train", { ...params, goods: train.loads.map(goodName).join(", ") })
      : t("dampf-and-rails.place.train", params);
  });
}

const trackWords = (owners: Set<number> | undefined): string[] =>
  [...(owners ?? [])].map((seat) => t("dampf-and-rails.place.track", { company: emblem(seat).name }));

function ownersByPost({ sections }: DampfAndRailsLayout, view: DampfAndRailsView): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const [section, [a, b]] of sections.entries()) {
    const owner = ownerOf(view, section);
    if (owner === null) continue;
    for (const post of [a, b]) found.set(post, (found.get(post) ?? new Set()).add(owner));
  }
  return found;
}

function ferryWords(layout: DampfAndRailsLayout, view: DampfAndRailsView | null, ferry: number): string[] {
  const { name, ends, price } = layout.ferries[ferry]!;
  const [start, goal] = ends.map((place) => placeName(layout, place));
  const owners = view ? ferryOwners(view, ferry).map((seat) => emblem(seat).name) : [];
  return [
    t("dampf-and-rails.place.ferry", { ferry: name, start: start!, goal: goal!, price }),
    ...owners.map((company) => t("dampf-and-rails.place.ferry-of", { company })),
  ];
}
