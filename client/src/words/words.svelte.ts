// Everything a person reads: a message id with parameters becomes a sentence in the reader's language.

import { call, ProblemError } from "../api/client";
import type { Message } from "../api/types";
import { capital, filled, type Name, said, word } from "./formatting";
import { aboutGame } from "./games";

export const LANGUAGES = ["en", "de", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Params = Record<string, string | number | Name>;
export type Catalogue = Record<string, string>;

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en/index"),
  de: () => import("./de/index"),
  pl: () => import("./pl/index"),
};

async function wordsOf(games: string[], language: Language): Promise<Record<string, Catalogue>> {
  const found = await Promise.all(games.map((game) => gameWords(game, language)));
  return Object.fromEntries(games.map((game, index) => [game, found[index] ?? {}]));
}

/** A game that the server does not know has no words. */
async function gameWords(game: string, language: Language): Promise<Catalogue> {
  try {
    return await call("get_words", { params: { game }, query: { language } });
  } catch (error) {
    if (error instanceof ProblemError) return {};
    throw error;
  }
}

class Words {
  language = $state<Language>("en");
  #house = $state.raw<Catalogue>({});
  #games = $state.raw<Record<string, Catalogue>>({});
  #game = $state<string | null>(null);
  /** The page's own words about the current game. */
  #about = $state.raw<Catalogue>({});
  #wish = 0;

  /** Switches the language; the whole page changes at once. */
  async speak(language: Language): Promise<void> {
    const wish = ++this.#wish;
    const [house, games, about] = await Promise.all([
      LOADERS[language](),
      wordsOf(Object.keys(this.#games), language),
      aboutGame(this.#game, language),
    ]);
    if (wish !== this.#wish) return; // somebody chose again meanwhile
    this.#house = house.default;
    this.#games = games;
    this.#about = about;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Loads the words of a game and makes it the current one. */
  async learn(game: string): Promise<void> {
    const language = this.language;
    const [about] = await Promise.all([aboutGame(game, language), this.hear([game])]);
    this.#game = game;
    this.#about = about;
    if (language !== this.language) await this.speak(this.language); // it changed meanwhile
  }

  /** Loads the words of some games, for `of`. */
  async hear(games: string[]): Promise<void> {
    const fresh = games.filter((game) => !(game in this.#games));
    if (!fresh.length) return;
    const language = this.language;
    const found = await wordsOf(fresh, language);
    this.#games = { ...this.#games, ...found };
    if (language !== this.language) await this.speak(this.language); // it changed meanwhile
  }

  has(id: string): boolean {
    return this.#template(id) !== undefined;
  }

  template(id: string): string {
    return this.#template(id) ?? id;
  }

  /** From the game's words, on the server or in the page's catalogue; otherwise from the page's own words. */
  #template(id: string): string | undefined {
    const game = this.#game === null ? undefined : (this.#games[this.#game]?.[id] ?? this.#about[`${this.#game}.${id}`]);
    return game ?? this.#about[id] ?? this.#house[id];
  }

  /** What a game calls something, whichever game is current; null if it has no word for it. */
  of(game: string, id: string): string | null {
    return this.#games[game]?.[id] ?? null;
  }

  /** A word as a parameter of a text; the text says in which case. */
  name(id: string): Name {
    return word((key) => this.#template(key), id);
  }

  /** A sentence of the server's, with a capital; its parameters beginning with @ are words themselves. */
  say(message: Message): string {
    return capital(said((id) => this.#template(id), this.language, message));
  }

  /** The text of a message, with parameters inserted as they are: people's names may begin with anything. */
  text(id: string, params: Params = {}): string {
    return filled(this.template(id), this.language, params);
  }
}

export const words = new Words();

/** The text of a message of the client's own catalogue. */
export const t = (id: string, params: Params = {}): string => words.text(id, params);
