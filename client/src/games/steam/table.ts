// The table model with this game's types and names.

import type { Games, SteamAction, SteamLayout, SteamMove, SteamRouteHint, SteamStakeHint, SteamView } from "../../api/types";
import { type Offer, offersOf } from "../../table/offers";
import { sightOf } from "../../table/sight";
import { words } from "../../words/words.svelte";
import type { Choice } from "../look";

export type Stage = SteamView["stage"];
export type Offered<Kind extends SteamMove["type"]> = Offer<Extract<SteamMove, { type: Kind }>>;

export const { layoutOf, viewOf, previewOf, chosenMove } = sightOf<SteamLayout, SteamView, null, SteamMove>();

/** The legal moves of one kind. */
export const offered = offersOf<SteamMove>();

const hintOf = (choice: Choice | null): Games["steam"]["hint"] => (choice?.hint ?? null) as Games["steam"]["hint"];

/** The route of a delivery. */
export function routeOf(choice: Choice | null): SteamRouteHint | null {
  const hint = hintOf(choice);
  return hint?.type === "route" ? hint : null;
}

/** What would be left if the bid won. */
export function stakeOf(choice: Choice | null): SteamStakeHint | null {
  const hint = hintOf(choice);
  return hint?.type === "stake" ? hint : null;
}

/** The name of a city or town, or of any other hex. */
export const nameAt = ({ cities, towns, hexes }: SteamLayout, hex: number): string =>
  [...cities, ...towns].find((place) => place.hex === hex)?.name ?? hexes[hex]!.name;

export const actionName = ({ id }: SteamAction): string => words.template(`action.${id}`);
