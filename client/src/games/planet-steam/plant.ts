// The tanks of a player, by what they extract.

import type { PlanetSteamView } from "../../api/types";

export interface Plant {
  product: number;
  supercharger: boolean;
  count: number;
}

/** In the order of the resources; those with a supercharger are told apart. */
export function plantOf({ zones, prices }: PlanetSteamView, seat: number): Plant[] {
  const own = zones.filter(({ owner }) => owner === seat);
  return prices.flatMap((_, product) =>
    [true, false].flatMap((supercharger) => {
      const count = own.filter((zone) => zone.product === product && zone.supercharger === supercharger).length;
      return count ? [{ product, supercharger, count }] : [];
    }),
  );
}
