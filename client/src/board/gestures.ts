// One finger or the mouse pans, two fingers or the wheel zoom, and a long press asks what something is.

import type { Camera } from "./camera.svelte";

type Spot = readonly [number, number];

/** How far a finger may move during a tap, in pixels. */
const TREMBLE = 6;
/** How long a long press takes, in milliseconds. */
const HOLD = 500;
const LINE = 16;

/** Lets pointers move the camera; what was dragged or held is not clicked. Returns how to stop. */
export function listen(frame: SVGSVGElement, camera: Camera, held: (what: EventTarget | null) => void): () => void {
  const down = new Map<number, Spot>();
  let start: Spot = [0, 0];
  let dragged = false;
  let holding = 0;

  const here = (event: MouseEvent): Spot => {
    const box = frame.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (down.size === 0) {
      dragged = false;
      start = here(event);
    }
    down.set(event.pointerId, here(event));
    clearTimeout(holding);
    if (down.size === 1 && event.pointerType !== "mouse") holding = window.setTimeout(hold, HOLD, event.target);
  }

  function hold(what: EventTarget | null): void {
    dragged = true;
    held(what);
  }

  function move(event: PointerEvent): void {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = here(event);
    if (!dragged && down.size === 1 && distance(start, now) < TREMBLE) return;
    dragged = true;
    clearTimeout(holding);
    frame.setPointerCapture(event.pointerId);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(camera, other, before, now);
    else camera.pan(now[0] - before[0], now[1] - before[1]);
    down.set(event.pointerId, now);
  }

  function release(event: PointerEvent): void {
    clearTimeout(holding);
    down.delete(event.pointerId);
  }

  function click(event: MouseEvent): void {
    if (dragged && event.detail > 0) event.stopPropagation();
  }

  /** A long press would open the browser's menu. */
  function menu(event: Event): void {
    if (down.size > 0 && event instanceof PointerEvent && event.pointerType !== "mouse") event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    camera.zoom(Math.exp(-0.0016 * event.deltaY * lines), ...here(event));
  }

  frame.addEventListener("pointerdown", press);
  frame.addEventListener("pointermove", move);
  frame.addEventListener("pointerup", release);
  frame.addEventListener("pointercancel", release);
  frame.addEventListener("click", click, { capture: true });
  frame.addEventListener("contextmenu", menu);
  frame.addEventListener("wheel", wheel, { passive: false });
  return () => {
    clearTimeout(holding);
    frame.removeEventListener("pointerdown", press);
    frame.removeEventListener("pointermove", move);
    frame.removeEventListener("pointerup", release);
    frame.removeEventListener("pointercancel", release);
    frame.removeEventListener("click", click, { capture: true });
    frame.removeEventListener("contextmenu", menu);
    frame.removeEventListener("wheel", wheel);
  };
}

/** One of two fingers moved: the board zooms and follows the point between them; it never rotates. */
function pinch(camera: Camera, still: Spot, before: Spot, now: Spot): void {
  const middle: Spot = [(still[0] + now[0]) / 2, (still[1] + now[1]) / 2];
  camera.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  camera.zoom(distance(still, now) / Math.max(1, distance(still, before)), ...middle);
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
