// What happened at a table while the viewer was not looking, remembered in this browser.

import type { LogLine } from "../api/types";
import type { TableModel } from "../table/model.svelte";

const PLACE = "engineshed-seen";
const MOST_TABLES = 60;

type Seen = [table: string, ply: number][];

function kept(): Seen {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Seen;
  } catch {
    return []; // not our text, or a browser without storage
  }
}

function keep(table: string, ply: number): void {
  const others = kept().filter(([other]) => other !== table);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others, [table, ply]].slice(-MOST_TABLES)));
  } catch {
    // no storage: next time nothing is known
  }
}

export class Since {
  /** The last entry that was seen before; null if there is nothing to tell. */
  from = $state<number | null>(null);
  #to = $state(0);
  #seen: number | null;

  constructor(readonly model: TableModel) {
    this.#seen = kept().find(([table]) => table === model.id)?.[1] ?? null;
  }

  /** To be called whenever the log has grown or the page has come into sight. */
  look(back: boolean): void {
    const { latest, id, mySeats } = this.model;
    if (document.hidden) return;
    if (back && this.#seen !== null && this.#seen < latest && mySeats.length < 2) {
      this.from = this.#seen;
      this.#to = latest;
    }
    if (this.#seen !== latest) keep(id, latest);
    this.#seen = latest;
  }

  /** What others have done in the meantime. */
  get lines(): LogLine[] {
    const { log, mySeats } = this.model;
    if (this.from === null) return [];
    return log.filter(({ ply, seat }) => ply > this.from! && ply <= this.#to && seat !== null && !mySeats.includes(seat));
  }

  dismiss(): void {
    this.from = null;
  }
}
