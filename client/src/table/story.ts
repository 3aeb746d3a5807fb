// The log by turns: who did what, and what can still be taken back.

import type { LogLine, Message } from "../api/types";
import { t, words } from "../words/words.svelte";

export interface Turn {
  /** Whose turn it is; -1 during the setup. */
  seat: number;
  lines: LogLine[];
}

/** One entry after another by the same seat is a turn; what is drawn meanwhile belongs to it. */
export function turnsOf(log: LogLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const line of log) {
    const last = turns.at(-1);
    if (last && (line.seat < 0 || line.seat === last.seat)) last.lines.push(line);
    else turns.push({ seat: line.seat, lines: [line] });
  }
  return turns;
}

/** What was done and not taken back. */
export function standing(log: LogLine[]): LogLine[] {
  const kept: LogLine[] = [];
  for (const line of log) {
    if (line.kind === "undo") kept.length -= Math.min(kept.length, Number(line.text));
    else kept.push(line);
  }
  return kept;
}

/** The last moves that can be taken back, as many as the server says. */
export const takeable = (log: LogLine[], count: number): LogLine[] => (count > 0 ? standing(log).slice(-count) : []);

/** What an entry says, a sentence for each thing that happened; nothing for secrets of others. */
export function sentences(line: LogLine, name: string): string[] {
  if (line.kind === "undo") return [t("table.took-back", { name, n: Number(line.text) })];
  return line.facts.map((fact) => words.say(fact));
}

/** Whether money changed hands, as far as the facts say. */
export function aboutMoney(facts: Message[]): boolean {
  return facts.some(({ params }) => ["price", "fee", "money", "credits"].some((name) => Number(params[name] ?? 0) > 0));
}
