// Goods that run over foreign links, and those that leave their factory.

import type { Message, Thing } from "../../api/types";
import Cube from "../../pieces/Cube.svelte";
import { drawnLinks } from "../../pieces/tracks";
import type { TableModel } from "../../table/model.svelte";
import type { Motion } from "../look";
import { linksOf, placeAt } from "./map";
import { goodCalled, layoutOf, viewOf } from "./table";

/** How high a good rises above the factory that it leaves, in the board's units. */
const RISE = 40;

/** Each good that leaves a factory, with the foreign links that it is carried over after that. */
export function motions(model: TableModel, facts: Message[]): Motion[] {
  const view = viewOf(model);
  if (!view || !facts.some(({ id }) => id === "fact.shipped" || id === "fact.carried")) return [];
  const layout = layoutOf(model);
  const links = linksOf(layout, view);
  const drawn = drawnLinks(layout, links);
  const found: { legs: Motion["legs"][number][]; good: unknown }[] = [];
  for (const { id, params } of facts) {
    if (id === "fact.shipped") {
      const [x, y] = layout.hexes[(params["city"] as Thing).id as number]!.at;
      found.push({ legs: [{ line: `M${x} ${y}v${-RISE}` }], good: params["good"] });
    } else if (id === "fact.carried") {
      const number = links.findIndex((link) => link.id === `link ${(params["link"] as Thing).id}`);
      if (number < 0 || !found.length) continue;
      const from = placeAt(layout, (params["start"] as Thing).id as number);
      found.at(-1)!.legs.push({ line: drawn[number]!.line, backwards: placeAt(layout, links[number]!.start) !== from });
    }
  }
  return found.map(({ legs, good }) => ({
    legs: legs.length > 1 ? legs.slice(1) : legs,
    steps: Math.max(1, legs.length - 1),
    Piece: Cube,
    given: { good: goodCalled(good), size: 26 },
  }));
}
