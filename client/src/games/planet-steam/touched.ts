// Which things on the table a log entry is about, and where they lie.

import type { Message } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { size as sizeOf } from "../../rail/extent";
import type { TableModel } from "../../table/model.svelte";
import { layoutOf } from "./seeing";

const ZONE_PARAMS = ["zone", "start", "goal"];

export function touched(model: TableModel, facts: Message[]): string[] {
  const { zones } = layoutOf(model);
  const found = facts.flatMap(({ params }) => [
    ...ZONE_PARAMS.map((param) => zones.findIndex(({ name }) => name === params[param]))
      .filter((zone) => zone >= 0)
      .map((zone) => `zone ${zone}`),
    ...(params["row"] === undefined ? [] : [`row ${Number(params["row"]) - 1}`]),
  ]);
  return [...new Set(found)];
}

/** The box round all zones and anchorages among these things; null if there are none. */
export function bounds(model: TableModel, about: string[]): Box | null {
  const { zones, anchorages, side } = layoutOf(model);
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    if (kind === "zone") return [[zones[Number(number)]!.x, zones[Number(number)]!.y]];
    return kind === "row" ? [anchorages[Number(number)]!] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x!), spots.map(([, y]) => y!)];
  const [left, top] = [Math.min(...xs) - side / 2, Math.min(...ys) - side / 2];
  return { x: left, y: top, width: Math.max(...xs) + side / 2 - left, height: Math.max(...ys) + side / 2 - top };
}

export const size = (model: TableModel): Box => sizeOf(layoutOf(model));
