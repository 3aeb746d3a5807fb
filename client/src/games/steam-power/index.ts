// Steam Power as the page shows it.

import type { TableModel } from "../../table/model.svelte";
import { mapName } from "../../table/names";
import { t } from "../../words/words.svelte";
import type { GameLook } from "../look";
import Above from "./Above.svelte";
import Board from "./Board.svelte";
import { choices, groups } from "./choices";
import { bounds, places, reach, size } from "./map";
import { motions } from "./motions";
import Own from "./Own.svelte";
import Picture from "./Picture.svelte";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";
import Supply from "./Supply.svelte";
import { emblem, isSolo, layoutOf, mine, viewOf } from "./table";

function heading(model: TableModel): string[] {
  const { title, numbers } = layoutOf(model);
  const view = viewOf(model);
  if (!view) return [title];
  const map = mapName(view.options.map, title);
  const round = isSolo(view)
    ? t("steam-power.round-of", { n: view.round, all: numbers.solo_turns })
    : t("steam-power.round", { n: view.round });
  return view.final ? [map, round, t("steam-power.supply.final")] : [map, round];
}

const look: GameLook = {
  heading,
  Board,
  Above,
  places,
  reach,
  cash: (model) => mine(model)?.money ?? null,
  Own,
  Players,
  Supply,
  Picture,
  Preview,
  groups,
  choices,
  emblem,
  motions,
  bounds,
  size,
};

export default look;
