// What a bot would do here, and why. The guide of a guided game asks in the same way.

import { call } from "../api/client";
import type { Hints, NamedMove } from "../api/types";
import type { Choice } from "../games/look";
import type { TableModel } from "./model.svelte";
import { isAside } from "./story";

/** Asks a bot, or the game's usual one; null if the table has moved on meanwhile. */
export async function askHints(model: TableModel, bot: string | null = null): Promise<Hints | null> {
  const { seat, table } = model.now!;
  const found = await call("ask_hints", { params: { table: model.id }, body: { seat: seat!, bot } });
  await model.reach(found.ply); // at a public table it is in the log now, and the next move has to know that
  const moved = model.log.some((line) => line.ply > table.ply && !isAside(line));
  return moved || model.now!.seat !== seat ? null : found;
}

/** The choice on the page that means the same move. */
export const choiceOf = (model: TableModel, hint: NamedMove): Choice | undefined =>
  model.choices.find(({ text, then }) => text === hint.text && !then);

/** Chooses the move, so that the board shows what it would lead to, and lights up what the reasons are about. */
export function point(model: TableModel, hint: NamedMove): void {
  const choice = choiceOf(model, hint);
  if (!choice) return;
  model.cancel();
  model.choose(choice.index);
  model.lit = [...new Set([...choice.about, ...model.touched(hint.reasons)])];
}
