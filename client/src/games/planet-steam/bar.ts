// Stages in which the action bar shows something of this game's own.

import type { TableModel } from "../../table/model.svelte";
import type { Part } from "../look";
import Auction from "./Auction.svelte";
import Cards from "./Cards.svelte";
import Extraction from "./Extraction.svelte";
import Options from "./Options.svelte";
import { STAGE, viewOf } from "./seeing";
import Shifts from "./Shifts.svelte";
import Trade from "./Trade.svelte";
import TradeOrder from "./TradeOrder.svelte";

/** What everybody at the table wants to see, whoever acts. */
const WATCHED: Partial<Record<number, Part>> = {
  [STAGE.carrierAuction]: Auction,
  [STAGE.auction]: Auction,
  [STAGE.zoneAuction]: Auction,
  [STAGE.card]: Cards,
};

/** What only the one who acts is asked. */
const ASKED: Partial<Record<number, Part>> = {
  [STAGE.firstUpgrade]: Options,
  [STAGE.engineer]: Options,
  [STAGE.banker]: Options,
  [STAGE.bonus]: Options,
  [STAGE.marker]: TradeOrder,
  [STAGE.manipulate]: Options,
  [STAGE.shift]: Shifts,
  [STAGE.sabotage]: Options,
  [STAGE.keep]: Options,
  [STAGE.activate]: Options,
  [STAGE.extract]: Extraction,
  [STAGE.unload]: Options,
  [STAGE.trade]: Trade,
  [STAGE.certificate]: Options,
};

export function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return WATCHED[view.stage] ?? (model.myTurn ? ASKED[view.stage] : undefined) ?? null;
}
