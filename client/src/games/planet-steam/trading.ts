// The trade in one resource as a number: so many sold below zero, so many bought above it, and zero for neither.

import type { PlanetSteamHints, PlanetSteamView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { chosenMove, offered } from "./seeing";

export interface Trading {
  /** How many can be sold and bought at most. */
  sold: number;
  bought: number;
  /** What is chosen; null for nothing yet. */
  amount: number | null;
  choose: (amount: number) => void;
}

export function tradingOf(model: TableModel): Trading {
  const offers = new Map<number, number>([
    ...offered(model, "sell").map(({ index, move }) => [-move.amount, index] as const),
    ...offered(model, "pass").map(({ index }) => [0, index] as const),
    ...offered(model, "buy").map(({ index, move }) => [move.amount, index] as const),
  ]);
  return {
    sold: -Math.min(0, ...offers.keys()),
    bought: Math.max(0, ...offers.keys()),
    amount: amountOf(model),
    choose(amount) {
      const index = offers.get(amount);
      if (index !== undefined) model.choose(index);
    },
  };
}

function amountOf(model: TableModel): number | null {
  const move = chosenMove(model);
  if (move?.type === "buy") return move.amount;
  if (move?.type === "sell") return -move.amount;
  return move?.type === "pass" ? 0 : null;
}

/** What the next one would pay, if so many were bought; the server tells it for every supply that may be left. */
export function priceAfter(view: PlanetSteamView, { quotes }: PlanetSteamHints, amount: number): number {
  const { supplies, resource } = view;
  const left = Math.min(quotes.length - 1, Math.max(0, supplies[resource]! - amount));
  return quotes[left]!;
}
