// Made by `python -m engineshed.server.web.typescript` from the types of the server; do not edit.

/** What guests are told about themselves; no page can read the cookie that identifies them. */
export interface Me {
  name: string;
  language: string;
}

/** A game that can be played here; the first of its bots is the best. */
export interface GameInfo {
  id: string;
  title: string;
  version: number;
  seats: number[];
  seat_names: string[];
  /** How long a game takes among people, with the fewest and with the most players. */
  minutes: [number, number];
  /** How complex the game is, from 1 to 5. */
  weight: number;
  /** What players do in it, in a sentence or two; may be empty. */
  about: string;
  /** What wins, in one sentence. */
  wins: string;
  credits: Credits;
  keys: KeyInfo[];
  languages: string[];
  maps: string[];
  /** The title of each map. */
  map_titles: Record<string, string>;
  options: OptionInfo[];
  /** The files of the box that its owner can correct, as `data` of a new table names them. */
  correctable: string[];
  /** The files that are corrected on this server; new tables use them. */
  corrected: string[];
  bots: BotInfo[];
  /** The one that plays if nobody says which. */
  usual_bot: string;
  /** The one for a first game. */
  first_bot: string;
  /**
   * The options with which nothing is hidden from anybody, so that a table can take latecomers; null if something
   * always is.
   */
  open_with: Record<string, unknown> | null;
  /** How many lessons it has. */
  lessons: number;
}

/** Who made the game. */
export interface Credits {
  designer: string;
  publisher: string;
  /** Empty if nobody is named. ``system``: the author of the system that the game is built on; may be empty, too. */
  illustrator: string;
  system: string;
}

/** Keyboard shortcuts that a game adds to the page, and what they do. */
export interface KeyInfo {
  press: string[];
  does: string;
}

/**
 * An option of a table, in the reader's language. `choices` is empty if they cannot be listed.
 *
 * Where the default is a list, any number of the choices may be taken.
 */
export interface OptionInfo {
  name: string;
  title: string;
  about: string;
  default: unknown;
  choices: unknown[];
  /** The names of choices that do not speak for themselves. */
  choice_titles: Record<string, string>;
}

/** A bot: its name, as in a seat's `bot`, and how well it plays; `text` says that in the reader's language. */
export interface BotInfo {
  bot: string;
  level: Message;
  text: string;
}

/** Something to say, in no language yet. */
export interface Message {
  id: string;
  params: Record<string, string | number | Thing | Thing[]>;
}

/** Something on the table that a sentence is about: this hex, this city, this order. */
export interface Thing {
  kind: string;
  /** Which one of its kind, by the number or name that views and layouts use. */
  id: number | string;
  /** Its name in a sentence: a text, or an @ and the id of a word. */
  name: string;
  /** A place that people know, if its own name does not tell them where it is. */
  near?: string;
}

export interface Rulebook {
  game: string;
  title: string;
  designer: string;
  publisher: string;
  sections: Section[];
  rules: Rule[];
  /** Who illustrated the printed game, if the rulebook names anybody. */
  illustrator: string;
  /** Whose system the game is built on, if it is not the designer's own. */
  system: string;
  language: string;
}

export interface Section {
  id: string;
  title: string;
}

export interface Rule {
  id: string;
  section: string;
  title: string;
  /** Which printed rulebook, and under which heading. */
  where: string;
  /** Printed: the rulebook says so. Derived: it follows from it. Reading: the rulebook is silent, and we decided. */
  basis: "derived" | "printed" | "reading";
  text: string;
  /** It only explains (a goal, a definition, advice), so there is nothing for the code to enforce. */
  tells: boolean;
}

/** An empty map as SVG. */
export interface MapPicture {
  picture: string;
}

/** A game in progress as SVG. */
export interface ScenePicture {
  picture: string;
}

export interface Reference {
  tables: RuleTableInfo[];
  examples: ExampleInfo[];
  terms: TermInfo[];
}

/** A table of the rulebook, in the reader's words. */
export interface RuleTableInfo {
  id: string;
  rule: string;
  title: string;
  headings: string[];
  rows: CellInfo[][];
}

export interface CellInfo {
  text: string;
  /** An SVG document, if the cell is a picture; the text then shows it in characters. */
  picture: string;
  number: boolean;
}

/** An example, and the rules that it shows. */
export interface ExampleInfo {
  id: string;
  title: string;
  text: string;
  rules: string[];
}

/** A word of the glossary. */
export interface TermInfo {
  id: string;
  /** The word in every language of the game. */
  words: Record<string, string>;
  /** The rule that says what it is, or most about it. */
  rule: string;
  /** Words that look like a form of it and mean something else, by language, in small letters. */
  unlike: Record<string, string[]>;
}

/** An example to be drawn: where everything is, the picture under the pieces, the first position, the moves. */
export interface ExamplePosition {
  layout: unknown;
  ground: string;
  /** The first position, as at a table where nothing can be done. */
  table: TableView;
  branches: ExampleBranch[];
}

/** Everything that a viewer may know about a table now, and what has happened since they last looked. */
export interface TableView {
  table: TableInfo;
  seat: number | null;
  /** The game's view; None before the game begins. */
  view: AnyView | null;
  /** What helps the page to draw the view and the legal moves; None before the game begins. */
  hints: AnyHints | null;
  /** The legal moves of this seat. */
  legal: Offer[];
  /** What the seat to act has to do, in a sentence; None before the game begins. */
  task: Message | null;
  /** Who is winning and why, as far as this viewer may know; None before the game begins. */
  standing: Standing | null;
  /** How many of this seat's last moves can be taken back. */
  undo: number;
  /** The entries since the viewer last looked, but no more than the last 200; `get_log` has earlier ones. */
  log: LogLine[];
}

export interface TableInfo {
  id: string;
  game: string;
  version: number;
  title: string;
  /** What differs from the printed rules. Texts of custom maps and corrected files are null: see `get_options`. */
  options: Record<string, unknown>;
  mode: "correspondence" | "live" | "today";
  speed: "any" | "calm" | "quick";
  level: "any" | "experienced" | "newcomers";
  language: string | null;
  public: boolean;
  delay: Delay;
  /** Whether people may take the seats of bots while the game goes on. */
  latecomers: boolean;
  /** Whether one guest may hold more than one seat, because several people share one screen. */
  shared: boolean;
  /** Whether players may ask bots what they would do (`ask_hints`). */
  hints: boolean;
  /** Whether the result changes the players' ratings. */
  rated: boolean;
  state: "closed" | "open" | "over" | "running";
  ply: number;
  /** The number of changes so far: an answer with a lower one is older. */
  revision: number;
  /** The seats that are to act; none while nature draws. */
  to_act: number[];
  end_turn: "button" | "off" | "timer";
  /** The seat that has finished its turn but not ended it: it can still take its last moves back. */
  held: number | null;
  pace: number;
  seats: SeatInfo[];
  /** Whether the guest who asks created this table. */
  mine: boolean;
  my_turn: boolean;
  commitment: string;
  /** Only shown when the game is over. */
  seed: string | null;
  result: Result | null;
  created: number;
  updated: number;
  /** The table where the same people play again; only they are told. */
  rematch: string | null;
  /** Null if the table was not forked from another one. */
  origin: Origin | null;
  clock: Clock;
  /** How the clocks stood at the last change; null at a table without a clock. */
  timing: Timing | null;
}

/** How far behind spectators are while the game goes on. If both are given, both hold. */
export interface Delay {
  /** Entries of the log. */
  moves: number;
  minutes: number;
}

export interface SeatInfo {
  seat: number;
  kind: "bot" | "guest" | "open";
  name: string | null;
  bot: string | null;
  away: boolean;
  mine: boolean;
  /** Whether there is a valid link for this seat. */
  link: boolean;
  /** The name of the guest for whom this open seat is kept. */
  kept_for: string | null;
  /** Whether that is me. */
  for_me: boolean;
}

/** Where a forked table began. */
export interface Origin {
  /** Only its owner is told, because the other table may be private. */
  table: string | null;
  /** The entry of that table's log; None if it was not noted. */
  ply: number | null;
}

/** What the players of a table agree to when they sit down; it does not change during the game. */
export interface Clock {
  /** `live`: minutes for the whole game; `days`: so many hours for each turn. */
  kind: "days" | "live" | "none";
  /** With a live clock, what each player has at the start. */
  minutes: number;
  /** With a live clock, the seconds that are added for each turn. */
  increment: number;
  /** For `days`: how long a turn may take. */
  hours: number;
  /** For `days`: for how many days in all each player may stop their own clock. */
  holidays: number;
  /** When a player's time is up, a bot plays on until they come back, or the others vote. */
  out: "bot" | "vote";
  /** Which bot; the game's usual one if not given. */
  bot: string | null;
}

/** How the clocks of a table stand. */
export interface Timing {
  /** The seconds that each seat had left at ``since``; empty at a table without a clock. */
  left: number[];
  /** The seconds of holidays that each seat had left. */
  rest: number[];
  since: number;
  /** The seats that are to act, and whose players are people and here: their clocks run unless all stand still. */
  turn: number[];
  /** The seats that are on holiday, so that their time is taken from their holidays first. */
  resting: number[];
  /** The seats that would like a pause; with all of them the clocks stand still. */
  asked: number[];
  paused: boolean;
  vote: Vote | null;
  /** Whether the players have voted to end the game. */
  ended: boolean;
}

/** The others decide about a player whose time is up. Meanwhile all clocks stand still. */
export interface Vote {
  about: number;
  /** When it is decided by the votes cast so far; if there are none, by the first one. */
  until: number;
  /** The seats that have voted, and for what. */
  cast: ([number, "bot" | "end" | "wait"])[];
}

/** A legal move. */
export interface Offer {
  move: AnyMove;
  /** In the game's notation. */
  text: string;
  /** What the move costs at once. */
  price: number;
  /** What helps the page to draw the move, if anything does. */
  hint: AnyHint;
}

/** A position at a glance, for one viewer. */
export interface Standing {
  /** How to win this very game. */
  goal: Message;
  round: number;
  /** None if nobody knows beforehand how many there will be. */
  rounds: number | null;
  phase: Message | null;
  /** The phases that follow, up to the end of the round. */
  next: Message[];
  /** Everybody's tally by seat; empty if the game does not provide one. */
  tallies: Tally[];
}

/** What a player would score if the game ended now. */
export interface Tally {
  /** The sum of the parts that the viewer may know. */
  total: number;
  /** Whether the viewer may know all parts. */
  complete: boolean;
  /** As in ``Score``; None for a part that the viewer may not know. ``part.cash`` is the word for ``cash``. */
  parts: Record<string, number | null>;
  progress: Progress[];
}

/** How far a player is on the way to something that ends or decides the game. */
export interface Progress {
  goal: Message;
  /** None if the viewer may not know. */
  done: number | null;
  of: number;
}

/** An entry of the log, as far as one viewer may know it. */
export interface LogLine {
  ply: number;
  /** Null for nature, and for a change of version. */
  seat: number | null;
  /**
   * A hint says only that this seat took one. A bare entry is a move whose rules we no longer have: only its text is
   * known. An entry of the house is about a player or a clock, and changes nothing in the game: see `note`.
   */
  kind: "bare" | "hint" | "house" | "move" | "undo" | "version";
  /** A move in the game's notation; null if the viewer may not know it, and for all other entries. */
  text: string | null;
  facts: Message[];
  /** How many moves an undo takes back. */
  undone?: number;
  /** The version of the rules from here on. */
  version?: number | null;
  /** How many of the last moves the new version does not allow, so that they no longer count. */
  lost?: number;
  /** The entry that the game goes on from if moves are lost. */
  resumed?: number | null;
  note?: Noted | null;
}

/** What the log says about a player or a clock; see `note` in a line of the log. */
export interface Noted {
  kind: "away" | "back" | "called" | "decided" | "gave-up" | "holiday" | "joined" | "no-pause" | "out" | "pause" | "paused" | "resumed" | "vote";
  /** The bot that plays on. */
  bot?: string | null;
  /** The seat that was voted about. */
  about?: number | null;
  decision?: "bot" | "end" | "wait" | null;
}

/** A sequence of moves; an example may continue in several ways. Titles are by language. */
export interface ExampleBranch {
  titles: Record<string, string>;
  scenes: ExampleScene[];
}

/** A move of an example and its outcome: the log or the refusal, and the position as its player sees it. */
export interface ExampleScene {
  /** Null for nature. */
  seat: number | null;
  /** Empty where a move is taken back. */
  text: string;
  facts: Message[];
  refusal: SceneRefusal | null;
  view: AnyView;
  hints: AnyHints;
}

export interface SceneRefusal {
  rule: string;
  message: Message;
}

/** A lesson, and the rules that it teaches. */
export interface LessonInfo {
  id: string;
  title: string;
  text: string;
  rules: string[];
  minutes: number;
  /** Whether it is a guided game. */
  guided: boolean;
}

/** A step of a lesson, before anything is done. */
export interface LessonMoment {
  /** Of the step, counted from 0; as many as there are steps at the end of the lesson. */
  number: number;
  steps: number;
  text: string;
  /** What to do; empty if there is only something to read. */
  task: string;
  /** The things that are pointed at. */
  points: Named[];
  /** The step that the position, and its map, is from. */
  begun: number;
  /** The position as at a table; null at the end of the lesson, and before a guided game. */
  table: TableView | null;
  /** Whether the step is a guided game, which is played at a table. */
  guided: boolean;
}

/** A thing on the table, and its name in the reader's language. */
export interface Named {
  thing: string;
  name: string;
}

/** What does not change during a game: the layout, and the picture under the pieces as SVG. */
export interface TableGround {
  layout: AnyLayout;
  ground: string;
}

/** What becomes of a move; if the rules refuse it, the refusal, and what the lesson says beside it. */
export interface LessonAnswer {
  reply: LessonReply | null;
  problem: Problem | null;
  text: string;
}

/** What becomes of a move, or of a step that was read. */
export interface LessonReply {
  right: boolean;
  /** What is said to it; may be empty. */
  text: string;
  /** What was done, as the next requests repeat it. */
  done: string;
  points: Named[];
  facts: Message[];
  /** The position after it; null if nothing was played. */
  table: TableView | null;
}

/** Why a request was not carried out: a code for programs, and a message for people. */
export interface Problem {
  code: "bad-request" | "conflict" | "forbidden" | "not-found" | "refused" | "stale" | "too-many" | "unavailable" | "unknown-guest" | "address-too-long" | "defect" | "head-too-large" | "no-method" | "not-json" | "too-large" | "too-slow" | "wrong-host";
  message: Message;
  text: string;
  /** The field of the request that is wrong, as in `$.seats[0].kind`. */
  path?: string | null;
  /** The rule that refuses a move. */
  rule?: string | null;
  rule_text?: string | null;
  /** The table's ply, if the request came too late. */
  ply?: number | null;
  /** Seconds after which it is worth trying again. */
  retry_after?: number | null;
  /** The request's id in the server's log, if it was not the client's fault. */
  request?: string | null;
  /** Whether the table can never go on, and is yours, so that you may close it. */
  closable?: boolean;
}

/** What a move would lead to, as far as its player may know; nature's draws after it are not revealed. */
export interface MovePreview {
  facts: Message[];
  view: AnyView;
  hints: AnyHints;
}

/** Why something cannot be done, and what the lesson says beside it. */
export interface LessonDoubt {
  problem: Problem | null;
  /** The move in standard notation, however it was typed; None if it cannot be played. */
  move: string | null;
  text: string;
}

/** A new table's id, and the tokens for its open seats, for its owner. */
export interface NewLinks {
  id: string;
  links: Record<number, string>;
}

/** What fits the present decision of a guided game: the page says the first hint that was not said often enough. */
export interface GuideSays {
  hints: GuideHint[];
  /** At how many of the first decisions a good move is named: `ask_hints` knows one. */
  advised: number;
  /** Whether the guided game has ended. */
  over: boolean;
  /** What is said then. */
  done: string;
}

export interface GuideHint {
  number: number;
  /** At how many decisions it is said. */
  times: number;
  text: string;
  points: Named[];
}

export interface PuzzleInfo {
  /** It is solved like the lesson of this name. */
  id: string;
  title: string;
  ease: "easy" | "hard" | "medium";
}

/** The same for everybody, from midnight to midnight by Greenwich. */
export interface PuzzleOfTheDay {
  /** Null if no game has puzzles. */
  game: string | null;
  id: string;
  title: string;
}

/** What something on the table is, in the reader's language. */
export interface Explained {
  /** Its kind and id, as in `hex 17`. */
  thing: string;
  name: string;
  /** What it does and its present state, in sentences with the numbers of the position. */
  now: string[];
  /** The rules about it, the most important one first. */
  rules: ExplainedRule[];
  /** Other things that belong to it. */
  see: Named[];
  /** An SVG document; empty if there is none. */
  picture: string;
}

export interface ExplainedRule {
  id: string;
  title: string;
  text: string;
}

/** One page of the tables found. */
export interface LobbyPage {
  tables: TableInfo[];
  /** The value of `after` for the next page; null if this is the last one. Even an empty page may have a next one. */
  more: string | null;
  /** How many people are at tables now. */
  people: number;
}

/** The board and what lies on it as SVG. */
export interface TablePicture {
  picture: string;
}

/** The options of a table, with the texts of its own map and corrected files, as a new table takes them. */
export interface TableOptions {
  options: Record<string, unknown>;
}

/** The answer to a move or an undo: it is saved, and this is the table's ply now. */
export interface Played {
  ply: number;
}

/** Why something cannot be done, as its refusal says; nothing if it can. */
export interface Why {
  problem: Problem | null;
  /** The move in standard notation, however it was typed; None if it cannot be played. */
  move: string | null;
}

/** What I have planned for one of my seats. */
export interface MyPlan {
  slot: "next" | "standing";
  plan: PassPlan | BidPlan | MovesPlan;
  /** What planned moves cost. */
  prices: number[];
  /** Whether it was made for an auction. */
  auction: boolean;
  made: number;
  /** Why it was taken back; null as long as it waits. */
  stopped: Stop | null;
  /** The rules' refusal in the reader's language, if that is why. */
  refusal: string | null;
}

/** Pass whenever it is my turn and I may. */
export interface PassPlan {
  kind: "pass";
  /** Until this auction or step is over, or the round, or the game; the latter only where nothing else is possible. */
  until: "game" | "matter" | "round";
  /** Only where nothing else is possible; otherwise I decide. */
  only: boolean;
  /** Stop if somebody bids more than this. */
  above: number | null;
}

/** Bid in this auction up to an amount. */
export interface BidPlan {
  kind: "bid";
  upto: number;
  /** Bid the whole amount at once; otherwise each time as little as possible. */
  jump: boolean;
  /** Once others have bid so much that I would have to bid more: pass, or stop and let me decide. */
  then: "ask" | "pass";
}

/** Play these moves, one after the other, as long as each still means what it meant when it was planned. */
export interface MovesPlan {
  kind: "moves";
  /** In the game's notation. */
  moves: string[];
}

/**
 * Why a plan was taken back.
 *
 * ``over``: what it was made for is over. ``above``, ``limit``: somebody has bid too much. ``changed``: a move would
 * lead to something else than when it was planned. ``refused``: the rules no longer allow it.
 */
export interface Stop {
  why: "above" | "changed" | "limit" | "over" | "refused" | "unreadable";
  move?: string | null;
  bid?: number | null;
  /** What the move cost when it was planned, and ``now``: what it would cost. */
  price?: number | null;
  now?: number | null;
  rule?: string | null;
  /** The refusal, in the game's words. */
  message?: Message | null;
}

/** What can be planned for a seat now, as far as it can be foreseen. */
export interface Foreseen {
  /** Whether the seat is to act already. */
  now: boolean;
  round: number;
  /** What I may pass or bid in until it is over. */
  matter: "auction" | "step" | null;
  /** Whether players can pass in this game at all. */
  passes: boolean;
  /** What could be bid next; null if nothing. */
  least: number | null;
  most: number | null;
  /** The moves that I have chosen so far, and what each would mean. */
  moves: PlannedMove[];
  /** The moves that could follow them; none if the turn is over then, or nobody can know. */
  offers: Foreseeable[];
}

/** A move that would be planned, and what it would mean. */
export interface PlannedMove {
  text: string;
  price: number;
  facts: Message[];
}

/** A move that can be planned. */
export interface Foreseeable {
  move: unknown;
  text: string;
  price: number;
}

/** What a bot would do. */
export interface Hints {
  bot: string;
  /** The first is what the bot would play. */
  hints: NamedMove[];
  /** The game's best bot, if another one was asked. */
  stronger: string | null;
  /** The number of entries in the log, which may say now that a hint was taken. */
  ply: number;
}

/** A good move. */
export interface NamedMove {
  move: unknown;
  /** In the game's notation. */
  text: string;
  /** What the move costs at once. */
  price: number;
  /** What speaks for it and what it costs, in the game's words, the weightiest first. */
  reasons: Message[];
  /**
   * `clear`, `likely` or `close`: how far the first move is ahead of the next best; `alone`: the bot considered too
   * few moves to say. Other moves are `close` to the first or `behind` it.
   */
  surety: "alone" | "behind" | "clear" | "close" | "likely" | "limit";
}

/** What moves have changed, as far as a seat may know and as the game's bots count it. */
export interface Happened {
  /** Who moved. */
  seat: number;
  /** What changed for them, in the game's words, the greatest change first. */
  theirs: Message[];
  /** What changed for the seat that asks; empty if it moved itself. */
  mine: Message[];
}

export interface Review {
  milestones: Milestone[];
  highlights: Highlight[];
  /** What everybody earned and spent, by seat: ``account.tolls`` is the word for ``tolls``. */
  accounts: Record<string, number[]>;
}

/** The end of a round: its last entry in the log, and how everybody was doing then. */
export interface Milestone {
  round: number;
  ply: number;
  totals: number[];
  parts: Record<string, number>[];
  /** What else is counted, by seat: ``figure.cash`` is the word for ``cash``. */
  figures: Record<string, number[]>;
}

/** Something remarkable, told in a sentence. */
export interface Highlight {
  message: Message;
  seat: number | null;
  /** The entry of the log where it happened; None if it is about the whole game. */
  ply: number | null;
}

/** A game in writing. ``seed`` is None as long as it must stay secret. */
export interface GameRecord {
  format: number;
  game: string;
  /** The version of the rules; of the last part, if there are several. */
  version: number;
  seats: number;
  options: Record<string, unknown>;
  table: string;
  players: string[];
  commitment: string;
  moves: [number, string][];
  digest: string;
  seed: string | null;
  result: Record<string, unknown> | null;
  /** Left out if the game was played under one version, from the usual start. */
  parts?: Part[];
  /** Who left and came back, whose time was up, and what was voted; left out if nothing of the kind happened. */
  notes?: [number, number, string][];
}

/** Moves of a game that were played under one version of the rules. */
export interface Part {
  version: number;
  /** How many they are, nature's included. */
  moves: number;
  /** The described position that they begin from; None for the usual start, "?" while it is secret. */
  start?: Record<string, unknown> | "?" | null;
}

/** A study of a finished game, as far as it has got. */
export interface StudyView {
  state: "cancelled" | "done" | "failed" | "running" | "unfinished" | "waiting" | "none";
  done: number;
  /** Whether I may cancel it. */
  mine: boolean;
  analysis: AnalysisView | null;
  endings: Endings | null;
}

/** What decided a game, as far as it is known. */
export interface AnalysisView {
  /** How many worlds of each position were played on; 0 while the curve is the rough one. */
  worlds: number;
  /** Who plays on; empty for the game's quick policy. */
  bot: string;
  adviser: string;
  /** How many turns were looked at again. */
  looked_at: number;
  points: ChancesAt[];
  /** Those that cost most first; fewer than three if no more are certain. */
  turns: TurnThatDecided[];
  shifts: ShiftOf[];
  mistakes: MistakesOf[];
}

/** Everybody's chances of victory after an entry of the log, each with its 95% band: value, low, high. */
export interface ChancesAt {
  ply: number;
  round: number;
  /** Whose turn led here; -1: nature drew; null before the first turn. */
  seat: number | null;
  chances: number[][];
}

/** A turn that cost its player chances of victory, and a move that would certainly have been better. */
export interface TurnThatDecided {
  seat: number;
  /** The entry of the log before the move. */
  before: number;
  round: number;
  played: string;
  better: string;
  /** By how much the chance would have been higher: value, low, high. */
  gain: number[];
  /** What speaks for the better move, in the game's words. */
  reasons: Message[];
}

/** By how much a player's chance changed in the whole game, and through whom. */
export interface ShiftOf {
  own: number;
  others: number;
  luck: number;
}

/** How often a player chose otherwise than the adviser, by kind of move. */
export interface MistakesOf {
  seat: number;
  kind: string;
  decisions: number;
  otherwise: number;
}

export interface Endings {
  games: number;
  seats: Ending[];
}

/** How one seat fares where a position is played on: its share of victories, and its points, with 95% intervals. */
export interface Ending {
  wins: number;
  low: number;
  high: number;
  score: number;
  half_width: number;
}

/** A page that needs nothing from elsewhere, as text, and a name for its file. */
export interface StudyReport {
  name: string;
  html: string;
}

/** The seat that is mine now. */
export interface Taken {
  seat: number;
}

/** The part of a seat's link after the #. */
export interface Link {
  token: string;
}

/** The table where we play again. */
export interface Rematch {
  id: string;
}

/** The links to a table, with the address by which others reach this server. */
export interface TableLinks {
  address: string;
  /** Where they work: on this machine only, in its network, or anywhere. */
  reach: "machine" | "network" | "world";
  /** For spectators. */
  watch: string;
  /** Only the owner of the table is told. */
  seats: SeatLink[];
}

/** The link of a free seat, or of a bot's that may be taken. */
export interface SeatLink {
  seat: number;
  /** Null if it was made by an earlier version of the program, which did not keep it. */
  link: string | null;
}

/** A link as a QR code (SVG). */
export interface LinkPicture {
  picture: string;
}

/** A line of the chat. `ignored`: its reader does not want to read this writer, so it has no text. */
export interface Chat {
  number: number;
  name: string;
  mine: boolean;
  text: string;
  at: number;
  /** Whether I have blocked whoever wrote this, so that I am not told what. */
  blocked: boolean;
  ignored: boolean;
}

/** What another device needs to become mine too: a link, shown only once, and its QR code (SVG). */
export interface NewDevice {
  link: string;
  expires: number;
  picture: string;
}

export interface MyDevices {
  devices: Device[];
  /** When my recovery code was made; null if there is none. */
  recovery: number | null;
}

/** A browser that knows me by its cookie. */
export interface Device {
  created: number;
  /** About when it was used last. */
  seen: number;
  this: boolean;
}

/** A code with which I come back after all my cookies are lost. It is shown only once. */
export interface RecoveryCode {
  code: string;
}

/** Everything that is kept about a guest. Their moves are in the records of their tables. */
export interface MyData {
  id: string;
  name: string;
  language: string;
  created: number;
  sessions: MySession[];
  tables: MyTable[];
  chat: MyChat[];
  reports: MyReport[];
  studies: MyStudy[];
  /** By which they are told what happens at their tables. */
  ways: MyWay[];
  /** What they are still to be told. */
  notices: MyNotice[];
  /** The names of those whose chat they do not want to read. */
  ignored: string[];
  results: MyResult[];
  tallies: MyTally[];
  ratings: RatingRow[];
  /** The name of their public page. */
  player: string | null;
  /** When their recovery code was made; only its hash is kept. */
  recovery: number | null;
  /** When they have blocked somebody; whom is shown on the page. */
  blocked: number[];
  /** What they have planned for their next turns. */
  plans: MyPlanned[];
  penalties: Penalty[];
}

export interface MySession {
  created: number;
  expires: number;
}

export interface MyTable {
  id: string;
  game: string;
  title: string;
  state: "closed" | "open" | "over" | "running";
  created: number;
  updated: number;
  owner: boolean;
  seats: number[];
  /** Those of my seats for which a bot plays. */
  away: number[];
  /** What was agreed about clocks. */
  clock: Clock | null;
}

export interface MyChat {
  table: string;
  number: number;
  name: string;
  text: string;
  at: number;
}

export interface MyReport {
  table: string;
  text: string;
  at: number;
}

/** Something that a guest has asked for about a finished game. */
export interface MyStudy {
  table: string;
  at: number;
  /** The position that was played on; null for the whole game. */
  ply: number | null;
}

/** One of the ways by which a guest is told what happens at their tables while they look elsewhere. */
export interface MyWay {
  id: string;
  kind: "browser" | "discord" | "json" | "mail" | "matrix" | "ntfy";
  address: string;
  label: string;
  /** How many seconds notices are collected for; 0 if each is sent at once. */
  every: number;
  about: ("begun" | "over" | "turn")[];
  /** `waiting`: for an answer to the mail that asks; `broken`: nothing could be sent for a long time. */
  state: "broken" | "off" | "on" | "waiting";
  created: number;
  /** When something was last sent. */
  used: number | null;
  /** How often it has failed since then. */
  failures: number;
  /** What signed JSON is signed with. */
  secret: string | null;
}

/** Something that a guest is still to be told. */
export interface MyNotice {
  table: string;
  kind: "begun" | "over" | "turn";
  at: number;
}

/** How one of a guest's games ended. */
export interface MyResult {
  table: string;
  game: string;
  map: string;
  at: number;
  place: number;
  seats: number;
  score: number | null;
  gone: boolean;
  /** The rating after the game, if it was rated. */
  rating: number | null;
}

/** What a guest's results against somebody add up to. */
export interface MyTally {
  game: string;
  /** Empty for everybody; `alone` and a map, `bot` and its name, or `guest`. */
  against: string;
  games: number;
  won: number;
  lost: number;
  streak: number;
  longest: number;
  best: number | null;
}

export interface RatingRow {
  guest: string;
  game: string;
  points: number;
  deviation: number;
  volatility: number;
  games: number;
  /** When the last game ended, so that the deviation can grow. */
  at: number;
}

/** What a guest has planned at a table. */
export interface MyPlanned {
  table: string;
  seat: number;
  /** As it is stored. */
  plan: string;
  made: number;
}

/** A guest may not write, or a guest or an address may not play. */
export interface Penalty {
  kind: "ban" | "mute";
  /** The id of a guest, or a network address. */
  target: string;
  at: number;
  /** When it ends; None until it is lifted. */
  until: number | null;
  note: string;
}

/** The number of my report. */
export interface Reported {
  number: number;
}

/** My ways, and those that this server offers. */
export interface MyNotices {
  ways: MyWay[];
  /** The key with which a browser subscribes; null if this server cannot send to browsers. */
  browser: string | null;
  mail: boolean;
  webhooks: boolean;
}

/** What came of sending something by a way. */
export interface WayTest {
  outcome: "failed" | "gone" | "sent" | "uncertain";
}

/** What my finished games add up to. */
export interface MyResults {
  games: GameTally[];
  /** Those against whom I have played most often, at most 40 in all games together. */
  opponents: OpponentTally[];
  alone: AloneTally[];
  ratings: GameRating[];
  /** The name of my public page, `/players/...`; null until I have played a rated game. */
  page: string | null;
}

/** My results in a game, against others. */
export interface GameTally {
  game: string;
  games: number;
  /** How often I came first, alone or together with others. */
  won: number;
  /** How many of the last games I have won in a row. */
  streak: number;
  longest: number;
  /** My highest score. */
  best: number | null;
}

/** My results in a game against one opponent. */
export interface OpponentTally {
  game: string;
  /** Null if it is a bot; empty for all who are gone. */
  name: string | null;
  bot: string | null;
  games: number;
  /** How often I came before them; in the games that are neither won nor lost, we shared a place. */
  won: number;
  lost: number;
}

/** My results in games for one. */
export interface AloneTally {
  game: string;
  /** Empty if it was played on a map of my own. */
  map: string;
  games: number;
  best: number | null;
}

export interface GameRating {
  game: string;
  rating: RatingInfo;
  /** How many rated games it comes from. */
  games: number;
  /** After each of the latest of them, the oldest first. */
  history: RatingStep[];
}

/** How strong somebody is by Glicko-2. */
export interface RatingInfo {
  points: number;
  /** The true strength lies within so many points of it, in 95 cases of a hundred. */
  spread: number;
  /** Whether too little is known yet. */
  provisional: boolean;
}

/** A rating after a game, for a curve. */
export interface RatingStep {
  at: number;
  points: number;
  spread: number;
}

/** A page of finished games, the latest first. */
export interface FinishedGames {
  games: FinishedGame[];
  /** The value of `after` for the next page; null if this is the last one. */
  more: string | null;
}

export interface FinishedGame {
  table: string;
  /** Null if the table is no longer kept. */
  title: string | null;
  game: string;
  at: number;
  rated: boolean;
  /** By place. */
  seats: Finisher[];
}

/** Somebody in a finished game. */
export interface Finisher {
  seat: number;
  /** Null for a bot; empty for somebody who is gone. */
  name: string | null;
  bot: string | null;
  mine: boolean;
  place: number;
  score: number | null;
  /** Whether they had left or run out of time, so that they come last. */
  gone: boolean;
  /** After the game, if it was rated. */
  rating: RatingInfo | null;
}

/** What everybody may know about somebody who plays rated games. */
export interface PlayerPage {
  name: string;
  ratings: GameRating[];
  /** The latest of their rated games at public tables. */
  games: FinishedGame[];
}

/** The ratings of those who sit at a rated table; newcomers have none. */
export interface TableRatings {
  seats: SeatRating[];
}

/** How strong the player on a seat is. */
export interface SeatRating {
  seat: number;
  rating: RatingInfo;
  /** The name of their public page; null for bots. */
  player: string | null;
}

export interface Blocks {
  blocked: Blocked[];
}

/** Somebody with whom I do not want to play or talk. */
export interface Blocked {
  id: string;
  name: string;
  at: number;
}

/** How a game ended. ``ranks[seat]`` is 1 for the winner; players who tie share a rank. */
export interface Result {
  ranks: number[];
  scores: Score[];
  reason: Message;
}

/** Points with their parts, in the order in which they are shown; ``tiebreak`` decides between equal totals. */
export interface Score {
  total: number;
  parts: Record<string, number>;
  tiebreak: number[];
}

/** The hints of a game without its own page, for the plain table to show. */
export interface PlainHints {
  pieces: Piece[];
  /** Everybody's points, if they are public. */
  scores: number[];
}

/** Something that the plain table draws on the board, in the units of the ground's picture. */
export interface Piece {
  x: number;
  y: number;
  /** Its owner, if it has one: it then has that player's colour and sign. */
  seat: number | null;
  /** A few letters or digits on it. */
  text: string;
}

/** The table as this watcher may see it now, with what has happened since the last news. */
export interface TableNews {
  type: "table";
  now: TableView;
}

export interface ChatNews {
  type: "chat";
  lines: Chat[];
}

/** Who is at the table; only seats that belong to people. */
export interface PresenceNews {
  type: "presence";
  /** The server's time, by which all others are given. */
  at: number;
  seats: SeatPresence[];
}

/** Whether a seat's player is at the table: here, away (the page is open, but nobody looks at it), or offline. */
export interface SeatPresence {
  seat: number;
  state: "away" | "here" | "offline";
  /** Null if nobody knows since when. */
  since: number | null;
}

/** My plans at this table have changed: `get_plans` has them. Nobody else hears of it. */
export interface PlansNews {
  type: "plans";
}

export interface Pong {
  type: "pong";
}

/** Why the socket is closed after this. */
export interface ProblemNews {
  type: "problem";
  problem: Problem;
}

/** What a seat can see and do in a position; the same for everybody who looks from that seat. */
export interface Sight {
  view: unknown;
  hints: unknown;
  legal: Offer[];
  task: Message | null;
  standing: Standing | null;
  undo: number;
  /** The seats that are to act, as in a table's info. */
  to_act: number[];
}

export interface DeviceCode {
  code: string;
  expires: number;
}

/** A guest as operators see them. */
export interface UnderReview {
  id: string;
  name: string;
}

/** A table as operators see it: who sits there, and who wrote what. */
export interface TableUnderReview {
  id: string;
  game: string;
  title: string;
  state: "closed" | "open" | "over" | "running";
  public: boolean;
  owner: UnderReview;
  seats: (UnderReview | null)[];
  chat: ChatLine[];
}

export interface ChatLine {
  number: number;
  guest: string;
  name: string;
  text: string;
  at: number;
}

/** A new guest's name and language. */
export interface NewGuest {
  name: string;
  language?: "en" | "de" | "pl";
}

/** Fields that are left out stay as they are. */
export interface GuestChange {
  name?: string | null;
  language?: "en" | "de" | "pl" | null;
}

export interface Language {
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
}

/** For the light or the dark theme. */
export interface Theme {
  look?: "dark" | "light";
}

/** What was done at each step of a lesson so far: a move in the game's notation, empty where one only reads. */
export interface LessonBody {
  done?: string[];
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
}

/** The same, and a move at the step after it; without one, the step has been read or is left out. */
export interface LessonMove {
  done?: string[];
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
  move?: Move | null;
}

/** What was done so far, a move to try out, and others to follow it. */
export interface LessonCheck {
  move: Move;
  then?: Move[];
  done?: string[];
  language?: "en" | "de" | "pl" | null;
}

/** What was done so far, and a thing on the table (`about`), as the game's notation names it, or a move. */
export interface LessonWhy {
  done?: string[];
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
  about?: string | null;
  move?: Move | null;
}

/** The lesson. */
export interface GuideQuery {
  lesson: string;
  language?: "en" | "de" | "pl" | null;
}

/** The same, and the thing: its kind and id, as in `hex 17`. */
export interface ThingQuery {
  thing: string;
  seat?: number | null;
  at?: number | null;
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
}

/** The seat to look from, and the position after this many entries of the log; the present if not given. */
export interface LegendQuery {
  seat?: number | null;
  at?: number | null;
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
}

/** Which tables to list. `search` has words, or beginnings of words, from the name of a table, player or game. */
export interface LobbyQuery {
  /** Only the tables that I own or sit at, public or not. */
  mine?: boolean;
  /** Only tables where it is my turn. */
  turn?: boolean;
  search?: string;
  game?: string | null;
  /** `open`: a seat is free; the game begins when the last one is taken. */
  state?: "open" | "over" | "running" | null;
  /** How it is played: `live`, `today`, or over days. */
  mode?: "correspondence" | "live" | "today" | null;
  /** This and the next two also find tables that say nothing about it. */
  speed?: "any" | "calm" | "quick" | null;
  level?: "any" | "experienced" | "newcomers" | null;
  language?: "en" | "de" | "pl" | null;
  /** `more` of the page before. */
  after?: string | null;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  map?: string | null;
  /** Corrected files of the box: their full texts by name. */
  data?: Record<string, string>;
  options?: Record<string, unknown>;
  title?: string | null;
  /** When it is to be played: in one go, on one day, or over days. */
  mode?: "correspondence" | "live" | "today";
  /** How fast, with whom and in which language people want to play; nobody is kept from it. */
  speed?: "any" | "calm" | "quick";
  level?: "any" | "experienced" | "newcomers";
  language?: string | null;
  public?: boolean;
  delay?: Delay;
  /** Whether people may take the seats of bots while the game goes on; its players know this before they sit down. */
  latecomers?: boolean;
  /** Several people share one screen; only then may one guest hold more than one seat at a public table. */
  shared?: boolean;
  /** Whether players may ask bots what they would do; at a public table the log says who has. */
  hints?: boolean;
  /**
   * Whether the result changes the players' ratings. Then nobody may ask bots, nobody plays two seats, and it is
   * played with the game's own maps and files, by people and bots whose strength is known.
   */
  rated?: boolean;
  /** Seconds that a bot waits before it moves. */
  pace?: number;
  /**
   * Whether what a player does last in a turn can be taken back: for 3 seconds (`timer`), or until they end the turn
   * (`button`), or not once others may act.
   */
  end_turn?: "button" | "off" | "timer";
  clock?: Clock;
}

/** Who should play a seat of a new table. */
export interface SeatWish {
  kind?: "bot" | "me" | "open";
  /** The bot's name; the game's best one if not given. */
  bot?: string | null;
}

/** The same, and the last ply that was seen. */
export interface Looking {
  /** If not given, one of mine: the one to act, or else the first. */
  seat?: number | null;
  /**
   * If no seat is given and I hold several, show only what everybody may see: people share my screen, and nobody has
   * said who sits in front of it.
   */
  covered?: boolean;
  /** a number in the log, from 0 */
  since?: number;
}

/** Fields that are left out stay as they are. `pace`: how many seconds a bot waits before it moves. */
export interface SettingsBody {
  pace?: number | null;
  end_turn?: "button" | "off" | "timer" | null;
}

/** A move, as an object or in the game's notation. `expect` is the ply of the table that the player saw. */
export interface MoveBody {
  seat: number;
  move: Move;
  expect: number;
  key?: string | null;
}

/** A move to try out, and others to follow it. */
export interface CheckBody {
  seat: number;
  move: Move;
  then?: Move[];
}

/** A thing on the table (`about`), as the game's notation names it, or a move. */
export interface WhyBody {
  seat: number;
  about?: string | null;
  move?: Move | null;
}

/** Take back the last move, or with `turn` everything that can be taken back. */
export interface UndoBody {
  seat: number;
  expect: number;
  key?: string | null;
  turn?: boolean;
}

/** End my turn. `expect` is the ply of the table that the player saw. */
export interface EndBody {
  seat: number;
  expect: number;
}

/** The moves that I have chosen so far for my next turn. */
export interface ForeseeBody {
  moves?: Move[];
}

/** What is to be done when it is my turn. */
export interface PlanBody {
  plan: PassPlan | BidPlan | MovesPlan;
}

/** The seat that is to act, and which bot is asked: its name, or the game's usual one, which is quick. */
export interface HintsBody {
  seat: number;
  bot?: string | null;
}

/** The moves after entry `since` of the log, up to entry `ply`; without `since`, only that entry. */
export interface HappenedQuery {
  /** a number in the log, from 0 */
  ply: number;
  since?: number | null;
  /** The seat to look from; if not given, one of mine. */
  seat?: number | null;
}

/** The seat to look from. */
export interface Viewpoint {
  /** If not given, one of mine: the one to act, or else the first. */
  seat?: number | null;
  /**
   * If no seat is given and I hold several, show only what everybody may see: people share my screen, and nobody has
   * said who sits in front of it.
   */
  covered?: boolean;
}

/** The seat to look from, and the entry before which the page ends. */
export interface Before {
  /** If not given, one of mine: the one to act, or else the first. */
  seat?: number | null;
  /**
   * If no seat is given and I hold several, show only what everybody may see: people share my screen, and nobody has
   * said who sits in front of it.
   */
  covered?: boolean;
  before?: number | null;
}

/** Who plays at the new table. `seat`: the seat whose view of an unfinished game counts. */
export interface ForkBody {
  seats: SeatWish[];
  seat?: number | null;
}

/** The same. */
export interface StudyQuery {
  at?: number | null;
}

/** What to work out: the whole game, or how the position after this many entries of the log would go on. */
export interface StudyBody {
  at?: number | null;
}

export interface ReportQuery {
  /** The guest's own if not given. */
  language?: "en" | "de" | "pl" | null;
}

/** The token from the end of a seat's link. */
export interface ClaimBody {
  token: string;
  /** Even if I have blocked somebody who sits there. */
  anyway?: boolean;
}

/** `anyway`: even if I have blocked somebody who sits there. */
export interface JoinQuery {
  anyway?: boolean;
}

/** The bot that plays on; the game's usual one if not given. */
export interface LeaveQuery {
  bot?: string | null;
  /** Whether somebody new may have the seat; only at a table with latecomers. */
  for_good?: boolean;
}

/**
 * The seat that the vote is about, and what to do: give its player more time, let a bot play on until they come
 * back, or end the game.
 */
export interface VoteBody {
  about: number;
  choice: "bot" | "end" | "wait";
}

/**
 * `all`: all clocks, once everybody asks for it; `mine`: only my own, as long as I have holidays left; `none`: make
 * the clocks go again, or no longer ask.
 */
export interface PauseBody {
  wish: "all" | "mine" | "none";
}

/** Who sits where, which only counts for whoever asks first. */
export interface RematchBody {
  order?: "rotate" | "same";
  /** Even if I have blocked somebody who sits there. */
  anyway?: boolean;
}

/** The seat whose link is drawn; the link for spectators if not given. */
export interface PictureQuery {
  seat?: number | null;
}

/** After line `since` and before line `before`. */
export interface Between {
  /** a number in the log, from 0 */
  since?: number;
  before?: number | null;
}

export interface ChatBody {
  text: string;
}

/** The address of the page that takes the code, without a fragment. */
export interface LinkBody {
  page: string;
}

/** The part of the link after the #. `replace`: forget the guest that this device has now. */
export interface DeviceBody {
  code: string;
  replace?: boolean;
}

/**
 * A recovery code; blanks, hyphens and small letters do not matter. `replace`: forget the guest that this device
 * has now.
 */
export interface RecoveryBody {
  code: string;
  replace?: boolean;
}

/** What is wrong at a table. */
export interface ReportBody {
  text: string;
}

/**
 * A way by which I want to be told what happens at my tables: a browser's subscription (with its keys `p256dh` and
 * `auth`), a mail address, or a webhook. Matrix needs the `room` and a `token`; ntfy may need a token.
 */
export interface NewWay {
  kind: "browser" | "discord" | "json" | "mail" | "matrix" | "ntfy";
  address: string;
  p256dh?: string | null;
  auth?: string | null;
  room?: string | null;
  token?: string | null;
  label?: string;
  /** For how many seconds notices are collected; 0 to send each at once. */
  every?: 0 | 900 | 3600 | 86400;
  /** All if not given. */
  about?: ("begun" | "over" | "turn")[] | null;
}

/** Fields that are left out stay as they are. */
export interface WayChange {
  label?: string | null;
  every?: 0 | 900 | 3600 | 86400 | null;
  about?: ("begun" | "over" | "turn")[] | null;
  on?: boolean | null;
}

/** The last part of a link in a mail. */
export interface WayLink {
  token: string;
}

/** `more` of the page before; the first page if not given. */
export interface PageQuery {
  after?: string | null;
}

/** Whom: the guest on a seat, or who has written a line of the chat. */
export interface BlockBody {
  seat?: number | null;
  line?: number | null;
}

/** The reason, for the audit log. */
export interface NoteBody {
  note: string;
}

/** `target` is the id of a guest or an address; without `days` it lasts until it is lifted. */
export interface PenaltyBody {
  kind: "ban" | "mute";
  target: string;
  note: string;
  days?: number | null;
}

export interface LiftBody {
  kind: "ban" | "mute";
  target: string;
  note: string;
}

/** Whether to list the reports that were already dealt with. */
export interface Settled {
  settled?: boolean;
}

/** The same for a WebSocket; `chat` is the number of the last chat line that was read. */
export interface Watching {
  /** If not given, one of mine: the one to act, or else the first. */
  seat?: number | null;
  /**
   * If no seat is given and I hold several, show only what everybody may see: people share my screen, and nobody has
   * said who sits in front of it.
   */
  covered?: boolean;
  /** a number in the log, from 0 */
  since?: number;
  /** a number in the log, from 0 */
  chat?: number;
  /** Whether to be told who is at the table, and when that changes. */
  people?: boolean;
  /** Whether to be told when my plans here have changed. */
  plans?: boolean;
}

/** The only message of a watcher: I am still here. */
export interface Ping {
  type: "ping";
  /**
   * Whether the page is in front of its reader: then no other notice tells them what they see, and the others at the
   * table are told that they are here. Programs need not say.
   */
  front?: boolean | null;
}

export interface DampfAndRailsView {
  seat: number | null;
  options: DampfAndRailsOptions;
  seats: number;
  stage: "answer" | "build" | "deal" | "draw" | "end" | "first" | "goods" | "keep" | "lose" | "money" | "move" | "over" | "place" | "start" | "terms" | "turns";
  round: number;
  first: number;
  /** Whose turn it is. */
  active: number;
  /** Who must act, or is waiting for nature to draw; None when the game is over. */
  acting: number | null;
  players: DampfAndRailsPlayerView[];
  pile: number;
  under: DampfAndRailsCardUnder[];
  discards: number[];
  public: number[];
  laid_out: boolean;
  supply: number[];
  lying: DampfAndRailsLyingGood[];
  running: DampfAndRailsRunningEvent[];
  /** Each with the number of turns that it still holds for. */
  tolls: DampfAndRailsAgreedToll[];
  /** Those still to be kept, each with the number of turns left for it. */
  promises: DampfAndRailsPromisedGood[];
  /** Whether anything was done in this turn, apart from proposing agreements. */
  acted: boolean;
  /** The points that each train of the active player has used in this turn. */
  spent: number[];
  /** The trains of the active player that have run in this turn. */
  moved: number[];
  /** The trains of the active player that have crossed on a ferry in this turn. */
  crossed: number[];
  /** The seats whose toll is paid in this turn. */
  paid: number[];
  /** The seats to whom an agreement was proposed in this turn. */
  asked: number[];
  /** The money spent on building in this turn. */
  outlay: number;
  /** The money that may be spent on building in a turn. */
  limit: number;
  goal: number;
  /** The number of sections built out of each place in this turn, as far as the rules count them. */
  exits: number[];
  proposal: DampfAndRailsProposalView | null;
  losing: DampfAndRailsLoss[];
  /** The stage that goes on after cards are drawn and goods are lost. */
  resume: "answer" | "build" | "deal" | "draw" | "end" | "first" | "goods" | "keep" | "lose" | "money" | "move" | "over" | "place" | "start" | "terms" | "turns";
  final: boolean;
  delivered: boolean;
  quiet: number;
}

export interface DampfAndRailsOptions {
  variant: "fast" | "standard";
  turn_back: "anywhere" | "towns";
  big_cities: "hexagon" | "start-towns";
  far_end: "free" | "paid";
  finish_round: boolean;
  open_hands: boolean;
  deals: boolean;
  second_train_goal: 0 | 50 | 100;
  idle_rounds: number;
  data: CorrectedFile[];
}

export interface CorrectedFile {
  /** Its name, as in ``Texts``. */
  file: string;
  text: string;
}

export interface DampfAndRailsPlayerView {
  /** None if it is hidden. */
  cash: number | null;
  /** The number of orders in hand. */
  orders: number;
  hand: number[] | null;
  /** The start town; None until it is chosen. */
  start: number | null;
  trains: DampfAndRailsTrainView[];
  /** The points that each train has left; for players whose turn it is not, all that it has in a turn. */
  points: number[];
  /** Where this player has track. */
  sections: number[];
  /** The ferries that this player has connected. */
  ferries: number[];
  announced: boolean;
  /** The start towns that this player has connected. */
  towns: number[];
  /** Whether all of them are joined by this player's own track and ferries. */
  linked: boolean;
  /** The cash that ends the game. */
  goal: number;
}

export interface DampfAndRailsTrainView {
  /** Its type, by its place in the layout's list. */
  kind: number;
  /** The milepost where it is; None before its owner has chosen a start town. */
  at: number | null;
  loads: number[];
  /** It does not move for this many turns of its owner, the current one included. */
  stuck: number;
  /** The milepost it came from, if trains turn back only in towns. */
  came: number | null;
  /** The type that it changes into at the end of the round; None if it stays as it is. */
  becomes: number | null;
}

/** A card under the pile. */
export interface DampfAndRailsCardUnder {
  /** None if somebody else put it there. */
  card: number | null;
  /** Who put it there. */
  seat: number;
}

/** A good that was set down. */
export interface DampfAndRailsLyingGood {
  town: number;
  good: number;
  /** The round in which it goes back to the supply. */
  until: number;
  /** Who set it down. */
  seat: number;
}

/** An event that lasts for one round. */
export interface DampfAndRailsRunningEvent {
  event: number;
  /** Who drew it. */
  seat: number;
  /** Whether it is in force; it begins when the turn in which it was drawn ends. */
  begun: boolean;
}

/**
 * What one player pays on another's network, and for how many of their turns.
 *
 * None, here and in the other terms, stands for what a proposal does not say yet.
 */
export interface DampfAndRailsAgreedToll {
  type: "toll";
  runner: number;
  owner: number;
  money: number | null;
  turns: number | null;
}

/** A good that one player will set down in a town for another, within this many of their turns. */
export interface DampfAndRailsPromisedGood {
  type: "promise";
  giver: number;
  taker: number;
  good: number | null;
  town: number | null;
  turns: number | null;
}

/** What the active player proposes. */
export interface DampfAndRailsProposalView {
  partner: number;
  terms: (DampfAndRailsAgreedToll | DampfAndRailsLumpSum | DampfAndRailsPromisedGood)[];
}

/** Money that changes hands as soon as a proposal is accepted. */
export interface DampfAndRailsLumpSum {
  type: "sum";
  payer: number;
  payee: number;
  money: number | null;
}

/** A player who must choose which good a train loses. */
export interface DampfAndRailsLoss {
  seat: number;
  train: number;
}

/** Nature deals a player their first orders. */
export interface DampfAndRailsDeal {
  type: "deal";
  cards: number[];
}

/** Nature says who begins. */
export interface DampfAndRailsFirst {
  type: "first";
  seat: number;
}

/** Nature turns up the next card of the pile. */
export interface DampfAndRailsDraw {
  type: "draw";
  card: number;
}

/** Keep these orders of those dealt first; the others go under the pile. */
export interface DampfAndRailsKeep {
  type: "keep";
  cards: number[];
}

/** Begin in this town. */
export interface DampfAndRailsStart {
  type: "start";
  town: number;
}

/** Run a train over one section, to this milepost. */
export interface DampfAndRailsStep {
  type: "step";
  train: number;
  to: number;
}

/**
 * Run a train to this place: the steps of a way, one after the other.
 *
 * It is the way with the lowest toll, and of several such ways the quickest; or the quickest of all, if that saves
 * points.
 */
export interface DampfAndRailsGo {
  type: "go";
  train: number;
  place: number;
  quickest: boolean;
}

/** Cross on a ferry, on the account of this owner. */
export interface DampfAndRailsCross {
  type: "cross";
  train: number;
  ferry: number;
  owner: number;
}

export interface DampfAndRailsLoad {
  type: "load";
  train: number;
  good: number;
}

/** Set a good down in the town where the train is. */
export interface DampfAndRailsDrop {
  type: "drop";
  train: number;
  good: number;
}

/** Fulfil an order, your own or a public one, with this good. */
export interface DampfAndRailsDeliver {
  type: "deliver";
  train: number;
  card: number;
  good: number;
}

/** Begin to put together an agreement with this player. */
export interface DampfAndRailsPropose {
  type: "propose";
  seat: number;
}

/** A term: you may run on the other's network for an agreed toll. */
export interface DampfAndRailsAsk {
  type: "ask";
}

/** A term: the other may run on your network for an agreed toll. */
export interface DampfAndRailsGrant {
  type: "grant";
}

/** A term: a lump sum for the other. */
export interface DampfAndRailsPay {
  type: "pay";
}

/** A term: a lump sum from the other. */
export interface DampfAndRailsCharge {
  type: "charge";
}

/** A term: you will set down a good for the other in a town. */
export interface DampfAndRailsBring {
  type: "bring";
}

/** A term: the other will set down a good in a town. */
export interface DampfAndRailsRequest {
  type: "request";
}

/** For the term that is being put together: its toll or its sum. */
export interface DampfAndRailsMoney {
  type: "money";
  money: number;
}

/** For the term that is being put together: the good that is promised. */
export interface DampfAndRailsGoods {
  type: "goods";
  good: number;
}

/** For the term that is being put together: the town where the good will be set down. */
export interface DampfAndRailsPlace {
  type: "place";
  town: number;
}

/** For the term that is being put together: how many turns it lasts, or in how many it must be kept. */
export interface DampfAndRailsTurns {
  type: "turns";
  turns: number;
}

/** Offer the other player the terms that have been put together. */
export interface DampfAndRailsSend {
  type: "send";
}

/** Drop the proposal before it is offered. */
export interface DampfAndRailsWithdraw {
  type: "withdraw";
}

export interface DampfAndRailsAccept {
  type: "accept";
}

export interface DampfAndRailsRefuse {
  type: "refuse";
}

/** Say which good is lost. */
export interface DampfAndRailsLose {
  type: "lose";
  good: number;
}

/** End the first part of the turn and begin to build. */
export interface DampfAndRailsStop {
  type: "stop";
}

/** Build track on a section. */
export interface DampfAndRailsBuild {
  type: "build";
  section: number;
}

/** Build the cheapest way to this place: its sections, one after the other. */
export interface DampfAndRailsLay {
  type: "lay";
  place: number;
}

/** Connect a ferry from the town at one of its ends. */
export interface DampfAndRailsConnect {
  type: "connect";
  ferry: number;
}

/** Pay for turning a train into one of another type at the end of the round. */
export interface DampfAndRailsWork {
  type: "work";
  train: number;
  kind: number;
}

/** Buy a second train and put it in this town. */
export interface DampfAndRailsBuy {
  type: "buy";
  town: number;
}

/** Instead of a turn: discard all orders and draw new ones. */
export interface DampfAndRailsExchange {
  type: "exchange";
}

/** End the turn. */
export interface DampfAndRailsEnd {
  type: "end";
}

export interface DampfAndRailsLayout {
  title: string;
  width: number;
  height: number;
  posts: DampfAndRailsPostInfo[];
  sections: DampfAndRailsSectionInfo[];
  /** Towns first, then ports that are not towns. */
  places: DampfAndRailsPlaceInfo[];
  towns: number;
  ferries: DampfAndRailsFerryInfo[];
  goods: DampfAndRailsGood[];
  orders: DampfAndRailsDemand[][];
  /** Cards are numbered: orders from 0, then events. */
  events: DampfAndRailsEventInfo[];
  trains: DampfAndRailsTrainType[];
  companies: string[];
  numbers: DampfAndRailsNumbers;
  pace: DampfAndRailsPace;
}

export interface DampfAndRailsPostInfo {
  name: string;
  /** The nearest town or port, if its own name is a code. */
  near: string;
  at: [number, number];
  /** The town or port that it belongs to. */
  place: number | null;
  price: number;
}

export interface DampfAndRailsSectionInfo {
  /** The mileposts at its ends. */
  ends: [number, number];
  /** What crossing it adds to the price. */
  water: number;
  /** Inside a hexagon, where no track is needed. */
  street: boolean;
}

export interface DampfAndRailsPlaceInfo {
  name: string;
  kind: string;
  /** Its milepost; for a hexagon, the one in its centre. */
  post: number;
  /** How many players can connect it. */
  limit: number;
  start: boolean;
}

export interface DampfAndRailsFerryInfo {
  name: string;
  /** The places at its ends. */
  ends: [number, number];
  price: number;
  path: string;
  /** Where its price is written. */
  label: [number, number];
}

export interface DampfAndRailsGood {
  id: string;
  chips: number;
  /** Where it is offered. */
  towns: number[];
}

export interface DampfAndRailsDemand {
  town: number;
  good: number;
  pay: number;
}

export interface DampfAndRailsEventInfo {
  id: string;
  /** Whether it lasts for one round. */
  lasts: boolean;
  ferries: number[];
  posts: number[];
  sections: number[];
  towns: number[];
}

export interface DampfAndRailsTrainType {
  id: string;
  stage: number;
  speed: number;
  fast_speed: number;
  holds: number;
}

/** The rules' numbers; ``numbers.toml`` says what each means. */
export interface DampfAndRailsNumbers {
  money: number;
  cards_dealt: number;
  cards_kept: number;
  public_orders: number;
  public_from: number;
  hand: number;
  hand_second_train: number;
  toll: number;
  lying_rounds: number;
  plain: number;
  small: number;
  medium: number;
  hexagon: number;
  river: number;
  bay: number;
  exits: number;
  small_places: number;
  port_places: number;
  medium_places: number;
  hexagon_places: number;
  upgrade: number;
  refit: number;
  announce: number;
  second_train: number;
  deal_rounds: number;
  lump_sum: number;
  standard: DampfAndRailsPace;
  fast: DampfAndRailsPace;
}

/** The numbers that differ between the standard and the fast game. */
export interface DampfAndRailsPace {
  /** Money for building in one round. */
  limit: number;
  goal: number;
  handling: number;
}

export interface DampfAndRailsHints {
  /** For the player who is to run: the ways to mileposts that take several steps and are not a single move. */
  runs: DampfAndRailsRun[];
  /** For the player who is to build: the cheapest ways to all mileposts that they could connect in this turn. */
  ways: DampfAndRailsBranch[];
}

/** A route of a train within this turn. */
export interface DampfAndRailsRun {
  type: "run";
  train: number;
  points: number;
  toll: number;
  /** The mileposts along the route, the goal last. */
  course: number[];
}

/** A step of a way that shares its beginning with other ways. */
export interface DampfAndRailsBranch {
  to: number;
  /** The price of the way up to here. */
  price: number;
  /** The section to be built. */
  section: number | null;
  /** The ferry to be connected; a lone port's ferry comes with the port. */
  ferry: number | null;
  /** The step before this one, by its place in the list; None on the network. */
  before: number | null;
}

/** What is built by a single move. */
export interface DampfAndRailsWay {
  type: "way";
  steps: DampfAndRailsLaid[];
}

/** A step of a way that can be built in this turn. */
export interface DampfAndRailsLaid {
  to: number;
  /** The price of the way up to here. */
  price: number;
  /** The section to be built. */
  section: number | null;
  /** The ferry to be connected; a lone port's ferry comes with the port. */
  ferry: number | null;
}

export interface PlanetSteamView {
  seat: number | null;
  options: PlanetSteamOptions;
  seats: number;
  stage: "activate" | "anchor" | "auction" | "banker" | "bonus" | "card" | "carrier-auction" | "certificate" | "claim" | "claim-roll" | "compensation" | "divert" | "engineer" | "extract" | "first" | "first-upgrade" | "fit" | "keep" | "manipulate" | "marker" | "name" | "neutral-claim" | "over" | "own-claim" | "river" | "river-roll" | "sabotage" | "shift" | "tank" | "topple" | "trade" | "unload" | "zone-auction";
  round: number;
  rounds: number;
  /** The seat that acts, or for which the die is rolled. */
  active: number;
  /** Who acts after it in this step; in an auction, those still in it, the highest bidder last. */
  queue: number[];
  /** The player order of this round; empty while specialists are being auctioned. */
  order: number[];
  opener: number;
  players: PlanetSteamPlayerView[];
  prices: number[];
  supplies: number[];
  /** Tanks on the local market. */
  market: number;
  /** None when the market is sold out. */
  tank_price: number | null;
  tank_pieces: number;
  /** How many are left, by the resource that the converter makes a tank extract. */
  converters: Record<number, number>;
  superchargers: number;
  licence_stock: number;
  quarters_stock: number;
  bonus: number[];
  /** The place of each resource in the order of trade; None while it has no marker. */
  markers: (number | null)[];
  zones: PlanetSteamZoneView[];
  /** The row where the airship is anchored. */
  airship: number | null;
  /** The highest bid of the auction; 0 before the first one. */
  bid: number;
  /** Who has bid highest. */
  leader: number | null;
  /** The zone that is auctioned or rolled for, or whose tank lost its converter to a new one. */
  zone: number | null;
  /** What is traded; or the converter that was replaced and has no tank. */
  resource: number | null;
  /** Markers that are still to be placed before the next player. */
  placing: number;
  /** Who holds the card Price Manipulation. */
  manipulator: number | null;
  /** How prices are being manipulated. */
  way: "moderate" | "strong" | "weak" | null;
  /** The number of spaces that prices may still be moved. */
  budget: number;
  /** The resources whose prices were moved. */
  shifted: number[];
  /** Who holds the Independent Carrier. */
  carrier: number | null;
  /** The bid on it, until its holder decides whether to keep it. */
  deposit: number;
  /** For how many more rounds they hold it, this one included. */
  lease: number;
}

export interface PlanetSteamOptions {
  map: string;
  immobile_tanks: boolean;
  river_restriction: boolean;
  variable_trade_order: boolean;
  variable_claims: boolean;
  river_neutrals: "0" | "1" | "2" | "3" | "4" | "5" | "roll";
  reduced_start: boolean;
  free_zone_choice: boolean;
  price_manipulation: boolean;
  sabotage: boolean;
  independent_carrier: boolean;
  carrier_decision: "end" | "expansion";
  open_credits: boolean;
}

export interface PlanetSteamPlayerView {
  /** None if they are hidden. */
  credits: number | null;
  goods: number[];
  classes: number[];
  /** What the four carriers hold. */
  capacities: number[];
  /** How many more of each resource could be stored. */
  rooms: number[];
  licences: number;
  quarters: number;
  /** The number of the specialist card. */
  card: number | null;
  /** Claim markers left. */
  markers: number;
  /** What everything except the credits would be worth at the end. */
  property: Record<string, number>;
}

export interface PlanetSteamZoneView {
  /** A seat, a neutral marker, or nobody because it cannot be used; None while it is unclaimed. */
  owner: number | "neutral" | "unavailable" | null;
  /** What the tank extracts; None without a tank. */
  product: number | null;
  supercharger: boolean;
  /** Whether it is on its side. */
  fallen: boolean;
  /** Whether it is paid for in this extraction. */
  works: boolean;
  /** Whether it received a tank by rearranging in this turn; the next two: a converter, a supercharger. */
  moved: boolean;
  refitted: boolean;
  recharged: boolean;
}

/** Nature rolls for everybody until one seat has the highest result; that seat begins. */
export interface PlanetSteamFirst {
  type: "first";
  seat: number;
}

/** Nature rolls the die for a claim, for the river's neutral markers, or for a sabotaged player. */
export interface PlanetSteamRoll {
  type: "roll";
  pips: number;
}

/** Bid this many credits in an auction. */
export interface PlanetSteamBid {
  type: "bid";
  amount: number;
}

/** Take a specialist card by its number. */
export interface PlanetSteamCard {
  type: "card";
  number: number;
}

/** Take what the Engineer offers: a building licence, or credits. */
export interface PlanetSteamEngineer {
  type: "engineer";
  credits: boolean;
}

/** Take a resource: the Banker's, or a bonus resource. */
export interface PlanetSteamTake {
  type: "take";
  resource: number;
}

/** Put an order marker on a resource: it is traded at this place in this round. */
export interface PlanetSteamOrder {
  type: "order";
  resource: number;
  number: number;
}

/** Choose a way to manipulate prices, and pay for it. */
export interface PlanetSteamManipulate {
  type: "manipulate";
  way: number;
}

/** Move a price up or down by this many spaces. */
export interface PlanetSteamShift {
  type: "shift";
  resource: number;
  spaces: number;
}

/** Choose the opponent who has to lay a tank on its side. */
export interface PlanetSteamSabotage {
  type: "sabotage";
  seat: number;
}

/** Lay your tank in this zone on its side. */
export interface PlanetSteamTopple {
  type: "topple";
  zone: number;
}

/** Choose the zone that is auctioned, as the Speculator. */
export interface PlanetSteamName {
  type: "name";
  zone: number;
}

/** Claim a zone: by rolling for it, after a failed roll, freely as an option, or during the set-up. */
export interface PlanetSteamClaim {
  type: "claim";
  zone: number;
}

/** Put a neutral claim marker on a zone. */
export interface PlanetSteamNeutral {
  type: "neutral";
  zone: number;
}

/** Use a building licence to claim an unclaimed zone or to replace a neutral claim marker. */
export interface PlanetSteamLicence {
  type: "licence";
  zone: number;
}

/** Anchor the support airship at a row, counted from 0. */
export interface PlanetSteamAnchor {
  type: "anchor";
  row: number;
}

/** Pay for the Independent Carrier once more and keep it for another round. */
export interface PlanetSteamKeep {
  type: "keep";
}

/** Let the Independent Carrier be auctioned again. */
export interface PlanetSteamRelease {
  type: "release";
}

/** Pay the activation cost of the tank phase. */
export interface PlanetSteamActivate {
  type: "activate";
}

/** Do not pay the activation cost: take water instead, and end the turn. */
export interface PlanetSteamIdle {
  type: "idle";
}

/** Buy a tank from the local tank market and place it. */
export interface PlanetSteamTank {
  type: "tank";
  zone: number;
}

/** Import a tank and place it. */
export interface PlanetSteamImport {
  type: "import";
  zone: number;
}

/** Buy a converter of this resource for the tank in a zone. */
export interface PlanetSteamConverter {
  type: "converter";
  zone: number;
  resource: number;
}

/** Fit the converter that was replaced to the tank in this zone. */
export interface PlanetSteamFit {
  type: "fit";
  zone: number;
}

/** Give the converter that was replaced back to the supply. */
export interface PlanetSteamDiscard {
  type: "discard";
}

/** Buy a supercharger for the tank in a zone. */
export interface PlanetSteamSupercharger {
  type: "supercharger";
  zone: number;
}

/** Upgrade the carrier of this resource by one class. */
export interface PlanetSteamUpgrade {
  type: "upgrade";
  resource: number;
}

/** Move a tank with its parts to another of your zones that has none. */
export interface PlanetSteamMoveTank {
  type: "movetank";
  start: number;
  goal: number;
}

/** Move a converter to another of your tanks; a converter that is there comes back in exchange. */
export interface PlanetSteamMoveConverter {
  type: "moveconverter";
  start: number;
  goal: number;
}

/** Move a supercharger to another of your tanks. */
export interface PlanetSteamMoveSupercharger {
  type: "movesupercharger";
  start: number;
  goal: number;
}

/** Give the converter of the tank in this zone back to the supply. */
export interface PlanetSteamReturnConverter {
  type: "returnconverter";
  zone: number;
}

/** Pay energy for the tank in this zone, so that it extracts. */
export interface PlanetSteamWork {
  type: "work";
  zone: number;
}

/** Extract with all tanks that were paid for, and with those that need no energy. */
export interface PlanetSteamExtract {
  type: "extract";
}

/** Give back one resource of this kind, because there is not enough room for everything that was extracted. */
export interface PlanetSteamUnload {
  type: "unload";
  resource: number;
}

/** Buy this many of the resource that is traded. */
export interface PlanetSteamBuy {
  type: "buy";
  amount: number;
}

/** Sell this many of the resource that is traded. */
export interface PlanetSteamSell {
  type: "sell";
  amount: number;
}

/** Buy a building licence. */
export interface PlanetSteamBuyLicence {
  type: "buylicence";
}

/** Sell a building licence. */
export interface PlanetSteamSellLicence {
  type: "selllicence";
}

/** Buy luxury quarters. */
export interface PlanetSteamBuyQuarters {
  type: "buyquarters";
}

/** Leave an auction, or do nothing in a step that allows it. */
export interface PlanetSteamPass {
  type: "pass";
}

/** End the tank turn, or a manipulation of prices. */
export interface PlanetSteamDone {
  type: "done";
}

export interface PlanetSteamLayout {
  title: string;
  width: number;
  height: number;
  /** How far the ground extends beyond zones and anchorages. */
  margin: number;
  /** The size of a zone. */
  side: number;
  /** The width of an anchorage. */
  anchorage: number;
  zones: PlanetSteamZoneInfo[];
  /** The centre of each row's anchorage. */
  anchorages: [number, number][];
  /** Their names; moves and views number them in this order. */
  resources: string[];
  /** The gauge of each resource. */
  scales: PlanetSteamScale[];
  /** The price when one tank is left on the market, when two are left, and so on. */
  tank_prices: number[];
  /** For each resource, what each class of carrier holds. */
  capacities: number[][];
  /** What the Independent Carrier holds. */
  independent: number;
  /** By number of players. */
  cards: Record<number, PlanetSteamCardInfo[]>;
  costs: PlanetSteamCosts;
  licence_sale: number;
  /** The credits that the Engineer offers. */
  engineer: number;
  /** The credits that a zone counts at the end. */
  zone_worth: number;
  /** The same for luxury quarters. */
  quarters_worth: number;
  ways: PlanetSteamWayInfo[];
}

export interface PlanetSteamZoneInfo {
  name: string;
  x: number;
  /** Its centre. */
  y: number;
  row: number;
  river: boolean;
}

/** A resource's gauge. */
export interface PlanetSteamScale {
  lowest: number;
  start: number;
  highest: number;
  /** The supplies, from 0 up. */
  supplies: PlanetSteamSupply[];
}

/** A place on a supply scale. */
export interface PlanetSteamSupply {
  colour: "black" | "blue" | "green" | "orange" | "red" | "yellow";
  /** What it does to the price. */
  shift: number;
}

/** A specialist card. */
export interface PlanetSteamCardInfo {
  number: number;
  who: ("airship-captain" | "banker" | "engineer" | "lady-steam" | "speculator")[];
}

export interface PlanetSteamCosts {
  activation: PlanetSteamCost;
  /** What is taken instead of paying. */
  idle: PlanetSteamCost;
  /** Paid in addition to the price on the market. */
  local_tank: PlanetSteamCost;
  imported_tank: PlanetSteamCost;
  supercharger: PlanetSteamCost;
  upgrade: PlanetSteamCost;
  licence: PlanetSteamCost;
  quarters: PlanetSteamCost;
  /** By the resource that the converter makes a tank extract. */
  converters: Record<number, PlanetSteamCost>;
}

export interface PlanetSteamCost {
  credits: number;
  /** How many of each resource. */
  goods: number[];
}

/** A way to manipulate prices. */
export interface PlanetSteamWayInfo {
  name: "moderate" | "strong" | "weak";
  cost: number;
  spaces: number;
}

export interface PlanetSteamHints {
  /** For each seat, how much of each resource its working tanks would extract. */
  yields: number[][];
}

/** What a trade or a pass leads to. */
export interface PlanetSteamTradeHint {
  type: "trade";
  /** What the next player pays. */
  price: number;
}

/** What a roll for a zone can lead to (R42). */
export interface PlanetSteamClaimHint {
  type: "claim";
  /** The lowest roll that claims the zone. */
  least: number;
  /** How many faces of the die claim it. */
  good: number;
  faces: number;
  /** The zones of which one is taken after a lower roll. */
  otherwise: number[];
  /** What the player gets after a lower roll if there is no such zone. */
  credits: number;
}

export interface SteamView {
  seat: number | null;
  options: SteamOptions;
  seats: number;
  stage: "auction" | "build" | "capital" | "choose" | "cubes" | "deal" | "group" | "move" | "opening" | "over" | "points" | "route";
  round: number;
  rounds: number;
  active: number;
  queue: number[];
  order: number[];
  players: SteamPlayerView[];
  passes: number;
  auction: SteamAuctionView | null;
  /** Expert: who may skip a bid in this round's auction. */
  skipper: number | null;
  links: SteamLinkView[];
  /** Printed ones first, then New Cities as they were founded. */
  cities: SteamCityView[];
  fields: number[][];
  /** How many New City tiles of each colour are left. */
  new_cities: number[];
  /** How many tiles on the map show each face. */
  shown: number[];
  placements: number;
  acted: boolean;
  /** The hex just built on, as long as a second track may be added there. */
  fresh: number | null;
  /** The city, by its place in ``cities``, that gets the next group of cubes. */
  growing: number | null;
  cautious: boolean;
  before: SteamView | null;
  trip: SteamTripView | null;
  /** In the order in which they are taken. */
  gains: SteamGainView[];
}

export interface SteamOptions {
  map: string;
  variant: "base" | "expert";
  opening: "auction" | "random";
  income_lowest: number;
  income_highest: number;
  supply_fields: number;
  unlimited_tiles: boolean;
  join_ownerless: boolean;
  towns_once: boolean;
  beginner_relief: "both" | "expenses" | "none" | "track";
  beginners: ("black" | "brown" | "green" | "orange" | "white")[];
  data: CorrectedFile[];
}

export interface SteamPlayerView {
  cash: number;
  income: number;
  vp: number;
  range: number;
  /** The number of this round's action tile; None before it is chosen. */
  tile: number | null;
  /** Whether the tile was taken only for its number. */
  idle: boolean;
  /** Whether the range was raised in this round's goods phase. */
  upgraded: boolean;
  /** Whether they have laid their first tile. */
  built: boolean;
  /** Which of the bankruptcies was theirs, the first being 1; None while they are in the game. */
  fallen: number | null;
  /** What they could pay by raising money. */
  capacity: number;
  /** How many complete links they have. */
  links: number;
}

/** An auction for turn order: one place of the opening, or all places of a round in the expert game. */
export interface SteamAuctionView {
  /** Each seat's last bid. */
  bids: (number | null)[];
  leader: number | null;
  /** Who is still in, in bidding order. */
  bidders: number[];
  /** Who has a place already: in the opening from the first place on, in the expert game from the last one up. */
  placed: number[];
}

export interface SteamLinkView {
  /** Its id in facts. A complete link keeps it. */
  id: string;
  owner: number | null;
  /** The hex where it begins: a city or town, or merely the hex that an open end points at. */
  start: number;
  /** The edge across which it leaves its start, then each of its tiles. */
  edges: number[];
  goal: number;
  /** Whether it is joined to its start; ``tail``: whether it is joined to its goal. */
  head: boolean;
  tail: boolean;
  /** The round in which it was last extended; None for a complete link. */
  since: number | null;
}

export interface SteamCityView {
  hex: number;
  colour: number;
  /** How many of each colour. */
  cubes: number[];
  /** Whether it can no longer have Goods Growth. */
  grown: boolean;
  new: boolean;
}

/** A cube on its way, link by link. */
export interface SteamTripView {
  city: number;
  colour: number;
  /** The edge across which it left each place so far, the start first. */
  edges: number[];
}

/** Points of a delivery that are still to be taken. */
export interface SteamGainView {
  seat: number;
  points: number;
}

/** Nature draws the goods: the cubes of each city in map order, then of each supply field. */
export interface SteamCubes {
  type: "cubes";
  cubes: number[];
}

/** Nature deals each seat an action tile (by number), which settles who begins. */
export interface SteamDeal {
  type: "deal";
  tiles: number[];
}

/** Bid for a place in the turn order. */
export interface SteamBid {
  type: "bid";
  amount: number;
}

/** Expert: skip a bid without leaving the auction, thanks to last round's Turn Order tile. */
export interface SteamSkip {
  type: "skip";
}

/** Leave the auction, or do nothing in this pass of the goods phase. */
export interface SteamPass {
  type: "pass";
}

/** Expert: raise this many units of money for the round. */
export interface SteamCapital {
  type: "capital";
  units: number;
}

/** Take an action tile by its number; ``idle``: only for its number, without paying for its action. */
export interface SteamChoose {
  type: "choose";
  tile: number;
  idle: boolean;
}

/** Lay a tile with one track on an empty hex. */
export interface SteamTrack {
  type: "track";
  hex: number;
  way: number;
}

/** Give the tile just laid or turned a second track, so that it is a complex one; still the same placement. */
export interface SteamSecond {
  type: "second";
  hex: number;
  way: number;
}

/** Upgrade a tile with one track, no matter whose, to a complex one; the new track is the builder's. */
export interface SteamCross {
  type: "cross";
  hex: number;
  way: number;
}

/** Turn or swap the last tile of an incomplete link, so that its track takes this way. */
export interface SteamRedirect {
  type: "redirect";
  hex: number;
  way: number;
}

/** Lay a town tile, or upgrade one, so that track leaves the town at these edges (as bits). */
export interface SteamTown {
  type: "town";
  hex: number;
  exits: number;
}

/** Put a New City of this colour on a town; its goods are chosen next. */
export interface SteamUrbanise {
  type: "urbanise";
  hex: number;
  colour: number;
}

/** Goods Growth in the city in this hex; the goods are chosen next. */
export interface SteamGrow {
  type: "grow";
  hex: number;
}

/** Take the cubes of this supply field. */
export interface SteamGroup {
  type: "group";
  field: number;
}

/** Give up a second track that could not be connected, and everything done after it. */
export interface SteamTakeBack {
  type: "takeback";
}

/** End the build turn. */
export interface SteamDone {
  type: "done";
}

/** Raise the locomotive's range by one. */
export interface SteamUpgrade {
  type: "upgrade";
}

/**
 * Bring a cube of this colour from one city (by its hex) to another; ``gains`` are the points of each seat.
 *
 * They are left out if there is no such delivery and the move is only asked about.
 */
export interface SteamDeliver {
  type: "deliver";
  city: number;
  colour: number;
  goal: number;
  gains: number[];
}

/** Deliver a cube of this colour from this city, choosing the route link by link. */
export interface SteamPlan {
  type: "plan";
  city: number;
  colour: number;
}

/** Carry the cube over the link that leaves its place at this edge. */
export interface SteamVia {
  type: "via";
  edge: number;
}

/** Take the points of a delivery as victory points. */
export interface SteamPoints {
  type: "points";
}

/** Take the points of a delivery as income. */
export interface SteamIncome {
  type: "income";
}

export interface SteamLayout {
  title: string;
  width: number;
  height: number;
  /** How far the ground extends beyond the hexes on every side. */
  margin: number;
  /** The side of a hex. */
  side: number;
  edges: string[];
  hexes: HexInfo[];
  /** What the ground of each hex adds to the price of a new tile. */
  surcharges: number[];
  /** The edges of each hex that track may cross, as bits. */
  open_edges: number[];
  /** The printed cities. */
  cities: SteamCity[];
  towns: SteamPrintedTown[];
  ways: WayInfo[];
  faces: string[];
  /** Every face in every rotation. */
  layings: SteamLaying[];
  pieces: SteamPiece[];
  actions: SteamAction[];
  goods: string[];
  /** How many there are of each colour. */
  new_cities: number[];
  companies: string[];
  numbers: SteamNumbers;
}

export interface HexInfo {
  name: string;
  /** Its centre. */
  at: [number, number];
  /** The game's own name for this kind of terrain. */
  terrain: string;
  /** The hexes across its edges; None where the map ends. */
  beside: (number | null)[];
}

/** A printed city. */
export interface SteamCity {
  name: string;
  hex: number;
  /** Its place in GOODS. */
  colour: number;
  /** The number printed on it: how many cubes it starts with. */
  cubes: number;
}

/** A town of the map; ``Town`` is the move that lays a tile there. */
export interface SteamPrintedTown {
  name: string;
  hex: number;
}

/** A way through a hex: the two edges that it joins, and its path data around the hex's centre. */
export interface WayInfo {
  name: string;
  edges: [number, number];
  path: string;
}

/** A face in one of its rotations. */
export interface SteamLaying {
  /** Its place in FACE_NAMES. */
  face: number;
  /** The tracks through the hex; none on a town. */
  ways: number[];
  /** The edges that stubs of a town lead to; none without a town. */
  exits: number[];
  /** The edges that any track crosses, as bits. */
  edges: number;
  /** Its price, without what the ground adds. */
  price: number;
}

/** Track tiles that are all alike, with one face or two. */
export interface SteamPiece {
  count: number;
  /** Places in FACE_NAMES. */
  faces: number[];
}

/** An action tile; ``action_tiles.toml`` says what its prices mean. */
export interface SteamAction {
  number: number;
  id: "engineer" | "first-build" | "first-move" | "goods-growth" | "locomotive" | "turn-order" | "urbanisation";
  cost: number;
  plus_range: boolean;
  may_pass: boolean;
}

/** The rules' numbers; ``numbers.toml`` says what each means. */
export interface SteamNumbers {
  /** By number of players, like the cubes on each supply field. */
  rounds: Record<number, number>;
  passes: number;
  supply_cubes: Record<number, number>;
  growth_markers: number;
  supply_fields: number;
  start_range: number;
  start_income: number;
  compensation: number;
  income_lowest: number;
  range_highest: number;
  income_highest: number;
  loan: number;
  loan_vp: number;
  short_unit: number;
  upkeep: number;
  tiles_per_turn: number;
  engineer_tiles: number;
  edge_cost: number;
  town_cost: number;
  river_cost: number;
  hill_cost: number;
  income_per_vp: number;
  vp_per_debt: number;
  link_vp: number;
  delivery_points: number;
  discs: number;
  coins: number;
}

/** A hint for a tile: where its track leads. */
export interface JoinHint {
  type: "join";
  says: Message;
  /** How many places it joins. Two or more if it finishes a link, so a tile that joins more is the better guess. */
  joins: number;
}

/** A hint for a delivery: its route. */
export interface SteamRouteHint {
  type: "route";
  /** The edges across which the cube leaves each place in turn, the start first. */
  edges: number[];
}

/** A hint for a bid: what would be left if it won. */
export interface SteamStakeHint {
  type: "stake";
  cash: number;
  income: number;
}

export interface SteamPowerView {
  seat: number | null;
  options: SteamPowerOptions;
  seats: number;
  stage: "action" | "aside" | "bonus" | "deal" | "draw" | "first" | "laying" | "over" | "plan" | "route" | "tiles" | "train";
  round: number;
  /** The start player, once there is one. */
  first: number | null;
  active: number;
  actions: number;
  steps: number;
  bonus: "contracts" | "factory" | "none" | "track";
  draws: number;
  final: boolean;
  companies: SteamPowerCompanyView[];
  cities: SteamPowerCityView[];
  spare: ("black" | "grey" | "orange" | "vp" | "white")[];
  stock: number[];
  players: SteamPowerPlayerView[];
  /** Money never runs out (R3): when more is in play than the box holds, this is 0. */
  bank: number;
  bag: number;
  aside: number[];
  trains: number[];
  shipment: SteamPowerShipmentView | null;
  /** The viewer's own contracts; None for a spectator. */
  hand: number[] | null;
}

export interface SteamPowerOptions {
  map: string;
  start_player: "random" | "red";
  take_money: 3 | 5;
  vp_cities: "direct" | "network";
  limited_goods: boolean;
  spare_tile_bonus: boolean;
  data: CorrectedFile[];
}

export interface SteamPowerCompanyView {
  /** In the order in which they were finished; facts use the same numbers. */
  links: Path[];
  loose: Path | null;
  trains: number;
  factories: number;
}

/**
 * Track laid hex by hex from a start hex: ``edges[0]`` leaves the start, and each further edge leaves a tile.
 *
 * A path with n + 1 edges has n tiles. The game decides whether the hex that the last edge leads to is a
 * valid goal.
 */
export interface Path {
  start: number;
  edges: number[];
}

export interface SteamPowerCityView {
  /** None before the tiles are laid out. */
  tile: "black" | "grey" | "orange" | "vp" | "white" | null;
  /** The company that has a factory here. */
  factory: number | null;
  goods: number;
}

export interface SteamPowerPlayerView {
  money: number;
  /** How many contracts are in hand. */
  contracts: number;
  done: number[];
}

/** A contract being completed by hand: the goods still missing, and where the good on its way is. */
export interface SteamPowerShipmentView {
  contract: number;
  needs: number[];
  /** The place that the good has reached, or None while none is on its way. */
  at: number | null;
  /** The places where it has been. */
  visited: number[];
}

/** Nature lays out the city tiles: one for each city in map order, then the spare ones. */
export interface SteamPowerTiles {
  type: "tiles";
  tiles: number[];
}

/** Nature deals the first contracts to the next player. */
export interface SteamPowerDeal {
  type: "deal";
  contracts: number[];
}

/** Nature says who begins. */
export interface SteamPowerFirst {
  type: "first";
  seat: number;
}

/** Nature draws a contract for the active player, from the bag or from the fullest hand. */
export interface SteamPowerDraw {
  type: "draw";
  contract: number;
}

/** Solo: nature draws the train of the company that acts next. */
export interface SteamPowerTrain {
  type: "train";
  company: number;
}

/** Solo: nature draws the contract that counts a finished turn. */
export interface SteamPowerAside {
  type: "aside";
  contract: number;
}

/** Lay a simple tile on an empty hex. */
export interface SteamPowerTrack {
  type: "track";
  hex: number;
  way: number;
}

/** Put a crossing in place of a simple tile: its track stays, ours is the new way. */
export interface SteamPowerCross {
  type: "cross";
  hex: number;
  way: number;
}

/** Exchange the last tile of our unfinished link, so that our track takes another way. */
export interface SteamPowerReplace {
  type: "replace";
  hex: number;
  way: number;
}

/** Take away the last tile of our unfinished link. */
export interface SteamPowerRemove {
  type: "remove";
  hex: number;
}

/** Build a factory and put goods there. */
export interface SteamPowerFactory {
  type: "factory";
  city: number;
  goods: number;
}

/** Complete a contract in the cheapest way. */
export interface SteamPowerDeliver {
  type: "deliver";
  contract: number;
}

/** Complete a contract, choosing sources and routes with the four moves below. */
export interface SteamPowerPlan {
  type: "plan";
  contract: number;
}

/** Take the next good from this city. */
export interface SteamPowerFrom {
  type: "from";
  city: number;
}

/** Carry it over a link of this company to this city (the first of its group). */
export interface SteamPowerVia {
  type: "via";
  company: number;
  city: number;
}

/** Deliver everything that is still missing in the cheapest way. */
export interface SteamPowerRest {
  type: "rest";
}

/** Take contracts. */
export interface SteamPowerContracts {
  type: "contracts";
}

/** Take money. */
export interface SteamPowerMoney {
  type: "money";
}

/** Stop laying track after one tile, or decline a bonus action. */
export interface SteamPowerDone {
  type: "done";
}

export interface SteamPowerLayout {
  title: string;
  width: number;
  height: number;
  /** How far the ground extends beyond the hexes on every side. */
  margin: number;
  /** The side of a hex. */
  side: number;
  edges: string[];
  /** Terrain: plain, hill, mountain, water or city. */
  hexes: HexInfo[];
  cities: SteamPowerCityInfo[];
  ways: WayInfo[];
  tiles: SteamPowerTileInfo[];
  contracts: SteamPowerContract[];
  goods: string[];
  companies: string[];
  numbers: SteamPowerNumbersInfo;
}

export interface SteamPowerCityInfo {
  name: string;
  hex: number;
  /** Cities side by side are one place. */
  place: number;
}

/** Track tiles that are all alike: how many there are, and both of their faces. */
export interface SteamPowerTileInfo {
  count: number;
  faces: SteamPowerFaceInfo[];
}

export interface SteamPowerFaceInfo {
  name: string;
  ways: number[];
}

export interface SteamPowerContract {
  id: string;
  /** Units asked for, in the order of GOODS. */
  demand: [number, number, number, number];
  money: number;
  vp: number;
  bonus: "contracts" | "factory" | "none" | "track";
}

/** The rules' numbers that the page shows. */
export interface SteamPowerNumbersInfo {
  contracts_drawn: number;
  /** Completed contracts that end the game, by number of players. */
  targets: Record<number, number>;
  solo_turns: number;
  vp_city: number;
  factory_vp: number;
}

export interface SteamPowerHints {
  hand: SteamPowerContractHint[];
}

/** Whether a contract in hand can be completed, and at what cost. */
export interface SteamPowerContractHint {
  contract: number;
  /** The least that completing it costs now; with less money it cannot be completed. None without a network. */
  cost: number | null;
  /** How many of its goods would have to come from the bank. */
  bought: number;
}

/** A hint for carrying a good over its next link. */
export interface SteamPowerCarryHint {
  type: "carry";
  /** The link over which the move would carry the good, by its id in facts. */
  link: string;
}

/** All moves of Dampf & Rails. */
export type DampfAndRailsMove =
  | DampfAndRailsDeal
  | DampfAndRailsFirst
  | DampfAndRailsDraw
  | DampfAndRailsKeep
  | DampfAndRailsStart
  | DampfAndRailsStep
  | DampfAndRailsGo
  | DampfAndRailsCross
  | DampfAndRailsLoad
  | DampfAndRailsDrop
  | DampfAndRailsDeliver
  | DampfAndRailsPropose
  | DampfAndRailsAsk
  | DampfAndRailsGrant
  | DampfAndRailsPay
  | DampfAndRailsCharge
  | DampfAndRailsBring
  | DampfAndRailsRequest
  | DampfAndRailsMoney
  | DampfAndRailsGoods
  | DampfAndRailsPlace
  | DampfAndRailsTurns
  | DampfAndRailsSend
  | DampfAndRailsWithdraw
  | DampfAndRailsAccept
  | DampfAndRailsRefuse
  | DampfAndRailsLose
  | DampfAndRailsStop
  | DampfAndRailsBuild
  | DampfAndRailsLay
  | DampfAndRailsConnect
  | DampfAndRailsWork
  | DampfAndRailsBuy
  | DampfAndRailsExchange
  | DampfAndRailsEnd;

/** All moves of Planet Steam. */
export type PlanetSteamMove =
  | PlanetSteamFirst
  | PlanetSteamRoll
  | PlanetSteamBid
  | PlanetSteamCard
  | PlanetSteamEngineer
  | PlanetSteamTake
  | PlanetSteamOrder
  | PlanetSteamManipulate
  | PlanetSteamShift
  | PlanetSteamSabotage
  | PlanetSteamTopple
  | PlanetSteamName
  | PlanetSteamClaim
  | PlanetSteamNeutral
  | PlanetSteamLicence
  | PlanetSteamAnchor
  | PlanetSteamKeep
  | PlanetSteamRelease
  | PlanetSteamActivate
  | PlanetSteamIdle
  | PlanetSteamTank
  | PlanetSteamImport
  | PlanetSteamConverter
  | PlanetSteamFit
  | PlanetSteamDiscard
  | PlanetSteamSupercharger
  | PlanetSteamUpgrade
  | PlanetSteamMoveTank
  | PlanetSteamMoveConverter
  | PlanetSteamMoveSupercharger
  | PlanetSteamReturnConverter
  | PlanetSteamWork
  | PlanetSteamExtract
  | PlanetSteamUnload
  | PlanetSteamBuy
  | PlanetSteamSell
  | PlanetSteamBuyLicence
  | PlanetSteamSellLicence
  | PlanetSteamBuyQuarters
  | PlanetSteamPass
  | PlanetSteamDone;

/** All moves of Steam. */
export type SteamMove =
  | SteamCubes
  | SteamDeal
  | SteamBid
  | SteamSkip
  | SteamPass
  | SteamCapital
  | SteamChoose
  | SteamTrack
  | SteamSecond
  | SteamCross
  | SteamRedirect
  | SteamTown
  | SteamUrbanise
  | SteamGrow
  | SteamGroup
  | SteamTakeBack
  | SteamDone
  | SteamUpgrade
  | SteamDeliver
  | SteamPlan
  | SteamVia
  | SteamPoints
  | SteamIncome;

/** All moves of Steam Power. */
export type SteamPowerMove =
  | SteamPowerTiles
  | SteamPowerDeal
  | SteamPowerFirst
  | SteamPowerDraw
  | SteamPowerTrain
  | SteamPowerAside
  | SteamPowerTrack
  | SteamPowerCross
  | SteamPowerReplace
  | SteamPowerRemove
  | SteamPowerFactory
  | SteamPowerDeliver
  | SteamPowerPlan
  | SteamPowerFrom
  | SteamPowerVia
  | SteamPowerRest
  | SteamPowerContracts
  | SteamPowerMoney
  | SteamPowerDone;

/** What belongs to each game. */
export interface Games {
  "dampf-and-rails": { view: DampfAndRailsView; move: DampfAndRailsMove; options: DampfAndRailsOptions; layout: DampfAndRailsLayout; hints: DampfAndRailsHints; hint: DampfAndRailsRun | DampfAndRailsWay | null };
  "planet-steam": { view: PlanetSteamView; move: PlanetSteamMove; options: PlanetSteamOptions; layout: PlanetSteamLayout; hints: PlanetSteamHints; hint: PlanetSteamTradeHint | PlanetSteamClaimHint | null };
  "steam": { view: SteamView; move: SteamMove; options: SteamOptions; layout: SteamLayout; hints: null; hint: JoinHint | SteamRouteHint | SteamStakeHint | null };
  "steam-power": { view: SteamPowerView; move: SteamPowerMove; options: SteamPowerOptions; layout: SteamPowerLayout; hints: SteamPowerHints; hint: SteamPowerCarryHint | JoinHint | null };
}

export type AnyView = Games[keyof Games]["view"];

export type AnyMove = Games[keyof Games]["move"];

export type AnyOptions = Games[keyof Games]["options"];

export type AnyLayout = Games[keyof Games]["layout"];

export type AnyHints = Games[keyof Games]["hints"];

export type AnyHint = Games[keyof Games]["hint"];

/** A move in the game's notation, or as an object. */
export type Move = string | AnyMove;

/** What the WebSocket of a table sends. */
export type News = TableNews | ChatNews | PresenceNews | PlansNews | Pong | ProblemNews;

/** What each operation takes and answers. */
export interface Operations {
  /** Who I am; this also renews the cookie. Nothing for a visitor without one. */
  get_me: { params: undefined; query: undefined; body: undefined; answer: Me | null };
  /** Become a guest: the answer sets the cookie. Somebody who is a guest already keeps their name and seats. */
  create_me: { params: undefined; query: undefined; body: NewGuest; answer: Me };
  /** Change my name or language. */
  change_me: { params: undefined; query: undefined; body: GuestChange; answer: Me };
  /** The games with their maps, options and bots; without a language, in the guest's. */
  list_games: { params: undefined; query: Language; body: undefined; answer: GameInfo[] };
  /** The rulebook of a game, in our own words; without a language, in the guest's. */
  get_rules: { params: { game: string }; query: Language; body: undefined; answer: Rulebook };
  /** A game's words: message templates by id, and its maps' titles; without a language, in the guest's. */
  get_words: { params: { game: string }; query: Language; body: undefined; answer: Record<string, string> };
  /** A picture of a game's map, for choosing one; the only board of a game is called `board`. */
  get_map: { params: { game: string; map: string }; query: Theme; body: undefined; answer: MapPicture };
  /** A picture of a game in progress, for choosing a game; of the empty board if the game has none. */
  get_scene: { params: { game: string }; query: undefined; body: undefined; answer: ScenePicture };
  /** The tables of a game's rulebook, its examples by title, and its glossary; without a language, in the guest's. */
  get_reference: { params: { game: string }; query: Language; body: undefined; answer: Reference };
  /** An example of a game's rulebook as positions; `view` and `hints` are as at a table. */
  get_example: { params: { game: string; example: string }; query: Theme; body: undefined; answer: ExamplePosition };
  /** The lessons of a game in the order in which they are taken; none if it has none. */
  list_lessons: { params: { game: string }; query: Language; body: undefined; answer: LessonInfo[] };
  /** The step of a lesson after what was done so far. */
  get_step: { params: { game: string; lesson: string }; query: undefined; body: LessonBody; answer: LessonMoment };
  /** The layout and the picture under the pieces, for the position with which a step begins. */
  get_step_ground: { params: { game: string; lesson: string; step: number }; query: Theme; body: undefined; answer: TableGround };
  /** Make a move in a lesson, or without one go on after reading. A refusal by the rules is not an error here. */
  try_step: { params: { game: string; lesson: string }; query: undefined; body: LessonMove; answer: LessonAnswer };
  /** What would this move lead to? The answer says nothing about whether it fulfils the task. */
  check_step: { params: { game: string; lesson: string }; query: undefined; body: LessonCheck; answer: MovePreview };
  /** Why can I do nothing with this thing, or not make this move? */
  ask_step: { params: { game: string; lesson: string }; query: undefined; body: LessonWhy; answer: LessonDoubt };
  /** A table for the guided game of a lesson: me against bots. */
  begin_guided_game: { params: { game: string; lesson: string }; query: undefined; body: LessonBody; answer: NewLinks };
  /** What fits my present decision at the table of a guided game. */
  get_guide: { params: { table: string }; query: GuideQuery; body: undefined; answer: GuideSays };
  /** The puzzles of a game; none if it has none. */
  list_puzzles: { params: { game: string }; query: Language; body: undefined; answer: PuzzleInfo[] };
  /** The puzzle of the day, and its game. */
  get_puzzle_of_the_day: { params: undefined; query: Language; body: undefined; answer: PuzzleOfTheDay };
  /** What a piece, a card, a number or a place on the table is, as far as I may know it. */
  explain_thing: { params: { table: string }; query: ThingQuery; body: undefined; answer: Explained };
  /** What is drawn on this board, and what it means. */
  get_legend: { params: { table: string }; query: LegendQuery; body: undefined; answer: Explained[] };
  /** Public tables by the latest change, or mine, with those where it is my turn first; page by page. */
  get_lobby: { params: undefined; query: LobbyQuery; body: undefined; answer: LobbyPage };
  /** Create a table; the answer has the tokens of its open seats, as `get_links` does later. */
  create_table: { params: undefined; query: undefined; body: NewTable; answer: NewLinks };
  /** The table as one of my seats sees it (or as a spectator does), and the log after `since`. */
  get_table: { params: { table: string }; query: Looking; body: undefined; answer: TableView };
  /** What does not change during the game: the layout, and the picture under the pieces. */
  get_ground: { params: { table: string }; query: Theme; body: undefined; answer: TableGround };
  /** The table as a picture, as spectators see it; pages that show the whole table draw it themselves. */
  draw_table: { params: { table: string }; query: undefined; body: undefined; answer: TablePicture };
  /** All options of a table, with the texts of its own map and corrected files. */
  get_options: { params: { table: string }; query: undefined; body: undefined; answer: TableOptions };
  /** Only for the owner: how long bots wait before they move, and how turns end. */
  change_settings: { params: { table: string }; query: undefined; body: SettingsBody; answer: null };
  /** Only for the owner: close a table that cannot go on under the current version of the rules. */
  close_table: { params: { table: string }; query: undefined; body: undefined; answer: null };
  /** Play a move. The answer means that it is on disk; sent again with the same key, it is not played again. */
  play_move: { params: { table: string }; query: undefined; body: MoveBody; answer: Played };
  /** What would this move lead to? If it is not allowed, the answer is the refusal that the move would get. */
  check_move: { params: { table: string }; query: undefined; body: CheckBody; answer: MovePreview };
  /** Why can I do nothing with this thing, or not make this move? The answer is not an error. */
  ask_why: { params: { table: string }; query: undefined; body: WhyBody; answer: Why };
  /** Take back my last move or my whole turn, unless something has been revealed since. */
  undo_move: { params: { table: string }; query: undefined; body: UndoBody; answer: Played };
  /** End my turn, after which its last moves can no longer be taken back. A turn that has ended stays so. */
  end_turn: { params: { table: string }; query: undefined; body: EndBody; answer: Played };
  /** Let the bots move at once until a person is to act; only if I am the only person at the table. */
  hurry_bots: { params: { table: string }; query: undefined; body: undefined; answer: null };
  /** What I have planned for my seat, and why a plan was taken back. */
  get_plans: { params: { table: string; seat: number }; query: undefined; body: undefined; answer: MyPlan[] };
  /** What could I plan now? The moves of my next turn, as far as they can be foreseen, and what I could bid. */
  foresee: { params: { table: string; seat: number }; query: undefined; body: ForeseeBody; answer: Foreseen };
  /** Plan something for my seat, in place of what I had planned. If it is my turn, it is carried out at once. */
  make_plan: { params: { table: string; seat: number }; query: undefined; body: PlanBody; answer: null };
  /** Take a plan back: what has not been carried out by the answer never will be. Without a plan, nothing happens. */
  take_back_plan: { params: { table: string; seat: number; slot: string }; query: undefined; body: undefined; answer: null };
  /** Good moves at my decision, and what speaks for each. At a public table the log says that I asked. */
  ask_hints: { params: { table: string }; query: undefined; body: HintsBody; answer: Hints };
  /** What a player's moves have changed for them and for me, as far as I may know. */
  what_happened: { params: { table: string }; query: HappenedQuery; body: undefined; answer: Happened };
  /** The table as it was after this many entries of the log. */
  get_position: { params: { table: string; ply: number }; query: Viewpoint; body: undefined; answer: TableView };
  /** The last entries of the log, at most 200; `before` an entry, those before it. */
  get_log: { params: { table: string }; query: Before; body: undefined; answer: LogLine[] };
  /** How a finished game went: scores and money after each round, what everybody earned and spent, highlights. */
  get_review: { params: { table: string }; query: undefined; body: undefined; answer: Review };
  /** The record of the game; while it goes on, without its seed and the draws that I may not know. */
  get_record: { params: { table: string }; query: undefined; body: undefined; answer: GameRecord };
  /** A table made from a record, to look at or to play on. */
  import_record: { params: undefined; query: undefined; body: GameRecord; answer: NewLinks };
  /** A new table that begins from a position of this one. */
  fork_table: { params: { table: string; ply: number }; query: undefined; body: ForkBody; answer: NewLinks };
  /** How far it has been found out what decided a finished game, or how a position of it would go on (`at`). */
  get_study: { params: { table: string }; query: StudyQuery; body: undefined; answer: StudyView };
  /** Find out what decided a finished game, or play one of its positions on 200 times; one of a table at a time. */
  begin_study: { params: { table: string }; query: undefined; body: StudyBody; answer: StudyView };
  /** Stop working on it; what was found so far remains. For whoever asked for it, and for those at the table. */
  cancel_study: { params: { table: string }; query: StudyQuery; body: undefined; answer: null };
  /** What decided a finished game, as one page to keep: in my language, or the one asked for. */
  get_study_report: { params: { table: string }; query: ReportQuery; body: undefined; answer: StudyReport };
  /** Take a seat by its link, which is then used up; at a public table, only if I have none yet. */
  claim_seat: { params: { table: string }; query: undefined; body: ClaimBody; answer: Taken };
  /** Take a seat that is kept for me or, at a public table, one that is open or that latecomers may have. */
  join_table: { params: { table: string; seat: number }; query: JoinQuery; body: undefined; answer: Taken };
  /** Leave my seat. During the game a bot plays until I come back, or until somebody new takes it if I never will. */
  leave_seat: { params: { table: string; seat: number }; query: LeaveQuery; body: undefined; answer: null };
  /** Take my seat back from the bot, or say that I am here if the others vote about me. */
  come_back: { params: { table: string; seat: number }; query: undefined; body: undefined; answer: null };
  /** Vote about a player whose time is up, or for whom a table without a clock has waited for ten minutes. */
  cast_vote: { params: { table: string; seat: number }; query: undefined; body: VoteBody; answer: null };
  /** Ask for a pause, which begins when everybody has asked; take a holiday; or make the clocks go again. */
  pause_clocks: { params: { table: string; seat: number }; query: undefined; body: PauseBody; answer: null };
  /** Only for the owner: a new link for an open seat, or for a bot's that may be taken; older ones stop working. */
  make_link: { params: { table: string; seat: number }; query: undefined; body: undefined; answer: Link };
  /** Only for the owner: revoke the link of a seat. */
  revoke_link: { params: { table: string; seat: number }; query: undefined; body: undefined; answer: null };
  /** Play this finished game again: the first player who asks makes the table, and everybody's seat is kept there. */
  play_again: { params: { table: string }; query: undefined; body: RematchBody; answer: Rematch };
  /** The links to a table: for spectators and, if it is mine, for its seats. */
  get_links: { params: { table: string }; query: undefined; body: undefined; answer: TableLinks };
  /** One of these links as a QR code: that of a seat, or that for spectators. */
  draw_link: { params: { table: string }; query: PictureQuery; body: undefined; answer: LinkPicture };
  /** The last lines of the chat, at most 50; `before` a line, those before it. */
  get_chat: { params: { table: string }; query: Between; body: undefined; answer: Chat[] };
  /** Write a chat line: any guest may at a public table, only players at others. */
  post_chat: { params: { table: string }; query: undefined; body: ChatBody; answer: Chat };
  /** I do not want to read any more of whoever wrote this line, at any table. They are not told. */
  ignore_writer: { params: { table: string; line: number }; query: undefined; body: undefined; answer: null };
  /** I want to read them again. */
  heed_writer: { params: { table: string; line: number }; query: undefined; body: undefined; answer: null };
  /** Forget me on this device; my other devices stay signed in. */
  sign_out: { params: undefined; query: undefined; body: undefined; answer: null };
  /** A link that makes another device mine too; it works once, within ten minutes. Also as a QR code (SVG). */
  make_device_code: { params: undefined; query: undefined; body: LinkBody; answer: NewDevice };
  /** Become the guest whose code this is. A device that already has a guest must ask to replace them. */
  use_device_code: { params: undefined; query: undefined; body: DeviceBody; answer: Me };
  /** Where I am signed in, and whether I have a recovery code. */
  get_devices: { params: undefined; query: undefined; body: undefined; answer: MyDevices };
  /** Sign out on all my other devices, because one of them was lost. */
  sign_out_elsewhere: { params: undefined; query: undefined; body: undefined; answer: null };
  /** A code with which I come back if all my cookies are lost. It replaces the one before, and works once. */
  make_recovery_code: { params: undefined; query: undefined; body: undefined; answer: RecoveryCode };
  /** Become the guest whose recovery code this is. A device that already has a guest must ask to replace them. */
  use_recovery_code: { params: undefined; query: undefined; body: RecoveryBody; answer: Me };
  /** Everything that is kept about me. */
  export_my_data: { params: undefined; query: undefined; body: undefined; answer: MyData };
  /** Delete my name, what I wrote, and my cookies on all devices; bots play on for me. */
  delete_my_data: { params: undefined; query: undefined; body: undefined; answer: null };
  /** Tell the operators of this server about a table; the latest lines of its chat are sent with it. */
  report_table: { params: { table: string }; query: undefined; body: ReportBody; answer: Reported };
  /** The ways by which I am told what happens at my tables, and those that this server offers. */
  get_ways: { params: undefined; query: undefined; body: undefined; answer: MyNotices };
  /** Tell me by this way, too. The owner of a mail address is asked first, by mail. */
  add_way: { params: undefined; query: undefined; body: NewWay; answer: MyWay };
  /** How often, and of what; or switch it off or on. */
  change_way: { params: { way: string }; query: undefined; body: WayChange; answer: MyWay };
  /** Forget this way. */
  remove_way: { params: { way: string }; query: undefined; body: undefined; answer: null };
  /** Send something by this way now, to see whether it arrives. */
  test_way: { params: { way: string }; query: undefined; body: undefined; answer: WayTest };
  /** The owner of a mail address wants notices. The link in the mail is enough. */
  agree_to_notices: { params: undefined; query: undefined; body: WayLink; answer: null };
  /** Whoever reads a mail wants no more of them. The link in the mail is enough. */
  stop_notices: { params: undefined; query: undefined; body: WayLink; answer: null };
  /** What my finished games add up to: by game, by opponent, alone; and my ratings. */
  get_my_results: { params: undefined; query: undefined; body: undefined; answer: MyResults };
  /** My finished games, the latest first, page by page; they stay when their tables are no longer kept. */
  get_my_games: { params: undefined; query: PageQuery; body: undefined; answer: FinishedGames };
  /** What everybody may know about somebody who plays rated games: name, ratings, latest rated games in public. */
  get_player: { params: { player: string }; query: undefined; body: undefined; answer: PlayerPage };
  /** How strong those are who sit at a rated table. */
  get_ratings: { params: { table: string }; query: undefined; body: undefined; answer: TableRatings };
  /** Those with whom I do not want to play or talk. */
  get_blocks: { params: undefined; query: undefined; body: undefined; answer: Blocks };
  /** Block whoever sits on a seat here or has written a line: they cannot join me, and I do not read them. */
  block: { params: { table: string }; query: undefined; body: BlockBody; answer: null };
  /** No longer block somebody. */
  unblock: { params: { block: string }; query: undefined; body: undefined; answer: null };
}

/** Where each operation is found. */
export const ADDRESSES = {
  get_me: { method: "GET", path: "/api/me" },
  create_me: { method: "POST", path: "/api/me" },
  change_me: { method: "PATCH", path: "/api/me" },
  list_games: { method: "GET", path: "/api/games" },
  get_rules: { method: "GET", path: "/api/games/{game}/rules" },
  get_words: { method: "GET", path: "/api/games/{game}/words" },
  get_map: { method: "GET", path: "/api/games/{game}/maps/{map}" },
  get_scene: { method: "GET", path: "/api/games/{game}/scene" },
  get_reference: { method: "GET", path: "/api/games/{game}/reference" },
  get_example: { method: "GET", path: "/api/games/{game}/examples/{example}" },
  list_lessons: { method: "GET", path: "/api/games/{game}/lessons" },
  get_step: { method: "POST", path: "/api/games/{game}/lessons/{lesson}" },
  get_step_ground: { method: "GET", path: "/api/games/{game}/lessons/{lesson}/ground/{step}" },
  try_step: { method: "POST", path: "/api/games/{game}/lessons/{lesson}/moves" },
  check_step: { method: "POST", path: "/api/games/{game}/lessons/{lesson}/check" },
  ask_step: { method: "POST", path: "/api/games/{game}/lessons/{lesson}/why" },
  begin_guided_game: { method: "POST", path: "/api/games/{game}/lessons/{lesson}/game" },
  get_guide: { method: "GET", path: "/api/tables/{table}/guide" },
  list_puzzles: { method: "GET", path: "/api/games/{game}/puzzles" },
  get_puzzle_of_the_day: { method: "GET", path: "/api/puzzle" },
  explain_thing: { method: "GET", path: "/api/tables/{table}/explain" },
  get_legend: { method: "GET", path: "/api/tables/{table}/legend" },
  get_lobby: { method: "GET", path: "/api/lobby" },
  create_table: { method: "POST", path: "/api/tables" },
  get_table: { method: "GET", path: "/api/tables/{table}" },
  get_ground: { method: "GET", path: "/api/tables/{table}/ground" },
  draw_table: { method: "GET", path: "/api/tables/{table}/picture" },
  get_options: { method: "GET", path: "/api/tables/{table}/options" },
  change_settings: { method: "PATCH", path: "/api/tables/{table}/settings" },
  close_table: { method: "POST", path: "/api/tables/{table}/close" },
  play_move: { method: "POST", path: "/api/tables/{table}/moves" },
  check_move: { method: "POST", path: "/api/tables/{table}/check" },
  ask_why: { method: "POST", path: "/api/tables/{table}/why" },
  undo_move: { method: "POST", path: "/api/tables/{table}/undo" },
  end_turn: { method: "POST", path: "/api/tables/{table}/end" },
  hurry_bots: { method: "POST", path: "/api/tables/{table}/hurry" },
  get_plans: { method: "GET", path: "/api/tables/{table}/seats/{seat}/plans" },
  foresee: { method: "POST", path: "/api/tables/{table}/seats/{seat}/plans/foresee" },
  make_plan: { method: "POST", path: "/api/tables/{table}/seats/{seat}/plans" },
  take_back_plan: { method: "DELETE", path: "/api/tables/{table}/seats/{seat}/plans/{slot}" },
  ask_hints: { method: "POST", path: "/api/tables/{table}/hints" },
  what_happened: { method: "GET", path: "/api/tables/{table}/happened" },
  get_position: { method: "GET", path: "/api/tables/{table}/at/{ply}" },
  get_log: { method: "GET", path: "/api/tables/{table}/log" },
  get_review: { method: "GET", path: "/api/tables/{table}/review" },
  get_record: { method: "GET", path: "/api/tables/{table}/record" },
  import_record: { method: "POST", path: "/api/records" },
  fork_table: { method: "POST", path: "/api/tables/{table}/fork/{ply}" },
  get_study: { method: "GET", path: "/api/tables/{table}/study" },
  begin_study: { method: "POST", path: "/api/tables/{table}/study" },
  cancel_study: { method: "DELETE", path: "/api/tables/{table}/study" },
  get_study_report: { method: "GET", path: "/api/tables/{table}/study/report" },
  claim_seat: { method: "POST", path: "/api/tables/{table}/claim" },
  join_table: { method: "POST", path: "/api/tables/{table}/seats/{seat}/join" },
  leave_seat: { method: "POST", path: "/api/tables/{table}/seats/{seat}/leave" },
  come_back: { method: "POST", path: "/api/tables/{table}/seats/{seat}/back" },
  cast_vote: { method: "POST", path: "/api/tables/{table}/seats/{seat}/vote" },
  pause_clocks: { method: "POST", path: "/api/tables/{table}/seats/{seat}/pause" },
  make_link: { method: "POST", path: "/api/tables/{table}/seats/{seat}/link" },
  revoke_link: { method: "DELETE", path: "/api/tables/{table}/seats/{seat}/link" },
  play_again: { method: "POST", path: "/api/tables/{table}/rematch" },
  get_links: { method: "GET", path: "/api/tables/{table}/links" },
  draw_link: { method: "GET", path: "/api/tables/{table}/links/picture" },
  get_chat: { method: "GET", path: "/api/tables/{table}/chat" },
  post_chat: { method: "POST", path: "/api/tables/{table}/chat" },
  ignore_writer: { method: "POST", path: "/api/tables/{table}/chat/{line}/ignore" },
  heed_writer: { method: "DELETE", path: "/api/tables/{table}/chat/{line}/ignore" },
  sign_out: { method: "DELETE", path: "/api/me/session" },
  make_device_code: { method: "POST", path: "/api/me/devices" },
  use_device_code: { method: "POST", path: "/api/me/device" },
  get_devices: { method: "GET", path: "/api/me/devices" },
  sign_out_elsewhere: { method: "DELETE", path: "/api/me/devices" },
  make_recovery_code: { method: "POST", path: "/api/me/recovery" },
  use_recovery_code: { method: "POST", path: "/api/me/recover" },
  export_my_data: { method: "GET", path: "/api/me/data" },
  delete_my_data: { method: "DELETE", path: "/api/me" },
  report_table: { method: "POST", path: "/api/tables/{table}/reports" },
  get_ways: { method: "GET", path: "/api/me/notices" },
  add_way: { method: "POST", path: "/api/me/notices" },
  change_way: { method: "PATCH", path: "/api/me/notices/{way}" },
  remove_way: { method: "DELETE", path: "/api/me/notices/{way}" },
  test_way: { method: "POST", path: "/api/me/notices/{way}/test" },
  agree_to_notices: { method: "POST", path: "/api/notices/yes" },
  stop_notices: { method: "POST", path: "/api/notices/off" },
  get_my_results: { method: "GET", path: "/api/me/results" },
  get_my_games: { method: "GET", path: "/api/me/games" },
  get_player: { method: "GET", path: "/api/players/{player}" },
  get_ratings: { method: "GET", path: "/api/tables/{table}/ratings" },
  get_blocks: { method: "GET", path: "/api/me/blocks" },
  block: { method: "POST", path: "/api/tables/{table}/blocks" },
  unblock: { method: "DELETE", path: "/api/me/blocks/{block}" },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;

/** Where the WebSocket of a table is found; its query is a `Watching`. */
export const SOCKET = "/api/tables/{table}/live";
