// New tables made from this one: for a rematch, or for a game from one of its positions. Also the download of the record.

import { anyway } from "../api/anyway";
import { call } from "../api/client";
import type { RematchBody, SeatWish, TableInfo } from "../api/types";
import { go } from "../router";

export type SeatOrder = NonNullable<RematchBody["order"]>;

/** Goes to the table where the same people play again; whoever asks first makes it, and decides who sits where. */
export async function again(table: TableInfo, order: SeatOrder): Promise<void> {
  const params = { table: table.id };
  const next = await anyway((anyway) => call("play_again", { params, body: { order, anyway } }));
  if (next) go(`/t/${next.id}`);
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
