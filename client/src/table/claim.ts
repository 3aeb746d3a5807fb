// Sitting down by a seat's link, /t/{table}#seat={token}. The token stands behind the #, where no server log sees it.

import { call } from "../api/client";
import { me } from "../api/me.svelte";

/** Claim the seat that the address names, after asking for a name if need be; null if it names none or they decline. */
export async function claimFromFragment(table: string): Promise<number | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (token === null) return null;
  if (!(await me.known())) return null; // the link is still good: the address keeps it
  // Used or dead, the token must not stay in the address, where it would be copied along.
  history.replaceState(history.state, "", location.pathname + location.search);
  return (await call("claim_seat", { params: { table }, body: { token } })).seat;
}

/** The link that gives away a seat. */
export const seatLink = (table: string, token: string): string => `${location.origin}/t/${table}#seat=${token}`;
