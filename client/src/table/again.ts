// New tables made from this one: a rematch, or a game from one of its positions. Also the download of the record.

import { call } from "../api/client";
import type { SeatWish, TableInfo } from "../api/types";

/** The same game with the same seats; other people's seats are open, and links can be made for them. */
export async function rematch(table: TableInfo): Promise<string> {
  const seats = table.seats.map((seat): SeatWish => {
    if (seat.mine) return { kind: "me" };
    return seat.kind === "bot" ? { kind: "bot", bot: seat.bot } : { kind: "open" };
  });
  const { game, title, mode, public: open, shared, hints, pace, end_turn } = table;
  const { options } = await call("get_options", { params: { table: table.id } });
  const body = { game, options, title, mode, public: open, shared, hints, pace, end_turn, seats };
  return (await call("create_table", { body })).id;
}

/** `seat` is the viewer's seat against bots; without it, they play all seats. */
export async function fork(table: TableInfo, ply: number, seat: number | null): Promise<string> {
  const seats = table.seats.map((other): SeatWish => ({ kind: seat === null || other.seat === seat ? "me" : "bot" }));
  return (await call("fork_table", { params: { table: table.id, ply }, body: { seats } })).id;
}

/** Downloads the record as a file. */
export async function saveRecord(table: string): Promise<void> {
  const record = await call("get_record", { params: { table } });
  const file = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `${record.game}-${table}.shed.json`;
  link.click();
  URL.revokeObjectURL(file);
}
