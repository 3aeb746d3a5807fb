// How people want to play together at a new table: when, with which clock, with whom.

import type { Clock, Delay, GameInfo, NewTable } from "../api/types";
import { minutesFor } from "./terms";

export type Mode = NonNullable<NewTable["mode"]>;
export type Speed = NonNullable<NewTable["speed"]>;
export type Experience = NonNullable<NewTable["level"]>;
export const MODES: Mode[] = ["live", "today", "correspondence"];
export const SPEEDS: Speed[] = ["any", "quick", "calm"];
export const EXPERIENCES: Experience[] = ["any", "newcomers", "experienced"];

/** The limits of the server. */
export const MOST = { minutes: 600, increment: 600, hours: 720, holidays: 60, behindMoves: 100, behindMinutes: 1440 };

/** Half as much time again as a player's share of a usual game. */
const SPARE = 1.5;
const LEAST_MINUTES = 10;
const INCREMENT = 20;
const TODAY = { hours: 1, holidays: 0 };
const OVER_DAYS = { hours: 48, holidays: 7 };
const NO_CLOCK: Clock = { kind: "none", minutes: 0, increment: 0, hours: 0, holidays: 0, out: "bot", bot: null };

/** The clock of a kind, with the numbers that suit the game and the kind of table. */
export function usualClock(kind: Clock["kind"], mode: Mode, game: GameInfo, players: number): Clock {
  if (kind === "live") {
    const share = (SPARE * minutesFor(game, players)) / players;
    return { ...NO_CLOCK, kind, minutes: Math.max(LEAST_MINUTES, Math.round(share / 5) * 5), increment: INCREMENT };
  }
  if (kind === "days") return { ...NO_CLOCK, kind, ...(mode === "correspondence" ? OVER_DAYS : TODAY) };
  return NO_CLOCK;
}

export class Playing {
  #mode = $state<Mode>("live");
  /** Null as long as the usual one is wanted. */
  #clock = $state.raw<Clock | null>(null);
  speed = $state<Speed>("any");
  experience = $state<Experience>("any");
  language = $state<string | null>(null);
  delay = $state<Required<Delay>>({ moves: 0, minutes: 0 });
  latecomers = $state(false);

  get mode(): Mode {
    return this.#mode;
  }

  /** Another kind of table has another usual clock. */
  set mode(mode: Mode) {
    this.#mode = mode;
    this.#clock = null;
  }

  /** Nobody waits for somebody who plays against bots or on the same screen, so there is no clock unless one is chosen. */
  clockFor(game: GameInfo, players: number, together: boolean): Clock {
    if (this.#clock) return this.#clock;
    const kind = !together ? "none" : this.#mode === "live" ? "live" : "days";
    return usualClock(kind, this.#mode, game, players);
  }

  choose(clock: Clock): void {
    this.#clock = clock;
  }

  /** For another game. */
  forget(): void {
    this.#clock = null;
  }
}
