// The lobby, fetched every few seconds while it is visible, and at once when it becomes visible again.

import { call } from "../api/client";
import type { Lobby } from "../api/types";
import { report } from "../ui/Toast.svelte";

const EVERY = 10_000;

export class LobbyWatch {
  lobby = $state.raw<Lobby | null>(null);
  /** When it was fetched, in seconds, as the server counts. */
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
      this.lobby = await call("get_lobby");
      this.at = Date.now() / 1000;
      this.stale = false;
    } catch (error) {
      if (!this.stale) report(error); // once, not every ten seconds
      this.stale = true;
    }
  }
}
