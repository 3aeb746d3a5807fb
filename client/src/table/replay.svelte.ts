// Looking at an earlier position of a table.

import { call } from "../api/client";
import type { TableView } from "../api/types";
import { keeping } from "./alike";

export class Replay {
  /** How many entries of the log are shown in the replay; null for the present. */
  at = $state<number | null>(null);
  /** The position that is shown, unless it is the present one. */
  past = $state.raw<TableView | null>(null);

  constructor(readonly table: string) {}

  /** Shows the position after this many of `end` entries of the log; null is the present. */
  async goTo(ply: number | null, end: number, seat: number | null): Promise<void> {
    this.at = ply === null ? null : Math.min(ply, end);
    if (ply === null || ply >= end) {
      this.past = null;
      return;
    }
    const past = await call("get_position", { params: { table: this.table, ply }, query: { seat, covered: true } });
    if (this.at === ply) this.past = keeping(this.past, past);
  }
}
