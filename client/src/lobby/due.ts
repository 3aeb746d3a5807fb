// Until when somebody has time, as far as a table's clock says; or since when they have had it.

import type { TableInfo } from "../api/types";
import { t, words } from "../words/words.svelte";
import { ago } from "./ago";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Within so many seconds, a weekday is enough. */
const SOON = 6 * DAY;

/** What there is to say about the time of those who are to act. */
export function dueText(table: TableInfo, now: number): string {
  const { timing } = table;
  if (table.state !== "running") return ago(table.updated, now);
  if (timing?.paused) return t("lobby.paused");
  if (timing?.vote) return t("lobby.voting");
  const ends = endsOf(table);
  if (ends === null) return ago(table.updated, now);
  const left = ends - now;
  if (left <= 0) return t("lobby.time-up");
  return left < HOUR ? t("lobby.minutes-left", { n: Math.ceil(left / MINUTE) }) : t("lobby.until", { when: moment(ends, left) });
}

/** When the first of the clocks that are running runs out, its holidays included; null if none is running. */
export function endsOf({ timing, clock }: TableInfo): number | null {
  if (!timing || timing.paused || timing.vote || clock.kind === "none") return null;
  const { left, rest, resting, since, turn } = timing;
  const ends = turn.map((seat) => since + (left[seat] ?? 0) + (resting.includes(seat) ? (rest[seat] ?? 0) : 0));
  return ends.length ? Math.min(...ends) : null;
}

function moment(at: number, left: number): string {
  const then = new Date(at * 1000);
  const day: Intl.DateTimeFormatOptions = left < SOON ? { weekday: "short" } : { day: "numeric", month: "short" };
  const today = then.toDateString() === new Date(1000 * (at - left)).toDateString();
  return then.toLocaleString(words.language, { ...(today ? {} : day), hour: "numeric", minute: "2-digit" });
}
