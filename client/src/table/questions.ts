// What a table's page asks for.

import type { Operations } from "../api/types";

interface Asked<Of extends keyof Operations> {
  params: { table: string };
  query: Operations[Of]["query"];
}

/** Without a seat, and if several people share this screen, only what everybody may see. */
export const tableOf = (table: string, seat: number | null = null, since = 0): Asked<"get_table"> => ({
  params: { table },
  query: { seat, since, covered: true },
});

export const groundOf = (table: string, look: "light" | "dark"): Asked<"get_ground"> => ({
  params: { table },
  query: { look },
});
