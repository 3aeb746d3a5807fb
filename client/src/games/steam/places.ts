// The labels of hexes: they say what a person sees there.

import type { SteamCityView, SteamLayout, SteamView } from "../../api/types";
import { hexHeight, hexPlaces, trackName } from "../../pieces/places";
import { waysByHex } from "../../pieces/tracks";
import type { TableModel } from "../../table/model.svelte";
import type { Name } from "../../words/formatting";
import { t, words } from "../../words/words.svelte";
import type { Place } from "../look";
import { linksOf, type OwnedLink, stubsByHex } from "./links";
import { cityColour, companyWord, goodName } from "./palette";
import { layoutOf, viewOf } from "./table";

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const links = view ? linksOf(view) : [];
  const ways = waysByHex(layout, links);
  const stubs = stubsByHex(layout, links);
  return hexPlaces(layout, model.choices, (hex) => [
    ...what(layout, view, hex),
    ...track(layout, ways.get(hex) ?? []),
    ...track(layout, stubs.get(hex) ?? []),
  ]);
}

export const reach = (model: TableModel): number => hexHeight(layoutOf(model));

function what(layout: SteamLayout, view: SteamView | null, hex: number): string[] {
  const town = layout.towns.find((other) => other.hex === hex);
  const printed = layout.cities.find((other) => other.hex === hex);
  const city = view?.cities.find((other) => other.hex === hex);
  const name = (printed ?? town)?.name;
  if (city) return [name!, ...inCity(city)];
  if (printed) return [printed.name];
  const here = [layout.hexes[hex]!.name, terrain(layout, hex), ...barriers(layout, hex)];
  return town ? [town.name, t("steam.place.town"), ...here] : here;
}

const inCity = ({ colour, cubes, grown }: SteamCityView): string[] => [
  t("steam.place.city", { colour: words.name(cityColour(colour)) }),
  ...goods(cubes),
  grown ? t("steam.place.grown") : t("steam.place.grows"),
];

function goods(cubes: number[]): string[] {
  const some = cubes.flatMap((n, colour) => (n ? [t("steam.cubes", { n, good: goodName(colour) })] : []));
  return some.length ? some : [t("steam.place.no-cubes")];
}

/** The terrain, and what it adds to the price of a tile. */
function terrain(layout: SteamLayout, hex: number): string {
  const kind = t(`pieces.terrain.${layout.hexes[hex]!.terrain}`);
  const surcharge = layout.surcharges[hex]!;
  return surcharge ? t("steam.place.surcharge", { terrain: kind, money: surcharge }) : kind;
}

/** The edges on land that no track may cross. */
function barriers(layout: SteamLayout, hex: number): string[] {
  if (layout.hexes[hex]!.terrain === "water") return [];
  const closed = layout.edges.filter((_, edge) => !((layout.open_edges[hex]! >> edge) & 1));
  const edges = closed.map((edge) => words.name(`edge.${edge}`)("acc")).join(", ");
  return closed.length ? [t("steam.place.closed", { n: closed.length, edges })] : [];
}

const ownerName = (owner: number | null): Name =>
  words.name(owner === null ? "company.nobody" : companyWord(owner).slice(1));

/** Track that runs through here, or leaves a town or city here. */
function track(layout: SteamLayout, here: { link: OwnedLink }[]): string[] {
  return here.map(({ link }) => trackName(layout, link, ownerName(link.owner), (hex) => placeName(layout, hex)));
}

const placeName = ({ cities, towns, hexes }: SteamLayout, hex: number): string =>
  ([...cities, ...towns].find((place) => place.hex === hex) ?? hexes[hex]!).name;
