// Everything a person reads: a message id with parameters becomes a sentence in the reader's language.

import { call, ProblemError } from "../api/client";
import type { Message } from "../api/types";
import { capital, filled, type Name, nearby, said, word } from "./formatting";
import { aboutGame } from "./games";
import type { Language } from "./languages";

export type Params = Record<string, string | number | Name>;
export type Catalogue = Record<string, string>;

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en/index"),
  de: () => import("./de/index"),
  pl: () => import("./pl/index"),
};

/** The words of some pages only, fetched with the first of them: those around the lobby, those about me, those about
    notices and the page without a network, and rare ones. */
const APART: Record<Apart, Record<Language, () => Promise<{ default: Catalogue }>>> = {
  lobby: {
    en: () => import("./en/lobby.json"),
    de: () => import("./de/lobby.json"),
    pl: () => import("./pl/lobby.json"),
  },
  me: {
    en: () => import("./en/me.json"),
    de: () => import("./de/me.json"),
    pl: () => import("./pl/me.json"),
  },
  notices: {
    en: () => import("./en/notices.json"),
    de: () => import("./de/notices.json"),
    pl: () => import("./pl/notices.json"),
  },
  rare: {
    en: () => import("./en/rare.json"),
    de: () => import("./de/rare.json"),
    pl: () => import("./pl/rare.json"),
  },
};
export type Apart = "lobby" | "me" | "notices" | "rare";

/** The words of these areas in one catalogue. */
async function wordsApart(areas: Iterable<Apart>, language: Language): Promise<Catalogue> {
  const found = await Promise.all([...areas].map((area) => APART[area][language]()));
  return Object.assign({}, ...found.map((file) => file.default)) as Catalogue;
}

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
  #areas = new Set<Apart>();
  #apart = $state.raw<Catalogue>({});
  #wish = 0;

  /** Switches the language; the whole page changes at once. */
  async speak(language: Language): Promise<void> {
    const wish = ++this.#wish;
    const [house, apart, games, about] = await Promise.all([
      LOADERS[language](),
      wordsApart(this.#areas, language),
      wordsOf(Object.keys(this.#games), language),
      aboutGame(this.#game, language),
    ]);
    if (wish !== this.#wish) return; // the user has chosen again in the meantime
    this.#house = house.default;
    this.#apart = apart;
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
    if (language !== this.language) await this.speak(this.language); // it has changed in the meantime
  }

  /** Loads the words of some games, for `of`. */
  async hear(games: string[]): Promise<void> {
    const fresh = games.filter((game) => !(game in this.#games));
    if (!fresh.length) return;
    const language = this.language;
    const found = await wordsOf(fresh, language);
    this.#games = { ...this.#games, ...found };
    if (language !== this.language) await this.speak(this.language); // it has changed in the meantime
  }

  /** Loads a part of the page together with the words that it needs besides the common ones. */
  async with<Part>(part: Promise<Part>, areas: Apart[] = ["rare"]): Promise<Part> {
    const language = this.language;
    const fresh = areas.filter((area) => !this.#areas.has(area));
    const [found, apart] = await Promise.all([part, wordsApart(fresh, language)]);
    for (const area of fresh) this.#areas.add(area);
    this.#apart = { ...this.#apart, ...apart };
    if (language !== this.language) await this.speak(this.language); // it changed meanwhile
    return found;
  }

  has(id: string): boolean {
    return this.#template(id) !== undefined;
  }

  template(id: string): string {
    return this.#template(id) ?? id;
  }

  /** From the game's words, the server's or the page's; otherwise from the page's general words. */
  #find = $derived.by<(id: string) => string | undefined>(() => {
    const [game, about, house, apart] = [this.#game, this.#about, this.#house, this.#apart];
    const ofGame = (game !== null && this.#games[game]) || {};
    return (id) => ofGame[id] ?? about[`${game}.${id}`] ?? about[id] ?? house[id] ?? apart[id];
  });

  #template(id: string): string | undefined {
    return this.#find(id);
  }

  /** What a game calls something, no matter which game is current; null if it has no word for it. */
  of(game: string, id: string): string | null {
    return this.#games[game]?.[id] ?? null;
  }

  /** A word as a parameter of a text; the text chooses the grammatical case. */
  name(id: string): Name {
    return word((key) => this.#template(key), id);
  }

  /** A code with a place that people know, as sentences from the server say it. */
  nearby(name: string, place: string): string {
    return nearby((id) => this.#template(id), name, place);
  }

  /** A sentence from the server, with a capital letter; parameters beginning with @ are looked up as words. */
  say(message: Message): string {
    return capital(this.phrase(message));
  }

  /** The same within a sentence. */
  phrase(message: Message): string {
    return said((id) => this.#template(id), this.language, message);
  }

  /** A sentence about another game than the current one, whose words have been loaded. */
  sayOf(game: string, message: Message): string {
    return capital(said((id) => this.#games[game]?.[id] ?? this.#template(id), this.language, message));
  }

  /** The text of a message, with its parameters inserted as they are: a player's name may begin with an @. */
  text(id: string, params: Params = {}): string {
    return filled(this.template(id), this.language, params);
  }
}

export const words = new Words();

/** The text of a message from the client's own catalogue. */
export const t = (id: string, params: Params = {}): string => words.text(id, params);
