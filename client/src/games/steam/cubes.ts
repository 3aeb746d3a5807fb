// Where the cubes of a city stand: in even rows, the fewer the larger.

export interface Spot {
  colour: number;
  x: number;
  y: number;
}

export interface Rows {
  size: number;
  spots: Spot[];
}

/** For up to so many cubes: how many rows, and how large a cube. */
const ROOM = [
  { most: 3, lines: 1, size: 20 },
  { most: 4, lines: 1, size: 16 },
  { most: 8, lines: 2, size: 15 },
  { most: 10, lines: 2, size: 13 },
  { most: Infinity, lines: 3, size: 10.5 },
];

export function rows(counts: readonly number[]): Rows {
  const cubes = counts.flatMap((count, colour) => Array.from({ length: count }, () => colour));
  const { lines, size } = ROOM.find(({ most }) => cubes.length <= most)!;
  const width = Math.ceil(cubes.length / lines);
  const spots = cubes.map((colour, number) => {
    const [line, place] = [Math.floor(number / width), number % width];
    const inLine = Math.min(width, cubes.length - line * width);
    return { colour, x: (place - (inLine - 1) / 2) * size * 1.1, y: (line - (lines - 1) / 2) * size * 1.08 };
  });
  return { size, spots };
}
