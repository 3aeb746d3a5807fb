// The keyboard of the table page. Letters are shortcuts outside text fields only, and can be turned off.

import { settings } from "../settings.svelte";
import { sheetIsOpen } from "../ui/Dialog.svelte";

export interface Shortcuts {
  /** Enter. The focused control handles it instead, if there is one and this returns false. */
  confirm(control: Element | null): boolean;
  /** Space on the board, which has nothing to offer while the viewer waits. */
  skip(): boolean;
  cancel(): boolean;
  /** By the character that the key types, letters in lower case; "shift+" before it means with shift. */
  typed(key: string): boolean;
}

const WRITING = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const BUSY = "a, button, summary, input, [role=button], [role=tab]";

/** Enter is handled before the focused element gets it, and Space before the board does; all other keys after. */
export function keysOf(shortcuts: Shortcuts): { before(event: KeyboardEvent): void; after(event: KeyboardEvent): void } {
  return {
    before: (event) => listen(event, (target) => first(event, target, shortcuts)),
    after: (event) => listen(event, (target) => event.key !== "Enter" && answer(event, target, shortcuts)),
  };
}

function listen(event: KeyboardEvent, heard: (target: Element | null) => boolean): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (sheetIsOpen() || target?.closest(WRITING)) return;
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

/** A key that is held down does not confirm again and again. */
function first(event: KeyboardEvent, target: Element | null, shortcuts: Shortcuts): boolean {
  if (event.key === " ") return target?.matches("[data-place]") === true && shortcuts.skip();
  return event.key === "Enter" && (event.repeat || shortcuts.confirm(target?.closest(BUSY) ?? null));
}
