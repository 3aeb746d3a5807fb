// Looking for tables: by words and filters, page by page.

import { call } from "../api/client";
import type { LobbyPage, Operations, TableInfo } from "../api/types";
import type { Experience, Mode, Speed } from "./playing.svelte";

export const WHICH = ["open", "running", "over", "all", "mine", "turn"] as const;
export type Which = (typeof WHICH)[number];
type Tongue = NonNullable<Operations["get_lobby"]["query"]["language"]>;

/** How many empty pages in a row are fetched before the reader is asked whether to go on. */
const MOST_EMPTY = 5;

export class Finding {
  search = $state("");
  /** The id of a game, or nothing. */
  game = $state("");
  /** When, in which language, how fast and with whom; nothing for any. */
  mode = $state<Mode | "">("");
  language = $state<Tongue | "">("");
  speed = $state<Speed | "">("");
  experience = $state<Experience | "">("");
  #chosen = $state<Which | null>(null);

  /** Null until the first page is here. */
  tables = $state.raw<TableInfo[] | null>(null);
  /** Where the next page begins; null if there is none. */
  more = $state.raw<string | null>(null);
  /** How many pages are shown. */
  #pages = 1;
  #turning = false;
  #asked = 0;

  /** Which tables are shown: unless chosen, those with free seats, but all of them in a search by name. */
  get which(): Which {
    return this.#chosen ?? (this.search.trim() ? "all" : "open");
  }

  set which(which: Which) {
    this.#chosen = which;
  }

  /** Everything that is asked for, to tell whether it has changed. */
  get wish(): string {
    return [this.search.trim(), this.game, this.which, this.mode, this.language, this.speed, this.experience].join(" ");
  }

  /** Fetches again what is shown, but not while the reader waits for a further page. */
  async refresh(): Promise<void> {
    if (!this.#turning) await this.#fetch(this.#pages);
  }

  async restart(): Promise<void> {
    await this.#fetch(1);
  }

  async next(): Promise<void> {
    this.#turning = true;
    await this.#fetch(1, this.#pages, this.more, this.tables ?? []).finally(() => (this.#turning = false));
  }

  /** Fetches pages that follow those that stay. If the search has changed in the meantime, they are not shown. */
  async #fetch(pages: number, stay = 0, after: string | null = null, kept: TableInfo[] = []): Promise<void> {
    const asked = ++this.#asked;
    const tables = new Map(kept.map((table) => [table.id, table]));
    let more = after;
    for (let page = 0; page < pages && (page === 0 || more !== null); page++) {
      const found = await this.#page(more);
      if (asked !== this.#asked) return;
      for (const table of found.tables) tables.set(table.id, table);
      more = found.more;
    }
    this.tables = [...tables.values()];
    this.more = more;
    this.#pages = stay + pages;
  }

  async #page(after: string | null): Promise<LobbyPage> {
    const { which, search, game } = this;
    const state = which === "open" || which === "running" || which === "over" ? which : null;
    const wishes = {
      mode: this.mode || null,
      language: this.language || null,
      speed: this.speed || null,
      level: this.experience || null,
    };
    const query = { search, game: game || null, state, mine: which === "mine", turn: which === "turn", ...wishes };
    let page = await call("get_lobby", { query: { ...query, after } });
    for (let empty = 1; !page.tables.length && page.more !== null && empty < MOST_EMPTY; empty++)
      page = await call("get_lobby", { query: { ...query, after: page.more } });
    return page;
  }
}
