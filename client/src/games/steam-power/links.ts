// The companies' links as the board draws them.

import type { Path, SteamPowerView } from "../../api/types";
import type { Link } from "../../rail/tracks";
import { livery } from "./palette";

export type OwnedLink = Link & { company: number };

export const linkId = (company: number, number: number): string => `link ${company} ${number}`;

/** Finished ones first, then the one that is being built; each has a train. */
export function linksOf(view: SteamPowerView): OwnedLink[] {
  return view.companies.flatMap(({ links, loose }, company) => [
    ...links.map((path, number) => owned(company, number, path, true)),
    ...(loose ? [owned(company, links.length, loose, false)] : []),
  ]);
}

function owned(company: number, number: number, { start, edges }: Path, finished: boolean): OwnedLink {
  const id = linkId(company, number);
  return { id, company, livery: livery(company), start, edges, head: true, tail: finished, train: true };
}
