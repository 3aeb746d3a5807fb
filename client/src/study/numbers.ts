// Chances as people write them.

import { words } from "../words/words.svelte";

/** A share as a percentage: 25%, or 25 %. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** A difference of two shares in percentage points, with its sign. */
export function pointsOf(share: number): string {
  const rounded = Math.round(100 * share);
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}

/** A number with one place after the point, or the comma. */
export const tenths = (number: number): string =>
  new Intl.NumberFormat(words.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(number)
    .replace("-", "−");
