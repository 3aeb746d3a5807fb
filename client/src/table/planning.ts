// Whether a viewer can plan their next moves. What they can plan, and what they have planned, is fetched later.

import type { TableModel } from "./model.svelte";

/** With one seat in a game with others that goes on; people who share a screen would see each other's plans. A lesson
 * is no game: nobody else moves in it. */
export function canPlan(model: TableModel): boolean {
  if (model.taught) return false;
  const { table, seat } = model.now!;
  const here = seat !== null && !table.seats[seat]?.away && model.mySeats.length === 1;
  return here && table.seats.length > 1 && table.state === "running" && model.at === null;
}
