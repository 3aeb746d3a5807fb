// Notices in this browser: whether it can show them, and its subscription.

import { call } from "../api/client";
import type { MyWay } from "../api/types";

/** Whether this browser can show notices, and if not, why: it was told not to, it has to be installed first, ... */
export type Ability = "yes" | "denied" | "install" | "insecure" | "no";

/** iPads say that they are Macs, but no Mac can be touched. */
const isApples = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

export function ability(): Ability {
  if (!isSecureContext) return "insecure";
  if (isApples() && !isInstalled()) return "install";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "no";
  return Notification.permission === "denied" ? "denied" : "yes";
}

/** The address of this browser's subscription; null if it has none. */
export async function subscribed(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription())?.endpoint ?? null;
}

/** The person did not allow it, or did not answer. */
export class NotAllowedError extends Error {}

/** Asks the person, subscribes, and tells the server; the browser's own errors are passed on. */
export async function subscribe(key: string): Promise<MyWay> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotAllowedError();
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key, or another guest
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = null, auth = null } = made.toJSON().keys ?? {};
  return call("add_way", { body: { kind: "browser", address: made.endpoint, p256dh, auth, label: deviceName() } });
}

/** Ends the subscription of this browser, if it has this address. */
export async function unsubscribe(address: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const here = await registration?.pushManager?.getSubscription();
  if (here?.endpoint === address) await here.unsubscribe();
}

/** What this browser is called, so that people tell their devices apart. */
function deviceName(): string {
  const said = navigator.userAgent;
  const browser = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
  const name = browser.find(([mark]) => said.includes(mark!))?.[1];
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(said)?.[0];
  return [name, system].filter((part) => part !== undefined).join(", ");
}
