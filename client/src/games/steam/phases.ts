// The phases of a round, and which of them it is.

import type { SteamView } from "../../api/types";
import { STAGE } from "./seeing";

export type Phase = "opening" | "capital" | "auction" | "choose" | "build" | "move" | "settle";

const STAGES: Partial<Record<number, Phase>> = {
  [STAGE.opening]: "opening",
  [STAGE.capital]: "capital",
  [STAGE.auction]: "auction",
  [STAGE.choose]: "choose",
  [STAGE.build]: "build",
  [STAGE.group]: "build",
  [STAGE.move]: "move",
  [STAGE.route]: "move",
  [STAGE.points]: "move",
};

/** In their order; income and expenses come by themselves. */
export function phasesOf({ options, stage }: SteamView): Phase[] {
  if (options.variant === "expert") return ["capital", "auction", "choose", "build", "move", "settle"];
  return [...(stage === STAGE.opening ? (["opening"] as const) : []), "choose", "build", "move", "settle"];
}

export const phaseOf = ({ stage }: SteamView): Phase | null => STAGES[stage] ?? null;
