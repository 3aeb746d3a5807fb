// The colours and signs of this game's pieces.

import { type Good, painted } from "../../rail/palette";
import palette from "./palette.json";

export const {
  livery,
  emblem,
  good: resource,
  goodName: resourceName,
  cubes,
} = painted(palette, "resource");

/** A supply's colour, from scarce to plentiful. */
export const supplyColour = (colour: number): Good => palette.supply[colour]!;
