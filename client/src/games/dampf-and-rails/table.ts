// The table model with this game's types.

import type {
  DampfAndRailsHints,
  DampfAndRailsLayout,
  DampfAndRailsMove,
  DampfAndRailsPlayerView,
  DampfAndRailsView,
  Games,
} from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { offersOf } from "../../table/offers";
import { sightOf } from "../../table/sight";
import type { Choice } from "../look";

export const { layoutOf, viewOf, hintsOf, previewOf, chosenMove } = sightOf<
  DampfAndRailsLayout,
  DampfAndRailsView,
  DampfAndRailsHints,
  DampfAndRailsMove
>();

export const offered = offersOf<DampfAndRailsMove>();

export type Move<Kind extends DampfAndRailsMove["type"]> = Extract<DampfAndRailsMove, { type: Kind }>;

type Hint = Games["dampf-and-rails"]["hint"];

/** Where a choice leads: the route of a train, or what is built step by step. Null if it does neither. */
export const hintOf = (choice: Pick<Choice, "hint"> | null): Hint => (choice?.hint ?? null) as Hint;

/** The viewer, unless they are a spectator: as they are now, and as they would be after the chosen move. */
export function mine(model: TableModel): { now: DampfAndRailsPlayerView; then: DampfAndRailsPlayerView | null } | null {
  const view = viewOf(model);
  if (!view || view.seat === null) return null;
  return { now: view.players[view.seat]!, then: previewOf(model)?.players[view.seat] ?? null };
}
