// Where things are on a map of hexes.

import type { Box } from "../board/camera.svelte";
import type { HexMap } from "./geometry";

/** The box around all hexes among these things; null if there are none. */
export function bounds({ hexes, side }: HexMap, about: string[]): Box | null {
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    return kind === "hex" ? [hexes[Number(number)]!.at] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - side, Math.min(...ys) - side];
  return { x: left, y: top, width: Math.max(...xs) + side - left, height: Math.max(...ys) + side - top };
}

interface Ground {
  width: number;
  height: number;
  /** How far the ground extends beyond the hexes on every side. */
  margin: number;
}

/** The whole ground. */
export function size({ width, height, margin }: Ground): Box {
  return { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
}
