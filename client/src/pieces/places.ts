// The hexes as places that can be tapped, each with a label that says what is there.

import { doableAt } from "../board/doable";
import type { Choice, Place } from "../games/look";
import { type HexMap, hexRim, type Laid } from "./geometry";

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

/** A way in the notation: "n-se". */
export const wayName = (edges: readonly string[], { from, to }: Omit<Laid, "hex">): string =>
  [Math.min(from, to), Math.max(from, to)].map((edge) => edges[edge]).join("-");

/** The name of a simple track between two edges. */
export function faceOf([from, to]: readonly [number, number]): "tight" | "wide" | "straight" {
  return (["tight", "wide", "straight"] as const)[Math.min(to - from, 6 - to + from) - 1]!;
}
