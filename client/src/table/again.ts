// New tables that come from this one: the same once more, or from a position on. And the game on paper.

import { call } from "../api/client";
import type { SeatWish, TableInfo } from "../api/types";

/** The same game with the same seats; people who sit elsewhere get an open seat, for which a link can be made. */
export async function rematch(table: TableInfo): Promise<string> {
  const seats = table.seats.map((seat): SeatWish => {
    if (seat.mine) return { kind: "me" };
    return seat.kind === "bot" ? { kind: "bot", bot: seat.bot } : { kind: "open" };
  });
  const { game, options, title, mode, public: open } = table;
  return (await call("create_table", { body: { game, options, title, mode, public: open, seats } })).id;
}

/** `seat` is the one that is played by whoever asks, against bots; without it, they play all of them. */
export async function fork(table: TableInfo, ply: number, seat: number | null): Promise<string> {
  const seats = table.seats.map((other): SeatWish => ({ kind: seat === null || other.seat === seat ? "me" : "bot" }));
  return (await call("fork_table", { params: { table: table.id, ply }, body: { seats } })).id;
}

/** Hand the record over as a file. */
export async function saveRecord(table: string): Promise<void> {
  const record = await call("get_record", { params: { table } });
  const file = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = `${record.game}-${table}.shed.json`;
  link.click();
  URL.revokeObjectURL(file);
}
