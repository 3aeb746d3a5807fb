// Links on the board as they are drawn: a line from place to place, a train in its middle, bridges where two cross.

import {
  along,
  crosses,
  edgeAt,
  goalOf,
  type HexMap,
  type Laid,
  legTo,
  opposite,
  pair,
  type Path,
  type Point,
  tilesOf,
  wayPath,
} from "./geometry";
import type { Livery } from "./palette";

export interface Link extends Path {
  /** The id by which it is lit up: "link 3". */
  id: string;
  livery: Livery;
  /** Whether it reaches the middle of its first hex, and of its last one; otherwise it ends at the edge. */
  head: boolean;
  tail: boolean;
  /** Whether a train marks it. */
  train: boolean;
}

/** A loose end, and its direction in degrees. */
export interface Stop {
  at: Point;
  angle: number;
}

export interface DrawnLink {
  id: string;
  livery: Livery;
  tiles: Laid[];
  line: string;
  /** As near the middle as possible without being on a crossing. */
  middle: Point;
  train: boolean;
  stops: Stop[];
}

/** Where one track crosses another: the upper one, drawn again near the crossing. */
export interface Bridge {
  livery: Livery;
  line: string;
  /** A share of the line before and after the bridge. */
  from: number;
  to: number;
}

const SPAN = 0.17;

export function drawnLinks(map: HexMap, links: readonly Link[]): DrawnLink[] {
  const crossed = crossedHexes(map, links);
  return links.map((link) => ({
    id: link.id,
    livery: link.livery,
    tiles: tilesOf(map, link),
    line: lineOf(map, link),
    middle: middleOf(map, link, crossed),
    train: link.train,
    stops: stopsOf(map, link),
  }));
}

/** From the middle of its first place through all its tiles, and to the middle of the last place if it gets there. */
function lineOf(map: HexMap, link: Link): string {
  const { hexes, side } = map;
  const legs = tilesOf(map, link).map(({ hex, from, to }) => legTo(hexes[hex]!.at, side, from, to));
  const start = pair(edge(map, link.start, link.edges[0]!));
  const away = link.head ? `M${pair(hexes[link.start]!.at)}L${start}` : `M${start}`;
  const home = link.tail ? `L${pair(hexes[goalOf(map, link)]!.at)}` : "";
  return `${away}${legs.join("")}${home}`;
}

function edge(map: HexMap, hex: number, number: number): Point {
  return edgeAt(map.hexes[hex]!.at, map.side, number);
}

function stopsOf(map: HexMap, { start, edges, head, tail }: Link): Stop[] {
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const ahead = goalOf(map, { start, edges: edges.slice(0, -1) });
  return [
    ...(head ? [] : [{ at: edge(map, start, first), angle: opposite(first) * 60 }]),
    ...(tail ? [] : [{ at: edge(map, ahead, last), angle: last * 60 }]),
  ];
}

/** Not on a crossing, not in a city, and if it has a loose end, nearer to the other end. */
function middleOf(map: HexMap, link: Link, crossed: ReadonlySet<number>): Point {
  const tiles = tilesOf(map, link);
  const half = tiles.length / 2;
  const spots = tiles.flatMap(({ hex, from, to }, number) => {
    const { at } = map.hexes[hex]!;
    const shares = crossed.has(hex) ? [0.16, 0.84] : [0.5, 0];
    return shares
      .filter((share) => number > 0 || share > 0)
      .map((share) => ({ at: along(at, map.side, from, to, share), far: Math.abs(number + share - half) }));
  });
  const [first, ...others] = spots;
  if (!first) return edge(map, link.start, link.edges[0]!);
  const wait = link.tail ? 0 : -0.01;
  return others.reduce((best, spot) => (spot.far + wait < best.far ? spot : best), first).at;
}

export type LinkedWay<L extends Link> = Laid & { link: L };

/** The ways on each hex, with the links that they belong to. */
export function waysByHex<L extends Link>(map: HexMap, links: readonly L[]): Map<number, LinkedWay<L>[]> {
  const found = new Map<number, LinkedWay<L>[]>();
  for (const link of links) {
    for (const tile of tilesOf(map, link)) found.set(tile.hex, [...(found.get(tile.hex) ?? []), { ...tile, link }]);
  }
  return found;
}

function crossedHexes(map: HexMap, links: readonly Link[]): ReadonlySet<number> {
  return new Set([...waysByHex(map, links)].filter(([, ways]) => ways.length > 1).map(([hex]) => hex));
}

export function bridges(map: HexMap, links: readonly Link[]): Bridge[] {
  return [...waysByHex(map, links).values()].flatMap(([lower, upper]) =>
    lower && upper && crosses(lower, upper) ? [bridge(map, lower, upper)] : [],
  );
}

function bridge(map: HexMap, lower: Laid, upper: LinkedWay<Link>): Bridge {
  const { at } = map.hexes[upper.hex]!;
  const shares = Array.from({ length: 41 }, (_, step) => step / 40);
  const below = shares.map((share) => along(at, map.side, lower.from, lower.to, share));
  const gap = (share: number): number => {
    const [x, y] = along(at, map.side, upper.from, upper.to, share);
    return Math.min(...below.map(([bx, by]) => Math.hypot(x - bx, y - by)));
  };
  const meets = shares.reduce((best, share) => (gap(share) < gap(best) ? share : best));
  const line = wayPath(at, map.side, upper.from, upper.to);
  return { livery: upper.link.livery, line, from: meets - SPAN, to: meets + SPAN };
}
