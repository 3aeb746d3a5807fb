// The service worker: it shows notices while no page is open, and lets the page open without a network.

import { departing, isDeparture } from "./departing";
import { dropOld, file, isFile, keepFiles, open, shell } from "./files";
import { clicked, count, pushed, seen } from "./notices";
import { dropOutdated, isRead, read } from "./reads";
import { type Fetched, worker } from "./scope";
import { whoever } from "./whose";

// A new worker takes over at once: the files of the page that is open now are still kept.
worker.addEventListener("install", (event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});
worker.addEventListener("message", (event) => event.waitUntil(open(event.data as string[])));
worker.addEventListener("push", (event) => event.waitUntil(pushed(event.data)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(clicked(event.notification)));
worker.addEventListener("notificationclose", (event) => event.waitUntil(count()));

async function begin(): Promise<void> {
  await Promise.all([dropOld(), dropOutdated()]);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** What the worker answers; null if the browser asks the server itself, as if there were no worker. */
function answerTo(event: Fetched): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return null;
  if (request.mode === "navigate") return pathname.startsWith("/api/") ? null : shell(event);
  if (isFile(request)) return file(request);
  if (isDeparture(request, pathname)) return departing(request, pathname);
  if (request.method === "GET" && pathname === "/api/me") return whoever(event);
  seen(request, pathname);
  return isRead(request, pathname) ? read(event, pathname) : null;
}
