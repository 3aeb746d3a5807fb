// What a service worker finds around it. TypeScript's own description of it cannot be used beside that of a page.

interface Lasting extends Event {
  /** The worker is kept alive until this is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetched extends Lasting {
  readonly request: Request;
  /** The answer that the browser has asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null;
}

export interface Clicked extends Lasting {
  readonly notification: Notification;
}

export interface Messaged extends Lasting {
  readonly data: unknown;
}

export interface Tab {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
}

interface Events {
  install: Lasting;
  activate: Lasting;
  fetch: Fetched;
  message: Messaged;
  push: Pushed;
  notificationclick: Clicked;
  notificationclose: Clicked;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(wish: { type: "window"; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Kind extends keyof Events>(kind: Kind, listen: (event: Events[Kind]) => void): void;
}

export const worker = self as unknown as Scope;
