// One table as this viewer sees it, and what he is about to do there. It knows no rules: it holds what the server
// says, the choice among legal moves that is being made, and sends it.

import { get, OfflineError, post, ProblemError } from "../api/client";
import { Line } from "../api/live.svelte";
import type { Chat, LogLine, Message, Outlook, Played, Problem, TableGround, TableView, Why } from "../api/types";
import type { Choice, GameLook, Group } from "../games/look";
import { lookOf } from "../games/look";
import { settings } from "../settings.svelte";
import { words } from "../words/words.svelte";
import { askGround, askTable, takeEarly } from "./early";
import { thingsIn } from "./things";

/** A name for a request. (`randomUUID` is for safe addresses only, and people play in their own four walls, too.) */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Whether a move that has goals is about a thing or leads there. */
const leads = ({ about, goals }: Choice, thing: string): boolean =>
  goals !== undefined && [...about, ...goals].includes(thing);

export class TableModel {
  now = $state.raw<TableView | null>(null);
  log = $state.raw<LogLine[]>([]);
  talk = $state.raw<Chat[]>([]);
  look = $state.raw<GameLook | null>(null);
  layout = $state.raw<unknown>(null);
  ground = $state.raw("");
  line = $state.raw<Line | null>(null);

  /** After how many entries of the log one looks at the table again; null while one is at the table itself. */
  at = $state<number | null>(null);
  /** That position, unless it is the one of now. */
  past = $state.raw<TableView | null>(null);

  /** The legal move that is being looked at, before it is confirmed. */
  chosen = $state<number | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  /** The group of moves that is open in the action bar. */
  group = $state<string | null>(null);
  /** The thing that was picked on the board or in the hand; its moves are offered in the action bar. */
  place = $state<string | null>(null);
  /** A second thing that was picked: only those moves of the first that lead there are offered. */
  goal = $state<string | null>(null);
  /** Things to be lit up: what a log line or a card is about. */
  lit = $state.raw<string[]>([]);
  /** The last entry of the log that was shown on the board; after it one looks at what is to be done. */
  told = $state(0);
  /** What the server said about something that cannot be done. */
  problem = $state.raw<Problem | null>(null);
  /** A move that was sent and is not yet acknowledged. */
  sending = $state(false);
  offline = $state(false);
  /** The line to the table was closed with this. */
  closed = $state.raw<Problem | null>(null);

  /** What is on the page: the past while one looks at it, else now. */
  shown = $derived(this.past ?? this.now);
  choices = $derived.by<Choice[]>(() =>
    this.look && this.now && !this.past && !this.covered ? this.look.choices(this) : [],
  );
  /** The moves of the picked place, or else of the open group. */
  offered = $derived.by<Choice[]>(() => {
    if (this.place === null) return this.choices.filter((choice) => choice.group === this.group);
    const found = this.#of(this.place);
    return this.goal === null ? found : found.filter((choice) => leads(choice, this.goal!));
  });
  /**
   * The things to be outlined: those with moves of the open group; once one is picked whose moves lead on, these goals.
   * Where only several moves lead there may be so many that outlines would tell nothing.
   */
  outlined = $derived.by<ReadonlySet<string>>(() => {
    const further = this.place === null ? [] : this.#of(this.place).filter((choice) => choice.goals);
    if (further.length) return new Set(further.flatMap((choice) => [...choice.about, ...choice.goals!]));
    const single = this.choices.filter((choice) => !choice.then);
    const shown = single.filter((choice) => this.group === null || choice.group === this.group);
    return new Set(shown.flatMap((choice) => choice.about));
  });
  choice = $derived(this.chosen === null ? null : (this.choices[this.chosen] ?? null));
  myTurn = $derived(this.now !== null && this.now.table.my_turn && this.now.legal.length > 0);
  /** Seats of this viewer; more than one means that people share this screen. */
  mySeats = $derived(this.now?.table.seats.filter((seat) => seat.mine).map((seat) => seat.seat) ?? []);

  /** The seat whose owner said that he is the one in front of the screen. */
  #greeted = $state<number | null>(null);
  /** Several people share this screen, and what it would show is for another one than the last who looked. */
  covered = $derived(
    this.mySeats.length > 1 && this.now?.table.state === "running" && this.now.seat !== this.#greeted,
  );

  #latest = 0;
  /** What `ground` was drawn for. */
  #groundLook = "";
  #gone = false;

  constructor(readonly id: string) {}

  /** Look at the table and stay tuned. */
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
    this.line = new Line(this.id, null, {
      known: () => ({ since: this.#latest, chat: this.#lastSaid() }),
      table: (now) => this.#hear(now),
      chat: (lines) => (this.talk = [...this.talk, ...lines.filter((line) => line.number > this.#lastSaid())]),
      problem: (problem) => (this.closed = problem),
    });
  }

  #lastSaid(): number {
    return this.talk.at(-1)?.number ?? 0;
  }

  close(): void {
    this.line?.close();
  }

  /** The page is left, perhaps before the table was fetched; nothing is heard any more. */
  goAway(): void {
    this.#gone = true;
    this.close();
  }

  /** Whoever has sat down or got up is somebody else to the server: ask and listen anew. */
  async comeAnew(): Promise<void> {
    this.close();
    await this.#refresh();
    if (!this.#gone) this.#listen();
  }

  async #refresh(): Promise<void> {
    this.#hear(await get<TableView>(`/api/tables/${this.id}?since=${this.#latest}`));
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
    if (this.#gone) return; // answered after the page was left, when nothing follows from anything any more
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

  /** Where one kind of action is all there is, nobody should have to open it first. */
  #onlyGroup(): string | null {
    const [first, ...others] = new Set(this.choices.map((choice) => choice.group));
    return first !== undefined && others.length === 0 ? first : null;
  }

  /** Other eyes have read another log: what only the last one drew must not stay on the page. */
  async #rereadLog(): Promise<void> {
    this.log = [];
    await this.attempt(async () => {
      const whole = await get<TableView>(`/api/tables/${this.id}`);
      if (whole.seat !== this.now?.seat) return;
      const end = whole.log.at(-1)?.ply ?? 0;
      this.log = [...whole.log, ...this.log.filter((line) => line.ply > end)];
    });
  }

  /** The one whose things are covered sits in front of the screen now. */
  greet(): void {
    this.#greeted = this.now?.seat ?? null;
    this.group = this.#onlyGroup();
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  choose(index: number): void {
    this.chosen = index;
    this.problem = null;
    this.outlook = null;
    const { seat } = this.now!;
    const { move, then } = this.choices[index]!;
    void this.attempt(async () => {
      const outlook = await post<Outlook>(`/api/tables/${this.id}/check`, { seat, move, then });
      if (this.chosen === index) this.outlook = outlook;
    });
  }

  cancel(): void {
    this.chosen = null;
    this.outlook = null;
    this.problem = null;
    this.group = null;
    this.place = null;
    this.goal = null;
  }

  /**
   * Offer the moves of a thing, the first of them chosen; if there are none, ask why (as the notation names it).
   * A thing that moves of the picked one lead to narrows the offer to these moves.
   */
  pick(place: string, asked: string): void {
    const before = this.place === null || this.place === place ? [] : this.#of(this.place);
    const onward = before.find((choice) => leads(choice, place));
    const first = onward ?? this.#of(place)[0];
    if (!first) {
      void this.why(asked);
      return;
    }
    if (onward) this.goal = place;
    else {
      if (first.group !== this.group) this.group = null;
      this.place = place;
      this.goal = null;
    }
    this.choose(first.index);
  }

  /** Offer the moves of a group; the only one is chosen at once. */
  openGroup(group: Group): void {
    const found = this.choices.filter((choice) => choice.group === group.id);
    if (found.length === 0) {
      void this.why(group.about);
      return;
    }
    this.cancel();
    this.group = group.id;
    if (found.length === 1) this.choose(found[0]!.index);
  }

  /** Choose the next one of the offered moves, or with -1 the one before. */
  turn(step: 1 | -1): void {
    const at = this.offered.findIndex((choice) => choice.index === this.chosen);
    const next = this.offered.at((at + step) % this.offered.length);
    if (next) this.choose(next.index);
  }

  /** The legal moves that touch a thing. */
  about(thing: string): Choice[] {
    return this.choices.filter((choice) => choice.about.includes(thing));
  }

  /** What is offered when a thing is picked: its moves, or else those that lead there; of the open group, if it has any. */
  #of(thing: string): Choice[] {
    const own = this.about(thing);
    const found = own.length ? own : this.choices.filter((choice) => choice.goals?.includes(thing));
    const wanted = found.filter((choice) => choice.group === this.group);
    return (wanted.length ? wanted : found).toSorted(({ worth: one = 0 }, { worth: other = 0 }) => other - one);
  }

  /** Ask why nothing can be done with a thing, as the notation names it. */
  async why(about: string): Promise<void> {
    await this.#why({ about });
  }

  /** The things on the table that facts are about. */
  touched(facts: Message[]): string[] {
    return [...new Set([...thingsIn(facts), ...(this.look?.touched?.(this, facts) ?? [])])];
  }

  /** A move that somebody typed: chosen if it is legal, else explained. */
  async type(text: string): Promise<void> {
    const move = await this.#why({ move: text });
    const index = this.now?.legal.findIndex((offer) => offer.text === move) ?? -1;
    if (index >= 0) this.choose(index);
  }

  /** The legal move that is meant by the question, if it is one about a move. */
  async #why(question: { about: string } | { move: string }): Promise<string | null> {
    if (this.now?.seat === null || this.now === null) return null;
    const seat = this.now.seat;
    let move: string | null = null;
    this.cancel();
    await this.attempt(async () => {
      const told = await post<Why>(`/api/tables/${this.id}/why`, { seat, ...question });
      this.problem = told.problem;
      move = told.move;
    });
    return move;
  }

  // -- sending -----------------------------------------------------------------------------------------------------

  /** Play the chosen move, and those that come after it, until one is refused. */
  async confirm(): Promise<void> {
    if (this.choice === null || this.sending) return;
    const { move, then = [] } = this.choice;
    await this.#send("moves", [move, ...then].map((next) => ({ move: next })));
  }

  async undo(turn: boolean): Promise<void> {
    if (!this.sending && this.now?.undo) await this.#send("undo", [{ turn }]);
  }

  async #send(where: "moves" | "undo", whats: object[]): Promise<void> {
    const { seat, table } = this.now!;
    this.sending = true;
    await this.attempt(async () => {
      let ply = table.ply;
      for (const what of whats) ply = await this.#sendOne(where, { seat, expect: ply, key: newKey(), ...what });
      if (this.now!.table.ply < ply) await this.#refresh(); // the line is slower, or interrupted
    });
    this.offline = false;
    this.sending = false;
  }

  /** Sent again until somebody answers; the key keeps it from being played twice. Answers where the table stands then. */
  async #sendOne(where: "moves" | "undo", body: object): Promise<number> {
    for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
      try {
        return (await post<Played>(`/api/tables/${this.id}/${where}`, body)).ply;
      } catch (error) {
        if (!(error instanceof OfflineError)) throw error;
        this.offline = true;
        await new Promise((resume) => setTimeout(resume, wait));
      }
    }
  }

  async say(text: string): Promise<void> {
    await post(`/api/tables/${this.id}/chat`, { text });
  }

  /** Do something that the server may refuse: then its sentence is shown. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof ProblemError) this.problem = error.problem;
      else if (error instanceof OfflineError) this.offline = true;
      else throw error;
    }
  }

  // -- the past ----------------------------------------------------------------------------------------------------

  /** Look at the table as it stood after so many entries of the log; null is back to the table. */
  async goTo(ply: number | null): Promise<void> {
    const end = this.now?.table.ply ?? 0;
    this.cancel();
    this.at = ply === null ? null : Math.min(ply, end);
    if (ply === null || ply >= end) {
      this.past = null;
      return;
    }
    const seat = this.now?.seat ?? null;
    const eyes = seat === null ? "" : `?seat=${seat}`;
    await this.attempt(async () => {
      const past = await get<TableView>(`/api/tables/${this.id}/at/${ply}${eyes}`);
      if (this.at === ply) this.past = past;
    });
  }
}
