// Where a panel goes so that it is near a spot of the board, can be seen as a whole, and covers as little as possible of
// what else can be pressed.

import type { Spot } from "../table/model.svelte";

interface Size {
  width: number;
  height: number;
}

interface Corner {
  left: number;
  top: number;
}

/** The space between the panel and the edges of the room, and what is below the panel. */
const [EDGE, FOOT] = [8, 52];
/** The buttons for explanations and hints in the upper left corner of the room. */
const TOOLS: Size = { width: 92, height: 48 };
/** How far the panel is from the middle of the spot, in multiples of its radius: beyond its neighbours, or next to it. */
const [FAR, NEAR] = [3.3, 1.4];
/** The least radius, for tiny places. */
const LEAST = 16;
/** How bad it is to cover the spot itself, or its neighbours, where a tile leads, or buttons; another place counts as 1. */
const [SPOT, CROWDED] = [1000, 2];

export function beside(spot: Spot, panel: Size, room: Size): Corner {
  const corners = candidates(spot, panel, room);
  const costs = corners.map((corner, rank) => cost(spot, corner, panel) + rank / 2);
  return corners[costs.indexOf(Math.min(...costs))]!;
}

/** To the right and left of the spot, below and above it, and in the corners of the room; the best to look at first. */
function candidates({ x, y, radius }: Spot, { width, height }: Size, room: Size): Corner[] {
  const [far, near] = [FAR, NEAR].map((times) => times * Math.max(radius, LEAST)) as [number, number];
  const across = (left: number): number => within(left, width, room.width);
  const down = (top: number): number => within(top, height, room.height - FOOT);
  const level = down(y - height / 3);
  const sides = [far, near].flatMap((gap) => [x + gap, x - gap - width]);
  const middle = across(x - width / 2);
  const [right, bottom] = [across(room.width), down(room.height)];
  return [
    ...sides.map((left) => ({ left: across(left), top: level })),
    { left: middle, top: down(y + near) },
    { left: middle, top: down(y - near - height) },
    { left: right, top: EDGE },
    { left: EDGE, top: TOOLS.height },
    ...[EDGE, right].map((left) => ({ left, top: bottom })),
  ];
}

function cost({ x, y, radius, others }: Spot, { left, top }: Corner, { width, height }: Size): number {
  const covers = (px: number, py: number, reach: number): boolean =>
    px > left - reach && px < left + width + reach && py > top - reach && py < top + height + reach;
  const covered = others.filter(([px, py]) => covers(px, py, radius / 2)).length;
  const crowded = covers(x, y, (FAR - 0.1) * radius) ? CROWDED : 0;
  const tools = left < TOOLS.width && top < TOOLS.height ? CROWDED : 0;
  return covered + crowded + tools + (covers(x, y, radius) ? SPOT : 0);
}

const within = (start: number, length: number, room: number): number =>
  Math.max(EDGE, Math.min(start, room - length - EDGE));
