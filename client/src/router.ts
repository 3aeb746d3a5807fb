// Addresses of the page. App listens to the history; `go` leads to another address.

export type Route =
  | { page: "lobby" }
  | { page: "new" }
  | { page: "rules"; game: string | null }
  | { page: "help" }
  | { page: "bring" }
  | { page: "table"; table: string; ply: number | null }
  | { page: "nowhere" };

const PLAIN: Record<string, Route> = {
  "/": { page: "lobby" },
  "/new": { page: "new" },
  "/rules": { page: "rules", game: null },
  "/help": { page: "help" },
  "/bring": { page: "bring" },
};

export function routeOf(path: string): Route {
  const table = /^\/t\/([^/]+)(?:\/at\/(\d+))?$/.exec(path);
  if (table?.[1]) return { page: "table", table: table[1], ply: table[2] === undefined ? null : Number(table[2]) };
  const rules = /^\/rules\/([^/]+)$/.exec(path);
  if (rules?.[1]) return { page: "rules", game: rules[1] };
  return PLAIN[path] ?? { page: "nowhere" };
}

/** Goes to an address of ours without reloading the page. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A plain click on a link of ours becomes a `go`; links within the page and clicks with a modifier key are left to the browser. */
export function followLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname === location.pathname && link.hash) return;
  if (routeOf(link.pathname).page === "nowhere") return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
