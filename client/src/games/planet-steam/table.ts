// The table model with this game's types and names.

import type {
  PlanetSteamClaimHint,
  PlanetSteamHints,
  PlanetSteamLayout,
  PlanetSteamMove,
  PlanetSteamPlayerView,
  PlanetSteamTradeHint,
  PlanetSteamView,
} from "../../api/types";
import type { Figure } from "../../pieces/Figures.svelte";
import type { TableModel } from "../../table/model.svelte";
import { offersOf } from "../../table/offers";
import { sightOf } from "../../table/sight";
import { t } from "../../words/words.svelte";

export type Stage = PlanetSteamView["stage"];

export const { layoutOf, viewOf, hintsOf, previewOf, foreseenHints, chosenMove } = sightOf<
  PlanetSteamLayout,
  PlanetSteamView,
  PlanetSteamHints,
  PlanetSteamMove
>();

export const offered = offersOf<PlanetSteamMove>();

type Hint = PlanetSteamTradeHint | PlanetSteamClaimHint | null;
const hintOf = ({ choice }: TableModel): Hint => (choice?.hint ?? null) as Hint;

/** The result of the chosen trade. */
export function tradeHint(model: TableModel): PlanetSteamTradeHint | null {
  const hint = hintOf(model);
  return hint?.type === "trade" ? hint : null;
}

/** What the roll for the chosen zone can lead to. */
export function odds(model: TableModel): string[] {
  const hint = hintOf(model);
  if (hint?.type !== "claim") return [];
  const { zones } = layoutOf(model);
  const otherwise = hint.otherwise.map((zone) => zones[zone]!.name).join(", ");
  return [
    t("planet-steam.odds.claim", { least: hint.least, good: hint.good, all: hint.faces }),
    otherwise
      ? t("planet-steam.odds.else", { zones: otherwise })
      : t("planet-steam.odds.none", { credits: hint.credits }),
  ];
}

/** The player at this screen, if any: as they are now, and as they would be after the chosen move. */
export function mine(model: TableModel): { now: PlanetSteamPlayerView; then: PlanetSteamPlayerView | null } | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return { now: view.players[view.seat]!, then: previewOf(model)?.players[view.seat] ?? null };
}

/** A player's other public figures. */
export function figuresOf(player: PlanetSteamPlayerView): Figure[] {
  const worth = Object.values(player.property).reduce((sum, value) => sum + value, 0);
  return [
    { sign: "licence", label: t("planet-steam.figure.licences"), value: String(player.licences) },
    { sign: "quarters", label: t("planet-steam.figure.quarters"), value: String(player.quarters) },
    { sign: "vp", label: t("planet-steam.figure.worth"), value: String(worth) },
  ];
}
