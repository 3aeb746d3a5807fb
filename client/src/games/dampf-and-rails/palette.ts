// The colours and signs of this game's pieces.

import { painted } from "../../pieces/palette";
import palette from "./palette.json";

export const { livery, emblem, goodName } = painted(palette);

/** A good as it is drawn: a round chip with a sign; its colour says of what kind it is. */
export interface Chip {
  colour: string;
  ink: string;
  /** Path data within 24 by 24. */
  sign: string;
}

export const chip = (good: number): Chip => palette.goods[good]!;
