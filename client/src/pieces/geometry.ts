// Where track runs on flat-topped hexes. Edges are counted clockwise from the north.

import type { HexInfo } from "../api/types";

/** What a map says about its hexes. */
export interface HexMap {
  hexes: readonly HexInfo[];
  /** The side of a hex. */
  side: number;
}

/** A line from a hex across one edge after another. */
export interface Path {
  start: number;
  edges: readonly number[];
}

export type Point = readonly [number, number];

/** A tile of a link: where the track comes in, and where it goes out. */
export interface Laid {
  hex: number;
  from: number;
  to: number;
}

const SIXTH = Math.PI / 3;
const APOTHEM = Math.sqrt(3) / 2;

export const opposite = (edge: number): number => (edge + 3) % 6;

const towards = (angle: number, distance: number, [x, y]: Point): Point => [
  x + distance * Math.sin(angle),
  y - distance * Math.cos(angle),
];

/** The middle of an edge. */
export const edgeAt = (centre: Point, side: number, edge: number): Point =>
  towards(edge * SIXTH, side * APOTHEM, centre);

/** The outline of a hex around the point where the pen is, which is 0 0 at first, as path data. */
export function hexRim(side: number): string {
  const edges = [0, 1, 2, 3, 4].map((edge) => towards(edge * SIXTH + Math.PI / 2, side, [0, 0]));
  return `m${[towards(-SIXTH / 2, side, [0, 0]), ...edges].map(pair).join("l")}z`;
}

/** Which way a curve turns, and how far: 3 is straight, 1 and 2 turn left, -1 and -2 turn right. */
function bend(from: number, to: number): number {
  const turn = (to - from + 6) % 6;
  return turn > 3 ? turn - 6 : turn;
}

const radiusOf = (turn: number, side: number): number => side * (Math.abs(turn) === 1 ? 0.5 : 1.5);

/** Path data from the middle of one edge, where the pen already is, to the middle of another. */
export function legTo(centre: Point, side: number, from: number, to: number): string {
  const end = pair(edgeAt(centre, side, to));
  const turn = bend(from, to);
  if (turn === 3) return `L${end}`;
  const radius = round(radiusOf(turn, side));
  return `A${radius} ${radius} 0 0 ${turn < 0 ? 1 : 0} ${end}`;
}

/** A way through a hex, as path data. */
export const wayPath = (centre: Point, side: number, from: number, to: number): string =>
  `M${pair(edgeAt(centre, side, from))}${legTo(centre, side, from, to)}`;

/** The point that is a share of the way along a track through a hex. */
export function along(centre: Point, side: number, from: number, to: number, share: number): Point {
  const [start, end] = [edgeAt(centre, side, from), edgeAt(centre, side, to)];
  const turn = bend(from, to);
  if (turn === 3) return between(start, end, share);
  const hub = towards((from + turn / 2) * SIXTH, side * (Math.abs(turn) === 1 ? 1 : Math.sqrt(3)), centre);
  const [a, b] = [start, end].map(([x, y]) => Math.atan2(y - hub[1], x - hub[0])) as [number, number];
  const swing = ((b - a + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  const radius = radiusOf(turn, side);
  return [hub[0] + radius * Math.cos(a + swing * share), hub[1] + radius * Math.sin(a + swing * share)];
}

export const between = ([x1, y1]: Point, [x2, y2]: Point, share: number): Point => [
  x1 + (x2 - x1) * share,
  y1 + (y2 - y1) * share,
];

/** Where a tag covers nothing: on the other side of the hex, or above or beside track that runs through the middle. */
export function clearOf([x, y]: Point, side: number, from: number, to: number): Point {
  const [mx, my] = along([0, 0], side, from, to, 0.5);
  const away = Math.hypot(mx, my);
  if (away < 1) return from % 3 === 0 ? [x + 24, y] : [x, y - 24];
  return [x - (mx / away) * 20, y - (my / away) * 20];
}

/** Whether two ways through a hex cross, and do not just pass each other. */
export function crosses(one: Omit<Laid, "hex">, other: Omit<Laid, "hex">): boolean {
  const [low, high] = [Math.min(one.from, one.to), Math.max(one.from, one.to)];
  const within = (edge: number): boolean => low < edge && edge < high;
  return within(other.from) !== within(other.to);
}

/** The tiles of a link, in order. */
export function tilesOf(map: HexMap, path: Path): Laid[] {
  const tiles: Laid[] = [];
  let here = path.start;
  for (const [number, edge] of path.edges.slice(0, -1).entries()) {
    here = map.hexes[here]!.beside[edge]!;
    tiles.push({ hex: here, from: opposite(edge), to: path.edges[number + 1]! });
  }
  return tiles;
}

/** The hex that a link leads to. */
export const goalOf = (map: HexMap, path: Path): number =>
  path.edges.reduce((here, edge) => map.hexes[here]!.beside[edge]!, path.start);

const round = (value: number): number => Math.round(value * 100) / 100;

export const pair = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
