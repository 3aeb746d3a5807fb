// What an order, a good or an event is about, lit up on the map: while the mouse is over it, or until it is pressed again.

import type { DampfAndRailsFurniture } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { placeIds, postIds } from "./network";

/** The things that were pressed last. The first of them is the one by whose name they are known. */
let pinned = $state.raw<string[]>([]);

export interface Lamp {
  on: boolean;
  toggle(): void;
  over(event: PointerEvent): void;
  out(event: PointerEvent): void;
}

export function lampOf(model: TableModel, things: string[]): Lamp {
  const byMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") act();
  };
  return {
    get on() {
      return pinned[0] === things[0] && model.lit.includes(things[0]!);
    },
    toggle() {
      pinned = this.on ? [] : things;
      model.lit = pinned;
    },
    over: byMouse(() => (model.lit = things)),
    out: byMouse(() => (model.lit = pinned)),
  };
}

/** One line of an order: where the good is to be had, and where it is wanted. */
export function demandThings(furniture: DampfAndRailsFurniture, card: number, line: number): string[] {
  const { good, town } = furniture.orders[card]![line]!;
  const sources = furniture.goods[good]!.towns.flatMap((place) => placeIds(furniture, place));
  return [`demand ${card} ${line}`, ...sources, ...placeIds(furniture, town)];
}

export const goodThings = (furniture: DampfAndRailsFurniture, good: number): string[] => [
  `good ${good}`,
  ...furniture.goods[good]!.towns.flatMap((place) => placeIds(furniture, place)),
];

/** Where an event is felt. */
export function eventThings(furniture: DampfAndRailsFurniture, event: number): string[] {
  const { ferries, posts, sections, towns } = furniture.events[event]!;
  return [
    `event ${event}`,
    ...ferries.map((ferry) => `ferry ${ferry}`),
    ...postIds(posts),
    ...postIds(sections.flatMap((section) => furniture.sections[section]!.slice(0, 2) as number[])),
    ...towns.flatMap((place) => placeIds(furniture, place)),
  ];
}
