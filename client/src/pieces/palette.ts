// The colours and signs of a railway game's pieces. Each game keeps them in a separate file, so that a test can
// measure how far apart they are.

import { words } from "../words/words.svelte";

export interface Livery {
  colour: string;
  ink: string;
  shape: number;
  /** The dashes of the thin line within the track; empty for none. */
  dash: string;
}

export interface Good {
  colour: string;
  ink: string;
}

/** A good as it is drawn: a cube with a letter or two. */
export type Marked = Good & { name: string; letters: string; thing: string };

export interface Palette {
  companies: readonly (Livery & { name: string })[];
  goods: readonly (Good & { name: string })[];
}

/** The pieces by number, with their names in the current language. Some games call their goods resources. */
export function painted({ companies, goods }: Palette, kind: "good" | "resource" = "good") {
  const goodName = (good: number): string => words.template(`${kind}.${goods[good]!.name}`);
  const marked = (good: number): Marked => ({
    ...goods[good]!,
    letters: lettersOf(goodName(good), goods.map((_, other) => goodName(other))),
    thing: kind === "good" ? `good ${goods[good]!.name}` : `resource ${good}`,
  });
  return {
    livery: (company: number): Livery => companies[company]!,
    emblem: (company: number): Livery & { name: string } => ({
      ...companies[company]!,
      name: words.template(`company.${companies[company]!.name}`),
    }),
    goodName,
    good: marked,
    /** The good that a message names. */
    goodCalled: (word: unknown): Marked => marked(goods.findIndex(({ name }) => `@${kind}.${name}` === word)),
    /** The cubes one by one, from the number of each good. */
    cubes: (counts: readonly number[]): Marked[] =>
      counts.flatMap((count, good) => Array.from({ length: count }, () => marked(good))),
  };
}

/** The shortest beginning of a name that no other name shares. */
function lettersOf(name: string, all: string[]): string {
  const others = all.filter((other) => other !== name);
  const enough = [...name].findIndex((_, end) => !others.some((other) => other.startsWith(name.slice(0, end + 1))));
  return name.charAt(0).toUpperCase() + name.slice(1, enough + 1);
}
