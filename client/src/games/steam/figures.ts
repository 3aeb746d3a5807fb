// A player's public figures.

import type { SteamPlayerView } from "../../api/types";
import type { Figure } from "../../pieces/Figures.svelte";
import type { TableModel } from "../../table/model.svelte";
import { signed } from "../../words/numbers";
import { t } from "../../words/words.svelte";
import { actionName, layoutOf } from "./table";

export function figuresOf(model: TableModel, player: SteamPlayerView): Figure[] {
  return [
    { sign: "income", label: t("steam.figure.income"), value: signed(player.income) },
    { sign: "vp", label: t("steam.figure.vp"), value: String(player.vp) },
    { sign: "train", label: t("steam.figure.range"), value: String(player.range) },
    { sign: "link", kind: "links", label: t("steam.figure.links"), value: String(player.links) },
    ...tileOf(model, player),
  ];
}

/** The action tile of this round; one that was taken only for its number says so. */
function tileOf(model: TableModel, { tile, idle }: SteamPlayerView): Figure[] {
  const action = layoutOf(model).actions.find(({ number }) => number === tile);
  if (!action) return [];
  const value = idle ? t("steam.figure.idle", { tile: action.number }) : actionName(action);
  return [{ sign: "tile", thing: `action ${action.number}`, label: t("steam.figure.tile"), value }];
}
