// How prices have changed, as the log says.

import type { Thing } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { standing } from "../../table/story";
import { layoutOf, viewOf } from "./table";

export interface History {
  /** From the beginning to what is on the page: each price that it had, one after the other. */
  prices: number[];
  /** Where each round after the first begins among them. */
  rounds: number[];
}

/** Of each resource. */
export function historiesOf(model: TableModel): History[] {
  const found = layoutOf(model).scales.map<History>(({ start }) => ({ prices: [start], rounds: [] }));
  for (const { id, params } of factsUntil(model)) {
    const { resource, price } = params;
    if (id === "fact.round") found.forEach(({ prices, rounds }) => rounds.push(prices.length));
    else if (price !== undefined) add(found[(resource as Thing).id as number]!, Number(price));
  }
  const now = viewOf(model)?.prices;
  found.forEach((history, resource) => add(history, now?.[resource] ?? history.prices.at(-1)!));
  return found;
}

/** Trades name the price as well, even when it has not changed. */
function add({ prices }: History, price: number): void {
  if (price !== prices.at(-1)) prices.push(price);
}

/** The price of each resource at the end of every round, or as it is now in the last one. */
export function byRound(histories: readonly History[]): number[][] {
  const rounds = (histories[0]?.rounds.length ?? 0) + 1;
  return Array.from({ length: rounds }, (_, round) =>
    histories.map(({ prices, rounds: starts }) => prices[(starts[round] ?? prices.length) - 1]!),
  );
}

const factsUntil = (model: TableModel) =>
  standing(model.log.filter(({ ply }) => model.at === null || ply <= model.at)).flatMap(({ facts }) => facts);
