// Names and places: from hexes to what people call them, and from the names in facts back to hexes.

import type { SteamLayout } from "../../api/types";

/** What a city or town is called; any other hex by its own name. */
export const nameAt = (layout: SteamLayout, hex: number): string =>
  placesOf(layout).find((place) => place.hex === hex)?.name ?? layout.hexes[hex]!.name;

/** The hex of a city, of a town, or one by its own name; -1 for whatever else is called so. */
export const hexNamed = (layout: SteamLayout, name: unknown): number =>
  placesOf(layout).find((place) => place.name === name)?.hex ??
  layout.hexes.findIndex((hex) => hex.name === name);

const placesOf = ({ cities, towns }: SteamLayout): { name: string; hex: number }[] => [...cities, ...towns];

/** The edges of a town tile, which come as bits. */
export const edgesOf = (bits: number): number[] => [0, 1, 2, 3, 4, 5].filter((edge) => (bits >> edge) & 1);
