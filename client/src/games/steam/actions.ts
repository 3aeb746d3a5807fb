// The action tiles in words.

import type { SteamAction, SteamNumbers, SteamView } from "../../api/types";
import { t, words } from "../../words/words.svelte";

export const actionName = ({ id }: SteamAction): string => words.template(`action.${id}`);

/** What it is good for, in a few words. */
export function effectOf({ id }: SteamAction, { options }: SteamView, { engineer_tiles }: SteamNumbers): string {
  return id === "turn-order" && options.variant === "expert"
    ? t("steam.tile.turn-order-expert")
    : t(`steam.tile.${id}`, { tiles: engineer_tiles });
}
