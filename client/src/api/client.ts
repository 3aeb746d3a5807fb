// Asking the server. An answer is a value or a ProblemError with the sentence that the server says about it.

import type { Problem } from "./types";

const PATIENCE = 15_000;

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

/** Nobody answered: the server is away, or the network is. */
export class OfflineError extends Error {}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body);
  if (answer.status === 204) return undefined as T;
  const value = await answer.json();
  if (!answer.ok) throw new ProblemError(answer.status, value);
  return value;
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new OfflineError(String(error));
  }
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask<T>("POST", path, body);
