// Lights up on the map what an order, a good or an event is about: while the mouse is over it, or until pressed again.

import type { DampfAndRailsLayout } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { placeIds, postIds } from "./map";

/** The things that were pressed last. The first of them identifies the whole list. */
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

/** One line of an order: where the good is offered, and where it is wanted. */
export function demandThings(layout: DampfAndRailsLayout, card: number, line: number): string[] {
  const { good, town } = layout.orders[card]![line]!;
  const sources = layout.goods[good]!.towns.flatMap((place) => placeIds(layout, place));
  return [`demand ${card} ${line}`, ...sources, ...placeIds(layout, town)];
}

export const goodThings = (layout: DampfAndRailsLayout, good: number): string[] => [
  `good ${good}`,
  ...layout.goods[good]!.towns.flatMap((place) => placeIds(layout, place)),
];

/** The area that an event affects. */
export function eventThings(layout: DampfAndRailsLayout, event: number): string[] {
  const { ferries, posts, sections, towns } = layout.events[event]!;
  return [
    `event ${event}`,
    ...ferries.map((ferry) => `ferry ${ferry}`),
    ...postIds(posts),
    ...postIds(sections.flatMap((section) => layout.sections[section]!.ends)),
    ...towns.flatMap((place) => placeIds(layout, place)),
  ];
}
