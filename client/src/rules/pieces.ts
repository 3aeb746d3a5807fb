// Splits the text of a rule into pieces.

export interface Piece {
  kind: "plain" | "rule" | "hit";
  text: string;
}

/** Plain text, ids of rules (`ids` has them all), and matches of the search. */
export function pieces(text: string, wanted: string, ids: string[]): Piece[] {
  const sought = wanted.trim() ? [wanted.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")] : [];
  const marks = new RegExp(`(${[`\\b(?:${ids.join("|")})\\b`, ...sought].join("|")})`, "giu");
  return text
    .split(marks)
    .filter((part) => part !== "")
    .map((part) => ({ kind: kindOf(part, wanted, ids), text: part }));
}

function kindOf(part: string, wanted: string, ids: string[]): Piece["kind"] {
  if (ids.includes(part)) return "rule";
  return part.toLowerCase() === wanted.trim().toLowerCase() ? "hit" : "plain";
}
