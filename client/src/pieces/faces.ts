// What is printed on a track tile: ways through it, or track that leaves a town in its middle.

import { edgeAt, pair, type Point, wayPath } from "./geometry";

/** A way through the tile. */
export interface Way {
  from: number;
  to: number;
  /** The colour of its owner; without one it is white. */
  colour?: string;
}

/** Track that leaves the town across an edge. */
export interface Stub {
  edge: number;
  colour?: string;
}

export interface Face {
  ways: Way[];
  /** Missing on a tile without a town. */
  stubs?: Stub[];
}

const BLANK = "#fffdf6";

/** The track of a tile as path data. */
export function linesOf(at: Point, side: number, { ways, stubs = [] }: Face): { d: string; colour: string }[] {
  return [
    ...ways.map(({ from, to, colour = BLANK }) => ({ d: wayPath(at, side, from, to), colour })),
    ...stubs.map(({ edge, colour = BLANK }) => ({ d: `M${pair(at)}L${pair(edgeAt(at, side, edge))}`, colour })),
  ];
}
