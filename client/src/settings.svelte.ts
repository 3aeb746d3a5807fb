// The viewer's settings, kept in this browser.

import { LANGUAGES, type Language } from "./words/words.svelte";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  motion: boolean;
  /** Null if it was never chosen. */
  sound: boolean | null;
  keys: boolean;
  language: Language | null;
  game: string | null;
  folded: readonly string[];
}

const PLACE = "engineshed";
const FRESH: Kept = { theme: "auto", motion: true, sound: null, keys: true, language: null, game: null, folded: [] };

function kept(): Kept {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return FRESH; // not our text, or a browser without storage
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
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
    return this.theme === "auto" ? (this.#darkRoom ? "dark" : "light") : this.theme;
  }
  get moves(): boolean {
    return this.motion && !this.#stillWanted;
  }
  /** The language chosen here, or else the first of the browser's languages that we speak. */
  get language(): Language {
    const wishes = navigator.languages.map((wish) => wish.slice(0, 2) as Language);
    return [this.#kept.language, ...wishes].find((wish) => wish !== null && LANGUAGES.includes(wish)) ?? "en";
  }

  change(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // then the setting is lost when the page is closed
    }
  }
}

export const settings = new Settings();
