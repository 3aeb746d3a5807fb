// What was read is kept, to be read again without a network: lessons, rules and finished games, which do not change. As
// long as the server answers, what it says now is shown.

import { shape } from "virtual:built";
import type { Fetched } from "./scope";

const READS = "reads-";
export const KEPT = READS + shape;
/** About as much as thirty finished games, or all lessons of two. */
const MOST = 400;

const GAMES = /^\/api\/games(\/[^/]+\/(words|rules|reference|puzzles|lessons|examples\/[^/]+|lessons\/[^/]+\/ground\/\d+))?$/;
/** A step of a lesson follows from what was done so far, which is in the body of the request. */
const STEPS = /^\/api\/games\/[^/]+\/lessons\/[^/]+(\/(moves|check|why))?$/;
const TABLES = /^\/api\/tables\/[^/]+(\/(ground|log|review|at\/\d+))?$/;

/** Counts how often everything was forgotten: what was asked before belongs to somebody else. */
let forgotten = 0;

export const isRead = ({ method }: Request, path: string): boolean =>
  method === "GET" ? GAMES.test(path) || TABLES.test(path) : method === "POST" && STEPS.test(path);

export async function forget(): Promise<void> {
  forgotten++;
  await dropReads(() => true);
}

/** Forgets what an older version of the server has said. */
export const dropOutdated = (): Promise<void> => dropReads((name) => name !== KEPT);

async function dropReads(which: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(READS) && which(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function read(event: Fetched, path: string): Promise<Response> {
  const begun = forgotten;
  const key = await keyOf(event.request);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(key, path, answer.clone(), begun));
    return answer;
  } catch (error) {
    const kept = await caches.match(key, { cacheName: KEPT, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function keyOf(request: Request): Promise<string> {
  if (request.method === "GET") return request.url;
  return `${request.url}?${encodeURIComponent(await request.clone().text())}`;
}

async function keep(key: string, path: string, answer: Response, begun: number): Promise<void> {
  if (TABLES.test(path) && !(await isOfAFinishedGame(key, path, answer.clone()))) return;
  const cache = await caches.open(KEPT);
  const known = await cache.keys();
  await Promise.all(known.slice(0, Math.max(0, known.length - MOST)).map((old) => cache.delete(old)));
  if (begun === forgotten) await cache.put(key, answer);
  if (begun !== forgotten) await forget(); // meanwhile somebody has signed out
}

/** A game that goes on looks different the next time. The drawing of a map does not, and comes before its table. */
async function isOfAFinishedGame(key: string, path: string, answer: Response): Promise<boolean> {
  if (path.endsWith("/ground")) return true;
  if (/\/(log|review)$/.test(path)) return (await finishedGames()).some((id) => path.startsWith(`/api/tables/${id}/`));
  const since = new URL(key).searchParams.get("since") ?? "0";
  const { table } = (await answer.json()) as { table: { state: string } };
  return table.state === "over" && since === "0";
}

async function finishedGames(): Promise<string[]> {
  const cache = await caches.open(KEPT);
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.flatMap((path) => /^\/api\/tables\/([^/]+)$/.exec(path)?.[1] ?? []);
}
