// What the viewer asks about: the thing on the table whose explanation is shown.

class Asking {
  thing = $state<string | null>(null);
  /** What the page calls it, for games that do not explain it. */
  label = "";
  /** Where it is on the screen. */
  spot = $state.raw<DOMRect | null>(null);
  /** Whether somebody asked for it, so that it stays until it is closed; otherwise the mouse just rests there. */
  pinned = $state(false);
  /** Every tap explains something, instead of choosing it. */
  always = $state(false);

  show(thing: string, spot: DOMRect, pinned = true, label = ""): void {
    this.thing = thing;
    this.label = label;
    this.spot = spot;
    this.pinned = pinned;
  }

  close(): void {
    this.thing = null;
    this.pinned = false;
  }
}

export const asking = new Asking();
