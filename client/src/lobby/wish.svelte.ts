// A table that is about to be created.

import { call } from "../api/client";
import { defaultMap, library } from "../api/library.svelte";
import type { GameInfo, NewLinks, NewTable, OptionInfo, SeatWish } from "../api/types";
import { settings } from "../settings.svelte";

export type Mode = "live" | "correspondence";

/** How long a bot waits before it moves when people are to follow it, in seconds. */
export const UNHURRIED = 1;

/** Which of its games a box is played as; it is asked first, where there is a choice. */
export const variantOf = ({ options }: GameInfo): OptionInfo | undefined =>
  options.find((option) => option.name === "variant");

/** All the other rules that can be chosen. */
export const otherOptions = ({ options }: GameInfo): OptionInfo[] =>
  options.filter((option) => !["map", "variant"].includes(option.name));

export class Wish {
  #game = $state("");
  map = $state("");
  /** What was chosen; what is not here is as the rules are printed. */
  options = $state<Record<string, unknown>>({});
  seats = $state<SeatWish[]>([]);
  mode = $state<Mode>("live");
  public = $state(false);
  title = $state("");
  pace = $state(UNHURRIED);

  constructor(game: GameInfo) {
    this.play(game);
  }

  /** Starts over with this game: the printed rules, and bots on all other seats. */
  play(game: GameInfo): void {
    this.#game = game.id;
    this.map = defaultMap(game);
    this.options = {};
    this.seats = [{ kind: "me" }];
    this.players = game.seats.includes(3) ? 3 : (game.seats.at(-1) ?? 1);
  }

  /** As it is told in the language that is spoken now. */
  get game(): GameInfo {
    return library.game(this.#game)!;
  }

  get players(): number {
    return this.seats.length;
  }

  /** New seats get the same bot as the last one, or the best bot if there is none. */
  set players(count: number) {
    const level = this.seats.findLast((seat) => seat.kind === "bot")?.bot ?? this.game.bots[0]?.bot ?? null;
    while (this.seats.length < count) this.seats.push({ kind: "bot", bot: level });
    this.seats.length = count;
  }

  /** Let all bots be this one. */
  set level(bot: string) {
    for (const seat of this.seats) if (seat.kind === "bot") seat.bot = bot;
  }

  /** Creates the table; the next one starts with the same game. */
  async lay(): Promise<NewLinks> {
    const laid = await call("create_table", { body: this.#body() });
    settings.change({ game: this.game.id });
    return laid;
  }

  #body(): NewTable {
    const title = this.title.trim();
    return {
      game: this.game.id,
      seats: $state.snapshot(this.seats),
      options: $state.snapshot(this.options),
      mode: this.mode,
      public: this.public,
      pace: this.pace,
      ...(this.map ? { map: this.map } : {}),
      ...(title ? { title } : {}),
    };
  }
}
