// What else lies open before a player, in numbers.

import type { PlanetSteamPlayerView } from "../../api/types";
import type { Figure } from "../../rail/Figures.svelte";
import { t } from "../../words/words.svelte";

export function figuresOf(player: PlanetSteamPlayerView): Figure[] {
  const worth = Object.values(player.property).reduce((sum, value) => sum + value, 0);
  return [
    { sign: "licence", label: t("planet-steam.figure.licences"), value: String(player.licences) },
    { sign: "quarters", label: t("planet-steam.figure.quarters"), value: String(player.quarters) },
    { sign: "vp", label: t("planet-steam.figure.worth"), value: String(worth) },
  ];
}
