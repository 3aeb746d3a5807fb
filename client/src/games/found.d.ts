// The module `virtual:games`: what tools/games.mjs finds in the folders beside this file when the page is built.

import type { Catalogue, Language } from "../words/words.svelte";
import type { GameLook } from "./look";

type Loader<Value> = () => Promise<{ default: Value }>;

/** The page of each game that has one, by the game's id. */
export const LOOKS: Partial<Record<string, Loader<GameLook>>>;
/** What each of those pages says, by the game's id and the language. */
export const WORDS: Partial<Record<string, Record<Language, Loader<Catalogue>>>>;
