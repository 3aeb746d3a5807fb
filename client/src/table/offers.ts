// The legal moves of one kind.

import type { TableModel } from "./model.svelte";

export interface Offer<Move> {
  /** Its place among the choices. */
  index: number;
  price: number;
  move: Move;
}

/** Finds the legal moves of one kind. */
export function offersOf<Move extends { type: string }>() {
  return <Kind extends Move["type"]>(model: TableModel, kind: Kind): Offer<Extract<Move, { type: Kind }>>[] =>
    model.choices
      .filter(({ move }) => move.type === kind)
      .map(({ index, price, move }) => ({ index, price, move: move as unknown as Extract<Move, { type: Kind }> }));
}
