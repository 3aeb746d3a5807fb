// Stages in which the action bar shows something of this game's own.

import type { TableModel } from "../../table/model.svelte";
import type { Part } from "../look";
import Keep from "./Keep.svelte";
import { STAGE, viewOf } from "./seeing";
import Terms from "./Terms.svelte";

const ASKED: Partial<Record<number, Part>> = { [STAGE.keep]: Keep, [STAGE.terms]: Terms };

export function bar(model: TableModel): Part | null {
  const view = viewOf(model);
  return view && model.myTurn ? (ASKED[view.stage] ?? null) : null;
}
