// What a tile would join, as the server says it.

import type { JoinHint } from "../api/types";
import type { Choice } from "../games/look";

/** The words of a tile, and its worth: the more places it joins, the earlier it is offered. */
export const joining = ({ says, joins }: JoinHint): Pick<Choice, "brief" | "tile" | "told" | "worth"> => ({
  brief: says,
  tile: true,
  told: true,
  worth: joins,
});
