// Splits the text of a rule into pieces.

import type { Terms } from "./terms";

export interface Piece {
  kind: "plain" | "rule" | "hit" | "term";
  text: string;
  /** The id of a term. */
  term?: string;
}

/** Plain text, ids of rules (`ids` has them all), matches of the search, and each term where it comes first. */
export function pieces(text: string, wanted: string, ids: string[], terms: Terms | null = null): Piece[] {
  const sought = wanted.trim() ? [wanted.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")] : [];
  const found = terms?.anyTerm ? [terms.anyTerm] : [];
  const marks = new RegExp(`(${[`\\b(?:${ids.join("|")})\\b`, ...sought, ...found].join("|")})`, "giu");
  const seen = new Set<string>();
  return text
    .split(marks)
    .filter((part) => part !== "")
    .map((part) => pieceOf(part, wanted, ids, terms, seen));
}

function pieceOf(part: string, wanted: string, ids: string[], terms: Terms | null, seen: Set<string>): Piece {
  if (ids.includes(part)) return { kind: "rule", text: part };
  if (part.toLowerCase() === wanted.trim().toLowerCase()) return { kind: "hit", text: part };
  const term = terms?.find(part);
  if (!term || seen.has(term)) return { kind: "plain", text: part };
  seen.add(term);
  return { kind: "term", text: part, term };
}
