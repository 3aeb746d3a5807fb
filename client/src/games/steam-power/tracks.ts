// All links on the board as they are drawn: a line from city to city, a train in its middle, bridges where two cross.

import type { Path, SteamPowerFurniture, SteamPowerView } from "../../api/types";
import { along, edgeAt, goalOf, type Laid, legTo, pair, type Point, tilesOf } from "./geometry";

export interface DrawnLink {
  /** As it is called when it is lit: "link 0 3". */
  id: string;
  company: number;
  tiles: Laid[];
  line: string;
  train: Point;
  /** The loose end of an unfinished link, and the direction it looks in degrees. */
  stop: { at: Point; angle: number } | null;
  start: number;
  goal: number;
}

/** Where one track passes over another: the upper one once more, near the point where they meet. */
export interface Bridge {
  company: number;
  line: string;
  /** A share of the line before and after the bridge. */
  from: number;
  to: number;
}

const SPAN = 0.17;

export const linkId = (company: number, number: number): string => `link ${company} ${number}`;

export function drawnLinks(furniture: SteamPowerFurniture, view: SteamPowerView): DrawnLink[] {
  const crossed = crossedHexes(furniture, view);
  return view.companies.flatMap(({ links, loose }, company) => [
    ...links.map((path, number) => drawn(furniture, crossed, company, linkId(company, number), path, true)),
    ...(loose ? [drawn(furniture, crossed, company, linkId(company, links.length), loose, false)] : []),
  ]);
}

function drawn(
  furniture: SteamPowerFurniture,
  crossed: ReadonlySet<number>,
  company: number,
  id: string,
  path: Path,
  finished: boolean,
): DrawnLink {
  const tiles = tilesOf(furniture, path);
  const goal = goalOf(furniture, path);
  const last = tiles.at(-1)!;
  return {
    id,
    company,
    tiles,
    line: lineOf(furniture, path.start, tiles, finished ? goal : null),
    train: trainAt(furniture, tiles, crossed, finished),
    stop: finished ? null : { at: edge(furniture, last.hex, last.to), angle: last.to * 60 },
    start: path.start,
    goal,
  };
}

/** From the middle of its first city through all its tiles, and on to the middle of the second if it gets there. */
function lineOf(furniture: SteamPowerFurniture, start: number, tiles: Laid[], goal: number | null): string {
  const { hexes, side } = furniture;
  const first = tiles[0]!;
  const legs = tiles.map(({ hex, from, to }) => legTo(hexes[hex]!.at, side, from, to));
  const home = goal === null ? "" : `L${pair(hexes[goal]!.at)}`;
  return `M${pair(hexes[start]!.at)}L${pair(edge(furniture, first.hex, first.from))}${legs.join("")}${home}`;
}

function edge(furniture: SteamPowerFurniture, hex: number, number: number): Point {
  return edgeAt(furniture.hexes[hex]!.at, furniture.side, number);
}

/** As near the middle of the link as can be without standing on a crossing or in a city. */
function trainAt(furniture: SteamPowerFurniture, tiles: Laid[], crossed: ReadonlySet<number>, finished: boolean): Point {
  const middle = tiles.length / 2;
  const stops = tiles.flatMap(({ hex, from, to }, number) => {
    const { at } = furniture.hexes[hex]!;
    const spots = crossed.has(hex) ? [0.16, 0.84] : [0.5, 0];
    return spots
      .filter((share) => number > 0 || share > 0)
      .map((share) => ({ at: along(at, furniture.side, from, to, share), far: Math.abs(number + share - middle) }));
  });
  // An unfinished link has its buffer stop at one end, so its train waits nearer to the other.
  const wait = finished ? 0 : -0.01;
  return stops.reduce((best, stop) => (stop.far + wait < best.far ? stop : best)).at;
}

export type OwnedWay = Laid & { company: number };

/** The ways that lie on each hex, with their owners. */
export function waysByHex(furniture: SteamPowerFurniture, view: SteamPowerView): Map<number, OwnedWay[]> {
  const found = new Map<number, OwnedWay[]>();
  view.companies.forEach(({ links, loose }, company) => {
    for (const path of loose ? [...links, loose] : links) {
      for (const tile of tilesOf(furniture, path)) {
        found.set(tile.hex, [...(found.get(tile.hex) ?? []), { ...tile, company }]);
      }
    }
  });
  return found;
}

function crossedHexes(furniture: SteamPowerFurniture, view: SteamPowerView): ReadonlySet<number> {
  return new Set([...waysByHex(furniture, view)].filter(([, ways]) => ways.length > 1).map(([hex]) => hex));
}

export function bridges(furniture: SteamPowerFurniture, view: SteamPowerView): Bridge[] {
  return [...waysByHex(furniture, view)].flatMap(([hex, ways]) => {
    const [lower, upper] = ways;
    return lower && upper ? [bridge(furniture, hex, lower, upper)] : [];
  });
}

function bridge(furniture: SteamPowerFurniture, hex: number, lower: Laid, upper: OwnedWay): Bridge {
  const { at } = furniture.hexes[hex]!;
  const { side } = furniture;
  const shares = Array.from({ length: 41 }, (_, step) => step / 40);
  const below = shares.map((share) => along(at, side, lower.from, lower.to, share));
  const gap = (share: number): number => {
    const [x, y] = along(at, side, upper.from, upper.to, share);
    return Math.min(...below.map(([bx, by]) => Math.hypot(x - bx, y - by)));
  };
  const meets = shares.reduce((best, share) => (gap(share) < gap(best) ? share : best));
  const start = edgeAt(at, side, upper.from);
  return {
    company: upper.company,
    line: `M${pair(start)}${legTo(at, side, upper.from, upper.to)}`,
    from: meets - SPAN,
    to: meets + SPAN,
  };
}
