// Where keys lead from a place: the arrows, and six letters arranged like the neighbours of a hex.

import type { Place } from "../games/look";

const [N, NE, SE, S, SW, NW] = [0, 1, 2, 3, 4, 5];

const LETTERS: Record<string, number> = { q: NW, w: N, e: NE, a: SW, s: S, d: SE };

/** Up and down are neighbours. On the left and right there are two each; the one nearer to the row is meant. */
const ARROWS: Record<string, readonly number[]> = {
  ArrowUp: [N],
  ArrowDown: [S],
  ArrowLeft: [NW, SW],
  ArrowRight: [NE, SE],
};

export class Steering {
  #row: number | null = null;

  /** The place that a key leads to; null if it leads nowhere, undefined if it is not one of these keys. */
  go(from: Place, key: string, letters: boolean, find: (id: string) => Place | undefined): Place | null | undefined {
    const ways = ARROWS[key] ?? (letters && key in LETTERS ? [LETTERS[key]!] : undefined);
    if (!ways) return undefined;
    const row = this.#row ?? from.at[1];
    const next = ways
      .map((way) => from.beside[way])
      .flatMap((id) => (id ? (find(id) ?? []) : []))
      .sort((one, other) => Math.abs(one.at[1] - row) - Math.abs(other.at[1] - row))[0];
    // Left and right stay in the row where they started; any other step starts a new row.
    this.#row = ways.length > 1 ? row : null;
    return next ?? null;
  }

  /** The focus was moved by other means. */
  forget(): void {
    this.#row = null;
  }
}
