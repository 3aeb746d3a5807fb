// Points at things that are not places of the board, such as cards and amounts: whatever is drawn of them is outlined.

const POINTED = "pointed-at";

/** Outlines what the page shows of these things, also what it draws later; returns what ends that. If nothing of it is
 * in sight, the first thing is brought there, once. */
export function mark(things: string[]): () => void {
  const wanted = things.map((thing) => `main [data-thing="${CSS.escape(thing)}"]`).join(", ");
  let brought = false;
  const update = (): void => {
    const found = new Set(wanted ? document.querySelectorAll(wanted) : []);
    for (const element of document.querySelectorAll(`.${POINTED}`)) if (!found.has(element)) element.classList.remove(POINTED);
    for (const element of found) element.classList.add(POINTED);
    if (brought || !found.size) return;
    brought = true;
    if (![...found].some(inSight)) [...found].find(isDrawn)?.scrollIntoView({ block: "nearest" });
  };
  const watcher = new MutationObserver(update);
  watcher.observe(document.body, { childList: true, subtree: true });
  update();
  return () => {
    watcher.disconnect();
    for (const element of document.querySelectorAll(`.${POINTED}`)) element.classList.remove(POINTED);
  };
}

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0;

/** Whether the middle of an element can be seen: not scrolled away, and not behind something else. */
function inSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && (element.contains(there) || there.contains(element));
}
