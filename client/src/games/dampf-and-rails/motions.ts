// Trains that run over the map, and the steps of a run as one entry of the log.

import type { Message, Thing } from "../../api/types";
import Train from "../../pieces/Train.svelte";
import type { TableModel } from "../../table/model.svelte";
import type { Motion } from "../look";
import { pathOf } from "./map";
import { companyId, livery } from "./palette";
import { layoutOf, viewOf } from "./table";

const isRun = ({ id }: Message): boolean => id === "fact.run";
const courseOf = ({ params }: Message): number[] => (params["course"] as Thing[]).map(({ id }) => Number(id));

/** The train of a player, as `of` of a motion names it. */
export const trainId = (seat: number, number: number): string => `train ${seat} ${number}`;

export function motions(model: TableModel, facts: Message[]): Motion[] {
  const seats = viewOf(model)?.players.map((_, seat) => seat) ?? [];
  return facts.filter(isRun).flatMap((run) => {
    const seat = seats.find((other) => companyId(other) === run.params["company"]);
    if (seat === undefined) return [];
    const course = courseOf(run);
    return [
      {
        legs: [{ line: pathOf(layoutOf(model), course) }],
        steps: course.length - 1,
        Piece: Train,
        given: { at: [0, 0], livery: livery(seat) },
        of: trainId(seat, Number(run.params["train"])),
      },
    ];
  });
}

/** Two runs of a train one after the other, with nothing but tolls between them, count as one run. */
export function join(one: Message[], other: Message[]): Message[] | null {
  const before = one.at(-1);
  const next = other.findIndex(isRun);
  const after = other[next];
  if (!before || !after || !isRun(before) || before.params["train"] !== after.params["train"]) return null;
  const { start, points, course } = before.params;
  const params = {
    ...after.params,
    start: start!,
    points: Number(points) + Number(after.params["points"]),
    course: [...(course as Thing[]), ...(after.params["course"] as Thing[])],
  };
  return [...one.slice(0, -1), ...other.slice(0, next), { ...after, params }, ...other.slice(next + 1)];
}
