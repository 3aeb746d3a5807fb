// The colours and signs of this game's pieces.

import { painted } from "../../pieces/palette";
import type { Name } from "../../words/formatting";
import { words } from "../../words/words.svelte";
import palette from "./palette.json";

export const { livery, emblem, goodName } = painted(palette);

/** The ids of words, as parameters of a message. */
export const goodId = (good: number): string => `@good.${palette.goods[good]!.name}`;
export const companyId = (seat: number): string => `@company.${palette.companies[seat]!.name}`;

/** Words as parameters of the page's texts; the text chooses the grammatical case. */
const named = (id: string): Name => words.name(id.slice(1));
export const goodWord = (good: number): Name => named(goodId(good));
export const companyWord = (seat: number): Name => named(companyId(seat));
export const goodsWord = (goods: readonly number[]): Name => (way) => goods.map((good) => goodWord(good)(way)).join(", ");

/** A good as it is drawn: a round chip with a sign. Its colour shows what kind of good it is. */
export interface Chip {
  colour: string;
  ink: string;
  /** Path data within 24 by 24. */
  sign: string;
}

export const chip = (good: number): Chip => palette.goods[good]!;
