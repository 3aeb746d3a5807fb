// What a hex is called: what a look at it would tell.

import type { SteamCityView, SteamFurniture, SteamView } from "../../api/types";
import { hexHeight, hexPlaces, wayName } from "../../rail/places";
import { type LinkedWay, waysByHex } from "../../rail/tracks";
import type { TableModel } from "../../table/model.svelte";
import { t, words } from "../../words/words.svelte";
import type { Place } from "../look";
import { linksOf, type OwnedLink, type Stub, stubsByHex } from "./links";
import { emblem, goodName } from "./palette";
import { furnitureOf, viewOf } from "./seeing";

export function places(model: TableModel): Place[] {
  const furniture = furnitureOf(model);
  const view = viewOf(model);
  const links = view ? linksOf(view) : [];
  const ways = waysByHex(furniture, links);
  const stubs = stubsByHex(furniture, links);
  return hexPlaces(furniture, model.choices, (hex) => [
    ...what(furniture, view, hex),
    ...track(furniture, ways.get(hex) ?? []),
    ...leaving(furniture, stubs.get(hex) ?? []),
  ]);
}

export const reach = (model: TableModel): number => hexHeight(furnitureOf(model));

function what(furniture: SteamFurniture, view: SteamView | null, hex: number): string[] {
  const town = furniture.towns.find((other) => other.hex === hex);
  const printed = furniture.cities.find((other) => other.hex === hex);
  const city = view?.cities.find((other) => other.hex === hex);
  const name = (printed ?? town)?.name;
  if (city) return [name!, ...inCity(city)];
  if (printed) return [printed.name];
  const here = [furniture.hexes[hex]!.name, terrain(furniture, hex), ...barriers(furniture, hex)];
  return town ? [town.name, t("steam.place.town"), ...here] : here;
}

const inCity = ({ colour, cubes, grown }: SteamCityView): string[] => [
  t("steam.place.city", { good: goodName(colour) }),
  ...goods(cubes),
  grown ? t("steam.place.grown") : t("steam.place.grows"),
];

function goods(cubes: number[]): string[] {
  const some = cubes.flatMap((n, colour) => (n ? [t("steam.cubes", { n, good: goodName(colour) })] : []));
  return some.length ? some : [t("steam.place.no-cubes")];
}

const TERRAIN = ["rail.terrain.plain", "rail.terrain.hill", "rail.terrain.water"];

/** And what it adds to the price of a tile. */
function terrain(furniture: SteamFurniture, hex: number): string {
  const kind = t(TERRAIN[furniture.hexes[hex]!.terrain]!);
  const surcharge = furniture.surcharges[hex]!;
  return surcharge ? t("steam.place.surcharge", { terrain: kind, money: surcharge }) : kind;
}

const WATER = 2;

/** The edges of land that no track crosses. */
function barriers(furniture: SteamFurniture, hex: number): string[] {
  if (furniture.hexes[hex]!.terrain === WATER) return [];
  const closed = furniture.edges.filter((_, edge) => !((furniture.open_edges[hex]! >> edge) & 1));
  return closed.length ? [t("steam.place.closed", { edges: closed.join(", ") })] : [];
}

const ownerName = (owner: number | null): string =>
  owner === null ? words.template("company.nobody") : emblem(owner).name;

function track(furniture: SteamFurniture, ways: LinkedWay<OwnedLink>[]): string[] {
  return ways.map((way) =>
    t("rail.place.track", { company: ownerName(way.link.owner), way: wayName(furniture.edges, way) }),
  );
}

/** Track that leaves a town or city here. */
function leaving(furniture: SteamFurniture, stubs: Stub[]): string[] {
  return stubs.map(({ edge, link }) =>
    t("rail.place.track", { company: ownerName(link.owner), way: furniture.edges[edge]! }),
  );
}
