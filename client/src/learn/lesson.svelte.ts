// A lesson as this pupil takes it: a table without a game, whose position is that of a step. The server is told what was
// done so far, and says what comes next.

import { call } from "../api/client";
import type { LessonMoment, MovePreview, Named, TableView, Why, WhyBody } from "../api/types";
import { type Choice, lookOf } from "../games/look";
import { settings } from "../settings.svelte";
import { TableModel } from "../table/model.svelte";
import { t, words } from "../words/words.svelte";

/** What was said to the last thing that was done. */
export interface Said {
  right: boolean;
  text: string;
}

export class LessonModel extends TableModel {
  override readonly taught = true;
  moment = $state.raw<LessonMoment | null>(null);
  said = $state.raw<Said | null>(null);
  /** What is pointed at now, with names. */
  points = $state.raw<Named[]>([]);
  over = $derived(this.moment !== null && this.moment.number === this.moment.steps);

  /** What was done at each step. */
  #done: string[] = [];
  /** What was done at this step, once it is right. */
  #now = "";
  /** Which step's ground is shown, in which look. */
  #ground = "";

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {
    super(lesson);
  }

  get #params(): { game: string; lesson: string } {
    return { game: this.game, lesson: this.lesson };
  }

  get #asked(): { done: string[]; language: typeof words.language } {
    return { done: this.#done, language: words.language };
  }

  override async open(): Promise<void> {
    const [look] = await Promise.all([lookOf(this.game), words.learn(this.game), this.reread()]);
    this.look = look;
  }

  /** The step that this pupil has come to, in the present language. */
  async reread(): Promise<void> {
    const moment = await call("get_step", { params: this.#params, body: this.#asked });
    const lay = await this.#groundOf(moment);
    lay(); // together with what follows: a position can be drawn on its own map only
    this.moment = moment;
    if (moment.table) this.#show(moment.table, moment.points);
    this.said = null;
  }

  override async loadGround(): Promise<void> {
    if (this.moment) (await this.#groundOf(this.moment))();
  }

  /** Fetches the map of a step unless it is there already; returns what puts it under the pieces. */
  async #groundOf({ begun: step, table }: LessonMoment): Promise<() => void> {
    const { look } = settings;
    if (!table || this.#ground === `${step} ${look}`) return () => undefined;
    const found = await call("get_step_ground", { params: { ...this.#params, step }, query: { look } });
    return () => {
      this.#ground = `${step} ${look}`;
      this.map = step;
      this.layout = found.layout;
      this.ground = `data:image/svg+xml,${encodeURIComponent(found.ground)}`;
    };
  }

  #show(table: TableView, points: Named[]): void {
    this.cancel();
    this.now = table;
    this.points = points;
    this.lit = points.map(({ thing }) => thing);
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  protected override async foresee({ move, then = [] }: Choice, show: (preview: MovePreview) => void): Promise<void> {
    const body = { ...this.#asked, move, then: [...then] };
    await this.attempt(async () => show(await call("check_step", { params: this.#params, body })));
  }

  protected override async askWhy(_seat: number, question: Pick<WhyBody, "about" | "move">): Promise<Why> {
    const { text, ...why } = await call("ask_step", { params: this.#params, body: { ...this.#asked, ...question } });
    if (why.problem && !this.said?.right) this.said = text ? { right: false, text } : null;
    return why;
  }

  /** Plays the chosen move; those that follow it belong to the next steps, as far as these ask for them. */
  override async confirm(): Promise<void> {
    if (this.choice === null || this.sending.busy) return;
    const { move, then = [] } = this.choice;
    await this.#work(async () => {
      await this.#try(move);
      for (const next of then) {
        if (!this.said?.right) break;
        await this.#goOn();
        if (!this.now?.legal.length) break;
        await this.#try(next);
      }
    });
  }

  async #try(move: Choice["move"]): Promise<void> {
    const { reply, problem, text } = await call("try_step", { params: this.#params, body: { ...this.#asked, move } });
    this.cancel();
    if (reply?.right) {
      this.#now = reply.done;
      if (reply.table) this.#show(reply.table, reply.points);
      this.said = reply;
    } else if (reply) {
      this.said = { right: false, text: reply.text || t("shell.learn.otherwise") };
    } else {
      this.problem = problem;
      this.said = text ? { right: false, text } : null;
    }
  }

  // -- going on ----------------------------------------------------------------------------------------------------

  /** To the next step, if this one is done; otherwise it counts as read, and what follows is shown. */
  async onward(): Promise<void> {
    await this.#work(async () => {
      const done = this.said?.right;
      if (!done) await this.#read();
      if (done || !this.said) await this.#goOn();
    });
  }

  async #read(): Promise<void> {
    const { reply } = await call("try_step", { params: this.#params, body: this.#asked });
    this.#now = "";
    if (reply?.table) this.#show(reply.table, reply.points);
    this.said = reply && reply.text ? reply : null;
  }

  async #goOn(): Promise<void> {
    this.#done = [...this.#done, this.#now];
    this.#now = "";
    await this.reread();
  }

  async again(): Promise<void> {
    this.#done = [];
    await this.#work(() => this.reread());
  }

  async #work(work: () => Promise<void>): Promise<void> {
    if (this.sending.busy) return;
    this.sending.busy = true;
    await this.attempt(work);
    this.sending.busy = false;
  }
}
