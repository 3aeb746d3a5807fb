// How moves are put into words: what must be known for it, and what comes of it.

import type { DampfAndRailsHints, DampfAndRailsLayout, DampfAndRailsView, Message, Offer } from "../../api/types";
import { words } from "../../words/words.svelte";
import type { Choice } from "../look";

export interface Table {
  layout: DampfAndRailsLayout;
  view: DampfAndRailsView;
  hints: DampfAndRailsHints;
  /** The mileposts of whoever is to build. */
  own: ReadonlySet<number>;
}

export type Described = Omit<Choice, "index" | keyof Offer>;

export const say = (id: string, params: Message["params"] = {}): Message => ({
  id: `dampf-and-rails.move.${id}`,
  params,
});

/** With two trains it must be said which. */
export function ofTrain({ view }: Table, train: number, label: Message): Message {
  return view.players[view.active]!.trains.length > 1 ? say("of-train", { move: words.say(label), n: train + 1 }) : label;
}
