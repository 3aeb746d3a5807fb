// The two scales beside the board, and where everybody's marker stands on them.

import type { SteamPlayerView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { emblem } from "./palette";
import { outlookOf, viewOf } from "./seeing";

export type ScaleName = "income" | "vp";

export interface Marker {
  seat: number;
  emblem: ReturnType<typeof emblem>;
  value: number;
  /** Where the chosen move would put it. */
  after: number;
}

export interface ScaleView {
  min: number;
  max: number;
  markers: Marker[];
}

/** Victory points have no end; the scale is as long as it must be, in tens. */
const TEN = 10;

export function scaleOf(model: TableModel, name: ScaleName): ScaleView {
  const view = viewOf(model)!;
  const then = outlookOf(model)?.players;
  const value = (player: SteamPlayerView): number => player[name];
  const markers = view.players.flatMap((player, seat) => {
    const after = value(then?.[seat] ?? player);
    return player.fallen ? [] : [{ seat, emblem: emblem(seat), value: value(player), after }];
  });
  const highest = Math.max(1, ...markers.flatMap((marker) => [marker.value, marker.after]));
  return name === "income"
    ? { min: view.options.income_lowest, max: view.options.income_highest, markers }
    : { min: 0, max: Math.ceil(highest / TEN) * TEN, markers };
}
