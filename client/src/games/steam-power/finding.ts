// From the names that facts carry back to the things on the board.

import type { Message, SteamPowerLayout, SteamPowerView } from "../../api/types";
import { goalOf } from "../../rail/geometry";
import { linkId } from "./links";

export const cityNamed = (layout: SteamPowerLayout, name: unknown): number =>
  layout.cities.findIndex((city) => city.name === name);

export const hexNamed = (layout: SteamPowerLayout, name: unknown): number =>
  layout.hexes.findIndex((hex) => hex.name === name);

export const contractNamed = (layout: SteamPowerLayout, name: unknown): number =>
  layout.contracts.findIndex((contract) => contract.id === name);

/** From "@company.red". */
export const companyNamed = (layout: SteamPowerLayout, word: unknown): number =>
  layout.companies.findIndex((company) => word === `@company.${company}`);

const placeAt = (layout: SteamPowerLayout, hex: number): number | undefined =>
  layout.cities.find((city) => city.hex === hex)?.place;

export const citiesOf = (layout: SteamPowerLayout, place: number): number[] =>
  layout.cities.flatMap((city, number) => (city.place === place ? [number] : []));

export interface FoundLink {
  id: string;
  company: number;
  number: number;
  /** Whether one goes from its end to its beginning. */
  backwards: boolean;
}

/** A company's link between two places. */
export function linkBetween(
  layout: SteamPowerLayout,
  view: SteamPowerView,
  company: number,
  from: number,
  to: number,
): FoundLink | null {
  const links = view.companies[company]?.links ?? [];
  for (const [number, path] of links.entries()) {
    const ends = [placeAt(layout, path.start), placeAt(layout, goalOf(layout, path))];
    const forwards = ends[0] === from && ends[1] === to;
    if (forwards || (ends[0] === to && ends[1] === from)) {
      return { id: linkId(company, number), company, number, backwards: !forwards };
    }
  }
  return null;
}

/** The link that a fact speaks of: one that was finished, or that goods were carried over. */
export function linkOf(layout: SteamPowerLayout, view: SteamPowerView, fact: Message): FoundLink | null {
  const { company, start, goal } = fact.params;
  const [from, to] = [start, goal].map((name) => layout.cities[cityNamed(layout, name)]?.place);
  if (from === undefined || to === undefined) return null;
  return linkBetween(layout, view, companyNamed(layout, company), from, to);
}
