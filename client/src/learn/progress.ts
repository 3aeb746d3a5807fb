// What somebody has learnt on this device, and which of their tables are guided games.

interface Progress {
  /** The lessons that were taken, by game. */
  learnt: Record<string, string[]>;
  /** The lessons that tables belong to. */
  guided: Record<string, string>;
}

const PLACE = "engineshed-lessons";
const FRESH: Progress = { learnt: {}, guided: {} };
/** Old guided games are forgotten. */
const MOST_GUIDED = 10;

function kept(): Progress {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return FRESH; // not our text, or a browser without storage
  }
}

function keep(progress: Progress): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(progress));
  } catch {
    // then it is forgotten when the page is closed
  }
}

/** Puzzles are taken like lessons, and kept among them. */
export const isPuzzle = (lesson: string): boolean => lesson.startsWith("puzzle-");

export const learnt = (game: string): readonly string[] => kept().learnt[game] ?? [];

export function learn(game: string, lesson: string): void {
  const progress = kept();
  const known = new Set([...(progress.learnt[game] ?? []), lesson]);
  keep({ ...progress, learnt: { ...progress.learnt, [game]: [...known] } });
}

/** The lesson that a table is the guided game of. */
export const guidedBy = (table: string): string | undefined => kept().guided[table];

export function guide(table: string, lesson: string): void {
  const progress = kept();
  const others = Object.entries(progress.guided).slice(1 - MOST_GUIDED);
  keep({ ...progress, guided: Object.fromEntries([...others, [table, lesson]]) });
}
