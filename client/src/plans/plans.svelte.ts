// What the viewer has planned at a table, and what they could plan. Nobody else is ever sent any of it.

import { call, OfflineError, ProblemError } from "../api/client";
import type { Foreseen, MyPlan, PlanBody, Problem } from "../api/types";
import type { TableModel } from "../table/model.svelte";

export class Plans {
  list = $state.raw<MyPlan[]>([]);
  foreseen = $state.raw<Foreseen | null>(null);
  /** Why something could not be planned. */
  problem = $state.raw<Problem | null>(null);
  /** What was foreseen, so that it is not asked for twice. */
  #asked = "";

  constructor(readonly model: TableModel) {}

  get #params(): { table: string; seat: number } {
    return { table: this.model.id, seat: this.model.now!.seat! };
  }

  async load(): Promise<void> {
    await this.#attempt(async () => {
      this.list = await call("get_plans", { params: this.#params });
    });
  }

  /** What could be planned after these moves, which are given by their texts. */
  async foresee(moves: readonly string[] = []): Promise<boolean> {
    const { ply, held } = this.model.now!.table;
    const question = [ply, held, ...moves].join("\n");
    if (question === this.#asked) return true;
    this.#asked = question;
    return this.#attempt(async () => {
      const foreseen = await call("foresee", { params: this.#params, body: { moves: [...moves] } });
      if (this.#asked === question) this.foreseen = foreseen;
    });
  }

  make(plan: PlanBody["plan"]): Promise<boolean> {
    return this.#attempt(async () => {
      await call("make_plan", { params: this.#params, body: { plan } });
      await this.load();
    });
  }

  takeBack(slot: MyPlan["slot"]): Promise<boolean> {
    return this.#attempt(async () => {
      await call("take_back_plan", { params: { ...this.#params, slot } });
      await this.load();
    });
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.#asked = "";
      if (error instanceof ProblemError) this.problem = error.problem;
      else if (error instanceof OfflineError) this.model.sending.offline = true;
      else throw error;
      return false;
    }
  }
}

const KNOWN = new WeakMap<TableModel, Plans>();

/** The plans at a table; all parts of the page share them. */
export function plansOf(model: TableModel): Plans {
  const plans = KNOWN.get(model) ?? new Plans(model);
  KNOWN.set(model, plans);
  return plans;
}
