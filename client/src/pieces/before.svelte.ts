// Everybody's money when one's own turn ended, so that what the others did meanwhile can be shown.

import { untrack } from "svelte";
import type { TableModel } from "../table/model.svelte";

/** To be called while a component is set up. */
export class Before {
  money = $state.raw<number[] | null>(null);

  constructor(model: TableModel, now: () => number[] | null) {
    let had = false;
    $effect(() => {
      if (had && !model.myTurn) this.money = untrack(now);
      had = model.myTurn;
    });
  }
}
