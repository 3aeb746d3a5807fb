// The colours and signs of the pieces. They lie in a file of their own so that a test can measure how far apart they are.

import { words } from "../../words/words.svelte";
import palette from "./palette.json";

export interface Livery {
  colour: string;
  ink: string;
  shape: number;
  /** The thin line within the track: how it is dashed; empty for none. */
  dash: string;
}

interface Good {
  name: string;
  colour: string;
  ink: string;
}

/** The good number of a VP city. */
export const VP = 4;

export const livery = (company: number): Livery => palette.companies[company]!;

export const good = (tile: number): Good => palette.goods[tile]!;

const companyName = (company: number): string => words.template(`company.${palette.companies[company]!.name}`);

export const goodName = (tile: number): string => words.template(`good.${good(tile).name}`);

/** What stands on a cube: the first letter of its colour, in the language that is spoken. */
export const goodLetter = (tile: number): string => goodName(tile).charAt(0).toUpperCase();

export function emblem(seat: number): Livery & { name: string } {
  return { ...livery(seat), name: companyName(seat) };
}
