// Steam as the page shows it.

import { bounds, size } from "../../pieces/extent";
import type { TableModel } from "../../table/model.svelte";
import { mapName } from "../../table/names";
import { t } from "../../words/words.svelte";
import type { GameLook, Part } from "../look";
import Above from "./Above.svelte";
import ActionTiles from "./ActionTiles.svelte";
import Auction from "./Auction.svelte";
import Board from "./Board.svelte";
import Capital from "./Capital.svelte";
import { choices, groups } from "./choices";
import { motions } from "./motions";
import Own from "./Own.svelte";
import { emblem } from "./palette";
import Picture from "./Picture.svelte";
import { places, reach } from "./places";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";
import Scales from "./Scales.svelte";
import Supply from "./Supply.svelte";
import SupplyFields from "./SupplyFields.svelte";
import { layoutOf, type Stage, viewOf } from "./table";

function heading(model: TableModel): string[] {
  const { title } = layoutOf(model);
  const view = viewOf(model);
  if (!view) return [title];
  const map = mapName(view.options.map, title);
  return [map, t("steam.round", { n: view.round, all: view.rounds })];
}

/** Stages in which the action bar has a part of this game, for everybody at the table. */
const WATCHED: Partial<Record<Stage, Part>> = { opening: Auction, auction: Auction, choose: ActionTiles };

/** The same, only for the active player. */
const ASKED: Partial<Record<Stage, Part>> = { capital: Capital, group: SupplyFields, points: Scales };

function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return WATCHED[view.stage] ?? (model.myTurn ? ASKED[view.stage] : undefined) ?? null;
}

function cash(model: TableModel): number | null {
  const view = viewOf(model);
  return view?.players[view.seat ?? -1]?.cash ?? null;
}

const look: GameLook = {
  heading,
  Board,
  Above,
  places,
  reach,
  cash,
  Own,
  Players,
  showsPhases: true,
  Supply,
  Picture,
  Preview,
  bar,
  groups,
  choices,
  emblem,
  motions,
  bounds: (model, about) => bounds(layoutOf(model), about),
  size: (model) => size(layoutOf(model)),
};

export default look;
