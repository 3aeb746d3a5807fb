// How it stands with a contract in one's hand, in a few words.

import type { SteamPowerHandTile } from "../../api/types";
import { t } from "../../words/words.svelte";
import type { Choice } from "../look";

export interface ContractState {
  kind: "can" | "cannot" | "later";
  text: string;
}

/** The server says what a contract costs and which deliveries are legal; here it only finds its words. */
export function contractState(tile: SteamPowerHandTile, money: number, offered: Choice[]): ContractState {
  const deliver = offered.find((choice) => choice.move.type === "deliver");
  if (deliver) return { kind: "can", text: withBank(t("steam-power.contract.can", { cost: deliver.price }), tile) };
  if (tile.cost === null) return { kind: "cannot", text: t("steam-power.contract.no-link") };
  if (tile.cost > money) {
    const text = t("steam-power.contract.too-dear", { cost: tile.cost, missing: tile.cost - money });
    return { kind: "cannot", text: withBank(text, tile) };
  }
  return { kind: "later", text: withBank(t("steam-power.contract.would-cost", { cost: tile.cost }), tile) };
}

function withBank(text: string, tile: SteamPowerHandTile): string {
  return tile.bought ? `${text} (${t("steam-power.contract.from-bank", { n: tile.bought })})` : text;
}
