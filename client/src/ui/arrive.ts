// Moves the focus to the heading of a new page after a link was followed.

let travelling = false;

/** Another page is being loaded. On the first page of a visit this is never called, so the focus stays where it is. */
export function depart(): void {
  travelling = true;
}

/** The page is there, or what it waited for: go to its heading, unless somebody is busy on it already. */
export function arrive(): void {
  const main = document.querySelector("main");
  if (!travelling || !main || location.hash) return;
  const busy = document.activeElement !== main && main.contains(document.activeElement);
  if (!busy) (main.querySelector<HTMLElement>("h1[tabindex]") ?? main).focus();
}
