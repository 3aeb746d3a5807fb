// Fetching what will be needed later, when the browser has nothing better to do.

/** What cannot be fetched now is fetched again when it is needed. Safari has no idle time. */
export function fetchWhenIdle(...parts: (() => Promise<unknown>)[]): void {
  const fetchAll = (): void => parts.forEach((part) => void part().catch(() => undefined));
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 1000);
}
