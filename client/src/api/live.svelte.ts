// The WebSocket of a table: it receives news, and reconnects and catches up after an interruption.

import { addressOf } from "./client";
import { SOCKET, type Chat, type News, type Ping, type PresenceNews, type Problem, type TableView, type Watching } from "./types";

export interface Listener {
  /** The last log entry and the last chat line that we have. */
  known(): { since: number; chat: number };
  table(now: TableView): void;
  chat(lines: Chat[]): void;
  people(news: PresenceNews): void;
  /** The viewer's own plans have changed. */
  plans(): void;
  /** The connection is closed for good. */
  problem(problem: Problem): void;
}

const PING = 20_000;
const LONGEST_WAIT = 10_000;
const OURS = 4000;
/** The reader turns to the page or away from it. */
const TURNING = ["focus", "blur", "visibilitychange"];

/** I am still here, and perhaps this page is in front of its reader: then no other notice tells them what they see,
    and the others at the table are told that they are here. */
const stillHere = (): Ping => ({ type: "ping", front: document.visibilityState === "visible" && document.hasFocus() });

export class Connection {
  state = $state<"connecting" | "open" | "lost" | "closed">("connecting");
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #ping = 0;
  /** Whether anything has arrived since the last ping. */
  #alive = false;

  constructor(
    readonly table: string,
    readonly seat: number | null,
    readonly listener: Listener,
  ) {
    this.#open();
    addEventListener("online", this.#again);
    addEventListener("offline", this.#hangUp);
    for (const turned of TURNING) addEventListener(turned, this.#tell);
  }

  close(): void {
    this.state = "closed";
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#hangUp);
    for (const turned of TURNING) removeEventListener(turned, this.#tell);
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    if (this.#socket) cut(this.#socket);
  }

  #again = (): void => {
    if (this.state === "lost" && !this.#socket) this.#open();
  };

  /** A broken connection can stay silent for minutes; pings find it sooner. */
  #hangUp = (): void => {
    const socket = this.#socket;
    if (!socket || this.state === "closed") return;
    socket.close();
    this.#lost(socket, 0);
  };

  #checkAlive(): void {
    if (!this.#alive) {
      this.#hangUp();
      return;
    }
    this.#alive = false;
    this.#tell();
  }

  #tell = (): void => {
    if (this.state === "open") this.#socket?.send(JSON.stringify(stillHere()));
  };

  #open(): void {
    clearTimeout(this.#timer);
    const query: Watching = { covered: true, people: true, plans: true, seat: this.seat, ...this.listener.known() };
    const base = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(base + addressOf(SOCKET, { table: this.table }, { ...query }));
    this.#socket = socket;
    socket.onopen = () => {
      this.state = "open";
      this.#tries = 0;
      this.#alive = true;
      this.#tell();
      clearInterval(this.#ping);
      this.#ping = window.setInterval(() => this.#checkAlive(), PING);
    };
    socket.onmessage = (event) => {
      this.#alive = true;
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #hear(news: News): void {
    if (news.type === "table") this.listener.table(news.now);
    else if (news.type === "chat") this.listener.chat(news.lines);
    else if (news.type === "presence") this.listener.people(news);
    else if (news.type === "plans") this.listener.plans();
    else if (news.type === "problem") this.listener.problem(news.problem);
  }

  /** Our own close codes mean that there is no point in reconnecting; after any other code we try again. */
  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket || this.state === "closed") return;
    clearInterval(this.#ping);
    clearTimeout(this.#timer);
    this.#socket = null;
    if (code >= OURS) {
      this.close();
      return;
    }
    this.state = "lost";
    this.#timer = window.setTimeout(() => this.#open(), Math.min(LONGEST_WAIT, 300 * 2 ** this.#tries++));
  }
}

/** Closes the connection. Browsers complain about closing one that is still connecting, so we wait until it is open. */
function cut(socket: WebSocket): void {
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
