// What can be done at the places of a board, in words.

import type { Choice } from "../games/look";
import { t } from "../words/words.svelte";

/** For each thing, how many moves it has and what the cheapest costs; things without moves are left out. */
export function doableAt(choices: Choice[]): (thing: string) => string[] {
  const own = byThing(choices, ({ about }) => about);
  const leading = byThing(choices, ({ goals = [] }) => goals);
  return (thing) => counted(own.get(thing) ?? leading.get(thing));
}

function byThing(choices: Choice[], thingsOf: (choice: Choice) => string[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const thing of thingsOf(choice)) {
      const here = found.get(thing);
      if (here) here.push(choice);
      else found.set(thing, [choice]);
    }
  }
  return found;
}

function counted(some: Choice[] = []): string[] {
  if (some.length === 0) return [];
  const [n, least] = [some.length, Math.min(...some.map((choice) => choice.price))];
  return [least > 0 ? t("board.moves", { n, least }) : t("board.free-moves", { n })];
}
