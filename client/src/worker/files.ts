// The files of the page. Their names change with their content, so a file that is kept is never out of date.

import { files, version } from "virtual:built";
import type { Fetched } from "./scope";

const FILES = "files-";
const OURS = FILES + version;
const SHELL = "/";

export const isFile = ({ method, url }: Request): boolean => method === "GET" && new URL(url).pathname.startsWith("/assets/");

export async function keepFiles(): Promise<void> {
  const cache = await caches.open(OURS);
  await cache.addAll([SHELL, ...files]);
}

/** The page has loaded these before there was a worker. */
export async function open(addresses: string[]): Promise<void> {
  const cache = await caches.open(OURS);
  const fresh = await Promise.all(
    addresses.map(async (address) => {
      const request = new Request(address);
      const ours = new URL(address).origin === location.origin && isFile(request);
      return ours && !(await caches.match(request, { ignoreVary: true })) ? request : null;
    }),
  );
  await cache.addAll(fresh.filter((request) => request !== null)).catch(() => undefined); // gone, or no network
}

/** Only this version is kept, and the one before it: a page that was opened before an update still needs its files. */
export async function dropOld(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(FILES) && name !== OURS);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

export async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(OURS)).put(request, answer.clone());
  return answer;
}

/** The page itself is always asked for: only the server knows whether there is a new one. */
export async function shell(event: Fetched): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match(SHELL, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
