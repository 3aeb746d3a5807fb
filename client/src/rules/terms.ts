// Finds the terms of the glossary in a text, in whatever form they stand there: "zones", "Zonen", "stref".

import type { TermInfo } from "../api/types";
import type { Language } from "../words/languages";

/** A term ends in a vowel that may change, and then come up to this many letters. */
const ENDING = "[\\p{L}]{0,4}";
/** Words before the last one, such as adjectives, change more. */
const CHANGED = "[\\p{L}]{0,5}";

export class Terms {
  /** A regular expression for all terms, longer ones first; null if there are none. */
  readonly anyTerm: string | null;
  readonly #forms: { id: string; form: RegExp }[];

  constructor(terms: TermInfo[], language: Language) {
    const known = terms
      .map(({ id, words }) => ({ id, word: words[language] ?? words["en"] ?? "" }))
      .filter(({ word }) => word)
      .sort((one, other) => other.word.length - one.word.length);
    this.#forms = known.map(({ id, word }) => ({ id, form: new RegExp(`^${formsOf(word)}$`, "iu") }));
    this.anyTerm = known.length ? `(?<![\\p{L}\\d])(?:${known.map(({ word }) => formsOf(word)).join("|")})(?![\\p{L}\\d])` : null;
  }

  /** The term that a piece of text is a form of. */
  find(text: string): string | undefined {
    return this.#forms.find(({ form }) => form.test(text))?.id;
  }
}

/** A regular expression for the forms of a term. */
function formsOf(term: string): string {
  const words = term.split(" ");
  const last = words.pop()!;
  return [...words.map((word) => stem(word, 2) + CHANGED), stem(last, 1) + ending(last)].join("\\s+");
}

/** The part of a word that stays: all of it, without its last letters if these can change. */
function stem(word: string, letters: number): string {
  const stays = letters === 1 ? /[aeiouyąęó]$/iu : new RegExp(`\\p{L}{${letters}}$`, "u");
  const kept = word.length > letters + 2 ? word.replace(stays, "") : word;
  return kept.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Short words have short endings: "bid" is in "bids", but not in "bidding". */
const ending = (word: string): string => (word.length > 4 ? ENDING : "[\\p{L}]{0,2}");
