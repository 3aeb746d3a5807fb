// The colours and signs of this game's pieces.

import { painted } from "../../rail/palette";
import palette from "./palette.json";

/** The good number of a VP city. */
export const VP = 4;

export const { livery, emblem, good, goodName, cubes } = painted(palette);
