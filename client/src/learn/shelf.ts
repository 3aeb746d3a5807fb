// The lessons of games, fetched once for each language.

import { call } from "../api/client";
import type { LessonInfo } from "../api/types";
import type { Language } from "../words/languages";

const asked = new Map<string, Promise<LessonInfo[]>>();

export function lessonsOf(game: string, language: Language): Promise<LessonInfo[]> {
  const key = `${game} ${language}`;
  const known = asked.get(key) ?? call("list_lessons", { params: { game }, query: { language } });
  asked.set(key, known);
  known.catch(() => asked.delete(key)); // it may work the next time
  return known;
}

/** The first lesson that teaches a rule. */
export const teaching = (lessons: LessonInfo[], rule: string): LessonInfo | undefined =>
  lessons.find(({ rules }) => rules.includes(rule));
