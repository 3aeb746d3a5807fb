// Sitting down with somebody whom one has blocked: the server asks first.

import { ProblemError } from "./client";

/** Tries it; if it is only refused because of somebody blocked, asks whether to do it all the same. Null if not. */
export async function anyway<T>(attempt: (anyway: boolean) => Promise<T>): Promise<T | null> {
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.message.id !== "house.blocked-here") throw error;
    return confirm(error.message) ? attempt(true) : null;
  }
}
