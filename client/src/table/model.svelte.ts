// One table as this viewer sees it, and what they are about to do there. It knows no rules: it holds what the server
// says, and the choice among legal moves that is being made.

import { call, OfflineError, ProblemError } from "../api/client";
import { Connection } from "../api/live.svelte";
import type { LogLine, Message, MovePreview, Problem, TableGround, TableView, WhyBody } from "../api/types";
import { type Choice, type GameLook, lookOf } from "../games/look";
import { settings } from "../settings.svelte";
import { words } from "../words/words.svelte";
import { Choosing } from "./choosing.svelte";
import { askGround, askTable, takeEarly } from "./early";
import { Replay } from "./replay.svelte";
import { Sending } from "./sending.svelte";
import { Talk } from "./talk.svelte";
import { thingsIn } from "./things";

export class TableModel extends Choosing {
  now = $state.raw<TableView | null>(null);
  log = $state.raw<LogLine[]>([]);
  look = $state.raw<GameLook | null>(null);
  layout = $state.raw<unknown>(null);
  ground = $state.raw("");
  connection = $state.raw<Connection | null>(null);

  readonly talk: Talk;
  readonly replay: Replay;
  readonly sending: Sending;

  /** Things to be lit up: what a log line or a card is about. */
  lit = $state.raw<string[]>([]);
  /** The last entry of the log that was shown on the board; after it the view moves to what can be done. */
  told = $state(0);
  /** Why the server closed the connection. */
  closed = $state.raw<Problem | null>(null);

  /** What is on the page: a past position while it is looked at, otherwise the present. */
  shown = $derived(this.past ?? this.now);
  myTurn = $derived(this.now !== null && this.now.table.my_turn && this.now.legal.length > 0);
  /** Seats of this viewer; more than one means that people share this screen. */
  mySeats = $derived(this.now?.table.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? []);

  /** The seat of the person who said that they are in front of the screen. */
  #greeted = $state<number | null>(null);
  /** Several people share this screen, and it is about to show things of another one than the last. */
  covered = $derived(
    this.mySeats.length > 1 && this.now?.table.state === "running" && this.now.seat !== this.#greeted,
  );

  #latest = 0;
  /** What `ground` was drawn for. */
  #groundLook = "";
  #gone = false;

  constructor(readonly id: string) {
    super();
    this.talk = new Talk(id);
    this.replay = new Replay(id);
    this.sending = new Sending(id);
  }

  get #params(): { table: string } {
    return { table: this.id };
  }

  get at(): number | null {
    return this.replay.at;
  }

  get past(): TableView | null {
    return this.replay.past;
  }

  /** Fetches the table and keeps it up to date. */
  async open(): Promise<void> {
    const early = takeEarly(this.id);
    const first = await (early?.table ?? askTable(this.id));
    const ground = early?.ground ?? askGround(this.id);
    const [look] = await Promise.all([lookOf(first.table.game), this.#lay(ground), words.learn(first.table.game)]);
    if (this.#gone) return;
    this.look = look;
    this.#hear(first);
    this.#listen();
  }

  #listen(): void {
    this.connection = new Connection(this.id, null, {
      known: () => ({ since: this.#latest, chat: this.talk.last }),
      table: (now) => this.#hear(now),
      chat: (lines) => this.talk.hear(lines),
      problem: (problem) => (this.closed = problem),
    });
  }

  close(): void {
    this.connection?.close();
  }

  /** The page was left, perhaps before the table was fetched; later answers are ignored. */
  leavePage(): void {
    this.#gone = true;
    this.close();
  }

  /** After taking or leaving a seat the viewer sees other things: fetch and connect again. */
  async reconnect(): Promise<void> {
    this.close();
    await this.#refresh();
    if (!this.#gone) this.#listen();
  }

  async #refresh(): Promise<void> {
    this.#hear(await call("get_table", { params: this.#params, query: { since: this.#latest } }));
  }

  /** The ground in the look of the page, unless it is there already. */
  async loadGround(): Promise<void> {
    if (settings.look !== this.#groundLook) await this.#lay(askGround(this.id));
  }

  async #lay(asked: Promise<TableGround>): Promise<void> {
    const { look } = settings;
    const found = await asked;
    this.#groundLook = look;
    this.layout = found.layout;
    this.ground = `data:image/svg+xml,${encodeURIComponent(found.ground)}`;
  }

  #hear(now: TableView): void {
    if (this.#gone) return; // answered after the page was left
    if (this.now && now.table.ply < this.now.table.ply) return; // overtaken on the way
    if (this.now && now.seat !== this.now.seat) void this.#rereadLog();
    const fresh = now.log.filter((line) => line.ply > this.#latest);
    this.#latest = fresh.at(-1)?.ply ?? this.#latest;
    if (fresh.length) this.log = [...this.log, ...fresh];
    const moved = now.table.ply !== this.now?.table.ply || now.seat !== this.now?.seat;
    this.now = now;
    if (moved) {
      this.cancel();
      this.group = this.#onlyGroup();
      if (this.at !== null && !this.past) void this.goTo(this.at); // what was now is the past
    }
  }

  /** If there is only one kind of action, it is opened at once. */
  #onlyGroup(): string | null {
    const [first, ...others] = new Set(this.choices.map((choice) => choice.group));
    return first !== undefined && others.length === 0 ? first : null;
  }

  /** Another viewer has another log: what only the last one could see must not stay on the page. */
  async #rereadLog(): Promise<void> {
    this.log = [];
    await this.attempt(async () => {
      const whole = await askTable(this.id);
      if (whole.seat !== this.now?.seat) return;
      const end = whole.log.at(-1)?.ply ?? 0;
      this.log = [...whole.log, ...this.log.filter((line) => line.ply > end)];
    });
  }

  /** The person whose things are covered is in front of the screen now. */
  greet(): void {
    this.#greeted = this.now?.seat ?? null;
    this.group = this.#onlyGroup();
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  /** Nothing while looking at the past, or while the screen is covered. */
  protected offers(): Choice[] {
    return this.look && this.now && !this.past && !this.covered ? this.look.choices(this) : [];
  }

  protected async foresee({ move, then = [] }: Choice, show: (preview: MovePreview) => void): Promise<void> {
    const body = { seat: this.now!.seat!, move, then: [...then] };
    await this.attempt(async () => show(await call("check_move", { params: this.#params, body })));
  }

  /** Ask why nothing can be done with a thing, as the notation names it. */
  async why(about: string): Promise<void> {
    await this.#why({ about });
  }

  /** The things on the table that facts are about. */
  touched(facts: Message[]): string[] {
    return thingsIn(facts);
  }

  /** The legal move that somebody typed, in whatever spelling; if it is not legal, it is explained. */
  async typed(text: string): Promise<Choice | undefined> {
    const move = await this.#why({ move: text });
    return this.choices.find((choice) => choice.text === move);
  }

  /** The legal move that is meant by the question, if it is one about a move. */
  async #why(question: Pick<WhyBody, "about" | "move">): Promise<string | null> {
    if (this.now?.seat === null || this.now === null) return null;
    const seat = this.now.seat;
    let move: string | null = null;
    this.cancel();
    await this.attempt(async () => {
      const told = await call("ask_why", { params: this.#params, body: { seat, ...question } });
      this.problem = told.problem;
      move = told.move;
    });
    return move;
  }

  // -- sending -----------------------------------------------------------------------------------------------------

  /** Play the chosen move, and those that come after it, until one is refused. */
  async confirm(): Promise<void> {
    if (this.choice === null || this.sending.busy) return;
    const { move, then = [] } = this.choice;
    const moves = [move, ...then].map((next) => ({ move: next }));
    await this.#send((seat, ply) => this.sending.moves(seat, ply, moves));
  }

  async undo(turn: boolean): Promise<void> {
    if (!this.sending.busy && this.now?.undo) await this.#send((seat, ply) => this.sending.undo(seat, ply, { turn }));
  }

  async #send(send: (seat: number, ply: number) => Promise<number>): Promise<void> {
    const { seat, table } = this.now!;
    await this.attempt(async () => {
      const ply = await send(seat!, table.ply);
      if (this.now!.table.ply < ply) await this.#refresh(); // the line is slower, or interrupted
    });
  }

  /** Do something that the server may refuse: then its sentence is shown. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof ProblemError) this.problem = error.problem;
      else if (error instanceof OfflineError) this.sending.offline = true;
      else throw error;
    }
  }

  // -- the past ----------------------------------------------------------------------------------------------------

  /** Shows the table after this many entries of the log; null is the present. */
  async goTo(ply: number | null): Promise<void> {
    this.cancel();
    await this.attempt(() => this.replay.goTo(ply, this.now?.table.ply ?? 0, this.now?.seat ?? null));
  }
}
