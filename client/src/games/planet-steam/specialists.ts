// The specialist cards in words.

import type { PlanetSteamCardInfo } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { capital } from "../../words/formatting";
import { t, words } from "../../words/words.svelte";
import { layoutOf, viewOf } from "./table";

/** The specialist cards that are in this game. */
export const cardsOf = (model: TableModel): PlanetSteamCardInfo[] => layoutOf(model).cards[viewOf(model)!.seats] ?? [];

export const cardWith = (model: TableModel, number: number | null): PlanetSteamCardInfo | undefined =>
  cardsOf(model).find((card) => card.number === number);

/** The player who has it; null if nobody does yet. */
export function holderOf(model: TableModel, { number }: PlanetSteamCardInfo): number | null {
  const seat = viewOf(model)!.players.findIndex(({ card }) => card === number);
  return seat < 0 ? null : seat;
}

export const namesOf = ({ who }: PlanetSteamCardInfo): string =>
  capital(who.map((name) => words.template(`specialist.${name}`)).join(" + "));

/** What the specialists do, in a few words. */
export const effectsOf = (model: TableModel, { who }: PlanetSteamCardInfo): string =>
  who.map((name) => t(`planet-steam.effect.${name}`, { credits: layoutOf(model).engineer })).join("; ");
