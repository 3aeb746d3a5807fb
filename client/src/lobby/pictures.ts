// Pictures of maps, each fetched once for each look.

import { call } from "../api/client";
import { settings } from "../settings.svelte";

const fetched = new Map<string, Promise<string>>();

/** Returns the source for an image. */
export function pictureOf(game: string, map: string): Promise<string> {
  const { look } = settings;
  const key = `${game} ${map} ${look}`;
  const known = fetched.get(key);
  if (known) return known;
  const answer = call("get_map", { params: { game, map }, query: { look } });
  const asked = answer.then(({ picture }) => `data:image/svg+xml,${encodeURIComponent(picture)}`);
  asked.catch(() => fetched.delete(key)); // try again next time
  fetched.set(key, asked);
  return asked;
}
