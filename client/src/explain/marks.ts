// The marks on what is drawn: data-thing, or data-place for a place of the board, has the kind and id of a thing.

const MARKED = "[data-thing], [data-place]";
const BOARD = "svg[role=group]";
const PIECES = `${BOARD} .pieces`;

export interface Mark {
  thing: string;
  element: Element;
  /** What the page calls it, for games that do not explain it. */
  label: string;
}

function markOf(element: Element | null | undefined): Mark | null {
  const marked = element?.closest<HTMLElement | SVGElement>(MARKED);
  const thing = marked?.dataset["thing"] ?? marked?.dataset["place"];
  return marked && thing ? { thing, element: marked, label: marked.getAttribute("aria-label") ?? "" } : null;
}

/** The mark on what was touched; on the board a piece at that point, or else the place under it. */
export function markAt(x: number, y: number, touched = document.elementFromPoint(x, y)): Mark | null {
  const board = touched?.closest(BOARD);
  if (!board) return markOf(touched);
  // Pieces let the mouse through to the places, except for this moment.
  const pieces = document.querySelectorAll<SVGElement>(PIECES);
  pieces.forEach((piece) => (piece.style.pointerEvents = "auto"));
  const found = document.elementsFromPoint(x, y);
  pieces.forEach((piece) => (piece.style.pointerEvents = ""));
  const marks = found.filter((element) => board.contains(element)).flatMap((element) => markOf(element) ?? []);
  return marks.find(({ element }) => element.matches("[data-thing]")) ?? marks[0] ?? null;
}

/** The mark on the element with the focus, or on its first part that has one, unless that is the whole page. */
export function markWithFocus(): Mark | null {
  const focused = document.activeElement;
  return focused?.matches("body, main") ? null : (markOf(focused) ?? markOf(focused?.querySelector(MARKED)));
}

/** All pieces and numbers that can be seen, each thing once; places of the board are reached by the arrow keys. */
export function allMarks(): Mark[] {
  const found = new Map<string, Mark>();
  for (const element of document.querySelectorAll("main [data-thing]")) {
    const mark = markOf(element);
    if (mark && !found.has(mark.thing) && element.checkVisibility({ visibilityProperty: true })) found.set(mark.thing, mark);
  }
  return [...found.values()];
}

/** Whether a tap on this element does something anyway. */
export const actsItself = (element: Element): boolean =>
  element.closest("button, a, input, select, summary, label, [data-place]") !== null;
