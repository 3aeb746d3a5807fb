// The specialist cards in words.

import type { PlanetSteamLayout, PlanetSteamSpecialistCard, PlanetSteamView } from "../../api/types";
import { t, words } from "../../words/words.svelte";

/** Those that are in this game. */
export const cardsOf = ({ cards }: PlanetSteamLayout, { seats }: PlanetSteamView): PlanetSteamSpecialistCard[] =>
  cards[seats] ?? [];

export function namesOf({ specialists }: PlanetSteamLayout, { who }: PlanetSteamSpecialistCard): string {
  const names = who.map((number) => words.template(`specialist.${specialists[number]}`));
  return capital(names.join(" + "));
}

/** What its people are good for, each in a few words. */
export function effectsOf(
  { specialists, engineer }: PlanetSteamLayout,
  { who }: PlanetSteamSpecialistCard,
): string[] {
  return who.map((number) => t(`planet-steam.effect.${specialists[number]}`, { credits: engineer }));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
