// What goes on now: one public table where people are playing, to watch it. Asked for when the lobby itself is there, and
// then now and then.

import { call } from "../api/client";
import type { Standing, TableInfo } from "../api/types";
import { words } from "../words/words.svelte";
import { pictureOfTable } from "./pictures";

/** Seconds after which a table where nobody has moved is no longer shown. */
const STILL = 1800;
/** Seconds between two looks: it need not be as fresh as the lists. */
const EVERY = 30;
/** How many of the last entries of the log are looked at for something that can be told. */
const ENTRIES = 6;

export interface Going {
  table: TableInfo;
  standing: Standing | null;
  /** What happened last, and at which seat. */
  last: { seat: number | null; what: string } | null;
  picture: string;
}

export class Now {
  going = $state.raw<Going | null>(null);
  #looked = 0;

  /** Looks again, but not too often; what is shown stays if nothing has changed. */
  async refresh(now: number): Promise<void> {
    if (now - this.#looked < EVERY) return;
    this.#looked = now;
    const { tables } = await call("get_lobby", { query: { state: "running" } });
    const table = liveliest(tables, now);
    if (!table) this.going = null;
    else if (table.id !== this.going?.table.id || table.revision !== this.going.table.revision) this.going = await visit(table);
  }
}

/** The table that changed last among those where others play, live ones first. */
function liveliest(tables: readonly TableInfo[], now: number): TableInfo | undefined {
  const lively = tables.filter(
    ({ seats, updated }) => now - updated < STILL && seats.some(({ kind, away }) => kind === "guest" && !away) && !seats.some(({ mine }) => mine),
  );
  return lively.find(({ mode }) => mode === "live") ?? lively[0];
}

async function visit({ id, game, ply }: TableInfo): Promise<Going> {
  const [view, picture] = await Promise.all([
    call("get_table", { params: { table: id }, query: { since: Math.max(0, ply - ENTRIES) } }),
    pictureOfTable(id),
    words.hear([game]),
  ]);
  const told = view.log.findLast(({ kind, facts }) => kind === "move" && facts.length > 0);
  const last = told ? { seat: told.seat, what: told.facts.map((fact) => words.sayOf(game, fact)).join(". ") } : null;
  return { table: view.table, standing: view.standing, last, picture };
}
