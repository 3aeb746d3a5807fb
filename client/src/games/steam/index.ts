// Steam as the page shows it.

import type { TableModel } from "../../table/model.svelte";
import { mapName } from "../../table/names";
import { t } from "../../words/words.svelte";
import type { GameLook } from "../look";
import Above from "./Above.svelte";
import { bar } from "./bar";
import Board from "./Board.svelte";
import { choices } from "./choices";
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

function heading(model: TableModel): string[] {
  const { title } = layoutOf(model);
  const view = viewOf(model);
  if (!view) return [title];
  const map = mapName(view.options.map, title);
  return [map, t("steam.round", { n: view.round, all: view.rounds })];
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
