// Optional hints that a game may give the plain table.

import type { PlainHints } from "../api/types";

/** Hints may have any shape; anything the plain table does not know is ignored. */
export function plainHints(hints: unknown): PlainHints {
  const { pieces, scores } = (hints ?? {}) as Partial<PlainHints>;
  return { pieces: Array.isArray(pieces) ? pieces : [], scores: Array.isArray(scores) ? scores : [] };
}
