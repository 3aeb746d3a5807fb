// What the players at a table, and its map, are called.

import { t, words } from "../words/words.svelte";
import type { TableModel } from "./model.svelte";

/** People by name; bots and people who share a screen by colour, since their names do not tell them apart. */
export function nameOf(model: TableModel, seat: number): string {
  const seats = model.now?.table.seats ?? [];
  const info = seats[seat];
  const colour = model.look?.emblem(seat).name ?? String(seat + 1);
  if (!info || info.kind === "open") return colour;
  if (info.name === null) return t("table.bot-name", { colour });
  return seats.filter((other) => other.name === info.name).length > 1 ? colour : info.name;
}

/** The players whose turn it is. */
export function waitingFor(model: TableModel): string {
  const acting = model.now?.table.to_act.filter((seat) => seat >= 0) ?? [];
  return acting.map((seat) => nameOf(model, seat)).join(", ");
}

/** Somebody else's map has the title that they gave it. */
export function mapName(map: string, title: string): string {
  return words.has(`map.${map}`) ? words.template(`map.${map}`) : title;
}
