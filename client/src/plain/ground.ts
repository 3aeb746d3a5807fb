// The picture under the pieces, which the server draws.

import type { Box } from "../board/camera.svelte";
import type { TableModel } from "../table/model.svelte";

const EMPTY: Box = { x: 0, y: 0, width: 320, height: 200 };
const MEASURES = /<svg[^>]*\sviewBox="([^"]*)"/;

/** Its box in its own units, in which pieces are placed. A game may have no picture at all. */
export function boxOf({ ground }: TableModel): Box {
  const [, measures = ""] = MEASURES.exec(decodeURIComponent(ground)) ?? [];
  const [x, y, width, height] = measures.trim().split(/[\s,]+/).map(Number);
  return x !== undefined && y !== undefined && width && height ? { x, y, width, height } : EMPTY;
}

export const isDrawn = (model: TableModel): boolean => boxOf(model) !== EMPTY;
