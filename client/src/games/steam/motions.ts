// Cubes that run over the links of their delivery.

import type { Message, Thing } from "../../api/types";
import Cube from "../../pieces/Cube.svelte";
import { drawnLinks } from "../../pieces/tracks";
import type { TableModel } from "../../table/model.svelte";
import type { Motion } from "../look";
import { linksOf } from "./links";
import { goodCalled } from "./palette";
import { layoutOf, viewOf } from "./table";

export function motions(model: TableModel, facts: Message[]): Motion[] {
  const view = viewOf(model);
  const deliveries = facts.filter(({ id, params }) => id === "fact.delivered" && params["over"]);
  if (!view || !deliveries.length) return [];
  const links = linksOf(view);
  const drawn = drawnLinks(layoutOf(model), links);
  return deliveries.map(({ params }) => {
    const [route, over] = [params["route"] as Thing[], params["over"] as Thing[]];
    const legs = over.flatMap(({ id }, leg) => {
      const number = links.findIndex((link) => link.id === `link ${id}`);
      return number < 0 ? [] : [{ line: drawn[number]!.line, backwards: links[number]!.start !== route[leg]!.id }];
    });
    return { legs, steps: legs.length, Piece: Cube, given: { good: goodCalled(params["good"]), size: 26 } };
  });
}
