// The module `virtual:games`, which tools/games.mjs generates from the folders next to this file.

import type { Language } from "../words/languages";
import type { Catalogue } from "../words/words.svelte";
import type { GameLook } from "./look";

type Loader<Value> = () => Promise<{ default: Value }>;

/** The page of each game that has one, by the game's id. */
export const LOOKS: Partial<Record<string, Loader<GameLook>>>;
/** The words of each of those pages, by the game's id and the language. */
export const WORDS: Partial<Record<string, Record<Language, Loader<Catalogue>>>>;
