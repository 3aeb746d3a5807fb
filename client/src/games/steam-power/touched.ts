// Which things on the table a log entry is about, and where they lie.

import type { Message, SteamPowerLayout } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { bounds as boundsOf, size as sizeOf } from "../../rail/extent";
import type { TableModel } from "../../table/model.svelte";
import { cityNamed, contractNamed, hexNamed, linkOf } from "./finding";
import { layoutOf, viewOf } from "./seeing";

const CITY_PARAMS = ["city", "start", "goal"];

export function touched(model: TableModel, facts: Message[]): string[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const found = facts.flatMap((fact) => {
    const link = view ? linkOf(layout, view, fact) : null;
    return [...named(layout, fact.params), ...(link ? [link.id] : [])];
  });
  return [...new Set(found)];
}

function named(layout: SteamPowerLayout, params: Message["params"]): string[] {
  const hex = hexNamed(layout, params["hex"]);
  const contract = contractNamed(layout, params["contract"]);
  const cities = CITY_PARAMS.map((name) => cityNamed(layout, params[name])).filter((city) => city >= 0);
  return [
    ...(hex >= 0 ? [`hex ${hex}`] : []),
    ...cities.map((city) => `hex ${layout.cities[city]!.hex}`),
    ...(contract >= 0 ? [`contract ${contract}`] : []),
  ];
}

export const bounds = (model: TableModel, about: string[]): Box | null => boundsOf(layoutOf(model), about);

export const size = (model: TableModel): Box => sizeOf(layoutOf(model));
