// The hexes as places that can be tapped, each with a name that says what a look at it would.

import type { SteamPowerFurniture, SteamPowerView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Choice, Place } from "../look";
import { hexRim } from "./geometry";
import { emblem, goodName, VP } from "./palette";
import { furnitureOf, isExhausted, viewOf } from "./seeing";
import { type OwnedWay, waysByHex } from "./tracks";

export function places(model: TableModel): Place[] {
  const furniture = furnitureOf(model);
  const view = viewOf(model);
  const rim = hexRim(furniture.side);
  const ways = view ? waysByHex(furniture, view) : new Map<number, OwnedWay[]>();
  const offers = byHex(model.choices);
  return furniture.hexes.map((hex, number) => ({
    id: `hex ${number}`,
    asked: `hex ${hex.name}`,
    at: hex.at,
    rim,
    beside: hex.beside.map((other) => (other < 0 ? null : `hex ${other}`)),
    name: [...what(furniture, view, number, ways.get(number) ?? []), ...offered(offers.get(`hex ${number}`))].join(", "),
  }));
}

/** How high a hex is. */
export const reach = (model: TableModel): number => furnitureOf(model).side * Math.sqrt(3);

function byHex(all: Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of all) {
    for (const thing of choice.about) found.set(thing, [...(found.get(thing) ?? []), choice]);
  }
  return found;
}

function offered(some: Choice[] = []): string[] {
  if (some.length === 0) return [];
  const least = Math.min(...some.map((choice) => choice.price));
  return [t("steam-power.place.moves", { n: some.length, least })];
}

function what(furniture: SteamPowerFurniture, view: SteamPowerView | null, hex: number, ways: OwnedWay[]): string[] {
  const city = furniture.cities.findIndex((other) => other.hex === hex);
  if (city >= 0) return [furniture.cities[city]!.name, ...(view ? inCity(view, city) : [])];
  return [furniture.hexes[hex]!.name, terrain(furniture.hexes[hex]!.terrain), ...track(furniture, hex, ways)];
}

function terrain(kind: number): string {
  switch (kind) {
    case 0:
      return t("steam-power.terrain.plain");
    case 1:
      return t("steam-power.terrain.hill");
    case 2:
      return t("steam-power.terrain.mountain");
    default:
      return t("steam-power.terrain.water");
  }
}

const WATER = 3;

function track(furniture: SteamPowerFurniture, hex: number, ways: OwnedWay[]): string[] {
  if (furniture.hexes[hex]!.terrain === WATER) return [];
  if (ways.length === 0) return [t("steam-power.place.no-track")];
  return ways.map(({ company, from, to }) =>
    t("steam-power.place.track", {
      company: emblem(company).name,
      way: [Math.min(from, to), Math.max(from, to)].map((edge) => furniture.edges[edge]).join("-"),
    }),
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
