// What happens several times in a row, like goods that go the same way, is said once.

interface Part {
  lines: string[];
  times: number;
}

/** Consecutive lines that are the same as those before them, however many there are, are counted with them. */
export function gather(lines: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < lines.length; ) {
    const length = repeating(lines, start);
    const part = lines.slice(start, start + (length || 1));
    let times = 1;
    while (length && same(part, lines.slice(start + times * length, start + (times + 1) * length))) times += 1;
    parts.push({ lines: part, times });
    start += times * part.length;
  }
  return parts;
}

/** How many lines from here on are followed by the same lines once more; 0 if there are none. */
function repeating(lines: readonly string[], start: number): number {
  for (let length = 1; start + 2 * length <= lines.length; length += 1) {
    if (same(lines.slice(start, start + length), lines.slice(start + length, start + 2 * length))) return length;
  }
  return 0;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, number) => line === other[number]);
