// Which things on the table a log entry is about, and where they lie.

import type { Message, SteamPowerFurniture } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import type { TableModel } from "../../table/model.svelte";
import { cityNamed, contractNamed, hexNamed, linkOf } from "./finding";
import { furnitureOf, viewOf } from "./seeing";

const CITY_PARAMS = ["city", "start", "goal"];

export function touched(model: TableModel, facts: Message[]): string[] {
  const furniture = furnitureOf(model);
  const view = viewOf(model);
  const found = facts.flatMap((fact) => {
    const link = view ? linkOf(furniture, view, fact) : null;
    return [...named(furniture, fact.params), ...(link ? [link.id] : [])];
  });
  return [...new Set(found)];
}

function named(furniture: SteamPowerFurniture, params: Message["params"]): string[] {
  const hex = hexNamed(furniture, params["hex"]);
  const contract = contractNamed(furniture, params["contract"]);
  const cities = CITY_PARAMS.map((name) => cityNamed(furniture, params[name])).filter((city) => city >= 0);
  return [
    ...(hex >= 0 ? [`hex ${hex}`] : []),
    ...cities.map((city) => `hex ${furniture.cities[city]!.hex}`),
    ...(contract >= 0 ? [`contract ${contract}`] : []),
  ];
}

/** The box round all hexes among these things; null if there are none. */
export function bounds(model: TableModel, about: string[]): Box | null {
  const { hexes, side } = furnitureOf(model);
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    return kind === "hex" ? [hexes[Number(number)]!.at] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - side, Math.min(...ys) - side];
  return { x: left, y: top, width: Math.max(...xs) + side - left, height: Math.max(...ys) + side - top };
}

/** The whole ground. */
export function size(model: TableModel): Box {
  const { width, height, margin } = furnitureOf(model);
  return { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
}
