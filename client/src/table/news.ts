// Shows news from the table: things light up one after another, and screen readers are told.

import type { LogLine } from "../api/types";
import type { Motion } from "../games/look";
import { settings } from "../settings.svelte";
import { announce } from "../ui/Announcer.svelte";
import { toast } from "../ui/Toast.svelte";
import { t, words } from "../words/words.svelte";
import type { TableModel } from "./model.svelte";
import { nameOf } from "./names";
import { play, type Sound } from "./sound";
import { aboutMoney, sentences } from "./story";

const STEP = 250;
const ALL_STEPS = 2000;
/** The most milliseconds for a way of many steps. */
const LONG_WAY = 1000;
/** After a long turn, screen readers are told only how it ended. */
const SPOKEN = 6;

interface Scene {
  things: string[];
  moving: Motion[];
  lasts: number;
}

export class News {
  #seen: number;
  #mine: boolean;
  /** The scenes still to be shown; null when nothing is being shown. */
  #scenes: Scene[] | null = null;
  /** What is left of the time of each scene, so that all of them together do not take too long. */
  #haste = 1;

  constructor(readonly model: TableModel) {
    this.#seen = model.latest;
    this.#mine = model.myTurn;
    this.markLast();
  }

  /** Must be called whenever the log or the turn may have changed. */
  hear(): void {
    const { latest, log, myTurn } = this.model;
    const fresh = log.filter((line) => line.ply > this.#seen);
    const turned = myTurn && !this.#mine;
    this.#seen = latest;
    this.#mine = myTurn;
    const sound = settings.sound ? this.#sound(fresh, turned) : null;
    if (sound) setTimeout(play, 0, sound); // making the first sound takes a while, and the page comes first
    if (turned) this.#notice(fresh);
    if (fresh.length || turned) announce(this.#spoken(fresh, turned));
    if (fresh.length && this.model.at === null) void this.#show(fresh);
  }

  /** Skips the rest: the end is shown at once. */
  skip(): void {
    if (!this.#scenes) return;
    this.#scenes = null;
    this.model.moving = [];
    this.markLast();
    this.model.shownUpTo = this.#seen;
  }

  /** The last thing that happened stays marked; in a replay, the last up to that point. */
  markLast(): void {
    if (this.model.taught) return; // the lesson says what is lit
    const until = this.model.at ?? Infinity;
    const last = this.model.log.findLast((line) => line.ply <= until && this.#touched(line).length > 0);
    this.model.lit = last ? this.#touched(last) : [];
  }

  /** News that arrives meanwhile is added to what is being shown. */
  async #show(fresh: LogLine[]): Promise<void> {
    const added = settings.moves ? fresh.map((line) => this.#scene(line)).filter(({ lasts }) => lasts) : [];
    const showing = this.#scenes !== null;
    const scenes = (this.#scenes ??= []);
    scenes.push(...added);
    this.#haste = Math.min(1, ALL_STEPS / scenes.reduce((sum, { lasts }) => sum + lasts, 0));
    if (showing) return;
    while (scenes[0] && (scenes[1] || scenes[0].moving.length)) {
      const { things, moving, lasts } = scenes.shift()!;
      this.model.pace = lasts * this.#haste;
      this.model.lit = things;
      this.model.moving = moving;
      await new Promise((resume) => setTimeout(resume, this.model.pace));
      if (this.#scenes !== scenes) return;
    }
    this.skip(); // what is lit last stays lit
  }

  /** What an entry of the log lights up, what it sets in motion, and for how long. */
  #scene({ facts }: LogLine): Scene {
    const things = this.model.touched(facts);
    const moving = this.model.look?.motions?.(this.model, facts) ?? [];
    const steps = Math.max(things.length ? 1 : 0, ...moving.map((motion) => motion.steps));
    return { things, moving, lasts: Math.min(steps * STEP, LONG_WAY) };
  }

  /** One sound for everything that is new: what matters most. */
  #sound(fresh: LogLine[], turned: boolean): Sound | null {
    const { at, now, mySeats } = this.model;
    if (fresh.length && now!.table.state === "over") return "end";
    if (turned) return "turn";
    if (at !== null) return null;
    if (fresh.some(({ facts }) => aboutMoney(facts))) return "money";
    return fresh.some(({ seat }) => seat !== null && !mySeats.includes(seat)) ? "move" : null;
  }

  #notice(fresh: LogLine[]): void {
    const told = this.model.look?.notices ?? [];
    for (const fact of fresh.flatMap((line) => line.facts)) if (told.includes(fact.id)) toast(words.say(fact));
  }

  #touched(line: LogLine): string[] {
    return this.model.touched(line.facts);
  }

  #spoken(fresh: LogLine[], turned: boolean): string {
    const all = fresh.flatMap((line) => sentences(line, nameOf(this.model, line.seat)));
    const last = all.slice(-SPOKEN).map((sentence) => `${sentence}.`);
    return [...last, ...(turned ? [t("table.your-turn-said")] : [])].join(" ");
  }
}
