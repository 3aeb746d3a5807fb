// Which things on the table a log entry is about, and where they lie.

import type { Message, SteamPowerFurniture } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { bounds as boundsOf, size as sizeOf } from "../../rail/extent";
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

export const bounds = (model: TableModel, about: string[]): Box | null => boundsOf(furnitureOf(model), about);

export const size = (model: TableModel): Box => sizeOf(furnitureOf(model));
