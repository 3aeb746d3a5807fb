// The picture under the pieces, as the server has drawn it.

import type { Box } from "../board/camera.svelte";
import type { TableModel } from "../table/model.svelte";

const EMPTY: Box = { x: 0, y: 0, width: 320, height: 200 };

/** In its own measures, by which pieces are laid. A game may have no picture at all. */
export function boxOf({ ground }: TableModel): Box {
  const drawn = new DOMParser().parseFromString(decodeURIComponent(ground.slice(ground.indexOf(",") + 1)), "image/svg+xml");
  const numbers = drawn.documentElement.getAttribute("viewBox")?.trim().split(/[\s,]+/).map(Number) ?? [];
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  return [x, y].every(Number.isFinite) && width > 0 && height > 0 ? { x, y, width, height } : EMPTY;
}

export const isDrawn = (model: TableModel): boolean => boxOf(model) !== EMPTY;
