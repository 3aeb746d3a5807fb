// The four phases of a round, each with its steps, and the stages of every step.

import type { PlanetSteamView } from "../../api/types";
import type { Stage } from "./table";

type Steps = Record<string, readonly Stage[]>;

/** The Tank phase and the End phase have one step in which players act. */
const ROUND: Record<string, Steps> = {
  expansion: {
    specialists: [
      ...(["carrier-auction", "auction", "card", "engineer", "banker", "bonus", "marker"] as const),
      ...(["manipulate", "shift", "sabotage", "topple"] as const),
    ],
    zone: ["name", "zone-auction"],
    claims: ["river-roll", "river", "own-claim", "neutral-claim", "claim", "claim-roll", "divert"],
    airship: ["anchor", "keep"],
  },
  tanks: { tanks: ["activate", "tank", "fit"] },
  resources: { extraction: ["extract", "unload"], trade: ["trade"], certificates: ["certificate"] },
  end: { end: ["compensation"] },
};

export const PHASES = Object.keys(ROUND);

/** Null while the game is set up and when it is over. */
export function phaseOf({ stage, options }: PlanetSteamView): string | null {
  if (stage === "keep" && options.carrier_decision === "end") return "end";
  return PHASES.find((phase) => Object.values(ROUND[phase]!).some((stages) => stages.includes(stage))) ?? null;
}

/** The steps of a phase; none if it is a single step. */
export function stepsOf(phase: string): string[] {
  const steps = Object.keys(ROUND[phase]!);
  return steps.length > 1 ? steps : [];
}

export function stepOf({ stage }: PlanetSteamView): string | null {
  const steps = Object.values(ROUND).flatMap((phase) => Object.entries(phase));
  return steps.find(([, stages]) => stages.includes(stage))?.[0] ?? null;
}
