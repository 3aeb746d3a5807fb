// Looking at a table as it stood earlier.

import { call } from "../api/client";
import type { TableView } from "../api/types";

export class Replay {
  /** After how many entries of the log one looks at the table again; null while one is at the table itself. */
  at = $state<number | null>(null);
  /** That position, unless it is the one of now. */
  past = $state.raw<TableView | null>(null);

  constructor(readonly table: string) {}

  /** Look at the position after so many entries of the log, of which there are `end`; null is back to the table. */
  async goTo(ply: number | null, end: number, seat: number | null): Promise<void> {
    this.at = ply === null ? null : Math.min(ply, end);
    if (ply === null || ply >= end) {
      this.past = null;
      return;
    }
    const past = await call("get_position", { params: { table: this.table, ply }, query: { seat } });
    if (this.at === ply) this.past = past;
  }
}
