// How it stands with a contract in one's hand, in a few words.

import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Choice } from "../look";
import { hintsOf, viewOf } from "./seeing";

export interface HandTile {
  contract: number;
  /** The least that it costs now; null without a network. */
  cost: number | null;
  /** How many of its goods would come from the bank. */
  bought: number;
}

export function handOf(model: TableModel): HandTile[] {
  const { costs, bought } = hintsOf(model)!;
  return viewOf(model)!.hand!.map((contract, n) => ({ contract, cost: costs[n]!, bought: bought[n]! }));
}

export interface ContractState {
  kind: "can" | "cannot" | "later";
  text: string;
}

/** The server says what a contract costs and which deliveries are legal; here it only finds its words. */
export function contractState(tile: HandTile, money: number, offered: Choice[]): ContractState {
  const deliver = offered.find((choice) => choice.move.type === "deliver");
  if (deliver) return { kind: "can", text: withBank(t("steam-power.contract.can", { cost: deliver.price }), tile) };
  if (tile.cost === null) return { kind: "cannot", text: t("steam-power.contract.no-link") };
  if (tile.cost > money) {
    const text = t("steam-power.contract.too-dear", { cost: tile.cost, missing: tile.cost - money });
    return { kind: "cannot", text: withBank(text, tile) };
  }
  return { kind: "later", text: withBank(t("steam-power.contract.would-cost", { cost: tile.cost }), tile) };
}

function withBank(text: string, tile: HandTile): string {
  return tile.bought ? `${text} (${t("steam-power.contract.from-bank", { n: tile.bought })})` : text;
}
