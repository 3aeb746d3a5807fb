// The colours and signs of this game's pieces.

import { type Livery, painted } from "../../pieces/palette";
import palette from "./palette.json";

export const { livery, emblem, good, goodName, goodCalled, cubes } = painted(palette);

/** The word for the colour of a city that takes these goods; it may have a different gender from the word for the goods. */
export const cityColour = (colour: number): string => `city-colour.${palette.goods[colour]!.name}`;

/** The word for a company, as messages name it. */
export const companyWord = (company: number): string => `@company.${palette.companies[company]!.name}`;

/** The background of a city that takes these goods, in the light and the dark look: the same as on the printed map. */
export const cityGround = (colour: number): { light: string; dark: string } => palette.goods[colour]!.city;

/** Track without an owner: no colour, a dotted line and no emblem. */
const NOBODY: Livery = { colour: "#D9D2C2", ink: "#6B6454", shape: 5, dash: "0 4" };

export const liveryOf = (owner: number | null): Livery => (owner === null ? NOBODY : livery(owner));
