// The hexes as places that can be tapped, each with a label that says what is there.

import { doableAt } from "../board/doable";
import type { Choice, Place } from "../games/look";
import type { Name } from "../words/formatting";
import { t } from "../words/words.svelte";
import { goalOf, type HexMap, hexRim } from "./geometry";
import type { Link } from "./tracks";

/** `what` says in words what a hex is and what is on it. */
export function hexPlaces(map: HexMap, choices: Choice[], what: (hex: number) => string[]): Place[] {
  const rim = hexRim(map.side);
  const doable = doableAt(choices);
  return map.hexes.map((hex, number) => ({
    id: `hex ${number}`,
    asked: `hex ${hex.name}`,
    at: hex.at,
    rim,
    beside: hex.beside.map((other) => (other === null ? null : `hex ${other}`)),
    name: [...what(number), ...doable(`hex ${number}`)].join(", "),
  }));
}

/** The height of a hex. */
export const hexHeight = ({ side }: HexMap): number => side * Math.sqrt(3);

/** Track by its owner and the places that it joins. */
export function trackName(map: HexMap, link: Link, company: Name, nameOf: (hex: number) => string): string {
  const ends = [...(link.head ? [link.start] : []), ...(link.tail ? [goalOf(map, link)] : [])];
  const [start, goal] = ends.map(nameOf);
  if (start === undefined) return t("pieces.place.loose", { company });
  return goal === undefined
    ? t("pieces.place.loose-from", { company, start })
    : t("pieces.place.link", { company, start, goal });
}

/** The name of a simple track between two edges. */
export function faceOf([from, to]: readonly [number, number]): "tight" | "wide" | "straight" {
  return (["tight", "wide", "straight"] as const)[Math.min(to - from, 6 - to + from) - 1]!;
}
