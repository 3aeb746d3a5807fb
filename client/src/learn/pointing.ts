// Points at things that are not places of the board, such as cards and amounts: whatever is drawn of them is outlined.

const POINTED = "pointed-at";

/** Outlines what the page shows of these things, also what it draws later; returns what ends that. */
export function mark(things: string[]): () => void {
  const wanted = things.map((thing) => `main [data-thing="${CSS.escape(thing)}"]`).join(", ");
  const update = (): void => {
    const found = new Set(wanted ? document.querySelectorAll(wanted) : []);
    for (const element of document.querySelectorAll(`.${POINTED}`)) if (!found.has(element)) element.classList.remove(POINTED);
    for (const element of found) element.classList.add(POINTED);
  };
  const watcher = new MutationObserver(update);
  watcher.observe(document.body, { childList: true, subtree: true });
  update();
  return () => {
    watcher.disconnect();
    for (const element of document.querySelectorAll(`.${POINTED}`)) element.classList.remove(POINTED);
  };
}
