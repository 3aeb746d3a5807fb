// A study of a finished game, as the server gets on with it: what decided it, or how a position of it would go on.

import { call } from "../api/client";
import { me } from "../api/me.svelte";
import type { StudyView } from "../api/types";

/** How long to wait before the server is asked again, in milliseconds. */
const PAUSE = 2000;

export class Study {
  view = $state.raw<StudyView | null>(null);
  busy = $state(false);
  /** Whether the server works on it, or is about to. */
  open = $derived(this.view?.state === "waiting" || this.view?.state === "running");

  #timer = 0;
  #left = false;

  /** `at`: the position after this many entries of the log; null for the whole game. */
  constructor(
    readonly table: string,
    readonly at: number | null,
  ) {}

  get #asked(): { params: { table: string }; query: { at: number | null } } {
    return { params: { table: this.table }, query: { at: this.at } };
  }

  /** Asks again and again as long as the server works on it. */
  async watch(): Promise<void> {
    this.#show(await call("get_study", this.#asked));
  }

  async begin(): Promise<void> {
    if (!(await me.known())) return;
    await this.#work(async () => {
      this.#show(await call("begin_study", { params: { table: this.table }, body: { at: this.at } }));
    });
  }

  async cancel(): Promise<void> {
    await this.#work(async () => {
      await call("cancel_study", this.#asked);
      await this.watch();
    });
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  async #work(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
    } finally {
      this.busy = false;
    }
  }

  #show(view: StudyView): void {
    this.view = view;
    clearTimeout(this.#timer);
    if (this.open && !this.#left) this.#ask();
  }

  /** A server that does not answer for a while may do so later. */
  #ask(): void {
    this.#timer = window.setTimeout(() => this.watch().catch(() => !this.#left && this.#ask()), PAUSE);
  }
}
