// Which part of a board is visible, and how large. Points of the frame are in pixels, points of the board in its units.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a player should look, and whether all of it must be seen. */
export interface Asked {
  box: Box | null;
  whole: boolean;
}

/** Heights of a place on the screen, in pixels: a fingertip, the least for a finger, the least for a mouse, the most.
*/
const COMFORT = 44;
const FINGER = 32;
const MOUSE = 14;
const LARGEST = 180;
const STEP = 1.35;
/** The space around what is shown, as a multiple of a place. */
const AIR = 0.7;

export class Camera {
  /** Pixels per unit. */
  scale = $state(1);
  #x = $state(0);
  #y = $state(0);
  #width = $state(0);
  #height = $state(0);
  /** How many pixels at the bottom of the frame the action area may cover, so that nothing to look at is put there. */
  #free = $state(0);
  /** How many pixels at the top are covered by something that tells about the board. */
  veil = 0;
  /** Whether the user has moved the view; if not, it shows everything, or what is asked for if everything is tiny. */
  #aim: "asked" | "whole" | "free" = "asked";

  constructor(
    readonly board: Box,
    /** The height of a place, in the board's units. */
    readonly reach: number,
  ) {}

  /** The visible part of the board. */
  get seen(): Box {
    const [width, height] = [this.#width / this.scale, this.#height / this.scale];
    return { x: this.#x - width / 2, y: this.#y - height / 2, width, height };
  }

  /** The part of it that is never covered. */
  get #clear(): Box {
    const { x, y, width } = this.seen;
    return { x, y: y + this.veil / this.scale, width, height: (this.#height - this.#free - this.veil) / this.scale };
  }

  /** The point of the board that is under a point of the frame. */
  at(px: number, py: number): readonly [number, number] {
    return [this.seen.x + px / this.scale, this.seen.y + py / this.scale];
  }

  /** The point of the frame, in pixels, where a point of the board is shown. */
  shownAt([x, y]: readonly [number, number]): readonly [number, number] {
    return [(x - this.seen.x) * this.scale, (y - this.seen.y) * this.scale];
  }

  sees([x, y]: readonly [number, number]): boolean {
    const { x: left, y: top, width, height } = this.#clear;
    return x > left && x < left + width && y > top && y < top + height;
  }

  /** The scale at which the whole board fits into the frame. */
  get fit(): number {
    return Math.min(this.#width / this.board.width, (this.#height - this.#free) / this.board.height);
  }

  /** Whether a place would be too small to be pressed if the whole board were shown. */
  get tiny(): boolean {
    return this.fit * this.reach < (matchMedia("(pointer: coarse)").matches ? FINGER : MOUSE);
  }

  /** Sets the size of the frame. If only a part of the board is seen, its upper left corner stays where it is. */
  resize(width: number, height: number, free: number, asked: Asked): void {
    if (!width || !height) return; // not shown now
    const [{ x, y }, begun] = [this.seen, this.#width > 0];
    [this.#width, this.#height, this.#free] = [width, height, free];
    if (this.#aim === "whole") this.#all();
    else if (this.#aim === "asked" && !(begun && this.tiny)) this.ask(asked);
    else this.#place(x + width / this.scale / 2, y + height / this.scale / 2, this.scale);
  }

  /** Shows the whole board, or if that is tiny, what is asked for; nothing changes once the user has moved the view. */
  ask({ box, whole }: Asked): void {
    if (this.#aim !== "asked") return;
    if (!this.tiny) this.#all();
    else this.#frame(box ?? this.board, whole);
  }

  /** Shows all of a box as large as is comfortable; it only moves there once the user has changed the view. */
  turn(box: Box): void {
    if (this.#aim === "asked") this.#frame(box, true);
    else this.show(box);
  }

  /** A box as large as is comfortable, or smaller if all of it must be seen. */
  #frame({ x, y, width, height }: Box, whole: boolean): void {
    const air = 2 * AIR * this.reach;
    const all = Math.min(this.#width / (width + air), (this.#height - this.#free) / (height + air));
    const comfort = COMFORT / this.reach;
    this.#centre(x + width / 2, y + height / 2, whole ? Math.min(comfort, all) : comfort);
  }

  home(): void {
    this.#aim = "whole";
    this.#all();
  }

  #all(): void {
    this.#centre(this.board.x + this.board.width / 2, this.board.y + this.board.height / 2, this.fit);
  }

  /** Shows a point in the middle of what is never covered. */
  #centre(x: number, y: number, scale: number): void {
    this.#place(x, y + this.#free / 2 / this.#within(scale), scale);
  }

  /** Moves the board along with the finger, by this many pixels. */
  pan(dx: number, dy: number): void {
    this.#aim = "free";
    this.#place(this.#x - dx / this.scale, this.#y - dy / this.scale, this.scale);
  }

  /** Zooms by a factor, keeping what is under a point of the frame where it is. */
  zoom(factor: number, px = this.#width / 2, py = this.#height / 2): void {
    this.#aim = "free";
    const scale = this.#within(this.scale * factor);
    const [dx, dy] = [px - this.#width / 2, py - this.#height / 2];
    const shrunk = 1 / this.scale - 1 / scale;
    this.#place(this.#x + dx * shrunk, this.#y + dy * shrunk, scale);
  }

  closer(): void {
    this.zoom(STEP);
  }

  farther(): void {
    this.zoom(1 / STEP);
  }

  /** Whether a place is too small for a finger. */
  get small(): boolean {
    return this.reach * this.scale < FINGER;
  }

  /** Zooms in on a point until its neighbours are large enough to tap. */
  approach([x, y]: readonly [number, number]): void {
    this.#aim = "free";
    this.#centre(x, y, Math.max(this.scale, COMFORT / this.reach));
  }

  /** Moves just far enough to show a box with some space around it. */
  show(box: Box): void {
    const seen = this.#clear;
    const air = this.reach * AIR;
    const x = this.#x + nudge(seen.x, seen.width, box.x - air, box.width + 2 * air);
    const y = this.#y + nudge(seen.y, seen.height, box.y - air, box.height + 2 * air);
    if (x !== this.#x || y !== this.#y) this.#place(x, y, this.scale);
  }

  #within(scale: number): number {
    return Math.min(LARGEST / this.reach, Math.max(this.fit, scale));
  }

  #place(x: number, y: number, scale: number): void {
    this.scale = this.#within(scale);
    this.#x = held(x, this.board.x, this.board.width, this.#width / this.scale);
    const [above, below] = [this.veil / this.scale, this.#free / this.scale];
    this.#y = held(y, this.board.y - above, this.board.height + above + below, this.#height / this.scale);
  }
}

/** The middle of the view, such that the board does not leave the frame. A board that is smaller stays centred. */
function held(middle: number, start: number, length: number, seen: number): number {
  if (seen >= length) return start + length / 2;
  return Math.min(start + length - seen / 2, Math.max(start + seen / 2, middle));
}

/** How far a window must move to contain a stretch. A stretch that is too long is centred. */
function nudge(window: number, seen: number, start: number, length: number): number {
  if (length > seen) return start + length / 2 - (window + seen / 2);
  return Math.min(0, start - window) + Math.max(0, start + length - (window + seen));
}
