// The status of a table, in a sentence.

import { library, seatTitle } from "../api/library.svelte";
import type { SeatInfo, TableInfo } from "../api/types";
import { t } from "../words/words.svelte";

/** The name of a player; bots and people who share a screen have the name of their seat. */
export function sitterName(table: TableInfo, seat: SeatInfo): string {
  const game = library.game(table.game);
  const place = game ? seatTitle(game, seat.seat) : t("shell.seat", { n: seat.seat + 1 });
  if (seat.kind === "bot") return t("lobby.bot-at", { seat: place });
  const namesakes = table.seats.filter((other) => other.name === seat.name).length;
  return !seat.name || namesakes > 1 ? place : seat.name;
}

/** Who has a seat, or for whom it is free. */
export function seatText(table: TableInfo, seat: SeatInfo): string {
  if (seat.kind !== "open") return sitterName(table, seat);
  return seat.kept_for === null ? t("lobby.free-seat") : t("lobby.kept", { name: seat.kept_for });
}

/** What the link to a table offers. */
export function doorOf(table: TableInfo): "play" | "go-in" | "look" | "watch" | "result" {
  if (table.my_turn) return "play";
  if (table.state === "over" || table.state === "closed") return "result";
  if (table.mine || table.seats.some((seat) => seat.mine)) return "go-in";
  return table.state === "open" ? "look" : "watch";
}

/**
 * The seat that the viewer may take: one that is kept for them; at a public table a free one, and during the game a bot's
 * if that was agreed on. Each guest has one seat there, except around one screen.
 */
export function freeSeat(table: TableInfo): SeatInfo | undefined {
  const { public: open, shared, state, seats, latecomers } = table;
  const kept = seats.find((seat) => seat.for_me);
  if (kept || !open) return kept;
  const sits = seats.some((seat) => seat.mine);
  if (state === "open" && (shared || !sits)) return seats.find((seat) => seat.kind === "open" && seat.kept_for === null);
  return state === "running" && latecomers && !sits ? seats.find((seat) => seat.kind === "bot") : undefined;
}

export function statusOf(table: TableInfo): string {
  if (table.state === "over") return outcome(table);
  if (table.state === "closed") return t("lobby.closed");
  if (table.state === "open") return t("lobby.missing", { n: table.seats.filter(({ kind }) => kind === "open").length });
  return table.my_turn ? t("lobby.your-turn") : t("lobby.turn-of", { names: names(table, table.to_act) });
}

function outcome(table: TableInfo): string {
  const { result } = table;
  if (!result) return t("lobby.over");
  const first = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const points = result.scores[first[0] ?? 0]?.total ?? 0;
  return t(table.seats.length === 1 ? "lobby.solo-result" : "lobby.won-by", { names: names(table, first), points });
}

function names(table: TableInfo, seats: readonly number[]): string {
  return table.seats
    .filter(({ seat }) => seats.includes(seat))
    .map((seat) => sitterName(table, seat))
    .join(", ");
}
