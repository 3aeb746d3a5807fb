// Dampf & Rails as the page shows it.

import type { TableModel } from "../../table/model.svelte";
import { t, words } from "../../words/words.svelte";
import type { GameLook } from "../look";
import Above from "./Above.svelte";
import { bar, groups } from "./actions";
import Board from "./Board.svelte";
import { choices } from "./choices";
import { join, motions } from "./motions";
import Own from "./Own.svelte";
import { emblem } from "./palette";
import Picture from "./Picture.svelte";
import { bounds, heeded, places, reach, size } from "./places";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";
import Supply from "./Supply.svelte";
import { mine, viewOf } from "./table";

function heading(model: TableModel): string[] {
  const view = viewOf(model);
  if (!view) return [];
  return [words.template(`option.variant.${view.options.variant}`), t("dampf-and-rails.round", { n: view.round })];
}

const look: GameLook = {
  heading,
  Board,
  Above,
  places,
  reach,
  heeded,
  cash: (model) => mine(model)?.now.cash ?? null,
  Own,
  Players,
  Supply,
  Picture,
  Preview,
  bar,
  groups,
  choices,
  emblem,
  motions,
  join,
  notices: ["fact.accept", "fact.refuse"],
  bounds,
  size,
};

export default look;
