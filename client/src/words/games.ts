// The page's words about each game, in each language; fetched when they are needed.

import { WORDS } from "virtual:games";
import type { Language } from "./languages";
import type { Catalogue } from "./words.svelte";

export async function aboutGame(game: string | null, language: Language): Promise<Catalogue> {
  const found = await (game === null ? undefined : WORDS[game]?.[language]());
  return found?.default ?? {};
}
