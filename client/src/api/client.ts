// Calls the operations of the server that are listed in api/types.ts. A call returns a value or throws a ProblemError
// with the server's message.

import { ADDRESSES, type Operations, type Problem } from "./types";

const TIMEOUT = 15_000;

export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

/** No answer: the server is down, or the network is. */
export class OfflineError extends Error {}

type Name = keyof Operations;
type Answer<Of extends Name> = Operations[Of]["answer"];

/** The arguments of an operation: the variables of its path, its query, its body. */
type Given<Of extends Name> = (Operations[Of]["params"] extends undefined ? object : { params: Operations[Of]["params"] }) &
  (Operations[Of]["query"] extends undefined ? object : { query?: Operations[Of]["query"] }) &
  (Operations[Of]["body"] extends undefined ? object : { body: Operations[Of]["body"] });

type Values = Record<string, string | number | boolean | null | undefined>;
type Anything = { params?: Values; query?: Values; body?: unknown };

export async function call<Of extends Name>(
  name: Of,
  ...[given]: object extends Given<Of> ? [Given<Of>?] : [Given<Of>]
): Promise<Answer<Of>> {
  const { params = {}, query = {}, body } = (given ?? {}) as Anything;
  const { method, path } = ADDRESSES[name];
  const answer = await send(method, filledIn(path, params) + question(query), body);
  if (answer.status === 204) return null as Answer<Of>;
  const value = await answer.json();
  if (!answer.ok) throw new ProblemError(answer.status, value);
  return value;
}

const filledIn = (path: string, params: Values): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function question(query: Values): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new OfflineError(String(error));
  }
}
