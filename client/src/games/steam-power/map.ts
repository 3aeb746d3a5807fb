// The map: links as they are drawn, hexes as places that can be tapped, and where things are.

import type { Path, SteamPowerLayout, SteamPowerView } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { bounds as boundsOf, size as sizeOf } from "../../pieces/extent";
import { hexHeight, hexPlaces, trackName } from "../../pieces/places";
import { type Link, type LinkedWay, waysByHex } from "../../pieces/tracks";
import type { TableModel } from "../../table/model.svelte";
import type { Name } from "../../words/formatting";
import { t, words } from "../../words/words.svelte";
import type { Place } from "../look";
import { isExhausted, layoutOf, livery, viewOf } from "./table";

export type OwnedLink = Link & { company: number };

/** Finished links first, then the one that is being built; each has a train. */
export function linksOf({ companies }: SteamPowerLayout, view: SteamPowerView): OwnedLink[] {
  return view.companies.flatMap(({ links, loose }, company) => {
    const owned = ({ start, edges }: Path, number: number): OwnedLink => {
      const id = `link ${companies[company]}-${number}`; // as facts call it
      return { id, company, livery: livery(company), start, edges, head: true, tail: number < links.length, train: true };
    };
    return [...links, ...(loose ? [loose] : [])].map(owned);
  });
}

/** The place that a city belongs to: adjacent cities are one place. */
export const placeAt = (layout: SteamPowerLayout, hex: number): number | undefined =>
  layout.cities.find((city) => city.hex === hex)?.place;

export const bounds = (model: TableModel, about: string[]): Box | null => boundsOf(layoutOf(model), about);

export const size = (model: TableModel): Box => sizeOf(layoutOf(model));

export const reach = (model: TableModel): number => hexHeight(layoutOf(model));

// -- what a person sees on a hex -------------------------------------------------------------------------------------

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const ways = waysByHex(layout, view ? linksOf(layout, view) : []);
  return hexPlaces(layout, model.choices, (hex) => what(layout, view, hex, ways.get(hex) ?? []));
}

function what(layout: SteamPowerLayout, view: SteamPowerView | null, hex: number, ways: LinkedWay<OwnedLink>[]): string[] {
  const city = layout.cities.findIndex((other) => other.hex === hex);
  if (city >= 0) return [layout.cities[city]!.name, ...(view ? inCity(layout, view, city) : [])];
  const { name, terrain } = layout.hexes[hex]!;
  return [name, t(`pieces.terrain.${terrain}`), ...(terrain === "water" ? [] : track(layout, ways))];
}

function track(layout: SteamPowerLayout, ways: LinkedWay<OwnedLink>[]): string[] {
  if (ways.length === 0) return [t("pieces.place.no-track")];
  return ways.map(({ link }) => trackName(layout, link, companyName(layout, link.company), (hex) => cityAt(layout, hex)));
}

const companyName = ({ companies }: SteamPowerLayout, seat: number): Name => words.name(`company.${companies[seat]!}`);

const cityAt = ({ cities, hexes }: SteamPowerLayout, hex: number): string =>
  (cities.find((city) => city.hex === hex) ?? hexes[hex]!).name;

function inCity(layout: SteamPowerLayout, view: SteamPowerView, number: number): string[] {
  const city = view.cities[number]!;
  if (city.tile === null) return [];
  if (city.tile === "vp") return [t("steam-power.place.vp-city")];
  const kind = t("steam-power.place.city", { good: words.name(`good.${city.tile}`) });
  if (city.factory === null) return [kind, t("steam-power.place.no-factory")];
  const company = companyName(layout, city.factory);
  if (isExhausted(city)) return [kind, t("steam-power.place.exhausted", { company })];
  return [kind, t("steam-power.place.factory", { company, n: city.goods })];
}
