// What the table model holds, by the names of this game.

import type {
  SteamPowerHints,
  SteamPowerLayout,
  SteamPowerMove,
  SteamPowerShipment,
  SteamPowerView,
} from "../../api/types";
import { sightOf } from "../../table/sight";

export const { layoutOf, viewOf, hintsOf, outlookOf, chosenMove } = sightOf<
  SteamPowerLayout,
  SteamPowerView,
  SteamPowerHints,
  SteamPowerMove
>();

/** Whose things they are: every seat has a company, but one player alone has all of them. */
export const isSolo = (view: SteamPowerView): boolean => view.seats === 1;

export const seatOf = (view: SteamPowerView, company: number): number => (isSolo(view) ? 0 : company);

/** Whether a city's goods have all been taken, so that its tile lies on its back. */
export const isExhausted = (city: { factory: number | null; goods: number }): boolean =>
  city.factory !== null && city.goods === 0;

/** Stages that matter to what is drawn; the server counts them so. */
export const STAGE = { plan: 9, route: 10, over: 11 } as const;

export interface Cargo {
  contract: number;
  needs: number[];
  /** The place where a good is on its way, or null. */
  at: number | null;
}

export function cargo(shipment: SteamPowerShipment | null): Cargo | null {
  if (!shipment) return null;
  const [contract, needs, at] = shipment;
  return { contract, needs, at: at < 0 ? null : at };
}
