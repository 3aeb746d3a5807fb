// The lobby, fetched every few seconds while it is visible, and at once when it becomes visible again.

import { call } from "../api/client";
import type { TableInfo } from "../api/types";
import { fetchWhenIdle } from "../ui/idle";
import { report } from "../ui/Toast.svelte";
import { Finding } from "./finding.svelte";
import { Now } from "./now.svelte";
import { MY_TABLES } from "./questions";

const EVERY = 10_000;

export class LobbyWatch {
  /** My tables: first those where it is my turn. Null until they are here. */
  mine = $state.raw<TableInfo[] | null>(null);
  /** How many people are at tables. */
  people = $state(0);
  readonly finding = new Finding();
  readonly now = new Now();
  /** When it was fetched, in seconds on the server's clock. */
  at = $state(0);
  /** The last request failed. */
  stale = $state(false);
  #timer = 0;

  /** Starts watching; the returned function stops it. */
  start(): () => void {
    const seen = (): void => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    document.addEventListener("visibilitychange", seen);
    this.#timer = window.setInterval(seen, EVERY);
    void this.refresh();
    return () => {
      document.removeEventListener("visibilitychange", seen);
      clearInterval(this.#timer);
    };
  }

  async refresh(): Promise<void> {
    try {
      const [mine] = await Promise.all([call("get_lobby", MY_TABLES), this.finding.refresh()]);
      this.mine = mine.tables;
      this.people = mine.people;
      this.at = Date.now() / 1000;
      this.stale = false;
      fetchWhenIdle(() => this.now.refresh(this.at)); // the lobby is complete without it
    } catch (error) {
      if (!this.stale) report(error); // reported once, not every ten seconds
      this.stale = true;
    }
  }
}
