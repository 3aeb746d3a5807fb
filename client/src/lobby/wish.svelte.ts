// A table that is about to be created.

import { call } from "../api/client";
import { defaultMap, library } from "../api/library.svelte";
import type { Clock, GameInfo, NewLinks, NewTable, OptionInfo, SeatWish } from "../api/types";
import { settings } from "../settings.svelte";
import { type EndTurn, PACES } from "../table/settings";
import { type Mode, MODES, Playing } from "./playing.svelte";
import type { Agreed } from "./terms";

/** The option for the variant of a game, which is asked first if there is a choice. */
export const variantOf = ({ options }: GameInfo): OptionInfo | undefined =>
  options.find((option) => option.name === "variant");

/** The other options of a game. */
export const otherOptions = ({ options }: GameInfo): OptionInfo[] =>
  options.filter((option) => !["map", "variant", "data"].includes(option.name));

export type Kind = "bots" | "screen" | Mode;
export const KINDS: Kind[] = ["bots", "screen", ...MODES];

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
  /** When, with which clock and with whom. */
  readonly playing = new Playing();
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

  /** Starts over with this game: the printed rules, and people and bots as before; at first bots on all other seats. */
  play(game: GameInfo): void {
    const { kind } = this;
    this.#game = game.id;
    this.map = defaultMap(game);
    this.options = {};
    this.data = {};
    this.#level = null;
    this.playing.forget();
    this.seats = [{ kind: "me" }];
    this.players = game.seats.includes(3) ? 3 : (game.seats.at(-1) ?? 1);
    this.kind = kind;
  }

  /** The game's description in the current language. */
  get game(): GameInfo {
    return library.game(this.#game)!;
  }

  get players(): number {
    return this.seats.length;
  }

  /** Whether somebody else will play, at another screen. */
  get together(): boolean {
    return this.seats.some((seat) => seat.kind === "open");
  }

  /** How people play: against bots, around one screen, or at several screens at some time. */
  get kind(): Kind {
    if (this.together) return this.playing.mode;
    return this.shared ? "screen" : "bots";
  }

  /** All seats but the first go to those who play like that. */
  set kind(kind: Kind) {
    if (kind !== "bots" && kind !== "screen") this.playing.mode = kind;
    const others: SeatWish = kind === "bots" ? { kind: "bot", bot: null } : { kind: kind === "screen" ? "me" : "open" };
    this.seats = this.seats.map((_, number) => (number === 0 ? { kind: "me" } : { ...others }));
  }

  get shared(): boolean {
    return this.seats.filter((seat) => seat.kind === "me").length > 1;
  }

  get clock(): Clock {
    return this.playing.clockFor(this.game, this.players, this.together);
  }

  /** What all who sit down agree to. */
  get agreed(): Agreed {
    const { speed, experience: level, language, delay, latecomers } = this.playing;
    return {
      speed,
      level,
      language,
      delay: { ...delay },
      latecomers: latecomers && this.open && !this.rates,
      hints: this.hints && !this.rates,
      clock: this.clock,
    };
  }

  /** Whether nothing is hidden from anybody, so that whoever comes later may take a bot's seat. */
  get open(): boolean {
    const needed = this.game.open_with;
    return needed !== null && Object.entries(needed).every(([name, value]) => this.options[name] === value);
  }

  /** New seats go to somebody like the last one; the first new one to a bot. */
  set players(count: number) {
    const last = this.seats.length > 1 ? this.seats.at(-1) : undefined;
    while (this.seats.length < count) this.seats.push({ ...(last ?? { kind: "bot", bot: null }) });
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
      mode: this.together ? this.playing.mode : "live",
      ...this.agreed,
      public: this.public,
      shared: this.shared,
      rated: this.rates,
      pace: this.pace,
      end_turn: this.endTurn,
      ...(this.map ? { map: this.map } : {}),
      ...(title ? { title } : {}),
    };
  }
}
