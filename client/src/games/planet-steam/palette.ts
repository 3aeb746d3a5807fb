// The colours, signs and names of this game's pieces.

import type { PlanetSteamSupply } from "../../api/types";
import { type Good, painted } from "../../pieces/palette";
import type { Name } from "../../words/formatting";
import { t, words } from "../../words/words.svelte";
import palette from "./palette.json";

export const {
  livery,
  emblem,
  good: resource,
  goodName: resourceName,
  cubes,
} = painted(palette, "resource");

/** A company and a resource as parameters of a message. */
export const companyWord = (company: number): string => `@company.${palette.companies[company]!.name}`;
export const resourceWord = (resource: number): string => `@resource.${palette.goods[resource]!.name}`;

/** A resource as a parameter of a text; the text chooses the grammatical case. */
export const resourceNamed = (resource: number): Name => words.name(`resource.${palette.goods[resource]!.name}`);

export const supplyColour = (colour: PlanetSteamSupply["colour"]): Good =>
  palette.supply.find(({ name }) => name === colour)!;

/** How many there are of each resource; resources with none are left out. */
export const goodsText = (goods: readonly number[]): string =>
  goods.flatMap((n, resource) => (n ? [t("planet-steam.goods", { n, resource: resourceName(resource) })] : [])).join(", ");
