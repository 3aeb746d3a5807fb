// Where somebody goes on reading after following a link: at the heading of the new page.

let travelling = false;

/** Another page is on its way. Whoever has just opened the house never departed, and is left alone. */
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
