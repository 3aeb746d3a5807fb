// Pictures of maps, games and tables, each fetched once.

import { call } from "../api/client";
import { settings } from "../settings.svelte";

const fetched = new Map<string, Promise<string>>();

/** The source for an image of an empty map, in the viewer's look. */
export function pictureOfMap(game: string, map: string): Promise<string> {
  const { look } = settings;
  return kept(`map ${game} ${map} ${look}`, () => call("get_map", { params: { game, map }, query: { look } }));
}

/** The same of a game in progress; on paper, whatever the look. */
export const pictureOfGame = (game: string): Promise<string> =>
  kept(`game ${game}`, () => call("get_scene", { params: { game } }));

/** The same of a table as it is now, which is not kept. */
export const pictureOfTable = async (table: string): Promise<string> =>
  sourceOf(await call("draw_table", { params: { table } }));

function kept(key: string, fetch: () => Promise<{ picture: string }>): Promise<string> {
  const known = fetched.get(key);
  if (known) return known;
  const asked = fetch().then(sourceOf);
  asked.catch(() => fetched.delete(key)); // try again next time
  fetched.set(key, asked);
  return asked;
}

const sourceOf = ({ picture }: { picture: string }): string => `data:image/svg+xml,${encodeURIComponent(picture)}`;
