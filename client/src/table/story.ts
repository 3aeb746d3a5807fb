// The log by turns: who did what, and what can still be taken back.

import type { LogLine, Message, Noted } from "../api/types";
import type { GameLook } from "../games/look";
import { t, words } from "../words/words.svelte";

export interface Turn {
  /** Whose turn it is; null during the setup. */
  seat: number | null;
  lines: Act[];
}

/** Consecutive entries by the same seat are a turn, together with the draws in between. */
export function turnsOf(log: Act[]): Turn[] {
  const turns: Turn[] = [];
  for (const line of log) {
    const last = turns.at(-1);
    if (last && (line.seat === null || line.seat === last.seat)) last.lines.push(line);
    else turns.push({ seat: line.seat, lines: [line] });
  }
  return turns;
}

/** An entry, or several as one: then it also has the number of the first of them. */
export type Act = LogLine & { first?: number };

/** Entries by the same seat that belong together, such as the steps of a run, as one entry: the last of them. */
export function merged(log: LogLine[], join: GameLook["join"]): Act[] {
  const acts: Act[] = [];
  for (const line of log) {
    const last = acts.at(-1);
    const facts = join && last?.seat === line.seat ? join(last.facts, line.facts) : null;
    if (facts) acts[acts.length - 1] = { ...line, facts, first: last!.first ?? last!.ply };
    else acts.push(line);
  }
  return acts;
}

/** Whether an entry changes nothing in the game: a hint, or something about players and clocks. */
export const isAside = ({ kind }: LogLine): boolean => kind === "hint" || kind === "house";

/** What was done and not taken back. */
export function inEffect(log: LogLine[]): LogLine[] {
  const kept: LogLine[] = [];
  for (const line of log) {
    if (line.kind === "undo") kept.length -= Math.min(kept.length, line.undone ?? 0);
    else if (line.kind !== "version" && !isAside(line)) kept.push(line);
  }
  return kept;
}

/** The last moves that can be taken back, as many as the server says. */
export const takeable = (log: LogLine[], count: number): LogLine[] => (count > 0 ? inEffect(log).slice(-count) : []);

/** What an entry says, with a sentence for each event; nothing about other players' secrets. */
export function sentences(line: LogLine, name: string): string[] {
  if (line.kind === "undo") return [t("table.took-back", { name, n: line.undone ?? 0 })];
  if (line.kind === "hint") return [t("table.took-hint", { name })];
  if (line.note) return [t(noteOf(line.note), { name })];
  if (line.kind === "version") return newVersion(line);
  if (line.kind === "bare") return line.text === null ? [] : [line.text];
  return line.facts.map((fact) => words.say(fact));
}

/** The sentence about a player or a clock, as the words of every game have it. */
const noteOf = ({ kind, decision, bot }: Noted): string => `note.${kind}${decision ? `-${decision}` : bot ? "-bot" : ""}`;

/** From here on other rules apply, which may not have kept the last moves. */
function newVersion({ version, lost }: LogLine): string[] {
  const changed = t("table.new-version", { version: version! });
  return lost ? [changed, t("table.lost-moves", { n: lost })] : [changed];
}

/** Whether money changed hands, as far as the facts say. */
export function aboutMoney(facts: Message[]): boolean {
  return facts.some(({ params }) => ["price", "fee", "money", "credits"].some((name) => Number(params[name] ?? 0) > 0));
}
