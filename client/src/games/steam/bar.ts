// Stages in which the action bar shows something of this game's own.

import type { TableModel } from "../../table/model.svelte";
import type { Part } from "../look";
import ActionTiles from "./ActionTiles.svelte";
import Auction from "./Auction.svelte";
import Capital from "./Capital.svelte";
import Scales from "./Scales.svelte";
import { STAGE, viewOf } from "./seeing";
import SupplyFields from "./SupplyFields.svelte";

/** What everybody at the table wants to see, whoever acts. */
const WATCHED: Partial<Record<number, Part>> = {
  [STAGE.opening]: Auction,
  [STAGE.auction]: Auction,
  [STAGE.choose]: ActionTiles,
};

/** What only the one who acts is asked. */
const ASKED: Partial<Record<number, Part>> = {
  [STAGE.capital]: Capital,
  [STAGE.group]: SupplyFields,
  [STAGE.points]: Scales,
};

export function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return WATCHED[view.stage] ?? (model.myTurn ? ASKED[view.stage] : undefined) ?? null;
}
