// The viewer's settings, kept in this browser.

import { dark, keep, type Kept, kept, languageOf, lookIn, type Theme } from "./kept";
import type { Language } from "./words/languages";

const still = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  #kept = $state<Kept>(kept());
  #darkRoom = $state(dark.matches);
  #stillWanted = $state(still.matches);

  constructor() {
    dark.addEventListener("change", () => (this.#darkRoom = dark.matches));
    still.addEventListener("change", () => (this.#stillWanted = still.matches));
  }

  get theme(): Theme {
    return this.#kept.theme;
  }
  get motion(): boolean {
    return this.#kept.motion;
  }
  /** Off on phones, which are used where others would hear it. */
  get sound(): boolean {
    return this.#kept.sound ?? !matchMedia("(pointer: coarse)").matches;
  }
  /** Whether single letters are shortcuts. */
  get keys(): boolean {
    return this.#kept.keys;
  }
  /** The game that was started last. */
  get game(): string | null {
    return this.#kept.game;
  }
  /** The panels at a table that are folded. */
  get folded(): readonly string[] {
    return this.#kept.folded;
  }
  get look(): "light" | "dark" {
    return lookIn(this.theme, this.#darkRoom);
  }
  get moves(): boolean {
    return this.motion && !this.#stillWanted;
  }
  get language(): Language {
    return languageOf(this.#kept.language);
  }

  change(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    keep(this.#kept);
  }
}

export const settings = new Settings();
