// Whose browser this is: what was kept for one guest is never shown to another.

import { forget, KEPT } from "./reads";
import type { Fetched } from "./scope";

const ME = "/api/me";

/** What the server says about who this is. If it is not who it was, everything that was read is forgotten. */
export async function whoever(event: Fetched): Promise<Response> {
  const answer = await fetch(event.request);
  if (answer.ok) await notice(await answer.clone().text());
  return answer;
}

async function notice(name: string): Promise<void> {
  const known = await caches.match(ME, { cacheName: KEPT });
  if (known && (await known.text()) === name) return;
  if (known) await forget();
  await (await caches.open(KEPT)).put(ME, new Response(name));
}
