// What else lies open before a player, in numbers.

import type { PlanetSteamPlayerView, PlanetSteamView } from "../../api/types";
import type { Figure } from "../../rail/Figures.svelte";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import { furnitureOf } from "./seeing";
import { cardsOf, namesOf } from "./specialists";

export function figuresOf(player: PlanetSteamPlayerView): Figure[] {
  const worth = Object.values(player.property).reduce((sum, value) => sum + value, 0);
  return [
    { sign: "licence", label: t("planet-steam.figure.licences"), value: String(player.licences) },
    { sign: "quarters", label: t("planet-steam.figure.quarters"), value: String(player.quarters) },
    { sign: "vp", label: t("planet-steam.figure.worth"), value: String(worth) },
  ];
}

/** The specialist card of this round, if he has one. */
export function cardOf(model: TableModel, view: PlanetSteamView, player: PlanetSteamPlayerView): Figure[] {
  const furniture = furnitureOf(model);
  const card = cardsOf(furniture, view).find(({ number }) => number === player.card);
  if (!card) return [];
  const value = t("planet-steam.figure.card-n", { number: card.number, who: namesOf(furniture, card) });
  return [{ sign: "card", label: t("planet-steam.figure.card"), value }];
}
