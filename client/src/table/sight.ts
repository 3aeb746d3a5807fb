// The table model with the types of one game.

import type { TableModel } from "./model.svelte";

interface Sight<Layout, View, Hints, Move> {
  layoutOf(model: TableModel): Layout;
  /** The position on the page, present or past. Null before the game begins. */
  viewOf(model: TableModel): View | null;
  /** Hints for drawing it. Null before the game begins. */
  hintsOf(model: TableModel): Hints | null;
  /** The position after the chosen move. */
  previewOf(model: TableModel): View | null;
  foreseenHints(model: TableModel): Hints | null;
  chosenMove(model: TableModel): Move | null;
}

export const sightOf = <Layout, View, Hints, Move>(): Sight<Layout, View, Hints, Move> => ({
  layoutOf: (model) => model.layout as Layout,
  viewOf: (model) => (model.shown?.view ?? null) as View | null,
  hintsOf: (model) => (model.shown?.hints ?? null) as Hints | null,
  previewOf: (model) => (model.preview?.view ?? null) as View | null,
  foreseenHints: (model) => (model.preview?.hints ?? null) as Hints | null,
  chosenMove: (model) => (model.choice?.move ?? null) as Move | null,
});
