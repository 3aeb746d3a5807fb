// The zones that the chosen move would change, as they would be.

import type { PlanetSteamMove, PlanetSteamView, PlanetSteamZoneView } from "../../api/types";

export interface Changed {
  number: number;
  zone: PlanetSteamZoneView;
}

export function changedZones(
  view: PlanetSteamView,
  outlook: PlanetSteamView | null,
  move: PlanetSteamMove | null,
): Changed[] {
  if (outlook) return outlook.zones.flatMap((zone, number) => (same(zone, view.zones[number]!) ? [] : [{ number, zone }]));
  if (move?.type !== "claim") return [];
  return [{ number: move.zone, zone: { ...view.zones[move.zone]!, owner: view.active } }];
}

/** Whether they look the same. */
const same = (one: PlanetSteamZoneView, other: PlanetSteamZoneView): boolean =>
  one.owner === other.owner &&
  one.product === other.product &&
  one.supercharger === other.supercharger &&
  one.fallen === other.fallen &&
  one.works === other.works;
