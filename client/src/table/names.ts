// The names of the players at a table and of its map.

import type { Delay, TableInfo } from "../api/types";
import { t, words } from "../words/words.svelte";
import type { TableModel } from "./model.svelte";

/** People by name; bots and people who share a screen by colour, since their names are not unique; nature has no name. */
export function nameOf(model: TableModel, seat: number | null): string {
  if (seat === null) return "";
  const seats = model.now?.table.seats ?? [];
  const info = seats[seat];
  const colour = model.look?.emblem(seat).name ?? String(seat + 1);
  if (!info || info.kind === "open") return colour;
  if (info.name === null) return t("table.bot-name", { colour });
  return !info.name || seats.filter((other) => other.name === info.name).length > 1 ? colour : info.name;
}

/** The players whose turn it is. */
export function waitingFor(model: TableModel): string {
  const acting = model.now?.table.to_act ?? [];
  return acting.map((seat) => nameOf(model, seat)).join(", ");
}

/** Whom or what the viewer waits for, in a sentence. */
export function waitingText(model: TableModel): string {
  const { held, end_turn: ending } = model.now!.table;
  if (model.held && !model.covered) {
    const task = t("table.you", { task: t("table.held") });
    return ending === "timer" ? `${task}. ${t("table.held-soon")}` : task;
  }
  return t(held === null ? "table.waiting" : "table.held-by", { name: waitingFor(model) });
}

/** Why a table is closed. */
export const closedText = ({ timing }: TableInfo): string => t(timing?.ended ? "table.is-ended" : "table.is-closed");

/** How far behind spectators are; empty if they are not. */
export const behind = ({ moves, minutes }: Delay): string =>
  [moves ? t("table.behind-moves", { n: moves }) : "", minutes ? t("table.behind-minutes", { n: minutes }) : ""]
    .filter((text) => text)
    .join(", ");

/** A custom map has the title that its author gave it. */
export function mapName(map: string, title: string): string {
  return words.has(`map.${map}`) ? words.template(`map.${map}`) : title;
}
