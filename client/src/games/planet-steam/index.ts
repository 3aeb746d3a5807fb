// Planet Steam as the page shows it.

import type { TableModel } from "../../table/model.svelte";
import { mapName } from "../../table/names";
import { t } from "../../words/words.svelte";
import type { GameLook, Part } from "../look";
import Above from "./Above.svelte";
import Auction from "./Auction.svelte";
import Board from "./Board.svelte";
import Cards from "./Cards.svelte";
import { choices, groups } from "./choices";
import Extraction from "./Extraction.svelte";
import Options from "./Options.svelte";
import { motions } from "./motions";
import Own from "./Own.svelte";
import { emblem } from "./palette";
import Picture from "./Picture.svelte";
import { bounds, places, reach, size } from "./places";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";
import PriceHistory from "./PriceHistory.svelte";
import Shifts from "./Shifts.svelte";
import Supply from "./Supply.svelte";
import { layoutOf, mine, odds, type Stage, viewOf } from "./table";
import Trade from "./Trade.svelte";
import TradeOrder from "./TradeOrder.svelte";

const OWN = "standard";

/** The printed board has the same name as the game, so only the names of other boards are shown. */
function heading(model: TableModel): string[] {
  const view = viewOf(model);
  if (!view) return [];
  const board = view.options.map === OWN ? [] : [mapName(view.options.map, layoutOf(model).title)];
  return [...board, t("planet-steam.round", { n: view.round, all: view.rounds })];
}

type Bars = Partial<Record<Stage, Part>>;

/** What everybody at the table sees, even when it is not their turn. */
const WATCHED: Bars = { "carrier-auction": Auction, auction: Auction, "zone-auction": Auction, card: Cards };

/** What only the active player sees. */
const ASKED: Bars = {
  "first-upgrade": Options,
  engineer: Options,
  banker: Options,
  bonus: Options,
  marker: TradeOrder,
  manipulate: Options,
  shift: Shifts,
  sabotage: Options,
  keep: Options,
  activate: Options,
  extract: Extraction,
  unload: Options,
  trade: Trade,
  certificate: Options,
};

/** Stages in which the action bar has a part of this game. */
function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return WATCHED[view.stage] ?? (model.myTurn ? ASKED[view.stage] : undefined) ?? null;
}

const look: GameLook = {
  heading,
  Board,
  Above,
  places,
  reach,
  cash: (model) => mine(model)?.now.credits ?? null,
  Own,
  Players,
  showsPhases: true,
  Supply,
  Epilogue: PriceHistory,
  Picture,
  Preview,
  odds,
  bar,
  groups,
  choices,
  emblem,
  motions,
  bounds,
  size,
};

export default look;
