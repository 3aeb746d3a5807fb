// Finds the terms of the glossary in a text, in whatever form they stand there: "zones", "Aufträge", "surowców".

import type { TermInfo } from "../api/types";
import type { Language } from "../words/languages";

/** What may follow the part of a word that stays. Short words have short endings: "link" is in "links", not in "linking". */
const ENDING = "\\p{L}{0,4}";
const SHORT_ENDING = "\\p{L}{0,2}";
/** Words before the last one, such as adjectives, change more. */
const LONG_ENDING = "\\p{L}{0,5}";

/** Letters that change within a word. */
const CHANGES: Record<Language, [RegExp, string][]> = {
  en: [],
  de: [
    [/a/gu, "[aä]"],
    [/o/gu, "[oö]"],
    [/u/gu, "[uü]"],
  ],
  pl: [
    [/iec$/u, "i?e?c"],
    [/ek$/u, "e?k"],
  ],
};

export class Terms {
  /** A regular expression for all terms, longer ones first; null if there are none. */
  readonly anyTerm: string | null;
  readonly #forms: { id: string; form: RegExp }[];
  /** Words that look like a term and are none. */
  readonly #others: Set<string>;

  constructor(terms: TermInfo[], language: Language) {
    const known = terms
      .map(({ id, words }) => ({ id, word: words[language] ?? words["en"] ?? "" }))
      .filter(({ word }) => word)
      .sort((one, other) => other.word.length - one.word.length)
      .map(({ id, word }) => ({ id, form: formsOf(word, language) }));
    this.#forms = known.map(({ id, form }) => ({ id, form: new RegExp(`^${form}$`, "iu") }));
    this.#others = new Set(terms.flatMap(({ unlike }) => unlike[language] ?? []));
    this.anyTerm = known.length ? `(?<![\\p{L}\\d])(?:${known.map(({ form }) => form).join("|")})(?![\\p{L}\\d])` : null;
  }

  /** The term that a piece of text is a form of. */
  find(text: string): string | undefined {
    if (this.#others.has(text.toLowerCase())) return undefined;
    return this.#forms.find(({ form }) => form.test(text))?.id;
  }
}

/** A regular expression for the forms of a term. */
function formsOf(term: string, language: Language): string {
  const words = term.split(" ");
  const last = words.pop()!;
  const changed = words.map((word) => stem(word, /\p{L}{2}$/u, language) + LONG_ENDING);
  return [...changed, stem(last, /[aeiouyąęó]$/iu, language) + (last.length > 4 ? ENDING : SHORT_ENDING)].join("\\s+");
}

/** The part of a word that stays, without its end; very short words stay whole. */
function stem(word: string, end: RegExp, language: Language): string {
  const kept = word.length > 3 ? word.replace(end, "") : word;
  const escaped = kept.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return CHANGES[language].reduce((text, [from, to]) => text.replace(from, to), escaped);
}
