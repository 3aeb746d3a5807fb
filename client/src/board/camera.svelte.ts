// Which part of a board is seen, and how large. A point of the frame is in pixels, a point of the board in its measures.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How high a place is on the screen, in pixels: a finger's tip; what a finger just meets; what a mouse still does. */
const COMFORT = 44;
const FINGER = 32;
const MOUSE = 24;
const LARGEST = 180;
const STEP = 1.35;

export class Camera {
  /** Pixels per measure. */
  scale = $state(1);
  #x = $state(0);
  #y = $state(0);
  #width = $state(0);
  #height = $state(0);
  /** Whether the user has moved the view; if not, it is chosen again whenever the frame changes size. */
  #aim: "beginning" | "whole" | "free" = "beginning";

  constructor(
    readonly board: Box,
    /** How high a place is, in the board's measures. */
    readonly reach: number,
  ) {}

  /** What is seen of the board. */
  get seen(): Box {
    const [width, height] = [this.#width / this.scale, this.#height / this.scale];
    return { x: this.#x - width / 2, y: this.#y - height / 2, width, height };
  }

  /** What lies under a point of the frame. */
  at(px: number, py: number): readonly [number, number] {
    return [this.seen.x + px / this.scale, this.seen.y + py / this.scale];
  }

  sees([x, y]: readonly [number, number]): boolean {
    const { x: left, y: top, width, height } = this.seen;
    return x > left && x < left + width && y > top && y < top + height;
  }

  /** The whole board in the frame. */
  get fit(): number {
    return Math.min(this.#width / this.board.width, this.#height / this.board.height);
  }

  /** The frame has this size: until the user moves the view, show everything, or `first` if that would be too small. */
  resize(width: number, height: number, first: Box | null): void {
    if (!width || !height) return; // not shown now
    [this.#width, this.#height] = [width, height];
    if (this.#aim === "beginning") this.#begin(first ?? this.board);
    else if (this.#aim === "whole") this.#all();
    else this.#place(this.#x, this.#y, this.scale);
  }

  #begin(first: Box): void {
    const least = matchMedia("(pointer: coarse)").matches ? FINGER : MOUSE;
    if (this.fit * this.reach >= least) this.#all();
    else this.#place(first.x + first.width / 2, first.y + first.height / 2, COMFORT / this.reach);
  }

  home(): void {
    this.#aim = "whole";
    this.#all();
  }

  #all(): void {
    this.#place(this.board.x + this.board.width / 2, this.board.y + this.board.height / 2, this.fit);
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
    this.#place(x, y, Math.max(this.scale, COMFORT / this.reach));
  }

  /** Moves just far enough to show a box with some space around it. */
  show(box: Box): void {
    const seen = this.seen;
    const air = this.reach * 0.7;
    const x = this.#x + nudge(seen.x, seen.width, box.x - air, box.width + 2 * air);
    const y = this.#y + nudge(seen.y, seen.height, box.y - air, box.height + 2 * air);
    if (x === this.#x && y === this.#y) return;
    this.#aim = "free";
    this.#place(x, y, this.scale);
  }

  #within(scale: number): number {
    return Math.min(LARGEST / this.reach, Math.max(this.fit, scale));
  }

  #place(x: number, y: number, scale: number): void {
    this.scale = this.#within(scale);
    this.#x = held(x, this.board.x, this.board.width, this.#width / this.scale);
    this.#y = held(y, this.board.y, this.board.height, this.#height / this.scale);
  }
}

/** The middle of what is seen, so that the board does not leave the frame; one that is smaller stays in its middle. */
function held(middle: number, start: number, length: number, seen: number): number {
  if (seen >= length) return start + length / 2;
  return Math.min(start + length - seen / 2, Math.max(start + seen / 2, middle));
}

/** How far a window must move to contain a stretch; what is too long for it is shown from its middle. */
function nudge(window: number, seen: number, start: number, length: number): number {
  if (length > seen) return start + length / 2 - (window + seen / 2);
  return Math.min(0, start - window) + Math.max(0, start + length - (window + seen));
}
