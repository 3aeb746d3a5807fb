// What a hex is called: what a look at it would tell.

import type { SteamPowerLayout, SteamPowerView } from "../../api/types";
import { hexPlaces, hexHeight, wayName } from "../../rail/places";
import { type LinkedWay, waysByHex } from "../../rail/tracks";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Place } from "../look";
import { linksOf, type OwnedLink } from "./links";
import { emblem, goodName, VP } from "./palette";
import { isExhausted, layoutOf, viewOf } from "./seeing";

type OwnedWay = LinkedWay<OwnedLink>;

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const ways = waysByHex(layout, view ? linksOf(view) : []);
  return hexPlaces(layout, model.choices, (hex) => what(layout, view, hex, ways.get(hex) ?? []));
}

export const reach = (model: TableModel): number => hexHeight(layoutOf(model));

function what(layout: SteamPowerLayout, view: SteamPowerView | null, hex: number, ways: OwnedWay[]): string[] {
  const city = layout.cities.findIndex((other) => other.hex === hex);
  if (city >= 0) return [layout.cities[city]!.name, ...(view ? inCity(view, city) : [])];
  return [layout.hexes[hex]!.name, terrain(layout.hexes[hex]!.terrain), ...track(layout, hex, ways)];
}

function terrain(kind: number): string {
  switch (kind) {
    case 0:
      return t("rail.terrain.plain");
    case 1:
      return t("rail.terrain.hill");
    case 2:
      return t("rail.terrain.mountain");
    default:
      return t("rail.terrain.water");
  }
}

const WATER = 3;

function track(layout: SteamPowerLayout, hex: number, ways: OwnedWay[]): string[] {
  if (layout.hexes[hex]!.terrain === WATER) return [];
  if (ways.length === 0) return [t("rail.place.no-track")];
  return ways.map((way) =>
    t("rail.place.track", { company: emblem(way.link.company).name, way: wayName(layout.edges, way) }),
  );
}

function inCity(view: SteamPowerView, number: number): string[] {
  const city = view.cities[number]!;
  if (city.tile === null) return [];
  if (city.tile === VP) return [t("steam-power.place.vp-city")];
  const kind = t("steam-power.place.city", { good: goodName(city.tile) });
  if (city.factory === null) return [kind, t("steam-power.place.no-factory")];
  const company = emblem(city.factory).name;
  if (isExhausted(city)) return [kind, t("steam-power.place.exhausted", { company })];
  return [kind, t("steam-power.place.factory", { company, n: city.goods })];
}
