// Which things on the table a log entry is about, and where they lie.

import type { Message, SteamLayout, SteamView } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { bounds as boundsOf, size as sizeOf } from "../../rail/extent";
import type { TableModel } from "../../table/model.svelte";
import { hexNamed } from "./finding";
import { layoutOf, viewOf } from "./seeing";

const PLACE_PARAMS = ["hex", "city", "town", "start", "goal", "place"];

export function touched(model: TableModel, facts: Message[]): string[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const links = view ? facts.flatMap((fact) => linked(layout, view, fact)) : [];
  return [...new Set([...facts.flatMap((fact) => named(layout, fact)), ...links])];
}

/** Hexes that a fact names, and the stops of a delivery. */
function named(layout: SteamLayout, { params }: Message): string[] {
  const stops = typeof params["route"] === "string" ? params["route"].split("–") : [];
  return [...PLACE_PARAMS.map((name) => params[name]), ...stops]
    .map((name) => hexNamed(layout, name))
    .filter((hex) => hex >= 0)
    .map((hex) => `hex ${hex}`);
}

/** A link that was finished. */
function linked(layout: SteamLayout, view: SteamView, { id, params }: Message): string[] {
  if (id !== "fact.link") return [];
  const ends = [params["start"], params["goal"]].map((name) => hexNamed(layout, name));
  return view.links.flatMap(({ owner, start, goal, head, tail }, number) => {
    const mine = owner !== null && params["company"] === `@company.${layout.companies[owner]}`;
    return mine && head && tail && ends.includes(start) && ends.includes(goal) ? [`link ${number}`] : [];
  });
}

export const bounds = (model: TableModel, about: string[]): Box | null => boundsOf(layoutOf(model), about);

export const size = (model: TableModel): Box => sizeOf(layoutOf(model));
