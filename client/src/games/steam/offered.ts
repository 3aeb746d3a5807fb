// The legal moves of one kind.

import type { SteamMove } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";

export interface Offered<Kind extends SteamMove["type"]> {
  /** What is chosen when somebody takes it. */
  index: number;
  price: number;
  move: Extract<SteamMove, { type: Kind }>;
}

export function offered<Kind extends SteamMove["type"]>(model: TableModel, kind: Kind): Offered<Kind>[] {
  return model.choices
    .filter(({ move }) => move.type === kind)
    .map(({ index, price, move }) => ({ index, price, move: move as Offered<Kind>["move"] }));
}
