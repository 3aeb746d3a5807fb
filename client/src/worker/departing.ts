// Somebody signs out, or somebody else signs in: then this browser gets no more notices for who was here before, and
// keeps nothing of what they have read.

import type { MyNotices } from "../api/types";
import { clear } from "./notices";
import { forget } from "./reads";
import { worker } from "./scope";

const SIGNING_OUT = "/api/me/session";
const LEAVING = ["DELETE /api/me", `DELETE ${SIGNING_OUT}`, "POST /api/me/device", "POST /api/me/recover"];

export const isDeparture = ({ method }: Request, path: string): boolean => LEAVING.includes(`${method} ${path}`);

export async function departing(request: Request, path: string): Promise<Response> {
  const here = await worker.registration.pushManager?.getSubscription();
  if (here && path === SIGNING_OUT) await endWay(here.endpoint).catch(() => undefined); // only now we are still known
  const answer = await fetch(request);
  if (answer.ok) {
    await here?.unsubscribe().catch(() => undefined);
    await Promise.all([forget(), clear()]);
  }
  return answer;
}

async function endWay(endpoint: string): Promise<void> {
  const { ways } = (await (await fetch("/api/me/notices")).json()) as MyNotices;
  const ours = ways.find(({ address }) => address === endpoint);
  if (ours) await fetch(`/api/me/notices/${ours.id}`, { method: "DELETE" });
}
