// The games of this house, and what they call their maps, seats and options in the reader's language.

import { settings } from "../settings.svelte";
import { t, words } from "../words/words.svelte";
import { get } from "./client";
import type { BotInfo, GameInfo, OptionInfo } from "./types";

class Library {
  games = $state.raw<GameInfo[]>([]);
  #open: Promise<void> | null = null;

  /** Fetched once; a failure is not kept. */
  open(): Promise<void> {
    this.#open ??= this.#fetch().catch((error: unknown) => {
      this.#open = null;
      throw error;
    });
    return this.#open;
  }

  async #fetch(): Promise<void> {
    const games = await get<GameInfo[]>("/api/games");
    await words.hear(games.map((game) => game.id));
    this.games = games;
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** The game that one began last; for a newcomer, the first. */
  get latest(): GameInfo | undefined {
    return (settings.game === null ? undefined : this.game(settings.game)) ?? this.games[0];
  }
}

export const library = new Library();

export const mapTitle = (game: string, map: string): string => words.of(game, `map.${map}`) ?? map;

/** How a seat is called before somebody sits there: by its colour where the game names colours. */
export function seatTitle(game: GameInfo, seat: number): string {
  return words.of(game.id, `company.${game.seat_names[seat]}`) ?? t("shell.seat", { n: seat + 1 });
}

export const defaultMap = ({ options }: GameInfo): string =>
  String(options.find((option) => option.name === "map")?.default ?? "");

/** What a game is about, in a sentence or two; nothing if nobody has written them yet. */
export function aboutGame({ id }: GameInfo): string {
  const word = `lobby.about.${id}`;
  return words.has(word) ? t(word) : "";
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What an option decides, in a sentence. */
export const optionNote = (game: string, option: OptionInfo): string =>
  capital(words.of(game, `option.${option.name}`) ?? option.about);

/** An option's name, in a word or two; if nobody has given it one, the sentence. */
export function optionTitle(game: string, option: OptionInfo): string {
  const name = `${game}.${option.name}`;
  const word = `lobby.option.${name}`;
  return words.has(word) ? t(word) : optionNote(game, option);
}

export const choiceTitle = (game: string, option: string, choice: unknown): string =>
  capital(words.of(game, `option.${option}.${choice}`) ?? String(choice));

/** A bot by how well it plays; if nobody knows, by the name that its author gave it. */
export const botTitle = ({ bot, level }: BotInfo): string => (level.id === "level.unknown" ? bot : words.say(level));
