// What the table model holds, by the names of this game.

import type {
  PlanetSteamHints,
  PlanetSteamLayout,
  PlanetSteamMove,
  PlanetSteamPlayerView,
  PlanetSteamView,
} from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { offersOf } from "../../table/offers";
import { sightOf } from "../../table/sight";

export const { layoutOf, viewOf, hintsOf, outlookOf, foreseenHints, chosenMove } = sightOf<
  PlanetSteamLayout,
  PlanetSteamView,
  PlanetSteamHints,
  PlanetSteamMove
>();

export const offered = offersOf<PlanetSteamMove>();

/** Whoever looks, if he plays: how he stands, and how the chosen move would leave him. */
export function mine(model: TableModel): { now: PlanetSteamPlayerView; then: PlanetSteamPlayerView | null } | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return { now: view.players[view.seat]!, then: outlookOf(model)?.players[view.seat] ?? null };
}

/** What happens next; the server counts the stages so. Before these the die is rolled. */
export const STAGE = {
  claimRoll: 1,
  firstUpgrade: 4,
  carrierAuction: 5,
  auction: 6,
  card: 7,
  engineer: 8,
  banker: 9,
  bonus: 10,
  marker: 11,
  manipulate: 12,
  shift: 13,
  sabotage: 14,
  topple: 15,
  river: 16,
  ownClaim: 17,
  neutralClaim: 18,
  name: 19,
  zoneAuction: 20,
  claim: 21,
  divert: 22,
  anchor: 23,
  keep: 24,
  activate: 25,
  tank: 26,
  fit: 27,
  extract: 28,
  unload: 29,
  trade: 30,
  certificate: 31,
  over: 32,
} as const;

/** Owners of a zone that are no seats. */
export const NEUTRAL = 254;
export const UNAVAILABLE = 253;
export const UNCLAIMED = 255;

export const isSeat = (owner: number): boolean => owner < UNAVAILABLE;
