// Sums that everybody could count on the table; the score itself is the server's affair.

import type { SteamPowerLayout, SteamPowerPlayerView } from "../../api/types";

/** Victory points of the contracts that somebody has completed. */
export const pointsOf = (layout: SteamPowerLayout, player: SteamPowerPlayerView): number =>
  player.done.reduce((sum, contract) => sum + layout.contracts[contract]!.vp, 0);

/** How many completed contracts end the game; none do when somebody plays alone. */
export const targetOf = (layout: SteamPowerLayout, seats: number): number | undefined =>
  layout.numbers.targets[seats];
