// Who is at a table now, and how much time everybody has. The server says it once; here it goes on by itself.

import type { PresenceNews, SeatPresence, TableInfo } from "../api/types";

/** How a seat's clock stands. */
export interface Face {
  /** The seconds until its time is up, without its holidays. */
  left: number;
  /** The seconds of holidays that it has. */
  rest: number;
  /** When its time is up if nothing happens until then; null while the clock stands still. */
  due: number | null;
  resting: boolean;
  /** Whether little is left, and the clock runs. */
  low: boolean;
}

/** Seconds below which a clock warns, by its kind. */
const LITTLE = { none: 0, live: 60, days: 12 * 3600 };

export class People {
  /** The server's time in seconds. */
  now = $state(Date.now() / 1000);
  #seen = $state.raw<SeatPresence[]>([]);
  /** How far the server's clock is ahead of this one. */
  #ahead = 0;
  #timer = 0;

  /** From now on the time goes on; the returned function stops it. */
  start(): () => void {
    const stop = (): void => clearInterval(this.#timer);
    stop();
    this.#timer = window.setInterval(() => this.#tick(), 1000);
    return stop;
  }

  hear({ at, seats }: PresenceNews): void {
    this.#ahead = at - Date.now() / 1000;
    this.#seen = seats;
    this.#tick();
  }

  /** The server has said something at this time or later. */
  reach(time: number): void {
    this.#ahead = Math.max(this.#ahead, time - Date.now() / 1000);
    this.#tick();
  }

  #tick(): void {
    this.now = Date.now() / 1000 + this.#ahead;
  }

  /** How the player of a seat was seen last; null for bots, and before the server has said it. */
  at(seat: number): SeatPresence | null {
    return this.#seen.find((seen) => seen.seat === seat) ?? null;
  }

  /** A seat's clock; null if there is none, or it does not count because a bot plays. */
  face({ clock, timing, seats }: TableInfo, seat: number): Face | null {
    const info = seats[seat];
    if (!timing?.left.length || !info || info.kind !== "guest" || info.away) return null;
    const runs = timing.turn.includes(seat) && !timing.paused && !timing.vote;
    const resting = timing.resting.includes(seat);
    const passed = runs ? Math.max(0, this.now - timing.since) : 0;
    const off = resting ? Math.min(timing.rest[seat]!, passed) : 0;
    const rest = timing.rest[seat]! - off;
    const left = Math.max(0, timing.left[seat]! - (passed - off));
    const due = runs ? this.now + left + (resting ? rest : 0) : null;
    return { left, rest, due, resting, low: runs && !(resting && rest > 0) && left < LITTLE[clock.kind] };
  }
}
