// Plans in words: what is going to happen, when it stops, and why it has.

import type { MyPlan } from "../api/types";
import { t } from "../words/words.svelte";

const money = (price: number): string => t("table.price", { price });

/** What is planned, in one sentence. */
export function titleOf({ plan, auction }: MyPlan): string {
  if (plan.kind === "bid") return t("plan.bid", { price: money(plan.upto) });
  if (plan.kind === "moves") return t("plan.moves", { n: plan.moves.length });
  if (plan.only) return t(`plan.only.${plan.until}`);
  return t(plan.until === "matter" ? `plan.pass.${auction ? "auction" : "step"}` : "plan.pass.round");
}

/** How it goes on and when it stops, sentence by sentence. */
export function conditionsOf({ plan, prices }: MyPlan): string[] {
  if (plan.kind === "bid") return [t(plan.jump ? "plan.jump" : "plan.least"), t(`plan.then.${plan.then}`)];
  if (plan.kind === "pass") return plan.above === null ? [] : [t("plan.above", { price: money(plan.above) })];
  const moves = plan.moves.map((move, place) => (prices[place] ? `${move} (${money(prices[place])})` : move));
  return [...moves, t("plan.meaning")];
}

/** Why a plan was taken back; null if it waits. */
export function stoppedText({ stopped, refusal }: MyPlan): string | null {
  if (!stopped) return null;
  const { why, move = "", bid = 0, price = 0, now = 0 } = stopped;
  if (why === "changed" && price !== now) {
    return t("plan.stopped.price", { move: move ?? "", price: money(price ?? 0), now: money(now ?? 0) });
  }
  return t(`plan.stopped.${why}`, { move: move ?? "", bid: money(bid ?? 0), refusal: refusal ?? "" });
}
