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

type Arguments<Of extends Name> = object extends Given<Of> ? [Given<Of>?] : [Given<Of>];

/** Requests sent before they were needed, by operation and address. */
const ahead = new Map<string, Promise<unknown>>();

export function call<Of extends Name>(name: Of, ...[given]: Arguments<Of>): Promise<Answer<Of>> {
  const { key, address, body } = asked(name, given);
  const early = ahead.get(key) as Promise<Answer<Of>> | undefined;
  ahead.delete(key);
  return early ?? ask(name, address, body);
}

/** Sends a request that will soon be needed; the first call gets its answer, unless it comes too late for that. */
export function callAhead<Of extends Name>(name: Of, ...[given]: Arguments<Of>): Promise<Answer<Of>> {
  const { key, address } = asked(name, given);
  const answer = ask(name, address);
  answer.catch(() => undefined); // the call reports it
  ahead.set(key, answer);
  setTimeout(() => ahead.delete(key), TIMEOUT);
  return answer;
}

function asked(name: Name, given: unknown): { key: string; address: string; body: unknown } {
  const { params = {}, query = {}, body } = (given ?? {}) as Anything;
  const address = addressOf(ADDRESSES[name].path, params, query);
  return { key: `${name} ${address}`, address, body };
}

async function ask<Of extends Name>(name: Of, address: string, body?: unknown): Promise<Answer<Of>> {
  const answer = await send(ADDRESSES[name].method, address, body);
  if (answer.status === 204) return null as Answer<Of>;
  const value = await answer.json();
  if (!answer.ok) throw new ProblemError(answer.status, value);
  return value;
}

export const addressOf = (path: string, params: Values, query: Values): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))) + question(query);

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
