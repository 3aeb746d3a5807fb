// How long ago something was, as people say it.

import { words } from "../words/words.svelte";

const MEASURES: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function ago(then: number, now: number): string {
  const speak = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  const seconds = Math.max(0, now - then);
  const [unit, size] = MEASURES.find(([, size]) => seconds >= size) ?? ["second", Infinity];
  return speak.format(-Math.floor(seconds / size), unit);
}
