// The addresses of the page. App listens to the history; `go` navigates.

export type Route =
  | { page: "lobby" }
  | { page: "new" }
  | { page: "rules"; game: string | null }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "help" }
  | { page: "bring" }
  | { page: "me" }
  | { page: "notices" }
  | { page: "notice-link"; wish: "yes" | "off"; token: string }
  | { page: "player"; player: string }
  | { page: "report"; table: string }
  | { page: "study"; table: string; ply: number | null }
  | { page: "table"; table: string; ply: number | null }
  | { page: "nowhere" };

const PLAIN: Record<string, Route> = {
  "/": { page: "lobby" },
  "/new": { page: "new" },
  "/rules": { page: "rules", game: null },
  "/help": { page: "help" },
  "/bring": { page: "bring" },
  "/me": { page: "me" },
  "/notices": { page: "notices" },
};

export function routeOf(path: string): Route {
  const table = /^\/t\/([^/]+)(?:\/at\/(\d+))?$/.exec(path);
  if (table?.[1]) return { page: "table", table: table[1], ply: table[2] === undefined ? null : Number(table[2]) };
  const study = /^\/t\/([^/]+)\/(?:analysis|at\/(\d+)\/ahead)$/.exec(path);
  if (study?.[1]) return { page: "study", table: study[1], ply: study[2] === undefined ? null : Number(study[2]) };
  const report = /^\/t\/([^/]+)\/report$/.exec(path);
  if (report?.[1]) return { page: "report", table: report[1] };
  const rules = /^\/rules\/([^/]+)$/.exec(path);
  if (rules?.[1]) return { page: "rules", game: rules[1] };
  const learn = /^\/learn\/([^/]+)(?:\/([^/]+))?$/.exec(path);
  if (learn?.[1]) return { page: "learn", game: learn[1], lesson: learn[2] ?? null };
  const link = /^\/notices\/(yes|off)\/([^/]+)$/.exec(path);
  if (link?.[2]) return { page: "notice-link", wish: link[1] as "yes" | "off", token: link[2] };
  const player = /^\/players\/([^/]+)$/.exec(path);
  if (player?.[1]) return { page: "player", player: player[1] };
  return PLAIN[path] ?? { page: "nowhere" };
}

/** Goes to one of our addresses without reloading the page. */
export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A plain click on one of our links becomes a `go`; links within a page and clicks with a modifier are the browser's. */
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
