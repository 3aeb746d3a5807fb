// A table that is about to be created.

import { call } from "../api/client";
import { defaultMap, library } from "../api/library.svelte";
import type { GameInfo, NewLinks, NewTable, OptionInfo, SeatWish } from "../api/types";
import { settings } from "../settings.svelte";
import { type EndTurn, PACES } from "../table/settings";

export type Mode = "live" | "correspondence";

/** The option for the variant of a game, which is asked first if there is a choice. */
export const variantOf = ({ options }: GameInfo): OptionInfo | undefined =>
  options.find((option) => option.name === "variant");

/** The other options of a game. */
export const otherOptions = ({ options }: GameInfo): OptionInfo[] =>
  options.filter((option) => !["map", "variant", "data"].includes(option.name));

export class Wish {
  #game = $state("");
  map = $state("");
  /** What was chosen; every other option has its printed value. */
  options = $state<Record<string, unknown>>({});
  /** Corrected data files by name. */
  data = $state<Record<string, string>>({});
  /** Bots without a name are of the level below. */
  seats = $state<SeatWish[]>([]);
  #level = $state<string | null>(null);
  mode = $state<Mode>("live");
  public = $state(false);
  /** Whether players may ask bots what they would do. */
  hints = $state(true);
  /** Whether the result changes the players' ratings. */
  rated = $state(false);
  title = $state("");
  pace = $state<number>(PACES[1].value);
  /** How turns end, if the viewer has said so. */
  #endTurn = $state<EndTurn | null>(null);
  /** Whether the viewer has never finished a game. */
  #newcomer = $state(true);

  constructor(game: GameInfo) {
    this.play(game);
    call("get_lobby", { query: { mine: true, state: "over" } })
      .then(({ tables }) => (this.#newcomer = tables.length === 0))
      .catch(() => undefined); // then everybody is greeted as a newcomer
  }

  /** How well bots play; if nobody says so, as suits the viewer. */
  get level(): string {
    return this.#level ?? (this.#newcomer ? this.game.first_bot : this.game.usual_bot);
  }

  set level(bot: string) {
    this.#level = bot;
  }

  /** Against bots nobody has to wait for the end of a turn, and newcomers press the wrong thing more often. */
  get endTurn(): EndTurn {
    return this.#endTurn ?? (this.#newcomer || this.seats.some((seat) => seat.kind === "bot") ? "button" : "off");
  }

  set endTurn(how: EndTurn) {
    this.#endTurn = how;
  }

  /** Starts over with this game: the printed rules, and bots on all other seats. */
  play(game: GameInfo): void {
    this.#game = game.id;
    this.map = defaultMap(game);
    this.options = {};
    this.data = {};
    this.#level = null;
    this.seats = [{ kind: "me" }];
    this.players = game.seats.includes(3) ? 3 : (game.seats.at(-1) ?? 1);
  }

  /** The game's description in the current language. */
  get game(): GameInfo {
    return library.game(this.#game)!;
  }

  get players(): number {
    return this.seats.length;
  }

  /** New seats get the same bot as the last one. */
  set players(count: number) {
    const level = this.seats.findLast((seat) => seat.kind === "bot")?.bot ?? null;
    while (this.seats.length < count) this.seats.push({ kind: "bot", bot: level });
    this.seats.length = count;
  }

  /** Several people at one screen, or one alone, cannot be rated. */
  get ratable(): boolean {
    return this.players > 1 && this.seats.filter(({ kind }) => kind === "me").length < 2;
  }

  get rates(): boolean {
    return this.rated && this.ratable;
  }

  /** Creates the table; the next one starts with the same game. */
  async create(): Promise<NewLinks> {
    const created = await call("create_table", { body: this.#body() });
    settings.change({ game: this.game.id });
    return created;
  }

  #body(): NewTable {
    const title = this.title.trim();
    return {
      game: this.game.id,
      seats: this.seats.map((seat) => (seat.kind === "bot" ? { ...seat, bot: seat.bot ?? this.level } : { ...seat })),
      options: $state.snapshot(this.options),
      data: $state.snapshot(this.data),
      mode: this.mode,
      public: this.public,
      shared: this.seats.filter((seat) => seat.kind === "me").length > 1,
      hints: this.hints && !this.rates,
      rated: this.rates,
      pace: this.pace,
      end_turn: this.endTurn,
      ...(this.map ? { map: this.map } : {}),
      ...(title ? { title } : {}),
    };
  }
}
