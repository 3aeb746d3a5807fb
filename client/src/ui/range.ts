// Whole numbers to choose from.

export interface Range {
  min: number;
  max: number;
  /** Where not every number between will do: those that will, ascending from `min` to `max`. */
  only?: readonly number[] | undefined;
}

/** The range of some numbers; null if there are none. */
export function rangeOf(numbers: readonly number[]): Range | null {
  if (!numbers.length) return null;
  const only = [...numbers].sort((a, b) => a - b);
  return { min: only[0]!, max: only.at(-1)!, only };
}

export function nearest({ min, max, only }: Range, wish: number): number {
  const within = Math.min(max, Math.max(min, wish));
  if (!only) return within;
  return only.reduce((best, number) => (Math.abs(number - within) < Math.abs(best - within) ? number : best));
}

/** This far up or down, or a little further to the next allowed number; it never leaves the range. */
export function stepped({ min, max, only }: Range, from: number, by: number): number {
  const wish = from + by;
  if (!only) return nearest({ min, max }, wish);
  return by > 0 ? (only.find((number) => number >= wish) ?? max) : (only.findLast((number) => number <= wish) ?? min);
}
