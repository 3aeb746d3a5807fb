// The tank that a move is about, as it would be then.

import type { PlanetSteamLayout, PlanetSteamMove, PlanetSteamView } from "../../api/types";

export interface PicturedTank {
  product: number;
  supercharger: boolean;
}

export function pictured(
  { resources }: PlanetSteamLayout,
  { zones, resource }: PlanetSteamView,
  move: PlanetSteamMove,
): PicturedTank | null {
  const plain = resources.indexOf("water"); // what a tank without a converter extracts
  const at = (zone: number): PicturedTank | null => {
    const { product, supercharger } = zones[zone]!;
    return product === null ? null : { product, supercharger };
  };
  switch (move.type) {
    case "tank":
    case "import":
      return { product: plain, supercharger: false };
    case "converter":
      return { product: move.resource, supercharger: zones[move.zone]!.supercharger };
    case "fit":
      return { product: resource, supercharger: zones[move.zone]!.supercharger };
    case "returnconverter":
      return { product: plain, supercharger: zones[move.zone]!.supercharger };
    case "supercharger":
      return { product: zones[move.zone]!.product ?? plain, supercharger: true };
    case "movetank":
    case "moveconverter":
    case "movesupercharger":
      return at(move.start);
    case "work":
    case "topple":
      return at(move.zone);
    default:
      return null;
  }
}
