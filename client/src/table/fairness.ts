// Whether the seed shown after the game matches the hash shown before it.

/** Whether the seed fits the hash; null if the browser cannot compute it, because hashing needs HTTPS. */
export async function keptPromise(table: string, seed: string, commitment: string): Promise<boolean | null> {
  if (!crypto.subtle) return null;
  const text = new TextEncoder().encode(`engineshed\x1f${table}\x1f${seed}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
