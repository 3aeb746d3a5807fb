// The colours, signs and names of this game's pieces.

import type { PlanetSteamSupply } from "../../api/types";
import { type Good, painted } from "../../pieces/palette";
import { t } from "../../words/words.svelte";
import palette from "./palette.json";

export const {
  livery,
  emblem,
  good: resource,
  goodName: resourceName,
  cubes,
} = painted(palette, "resource");

export const supplyColour = (colour: PlanetSteamSupply["colour"]): Good =>
  palette.supply.find(({ name }) => name === colour)!;

/** How many of each resource; those of which there are none are left out. */
export const goodsText = (goods: readonly number[]): string =>
  goods.flatMap((n, resource) => (n ? [t("planet-steam.goods", { n, resource: resourceName(resource) })] : [])).join(", ");
