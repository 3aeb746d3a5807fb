// News from the server repeats most of what is known. What is alike stays the same object, so that what depends on it is
// not computed and drawn again.

/** `after`, with the parts of `before` wherever they are alike. Both are JSON, and neither is ever changed. */
export function keeping<T>(before: unknown, after: T): T {
  if (before === after || !isRecord(before) || !isRecord(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const keys = Object.keys(after);
  const kept = keys.map((key) => keeping(before[key], after[key]));
  if (keys.length === Object.keys(before).length && keys.every((key, at) => key in before && kept[at] === before[key])) {
    return before as T;
  }
  return (Array.isArray(after) ? kept : Object.fromEntries(keys.map((key, at) => [key, kept[at]]))) as T;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
