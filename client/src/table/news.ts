// Shows news from the table: things light up one after another, and screen readers are told.

import type { LogLine } from "../api/types";
import { settings } from "../settings.svelte";
import { announce } from "../ui/Announcer.svelte";
import { t } from "../words/words.svelte";
import type { TableModel } from "./model.svelte";
import { nameOf } from "./names";
import { whistle } from "./sound";
import { sentences } from "./story";

const STEP = 250;
const ALL_STEPS = 2000;
/** After a long turn, screen readers are told only how it ended. */
const SPOKEN = 6;

export class News {
  #seen: number;
  #mine: boolean;
  #showing = 0;

  constructor(readonly model: TableModel) {
    this.#seen = model.log.at(-1)?.ply ?? 0;
    this.#mine = model.myTurn;
    this.markLast();
  }

  /** To be called whenever the log or the turn may have changed. */
  hear(): void {
    const { log, myTurn } = this.model;
    const fresh = log.filter((line) => line.ply > this.#seen);
    const turned = myTurn && !this.#mine;
    this.#seen = log.at(-1)?.ply ?? this.#seen;
    this.#mine = myTurn;
    if (turned && settings.sound) whistle();
    if (fresh.length || turned) announce(this.#spoken(fresh, turned));
    if (fresh.length && this.model.at === null) void this.#show(fresh);
  }

  /** Nothing more to watch: the end is shown at once. */
  skip(): void {
    if (this.#showing === 0) return;
    this.#showing = 0;
    this.markLast();
    this.model.told = this.#seen;
  }

  /** The last thing that somebody did stays marked; of the past, the last until then. */
  markLast(): void {
    const until = this.model.at ?? Infinity;
    const last = this.model.log.findLast((line) => line.ply <= until && this.#touched(line).length > 0);
    this.model.lit = last ? this.#touched(last) : [];
  }

  async #show(fresh: LogLine[]): Promise<void> {
    const steps = settings.moves ? fresh.map((line) => this.#touched(line)).filter((things) => things.length) : [];
    const showing = (this.#showing = fresh.at(-1)!.ply);
    for (const things of steps.slice(0, -1)) {
      this.model.lit = things;
      await new Promise((resume) => setTimeout(resume, Math.min(STEP, ALL_STEPS / steps.length)));
      if (this.#showing !== showing) return;
    }
    this.skip();
  }

  #touched(line: LogLine): string[] {
    return this.model.touched(line.facts);
  }

  #spoken(fresh: LogLine[], turned: boolean): string {
    const told = fresh.flatMap((line) => sentences(line, line.seat < 0 ? "" : nameOf(this.model, line.seat)));
    const last = told.slice(-SPOKEN).map((sentence) => `${sentence}.`);
    return [...last, ...(turned ? [t("table.your-turn-said")] : [])].join(" ");
  }
}
