// Taking a seat by its link, /t/{table}#seat={token}. The token comes after the #, so that no server log contains it.

import { anyway } from "../api/anyway";
import { call } from "../api/client";
import { me } from "../api/me.svelte";

/** Claims the seat in the address, after asking for a name if need be; null if there is none or the user declines. */
export async function claimFromFragment(table: string): Promise<number | null> {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (token === null) return null;
  if (!(await me.known())) return null; // the link stays valid, so the address keeps it
  // Used or expired, the token must not stay in the address, from which it could be copied.
  history.replaceState(history.state, "", location.pathname + location.search);
  const taken = await anyway((anyway) => call("claim_seat", { params: { table }, body: { token, anyway } }));
  return taken && taken.seat;
}

/** The link that offers a seat. */
export const seatLink = (table: string, token: string): string => `${location.origin}/t/${table}#seat=${token}`;
