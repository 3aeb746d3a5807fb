// The keyboard of the table page. Letters are shortcuts outside text fields only, and can be turned off.

import { settings } from "../settings.svelte";

export interface Shortcuts {
  /** Enter, unless the focused element handles it. */
  confirm(): boolean;
  cancel(): boolean;
  /** By what the key types; for letters in lower case, with "shift+" before it where shift is meant. */
  typed(key: string): boolean;
}

const WRITING = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const BUSY = "a, button, summary, input, [role=button], [role=tab]";

/** Enter is looked at before it reaches the focused thing, everything else after it. */
export function keysOf(shortcuts: Shortcuts): { before(event: KeyboardEvent): void; after(event: KeyboardEvent): void } {
  return {
    before: (event) => listen(event, (target) => event.key === "Enter" && confirms(target) && shortcuts.confirm()),
    after: (event) => listen(event, (target) => event.key !== "Enter" && answer(event, target, shortcuts)),
  };
}

function listen(event: KeyboardEvent, heard: (target: Element | null) => boolean): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest(`dialog, ${WRITING}`)) return;
  if (!heard(target)) return;
  event.preventDefault();
  event.stopPropagation();
}

function answer(event: KeyboardEvent, target: Element | null, shortcuts: Shortcuts): boolean {
  if (event.key === "Escape") return shortcuts.cancel();
  if (event.key === " " && target?.closest(BUSY)) return false;
  const letter = event.key.length === 1;
  if (letter && event.key !== " " && !settings.keys) return false;
  const key = letter ? event.key.toLowerCase() : event.key;
  return shortcuts.typed(event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key);
}

/** Enter does what the focused thing is for; on something that is chosen already, it confirms. */
function confirms(target: Element | null): boolean {
  const thing = target?.closest(BUSY);
  return !thing || thing.matches("[aria-pressed=true], [aria-checked=true]");
}
