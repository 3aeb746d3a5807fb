// Splits the text of a rule into pieces.

export interface Piece {
  kind: "plain" | "rule" | "hit";
  text: string;
}

const RULE = /\bR\d+\b/;

/** Plain text, names of rules, and matches of the search. */
export function pieces(text: string, wanted: string): Piece[] {
  const sought = wanted.trim() ? [wanted.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")] : [];
  const marks = new RegExp(`(${[RULE.source, ...sought].join("|")})`, "giu");
  return text
    .split(marks)
    .filter((part) => part !== "")
    .map((part) => ({ kind: kindOf(part, wanted), text: part }));
}

function kindOf(part: string, wanted: string): Piece["kind"] {
  if (/^R\d+$/.test(part)) return "rule";
  return part.toLowerCase() === wanted.trim().toLowerCase() ? "hit" : "plain";
}
