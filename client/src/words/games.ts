// What the page says about each game, in each language; fetched when the game is talked about.

import type { Catalogue, Language } from "./words.svelte";

type Loaders = Record<Language, () => Promise<{ default: Catalogue }>>;

const GAMES: Record<string, Loaders> = {
  "dampf-and-rails": {
    en: () => import("./en/dampf-and-rails.json"),
    de: () => import("./de/dampf-and-rails.json"),
    pl: () => import("./pl/dampf-and-rails.json"),
  },
  "planet-steam": {
    en: () => import("./en/planet-steam.json"),
    de: () => import("./de/planet-steam.json"),
    pl: () => import("./pl/planet-steam.json"),
  },
  steam: {
    en: () => import("./en/steam.json"),
    de: () => import("./de/steam.json"),
    pl: () => import("./pl/steam.json"),
  },
  "steam-power": {
    en: () => import("./en/steam-power.json"),
    de: () => import("./de/steam-power.json"),
    pl: () => import("./pl/steam-power.json"),
  },
};

export async function aboutGame(game: string | null, language: Language): Promise<Catalogue> {
  const found = await (game === null ? undefined : GAMES[game]?.[language]());
  return found?.default ?? {};
}
