// The viewer's settings in this browser, and what follows from them; without Svelte, for the first script.

import { LANGUAGES, type Language } from "./words/languages";

export type Theme = "auto" | "light" | "dark";

export interface Kept {
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

export function kept(): Kept {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return FRESH; // not our text, or a browser without storage
  }
}

export function keep(settings: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // then the setting is lost when the page is closed
  }
}

export const dark = matchMedia("(prefers-color-scheme: dark)");

export const lookIn = (theme: Theme, darkRoom: boolean): "light" | "dark" =>
  theme === "auto" ? (darkRoom ? "dark" : "light") : theme;

/** The language chosen here, or else the first of the browser's languages that we speak. */
export function languageOf(chosen: Language | null): Language {
  const wishes = navigator.languages.map((wish) => wish.slice(0, 2) as Language);
  return [chosen, ...wishes].find((wish) => wish !== null && LANGUAGES.includes(wish)) ?? "en";
}
