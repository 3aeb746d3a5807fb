// Times and spans of time, as people write them.

import { words } from "./words.svelte";

/** The time of day, with the day unless it is today. */
export function moment(at: number, now: number): string {
  const day = (seconds: number): string => new Date(seconds * 1000).toDateString();
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const date = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Date(at * 1000).toLocaleString(words.language, day(at) === day(now) ? time : { ...date, ...time });
}

/** Each with how many of it make one of the next larger unit. */
const UNITS = [
  { unit: "day", size: 86_400, most: Infinity },
  { unit: "hour", size: 3600, most: 24 },
  { unit: "minute", size: 60, most: 60 },
  { unit: "second", size: 1, most: 60 },
];

/** A span of time in the two largest units that it has, such as 2 days 5 hours. */
export function span(seconds: number, unitDisplay: "short" | "long" = "long"): string {
  const largest = UNITS.findIndex(({ size }) => seconds >= size);
  const parts = UNITS.slice(largest, largest < 0 ? undefined : largest + 2).map(({ unit, size, most }) => ({
    unit,
    count: Math.floor(Math.max(0, seconds) / size) % most,
  }));
  const counted = parts.filter(({ count }, place) => count || (largest >= 0 && place === 0));
  return counted.map(({ unit, count }) => count.toLocaleString(words.language, { style: "unit", unit, unitDisplay })).join(" ");
}

/** The same as on a clock: 1:05:09. */
export function onClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
