// Sums that everybody could count on the table; the score itself is the server's affair.

import type { SteamPowerFurniture, SteamPowerPlayerView } from "../../api/types";

/** Victory points of the contracts that somebody has completed. */
export const pointsOf = (furniture: SteamPowerFurniture, player: SteamPowerPlayerView): number =>
  player.done.reduce((sum, contract) => sum + furniture.contracts[contract]!.vp, 0);

/** How many completed contracts end the game; none do when somebody plays alone. */
export const targetOf = (furniture: SteamPowerFurniture, seats: number): number | undefined =>
  furniture.numbers.targets[seats];
