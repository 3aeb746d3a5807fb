// New tables that come from this one: the same once more, or from a position on. And the game on paper.

import { get, post } from "../api/client";
import type { GameRecord, NewLinks, NewTable, SeatWish, TableInfo } from "../api/types";

/** The same game with the same seats; people who sit elsewhere get an open seat, for which a link can be made. */
export async function rematch(table: TableInfo): Promise<string> {
  const seats = table.seats.map((seat): SeatWish => {
    if (seat.mine) return { kind: "me" };
    return seat.kind === "bot" ? { kind: "bot", bot: seat.bot } : { kind: "open" };
  });
  const { game, options, title, mode, public: open } = table;
  const wish: NewTable = { game, options, title, mode, public: open, seats };
  return (await post<NewLinks>("/api/tables", wish)).id;
}

/** `seat` is the one that is played by whoever asks, against bots; without it, he plays all of them. */
export async function fork(table: TableInfo, ply: number, seat: number | null): Promise<string> {
  const seats = table.seats.map((other): SeatWish => ({ kind: seat === null || other.seat === seat ? "me" : "bot" }));
  return (await post<NewLinks>(`/api/tables/${table.id}/fork/${ply}`, { seats })).id;
}

/** Hand the record over as a file. */
export async function saveRecord(table: string): Promise<void> {
  const record = await get<GameRecord>(`/api/tables/${table}/record`);
  const file = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `${record.game}-${table}.shed.json`;
  link.click();
  URL.revokeObjectURL(file);
}
