// Who is winning, as far as the server says. It knows no rules: it only compares totals.

import type { Tally } from "../api/types";
import type { TableModel } from "../table/model.svelte";
import { nameOf } from "../table/names";
import { written } from "../words/numbers";
import { t } from "../words/words.svelte";

/** A player's tally; none while the screen changes hands, because it may show what only one of them may know. */
export function tallyOf(model: TableModel, seat: number): Tally | undefined {
  return model.covered ? undefined : model.shown?.standing?.tallies[seat];
}

/** A total with a mark for what is hidden. */
export function totalOf({ total, complete, parts }: Tally): string {
  if (complete) return written(total);
  return Object.values(parts).some((points) => points !== null) ? `${written(total)} + ?` : "?";
}

/** Who leads and by how much, from the viewer's side; null if not everything is public, or nobody else plays. */
export function leadOf(model: TableModel): string | null {
  const tallies = model.shown?.standing?.tallies ?? [];
  if (tallies.length < 2 || tallies.some(({ complete }) => !complete)) return null;
  const order = tallies.map(({ total }, seat) => ({ total, seat })).sort((one, other) => other.total - one.total);
  const [first, second] = [order[0]!, order[1]!];
  const me = model.shown!.seat;
  if (first.total === second.total) {
    const level = order.filter(({ total }) => total === first.total).map(({ seat }) => nameOf(model, seat));
    return t("tally.level", { names: level.join(", "), n: first.total });
  }
  if (me === first.seat) return t("tally.you-lead", { n: first.total - second.total, name: nameOf(model, second.seat) });
  const name = nameOf(model, first.seat);
  if (me === null) return t("tally.leads", { name, n: first.total - second.total });
  return t("tally.behind", { name, n: first.total - tallies[me]!.total });
}
