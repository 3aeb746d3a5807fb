// Sections that lie end to end, as lines that are drawn without lifting the pen.

import type { DampfAndRailsLayout } from "../../api/types";
import { pair } from "../../rail/geometry";

/** The mileposts of each line; together they pass every one of the sections once. */
export function chains({ sections }: DampfAndRailsLayout, own: readonly number[]): number[][] {
  const around = new Map<number, Set<number>>();
  const note = (post: number, section: number) => around.set(post, (around.get(post) ?? new Set()).add(section));
  for (const section of own) {
    const [a, b] = sections[section]!;
    note(a, section);
    note(b, section);
  }
  const found: number[][] = [];
  // Lines begin where they end: at loose ends and junctions first, and what is left are rings.
  const posts = [...around.keys()];
  for (const start of [...posts.filter((post) => around.get(post)!.size !== 2), ...posts]) {
    while (around.get(start)!.size > 0) found.push(line(start));
  }
  return found;

  function line(start: number): number[] {
    const passed = [start];
    for (let here = start; ; ) {
      const [section] = around.get(here)!;
      const [a, b] = sections[section!]!;
      const there = here === a ? b : a;
      const through = around.get(there)!.size === 2;
      around.get(here)!.delete(section!);
      around.get(there)!.delete(section!);
      passed.push(there);
      if (!through || around.get(there)!.size === 0) return passed;
      here = there;
    }
  }
}

/** As path data. */
export const pathOf = ({ posts }: DampfAndRailsLayout, line: readonly number[]): string =>
  `M${line.map((post) => pair(posts[post]!.at)).join("L")}`;
