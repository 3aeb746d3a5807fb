// What a game may tell the plain table beyond what every game tells.

import type { PlainHints } from "../api/types";

/** Hints of any shape are for pages of their own; here, whatever of them is not ours is nothing. */
export function plainHints(hints: unknown): PlainHints {
  const { pieces, scores } = (hints ?? {}) as Partial<PlainHints>;
  return { pieces: Array.isArray(pieces) ? pieces : [], scores: Array.isArray(scores) ? scores : [] };
}
