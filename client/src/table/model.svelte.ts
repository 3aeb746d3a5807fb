// One table as this viewer sees it, and what they are about to do there. It knows no rules: it holds what the server
// says, and the choice among legal moves that is being made.

import { call, OfflineError, ProblemError } from "../api/client";
import { Connection } from "../api/live.svelte";
import type { LogLine, Message, MovePreview, Problem, TableView, Why, WhyBody } from "../api/types";
import { type Choice, type GameLook, lookOf, type Motion } from "../games/look";
import { settings } from "../settings.svelte";
import { words } from "../words/words.svelte";
import { keeping } from "./alike";
import { Choosing } from "./choosing.svelte";
import { People } from "./people.svelte";
import { groundOf, tableOf } from "./questions";
import { Replay } from "./replay.svelte";
import { Sending } from "./sending.svelte";
import { isAside } from "./story";
import { Talk } from "./talk.svelte";
import { thingsIn } from "./things";

/** A picked place on the board's frame, in pixels, and the middles of the other places that can be pressed. */
export interface Spot {
  x: number;
  y: number;
  radius: number;
  others: (readonly [number, number])[];
}

export class TableModel extends Choosing {
  now = $state.raw<TableView | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** The number of the last entry of the log. */
  latest = $state(0);
  look = $state.raw<GameLook | null>(null);
  layout = $state.raw<unknown>(null);
  /** Which map it is, if there are several one after the other: each is a board of its own. */
  map = $state(0);
  ground = $state.raw("");
  connection = $state.raw<Connection | null>(null);

  readonly people = new People();
  readonly talk: Talk;
  readonly replay: Replay;
  readonly sending: Sending;

  /** The things to light up, which a log line or a card is about. */
  lit = $state.raw<string[]>([]);
  /** Whether this is a lesson: the lesson says what is lit, and that is shown so large that it can be read. */
  readonly taught: boolean = false;
  /** The place to which the keyboard has gone. */
  pointed = $state<string | null>(null);
  /** What travels over the board now, and for how many milliseconds. */
  moving = $state.raw<Motion[]>([]);
  pace = 0;
  /** How many pixels a unit of the board has on the screen. */
  scale = $state(1);
  /** Where the picked place is on the board's frame, in pixels; null if it is not on the board. */
  spot = $state.raw<Spot | null>(null);
  /** How many pixels of its top are covered by hints, so that what they are about must be shown below. */
  veil = $state(0);
  /** The last entry of the log that was shown on the board; after it the view moves to what can be done. */
  shownUpTo = $state(0);
  /** How often the viewer's plans have changed since the page was opened. */
  replanned = $state(0);
  /** Why the server closed the connection. */
  closed = $state.raw<Problem | null>(null);

  /** What is on the page: a past position while it is looked at, otherwise the present. */
  shown = $derived(this.past ?? this.now);
  myTurn = $derived(this.now !== null && this.now.table.my_turn && this.now.legal.length > 0);
  /** Seats of this viewer; more than one means that people share this screen. */
  mySeats = $derived(this.now?.table.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? []);

  /** The viewer has finished a turn and must end it; until then they can take moves back. */
  held = $derived(this.now !== null && this.now.seat !== null && this.now.table.held === this.now.seat);
  /** The viewer waits for bots, and nobody else does. */
  canHurry = $derived.by<boolean>(() => {
    const { state, seats, to_act: acting } = this.now?.table ?? { state: "open", seats: [], to_act: [] };
    const alone = seats.some((seat) => seat.mine) && seats.every((seat) => seat.mine || seat.kind === "bot" || seat.away);
    return alone && state === "running" && acting.some((seat) => seats[seat]?.kind === "bot");
  });

  /** The seat of the person who said that they are in front of the screen. */
  #greeted = $state<number | null>(null);
  /** Those of this viewer's seats that are to act. */
  #acting = $derived(this.mySeats.filter((seat) => this.now!.table.to_act.includes(seat)));
  /** Whose things are shown next. */
  next = $derived(this.#acting[0] ?? this.mySeats[0] ?? 0);
  /** Several people share this screen, and it is about to show another person's things. */
  covered = $derived(this.#shared && (this.now!.seat !== this.#greeted || !this.#inTurn));

  /** The look that `ground` was drawn for. */
  #groundLook = "";
  #gone = false;

  constructor(readonly id: string) {
    super();
    this.talk = new Talk(id);
    this.replay = new Replay(id);
    this.sending = new Sending(id);
  }

  get #shared(): boolean {
    return this.mySeats.length > 1 && this.now!.table.state === "running";
  }

  /** Whether the person in front of the screen may stay there: nobody else who shares it is to act. */
  get #inTurn(): boolean {
    return !this.#acting.length || this.#acting.includes(this.#greeted ?? -1);
  }

  /** The seat whose things are asked for; without one, the server decides. */
  get #eyes(): number | null {
    return this.now && this.#shared && this.#inTurn ? this.#greeted : null;
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

  /** Whose turn it is, if the game says that it is this seat's: a turn that has not ended is still its player's. */
  turnOf(active: number): number {
    return (this.past ? null : this.now?.table.held) ?? active;
  }

  /** Fetches the table and keeps it up to date. */
  async open(): Promise<void> {
    const first = await call("get_table", tableOf(this.id));
    const [look] = await Promise.all([lookOf(first.table.game), this.loadGround(), words.learn(first.table.game)]);
    if (this.#gone) return;
    this.look = look;
    this.#hear(first);
    this.#listen();
  }

  #listen(): void {
    this.connection = new Connection(this.id, this.#eyes, {
      known: () => ({ since: this.latest, chat: this.talk.last }),
      table: (now) => this.#hear(now),
      chat: (lines) => this.talk.hear(lines),
      people: (news) => this.people.hear(news),
      plans: () => (this.replanned += 1),
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

  /** After taking or leaving a seat, the viewer sees different things: fetches and connects again. */
  async reconnect(): Promise<void> {
    this.close();
    await this.#refresh();
    if (!this.#gone) this.#listen();
  }

  async #refresh(): Promise<void> {
    this.#hear(await call("get_table", tableOf(this.id, this.#eyes, this.latest)));
  }

  /** Makes sure that the page knows the log up to this entry; the live connection may be slower. */
  async reach(ply: number): Promise<void> {
    if (this.now!.table.ply < ply) await this.#refresh();
  }

  /** Fetches the ground for the current look, unless it is there already. */
  async loadGround(): Promise<void> {
    const { look } = settings;
    if (look === this.#groundLook) return;
    const found = await call("get_ground", groundOf(this.id, look));
    this.#groundLook = look;
    this.layout = found.layout;
    this.ground = `data:image/svg+xml,${encodeURIComponent(found.ground)}`;
  }

  #hear(now: TableView): void {
    if (this.#gone) return; // answered after the page was left
    if (this.now && now.table.revision < this.now.table.revision) return; // a later request was answered first
    if (this.now && now.seat !== this.now.seat) void this.#rereadLog();
    const fresh = now.log.filter((line) => line.ply > this.latest);
    if (fresh[0]) {
      this.log = fresh[0].ply > this.latest + 1 ? fresh : [...this.log, ...fresh];
      this.latest = fresh.at(-1)!.ply;
    }
    this.people.reach(now.table.updated);
    const before = this.now;
    const onlyAsides = fresh.length > 0 && fresh.every(isAside);
    const moved =
      (now.table.ply !== before?.table.ply && !onlyAsides) || now.seat !== before?.seat || now.table.held !== before.table.held;
    this.now = keeping(before, now);
    if (this.covered && now.seat !== null) void this.#cover();
    if (moved) {
      this.cancel();
      this.#openOnly();
      if (this.at !== null && !this.past) void this.goTo(this.at); // the present has become the past
    }
  }

  /** If there is only one kind of action, it is opened at once; if there is only one move, it is chosen. */
  #openOnly(): void {
    this.focused = document.activeElement;
    const [first, ...others] = new Set(this.choices.map((choice) => choice.group));
    if (first === undefined || others.length) return;
    this.group = first;
    if (this.choices.length === 1) this.choose(0);
  }

  /** Another person's turn: from now on the server sends only what everybody may see. */
  async #cover(): Promise<void> {
    this.#greeted = null;
    await this.attempt(() => this.reconnect());
  }

  /** Each viewer has their own log: what only the last viewer could see must not stay on the page. */
  async #rereadLog(): Promise<void> {
    this.log = [];
    await this.attempt(async () => {
      const whole = await call("get_table", tableOf(this.id, this.#eyes));
      if (whole.seat !== this.now?.seat) return;
      const end = whole.log.at(-1)?.ply ?? 0;
      this.log = [...whole.log, ...this.log.filter((line) => line.ply > end)];
    });
  }

  /** Whether there are entries before the first that is known: only the last page is sent, unless it is asked for more. */
  get earlier(): boolean {
    return (this.log[0]?.ply ?? 1) > 1;
  }

  /** Loads the page before the first entry that is known; an answer for another seat, or a second one, is ignored. */
  async loadEarlier(): Promise<void> {
    const { seat } = this.now!;
    const before = this.log[0]!.ply;
    await this.attempt(async () => {
      const page = await call("get_log", { params: this.#params, query: { seat, before, covered: true } });
      if (this.log[0]?.ply === before && this.now!.seat === seat) this.log = [...page, ...this.log];
    });
  }

  /** The person whose things are covered is in front of the screen now. */
  async greet(): Promise<void> {
    this.#greeted = this.next;
    await this.attempt(() => this.reconnect());
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  /** Nothing while looking at the past, or while the screen is covered. */
  protected offers(): Choice[] {
    return this.look && this.now && !this.past && !this.covered ? this.look.choices(this) : [];
  }

  protected async foresee({ move, then = [] }: Choice, show: (preview: MovePreview) => void): Promise<void> {
    const body = { seat: this.now!.seat!, move, then: [...then] };
    await this.attempt(async () => {
      const preview = await call("check_move", { params: this.#params, body });
      show({ ...preview, view: keeping(this.now?.view, preview.view) });
    });
  }

  /** Asks why nothing can be done with a thing, which is named as in the notation. */
  async why(about: string): Promise<void> {
    await this.#why({ about });
  }

  /** The things on the table that facts are about. */
  touched(facts: Message[]): string[] {
    return thingsIn(facts);
  }

  /** The legal move that was typed, in any spelling; if it is not legal, the reason is shown. */
  async typed(text: string): Promise<Choice | undefined> {
    const move = await this.#why({ move: text });
    return this.choices.find((choice) => choice.text === move);
  }

  /** The legal move that the question is about, if it is about a move. */
  async #why(question: Pick<WhyBody, "about" | "move">): Promise<string | null> {
    if (this.now?.seat === null || this.now === null) return null;
    const seat = this.now.seat;
    let move: string | null = null;
    this.cancel();
    await this.attempt(async () => {
      const answer = await this.askWhy(seat, question);
      this.problem = answer.problem;
      move = answer.move;
    });
    return move;
  }

  protected askWhy(seat: number, question: Pick<WhyBody, "about" | "move">): Promise<Why> {
    return call("ask_why", { params: this.#params, body: { seat, ...question } });
  }

  // -- sending -----------------------------------------------------------------------------------------------------

  /** Plays the chosen move, and those that follow it, until one is refused. */
  async confirm(): Promise<void> {
    if (this.choice === null || this.sending.busy) return;
    const { move, then = [] } = this.choice;
    const moves = [move, ...then].map((next) => ({ move: next }));
    await this.#send((seat, ply) => this.sending.moves(seat, ply, moves));
  }

  async undo(turn: boolean): Promise<void> {
    if (!this.sending.busy && this.now?.undo) await this.#send((seat, ply) => this.sending.undo(seat, ply, { turn }));
  }

  async endTurn(): Promise<void> {
    if (this.held && !this.sending.busy) await this.#send((seat, ply) => this.sending.end(seat, ply));
  }

  /** Lets bots move at once until it is the viewer's turn. */
  async hurry(): Promise<void> {
    if (!this.canHurry) return;
    await this.attempt(async () => {
      await call("hurry_bots", { params: this.#params });
    });
  }

  async #send(send: (seat: number, ply: number) => Promise<number>): Promise<void> {
    const { seat, table } = this.now!;
    await this.attempt(async () => {
      const ply = await send(seat!, table.ply);
      const { ply: known, revision } = this.now!.table;
      if (known < ply || revision === table.revision) await this.#refresh(); // the live connection is slower, or interrupted
    });
  }

  /** Does something that the server may refuse, and then shows why. */
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
