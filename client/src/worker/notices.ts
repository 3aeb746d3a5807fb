// Notices that the server pushes to this browser. There is one for each table: a newer one takes the place of the last.

import { type Pushed, type Tab, worker } from "./scope";

interface Told {
  title: string;
  text: string;
  /** Which of our pages it opens, and what it is about: notices with the same one replace each other. */
  url: string;
  language: string;
}

/** If a message cannot be read, there is news all the same, and browsers insist on showing something. */
const NEWS: Record<string, string> = {
  en: "There is news from your tables",
  de: "Es gibt Neues von deinen Tischen",
  pl: "Są wieści z twoich stołów",
};

/** `renotify`: the new notice makes itself heard like the first one. */
type Shown = NotificationOptions & { renotify: boolean };
type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void> };

export async function pushed(data: Pushed["data"]): Promise<void> {
  const told = toldBy(data);
  const tabs = await allTabs();
  if (tabs.some((tab) => tab.focused && isAt(tab, told.url))) return;
  await worker.registration.showNotification(told.title, {
    body: told.text,
    lang: told.language,
    tag: told.url,
    renotify: true,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    data: told.url,
  } as Shown);
  await count();
}

function toldBy(data: Pushed["data"]): Told {
  try {
    const told = data?.json() as Partial<Told> | undefined;
    if (typeof told?.title === "string" && told.url?.startsWith("/")) return { text: "", language: "", ...told } as Told;
  } catch {
    // not from us
  }
  const language = navigator.languages.map((wish) => wish.slice(0, 2)).find((wish) => wish in NEWS) ?? "en";
  return { title: "Engine Shed", text: NEWS[language]!, url: "/", language };
}

/** Opens the page that a notice is about, where it is open already if it is. */
export async function clicked(notice: Notification): Promise<void> {
  const place = String(notice.data);
  notice.close();
  await count();
  const there = (await allTabs()).find((tab) => isAt(tab, place));
  await (there ? there.focus() : worker.clients.openWindow(place));
}

/** Whoever looks at a table has no more need of its notice. */
export function seen({ method, url }: Request, path: string): void {
  const table = /^\/api\/tables\/([^/]+)$/.exec(path)?.[1];
  const begun = (new URL(url).searchParams.get("since") ?? "0") === "0";
  if (method === "GET" && table && begun) void clear(`/t/${table}`);
}

/** Closes the notices about one page, or all of them. */
export async function clear(tag?: string): Promise<void> {
  const shown = await worker.registration.getNotifications(tag === undefined ? {} : { tag });
  for (const notice of shown) notice.close();
  if (shown.length) await count();
}

/** The sign of the app shows how many notices there are, where the system can do that. */
export async function count(): Promise<void> {
  const shown = await worker.registration.getNotifications();
  await (navigator as Badged).setAppBadge?.(shown.length).catch(() => undefined);
}

const allTabs = (): Promise<Tab[]> => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** A table may also be looked at as it was some moves ago. */
function isAt({ url }: Tab, place: string): boolean {
  const { pathname } = new URL(url);
  return pathname === place || (place !== "/" && pathname.startsWith(`${place}/at/`));
}
