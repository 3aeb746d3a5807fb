// How prices have changed, according to the log.

import type { Thing } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { inEffect } from "../../table/story";
import { layoutOf, viewOf } from "./table";

export interface History {
  /** From the start up to the position on the page: one after each player's trade, and one for each other change. */
  prices: number[];
  /** The index at which each round after the first begins. */
  rounds: number[];
}

const TRADES = ["fact.buy", "fact.sell", "fact.trade-pass"];
const AFTER_A_TRADE = ["fact.price-rises", "fact.price-falls"];
const CHANGES = ["fact.shift", "fact.shortage", "fact.shortage-at-top"];

/** The price history of each resource. */
export function historiesOf(model: TableModel): History[] {
  const found = layoutOf(model).scales.map<History>(({ start }) => ({ prices: [start], rounds: [] }));
  for (const { id, params } of factsUntil(model)) {
    const prices = () => found[(params.resource as Thing).id as number]!.prices;
    if (id === "fact.round") found.forEach(({ prices, rounds }) => rounds.push(prices.length));
    else if (TRADES.includes(id)) prices().push(prices().at(-1)!);
    else if (AFTER_A_TRADE.includes(id)) prices().splice(-1, 1, Number(params.price));
    else if (CHANGES.includes(id)) prices().push(Number(params.price));
  }
  const now = viewOf(model)?.prices;
  found.forEach(({ prices }, resource) => prices.push(now?.[resource] ?? prices.at(-1)!));
  return found;
}

/** The price of each resource at the end of every round, or the current price in the last one. */
export function byRound(histories: readonly History[]): number[][] {
  const rounds = (histories[0]?.rounds.length ?? 0) + 1;
  return Array.from({ length: rounds }, (_, round) =>
    histories.map(({ prices, rounds: starts }) => prices[(starts[round] ?? prices.length) - 1]!),
  );
}

const factsUntil = (model: TableModel) =>
  inEffect(model.log.filter(({ ply }) => model.at === null || ply <= model.at)).flatMap(({ facts }) => facts);
