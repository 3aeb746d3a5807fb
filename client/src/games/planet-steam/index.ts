// Planet Steam as the page shows it.

import type { TableModel } from "../../table/model.svelte";
import { mapName } from "../../table/names";
import { t } from "../../words/words.svelte";
import type { GameLook } from "../look";
import Above from "./Above.svelte";
import { bar } from "./bar";
import Board from "./Board.svelte";
import { choices } from "./choices";
import Epilogue from "./Epilogue.svelte";
import { groups } from "./groups";
import Own from "./Own.svelte";
import { emblem } from "./palette";
import Picture from "./Picture.svelte";
import { places, reach } from "./places";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";
import { layoutOf, viewOf } from "./seeing";
import Supply from "./Supply.svelte";
import { bounds, size, touched } from "./touched";

const OWN = "standard";

/** The game's own board has the game's name; only somebody else's is told. */
function heading(model: TableModel): string[] {
  const view = viewOf(model);
  const { title } = layoutOf(model);
  if (!view) return [];
  const board = view.options.map === OWN ? [] : [mapName(view.options.map, title)];
  return [...board, t("planet-steam.round", { n: view.round, all: view.rounds })];
}

const look: GameLook = {
  heading,
  Board,
  Above,
  places,
  reach,
  Own,
  Players,
  Supply,
  Epilogue,
  Picture,
  Preview,
  bar,
  groups,
  choices,
  touched,
  emblem,
  bounds,
  size,
};

export default look;
