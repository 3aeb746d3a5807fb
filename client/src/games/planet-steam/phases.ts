// The steps of a round, and which of them it is.

import { STAGE } from "./seeing";

export const STEPS = [
  ...(["specialists", "zone", "claims", "airship"] as const),
  ...(["tanks", "extraction", "trade", "certificates"] as const),
];

export type Step = (typeof STEPS)[number];

/** The last stage of each step, in the order of the stages. */
const ENDS: readonly [number, Step][] = [
  [STAGE.topple, "specialists"],
  [STAGE.neutralClaim, "claims"],
  [STAGE.zoneAuction, "zone"],
  [STAGE.divert, "claims"],
  [STAGE.keep, "airship"],
  [STAGE.fit, "tanks"],
  [STAGE.unload, "extraction"],
  [STAGE.trade, "trade"],
  [STAGE.certificate, "certificates"],
];

/** None while the table is laid, and when all is over. */
export function stepOf(stage: number): Step | null {
  if (stage === STAGE.claimRoll) return "claims";
  if (stage <= STAGE.firstUpgrade) return null;
  return ENDS.find(([end]) => stage <= end)?.[1] ?? null;
}
