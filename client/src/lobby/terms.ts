// What was agreed at a table, in words, so that everybody knows it before they sit down.

import { botTitle, library } from "../api/library.svelte";
import type { Clock, GameInfo, TableInfo } from "../api/types";
import { t, words } from "../words/words.svelte";

/** What a table and the wish for one have in common. */
export type Agreed = Pick<TableInfo, "speed" | "level" | "language" | "delay" | "latecomers" | "hints" | "clock">;

const HOURS_OF_A_DAY = 24;

/** How much time players have, and what happens after that. */
export function clockFacts(clock: Clock, game: GameInfo | undefined): string[] {
  if (clock.kind === "none") return [t("lobby.clock.none")];
  const time = clock.kind === "live" ? liveFacts(clock) : turnFacts(clock);
  return [...time, afterwards(clock, game)];
}

function liveFacts({ minutes, increment }: Clock): string[] {
  const each = t("lobby.clock.live", { n: minutes });
  return increment ? [each, t("lobby.clock.increment", { n: increment })] : [each];
}

function turnFacts({ hours, holidays }: Clock): string[] {
  const turn = timeForATurn(hours);
  return holidays ? [turn, t("lobby.clock.holidays", { n: holidays })] : [turn];
}

/** Hours as people say them: whole days as days. */
export const timeForATurn = (hours: number): string =>
  hours % HOURS_OF_A_DAY === 0
    ? t("lobby.clock.days", { n: hours / HOURS_OF_A_DAY })
    : t("lobby.clock.hours", { n: hours });

function afterwards({ out, bot }: Clock, game: GameInfo | undefined): string {
  if (out === "vote") return t("lobby.out.vote");
  const named = game?.bots.find((known) => known.bot === bot);
  return named ? t("lobby.out.bot-level", { level: botTitle(named) }) : t("lobby.out.bot");
}

/** The wishes that are not for everybody. */
export function wishFacts({ speed, level, language }: Agreed): string[] {
  return [
    ...(speed === "any" ? [] : [t(`lobby.speed.${speed}`)]),
    ...(level === "any" ? [] : [t(`lobby.with.${level}`)]),
    ...(language === null ? [] : [t("lobby.in-language", { language: languageName(language) })]),
  ];
}

/** A language in the reader's own. */
export const languageName = (code: string): string => new Intl.DisplayNames(words.language, { type: "language" }).of(code) ?? code;

/** What else is unusual. */
export function otherFacts({ delay, latecomers, hints }: Agreed): string[] {
  return [
    ...(delay.minutes ? [t("lobby.delay.minutes", { n: delay.minutes })] : []),
    ...(delay.moves ? [t("lobby.delay.moves", { n: delay.moves })] : []),
    ...(latecomers ? [t("lobby.latecomers")] : []),
    ...(hints ? [] : [t("lobby.no-hints")]),
  ];
}

/** Everything that the players of a table agree to. */
export const agreedFacts = (agreed: Agreed, game: GameInfo | undefined): string[] => [
  ...clockFacts(agreed.clock, game),
  ...wishFacts(agreed),
  ...otherFacts(agreed),
];

/** How long a game takes, and how complex it is. */
export function effortOf({ minutes, weight }: GameInfo): string[] {
  return [t("lobby.minutes", { minutes: [...new Set(minutes)].join("–") }), t("lobby.weight", { weight })];
}

/** How many minutes a game takes with so many players: in between if nobody says so for this number. */
export function minutesFor({ minutes: [fewest, most], seats }: GameInfo, players: number): number {
  const [least, greatest] = [seats[0] ?? 1, seats.at(-1) ?? 1];
  const share = greatest === least ? 1 : (players - least) / (greatest - least);
  return Math.round((fewest + share * (most - fewest)) / 5) * 5;
}

/** Whether people wait for each other here, at different screens. */
function isTogether({ seats, shared }: TableInfo): boolean {
  const people = seats.filter(({ kind }) => kind !== "bot");
  return people.length > 1 && !shared;
}

/** What a table's card says about time and people, besides who they are; nothing if nobody waits for anybody. */
export function tableFacts(table: TableInfo): string[] {
  if (!isTogether(table) && table.clock.kind === "none") return [];
  const game = library.game(table.game);
  const lasts = game && table.mode !== "correspondence" ? [t("lobby.about-minutes", { n: minutesFor(game, table.seats.length) })] : [];
  return [t(`lobby.mode.${table.mode}`), ...lasts, ...agreedFacts(table, game)];
}
