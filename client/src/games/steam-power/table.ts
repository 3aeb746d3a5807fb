// The table model with this game's types and names: the layout, the view, the pieces, and simple sums.

import type {
  Games,
  SteamPowerCarryHint,
  SteamPowerCityView,
  SteamPowerHints,
  SteamPowerLayout,
  SteamPowerMove,
  SteamPowerPlayerView,
  SteamPowerView,
} from "../../api/types";
import { type Marked, painted } from "../../pieces/palette";
import { sightOf } from "../../table/sight";
import type { TableModel } from "../../table/model.svelte";
import type { Choice } from "../look";
import palette from "./palette.json";

export const { layoutOf, viewOf, hintsOf, previewOf, chosenMove } = sightOf<
  SteamPowerLayout,
  SteamPowerView,
  SteamPowerHints,
  SteamPowerMove
>();

/** The link over which a good would be carried. */
export function carryOf(choice: Choice): SteamPowerCarryHint | null {
  const hint = (choice.hint ?? null) as Games["steam-power"]["hint"];
  return hint?.type === "carry" ? hint : null;
}

/** The viewer's own things. */
export function mine(model: TableModel): SteamPowerPlayerView | undefined {
  const view = viewOf(model);
  return view?.players[view.seat ?? -1];
}

/** Every seat has a company, but a solo player has all of them. */
export const isSolo = (view: SteamPowerView): boolean => view.seats === 1;

// -- pieces ----------------------------------------------------------------------------------------------------------

export const { livery, emblem, good, goodName, goodCalled, cubes } = painted(palette);

export type Tile = NonNullable<SteamPowerCityView["tile"]>;

/** The kinds of city tiles, goods first. */
export const TILES = palette.goods.map(({ name }) => name as Tile);

export function tilePiece(tile: Tile): Marked & { name: string } {
  const number = TILES.indexOf(tile);
  return { ...good(number), name: goodName(number) };
}

/** Whether all goods of a city have been taken, so that its tile is turned over. */
export const isExhausted = ({ factory, goods }: SteamPowerCityView): boolean => factory !== null && goods === 0;

// -- sums that anybody could count; the score itself comes from the server -------------------------------------------

/** Victory points of the contracts that a company has completed. */
export const pointsOf = (layout: SteamPowerLayout, player: SteamPowerPlayerView): number =>
  player.done.reduce((sum, contract) => sum + layout.contracts[contract]!.vp, 0);

/** How many completed contracts end the game; no number does in the solo game. */
export const targetOf = (layout: SteamPowerLayout, seats: number): number | undefined => layout.numbers.targets[seats];
