// Everybody's money when the viewer's last turn ended, to show what has changed since.

import { untrack } from "svelte";
import type { TableModel } from "../table/model.svelte";

/** To be called while a component is set up. */
export class Before {
  #money = $state.raw<number[] | null>(null);

  constructor(
    readonly model: TableModel,
    now: () => number[] | null,
  ) {
    let had = false;
    $effect(() => {
      if (had && !model.myTurn) this.#money = untrack(now);
      had = model.myTurn;
    });
  }

  /** Null while an earlier position is looked at, which has not changed since. */
  get money(): number[] | null {
    return this.model.at === null ? this.#money : null;
  }
}
