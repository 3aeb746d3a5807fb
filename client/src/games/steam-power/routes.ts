// How goods travel: the links that they use and what these cost, as the facts of a delivery tell.

import type { Message, SteamPowerView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { takeable } from "../../table/story";
import { linkBetween, linkOf, type FoundLink } from "./finding";
import { cargo, chosenMove, layoutOf } from "./seeing";

export interface Leg extends FoundLink {
  /** What all goods on it pay together. */
  fee: number;
}

export interface Journey {
  /** What was carried already, in this plan. */
  past: Leg[];
  /** What the chosen move would carry. */
  next: Leg[];
}

export function journey(model: TableModel, view: SteamPowerView): Journey {
  return { past: model.past ? [] : soFar(model, view), next: ahead(model, view) };
}

/** Since the good that is on its way left its factory. */
function soFar(model: TableModel, view: SteamPowerView): Leg[] {
  if ((cargo(view.shipment)?.at ?? null) === null) return [];
  const told = takeable(model.log, model.log.length).flatMap((line) => line.facts);
  const left = told.findLastIndex((fact) => fact.id === "fact.shipped");
  return legs(model, view, told.slice(left));
}

/** Before the server has answered, the link that was chosen; then everything that the move leads to. */
function ahead(model: TableModel, view: SteamPowerView): Leg[] {
  if (model.outlook) return legs(model, view, model.outlook.facts);
  const move = chosenMove(model);
  const at = cargo(view.shipment)?.at ?? null;
  if (move?.type !== "via" || at === null) return [];
  const layout = layoutOf(model);
  const found = linkBetween(layout, view, move.company, at, layout.cities[move.city]!.place);
  return found ? [{ ...found, fee: model.choice!.price }] : [];
}

function legs(model: TableModel, view: SteamPowerView, facts: Message[]): Leg[] {
  const found = new Map<string, Leg>();
  for (const fact of facts.filter((fact) => fact.id === "fact.carried")) {
    const link = linkOf(layoutOf(model), view, fact);
    if (!link) continue;
    const key = `${link.id} ${link.backwards}`;
    const fee = Number(fact.params["fee"]) + (found.get(key)?.fee ?? 0);
    found.set(key, { ...link, fee });
  }
  return [...found.values()];
}
