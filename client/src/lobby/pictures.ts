// Pictures of maps, each fetched once for each look.

import { get } from "../api/client";
import type { MapPicture } from "../api/types";
import { settings } from "../settings.svelte";

const fetched = new Map<string, Promise<string>>();

/** As the source of an image. */
export function pictureOf(game: string, map: string): Promise<string> {
  const address = `/api/games/${game}/maps/${map}?look=${settings.look}`;
  const known = fetched.get(address);
  if (known) return known;
  const asked = get<MapPicture>(address).then(({ picture }) => `data:image/svg+xml,${encodeURIComponent(picture)}`);
  asked.catch(() => fetched.delete(address)); // the next time somebody may answer
  fetched.set(address, asked);
  return asked;
}
