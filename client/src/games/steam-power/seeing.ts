// What the table model holds, by the names of this game.

import type {
  SteamPowerHints,
  SteamPowerLayout,
  SteamPowerMove,
  SteamPowerShipment,
  SteamPowerView,
} from "../../api/types";
import type { TableModel } from "../../table/model.svelte";

export const layoutOf = (model: TableModel): SteamPowerLayout => model.layout as SteamPowerLayout;

/** What is on the page: now, or a moment of the past. Null before the game begins. */
export const viewOf = (model: TableModel): SteamPowerView | null => (model.shown?.view ?? null) as SteamPowerView | null;

/** What contracts in one's hand would cost. */
export const hintsOf = (model: TableModel): SteamPowerHints | null =>
  (model.shown?.hints ?? null) as SteamPowerHints | null;

/** What would be if the chosen move were played. */
export const outlookOf = (model: TableModel): SteamPowerView | null =>
  (model.outlook?.view ?? null) as SteamPowerView | null;

export const chosenMove = (model: TableModel): SteamPowerMove | null =>
  (model.choice?.move ?? null) as SteamPowerMove | null;

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
