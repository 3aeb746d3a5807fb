// From the names that facts carry back to the things on the board.

import type { Message, SteamPowerFurniture, SteamPowerView } from "../../api/types";
import { goalOf } from "../../rail/geometry";
import { linkId } from "./links";

export const cityNamed = (furniture: SteamPowerFurniture, name: unknown): number =>
  furniture.cities.findIndex((city) => city.name === name);

export const hexNamed = (furniture: SteamPowerFurniture, name: unknown): number =>
  furniture.hexes.findIndex((hex) => hex.name === name);

export const contractNamed = (furniture: SteamPowerFurniture, name: unknown): number =>
  furniture.contracts.findIndex((contract) => contract.id === name);

/** From "@company.red". */
export const companyNamed = (furniture: SteamPowerFurniture, word: unknown): number =>
  furniture.companies.findIndex((company) => word === `@company.${company}`);

const placeAt = (furniture: SteamPowerFurniture, hex: number): number | undefined =>
  furniture.cities.find((city) => city.hex === hex)?.place;

export const citiesOf = (furniture: SteamPowerFurniture, place: number): number[] =>
  furniture.cities.flatMap((city, number) => (city.place === place ? [number] : []));

export interface FoundLink {
  id: string;
  company: number;
  number: number;
  /** Whether one goes from its end to its beginning. */
  backwards: boolean;
}

/** A company's link between two places. */
export function linkBetween(
  furniture: SteamPowerFurniture,
  view: SteamPowerView,
  company: number,
  from: number,
  to: number,
): FoundLink | null {
  const links = view.companies[company]?.links ?? [];
  for (const [number, path] of links.entries()) {
    const ends = [placeAt(furniture, path.start), placeAt(furniture, goalOf(furniture, path))];
    const forwards = ends[0] === from && ends[1] === to;
    if (forwards || (ends[0] === to && ends[1] === from)) {
      return { id: linkId(company, number), company, number, backwards: !forwards };
    }
  }
  return null;
}

/** The link that a fact speaks of: one that was finished, or that goods were carried over. */
export function linkOf(furniture: SteamPowerFurniture, view: SteamPowerView, fact: Message): FoundLink | null {
  const { company, start, goal } = fact.params;
  const [from, to] = [start, goal].map((name) => furniture.cities[cityNamed(furniture, name)]?.place);
  if (from === undefined || to === undefined) return null;
  return linkBetween(furniture, view, companyNamed(furniture, company), from, to);
}
