// All games, in the reader's language.

import { settings } from "../settings.svelte";
import type { Language } from "../words/languages";
import { t, words } from "../words/words.svelte";
import { call } from "./client";
import type { BotInfo, GameInfo } from "./types";

type InLanguages<Value> = Partial<Record<Language, Value>>;

class Library {
  #games = $state.raw<InLanguages<GameInfo[]>>({});
  #asked: InLanguages<Promise<void>> = {};

  /** The games, in another language if this one has not been fetched yet. */
  get games(): GameInfo[] {
    return this.#games[words.language] ?? Object.values(this.#games)[0] ?? [];
  }

  /** Fetches the games and their words, which name the seats. */
  async open(language = words.language): Promise<void> {
    await this.list(language);
    await words.hear(this.games.map((game) => game.id));
  }

  /** Fetches the games, once for each language; after a failure, the next call tries again. */
  list(language = words.language): Promise<void> {
    return (this.#asked[language] ??= this.#fetch(language).catch((error: unknown) => {
      delete this.#asked[language];
      throw error;
    }));
  }

  /** Fetches the games in another language, if they have been fetched at all. */
  async translate(language: Language): Promise<void> {
    if (Object.keys(this.#asked).length) await this.list(language);
  }

  async #fetch(language: Language): Promise<void> {
    const games = await call("list_games", { query: { language } });
    this.#games = { ...this.#games, [language]: games };
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** The game that was played last; for a newcomer, the first in the list. */
  get latest(): GameInfo | undefined {
    return (settings.game === null ? undefined : this.game(settings.game)) ?? this.games[0];
  }
}

export const library = new Library();

/** What a seat is called before somebody sits there: its colour, if the game's seats have colours. */
export function seatTitle(game: GameInfo, seat: number): string {
  return words.of(game.id, `company.${game.seat_names[seat]}`) ?? t("shell.seat", { n: seat + 1 });
}

/** The game to begin with. */
export const easiest = (games: readonly GameInfo[]): GameInfo | undefined =>
  games.toSorted((one, other) => one.weight - other.weight || one.minutes[0] - other.minutes[0])[0];

export const defaultMap = ({ options }: GameInfo): string =>
  String(options.find((option) => option.name === "map")?.default ?? "");

/** A bot's level; if it is not known, the name that its author gave it. */
export const botTitle = ({ bot, level, text }: BotInfo): string => (level.id === "level.unknown" ? bot : text);
