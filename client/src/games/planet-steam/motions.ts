// Dice that roll for a zone, and what the tanks that work bring up.

import type { Message, Thing } from "../../api/types";
import Cube from "../../pieces/Cube.svelte";
import type { TableModel } from "../../table/model.svelte";
import type { Motion } from "../look";
import Die from "./Die.svelte";
import { resource } from "./palette";
import { layoutOf, viewOf } from "./table";

/** How far a die rolls and a resource rises, as shares of a zone's side. */
const [ROLL, RISE] = [0.9, 0.6];

export function motions(model: TableModel, facts: Message[]): Motion[] {
  const { zones, side } = layoutOf(model);
  const at = ({ params }: Message): string => {
    const { x, y } = zones[(params["zone"] as Thing).id as number]!;
    return `M${x} ${y}`;
  };
  return facts.flatMap((fact): Motion[] => {
    if (fact.id === "fact.roll" && fact.params["zone"]) {
      // The die comes to rest in the zone, long enough to be read.
      const legs = [{ line: `${at(fact)}m${-side * ROLL} ${-side * ROLL}q0 ${-side / 2} ${side * ROLL} ${side * ROLL}` }, { line: at(fact) }];
      return [{ legs, steps: 4, Piece: Die, given: { pips: Number(fact.params["pips"]) } }];
    }
    const product = fact.id === "fact.work" ? viewOf(model)?.zones[(fact.params["zone"] as Thing).id as number]!.product : null;
    if (product === null || product === undefined) return [];
    return [{ legs: [{ line: `${at(fact)}v${-side * RISE}` }], steps: 1, Piece: Cube, given: { good: resource(product), size: 26 } }];
  });
}
