// Ways of several moves: where a train would run, and what would be built, as the server tells it.

import type { DampfAndRailsHints, DampfAndRailsMove } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { postIn } from "./network";
import { chosenMove, hintsOf, type Laid, laidOf, NONE, type Reached, reachedOf, viewOf } from "./seeing";

/** Where a train can come in this turn. */
export const reachOf = ({ runs }: DampfAndRailsHints, train: number): Reached[] => (runs[train] ?? []).map(reachedOf);

/** The steps of the cheapest way to each milepost that can be connected, by milepost. */
export function waysByPost({ ways }: DampfAndRailsHints): Map<number, Laid[]> {
  const whole: Laid[][] = [];
  const found = new Map<number, Laid[]>();
  for (const row of ways) {
    const before = row[4];
    const way = [...(before === NONE ? [] : whole[before]!), laidOf(row)];
    whole.push(way);
    const [to] = row;
    if (!found.has(to)) found.set(to, way); // the cheapest comes first
  }
  return found;
}

/** What must be done for a step of a way; nothing for the crossing from a lone port. */
export function movesOf({ section, ferry }: Laid): DampfAndRailsMove[] {
  return [
    ...(section === NONE ? [] : [{ type: "build" as const, section }]),
    ...(ferry === NONE ? [] : [{ type: "connect" as const, ferry }]),
  ];
}

/** The way of a single move to a town; the server tells them in the order of these moves. */
function layOf(model: TableModel, { lays }: DampfAndRailsHints, index: number): Laid[] {
  const before = model.now!.legal.slice(0, index);
  return (lays[before.filter(({ move }) => move.type === "lay").length] ?? []).map(laidOf);
}

/** What the chosen move would build. */
export function building(model: TableModel): Laid[] {
  const [move, hints, choice] = [chosenMove(model), hintsOf(model), model.choice];
  if (!move || !hints || !choice) return [];
  const { price } = choice;
  if (move.type === "lay") return layOf(model, hints, choice.index);
  if (choice.then && move.type !== "step") return waysByPost(hints).get(postIn(choice.about[0]!)) ?? [];
  if (move.type === "build") return [{ to: NONE, price, section: move.section, ferry: NONE }];
  return move.type === "connect" ? [{ to: NONE, price, section: NONE, ferry: move.ferry }] : [];
}

/** Where the chosen move would lead a train: the mileposts on the way, where it stands first. */
export function running(model: TableModel): { train: number; posts: number[]; reached: Reached } | null {
  const [move, view, hints] = [chosenMove(model), viewOf(model), hintsOf(model)];
  if (!move || !view || !hints || (move.type !== "step" && move.type !== "go")) return null;
  const last = (model.choice?.then?.at(-1) ?? move) as DampfAndRailsMove;
  const reached = reachOf(hints, move.train).find(({ post, go }) =>
    last.type === "go" ? go === last.place : last.type === "step" && post === last.to,
  );
  const [, start] = view.players[view.active]!.trains[move.train]!;
  return reached ? { train: move.train, posts: [start, ...reached.course], reached } : null;
}
