// Whether the seed that is shown after the game is the one that was promised before it.

/** Null where this browser cannot reckon it: hashes are for safe addresses only. */
export async function keptPromise(table: string, seed: string, commitment: string): Promise<boolean | null> {
  if (!crypto.subtle) return null;
  const text = new TextEncoder().encode(`engineshed\x1f${table}\x1f${seed}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
