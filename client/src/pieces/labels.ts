// Where the names on a map go, so that they can be read and do not cover each other or the places beside them.

import type { Point } from "./geometry";

/** Something that names should not cover. */
export interface Thing {
  at: Point;
  /** How far it extends above and below its middle, and to the sides. */
  reach: readonly [up: number, down: number, aside: number];
}

/** A place with a name. */
export interface Label extends Thing {
  text: string;
  /** Its width, as a multiple of the size of its letters. */
  width: number;
}

/** The middle of a label's line of writing. */
export interface Spot {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far letters extend above and below their line, as a multiple of their size. */
const [UP, DOWN] = [0.78, 0.24];
/** How bad it is to cover another name, to cover another place, and to be at a less usual spot. */
const [NAME, PLACE, UNUSUAL] = [50, 1, 6];
/** Each round places every name again among all the others. */
const ROUNDS = 3;

/** The best spot for each label, for letters of this size; usually above or below its place, and away from other things. */
export function spotsOf(labels: readonly Label[], size: number, above: boolean, others: readonly Thing[]): Spot[] {
  const spots = labels.map((label) => candidates(label, size, above));
  const best = spots.map(([first]) => first!);
  const places = [...labels, ...others].map(({ at: [x, y], reach: [up, down, aside] }) => ({
    left: x - aside,
    top: y - up,
    right: x + aside,
    bottom: y + down,
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [number, label] of labels.entries()) {
      const boxes = best.map((spot, other) => boxOf(labels[other]!, spot, size));
      const cost = (spot: Spot, rank: number): number => {
        const box = boxOf(label, spot, size);
        const covered = (others: Box[]): number =>
          others.reduce((sum, other, index) => (index === number ? sum : sum + overlap(box, other)), 0);
        return NAME * covered(boxes) + PLACE * covered(places) + UNUSUAL * size * rank;
      };
      const costs = spots[number]!.map(cost);
      best[number] = spots[number]![costs.indexOf(Math.min(...costs))]!;
    }
  }
  return best;
}

/** Below its place, above it, the same farther to a side, and beside it; the usual ones first. */
function candidates({ at: [x, y], reach: [up, down, aside], width }: Label, size: number, above: boolean): Spot[] {
  const below = [y + down + UP * size, y - up - DOWN * size] as const;
  const [low, high] = above ? [below[1], below[0]] : below;
  const [quarter, half] = [(width * size) / 4, (width * size) / 2];
  const level = y + ((UP - DOWN) / 2) * size;
  return [
    { x, y: low },
    { x, y: high },
    { x: x + quarter, y: low },
    { x: x - quarter, y: low },
    { x: x + quarter, y: high },
    { x: x - quarter, y: high },
    { x: x + aside + half, y: level },
    { x: x - aside - half, y: level },
    { x: x + half, y: low },
    { x: x - half, y: low },
  ];
}

const boxOf = ({ width }: Label, { x, y }: Spot, size: number): Box => ({
  left: x - (width * size) / 2,
  top: y - UP * size,
  right: x + (width * size) / 2,
  bottom: y + DOWN * size,
});

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
