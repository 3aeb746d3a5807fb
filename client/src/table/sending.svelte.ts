// Moves on their way to the server: sent again until the server answers, and never played twice.

import { call, OfflineError } from "../api/client";
import type { MoveBody, UndoBody } from "../api/types";

/** A name for a request. (`randomUUID` needs HTTPS, and people also play on their home network.) */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

type Unsent<Body> = Omit<Body, "seat" | "expect" | "key">;

export class Sending {
  /** A move was sent and is not yet acknowledged. */
  busy = $state(false);
  offline = $state(false);

  constructor(readonly table: string) {}

  /** Sends moves one after another until one is refused. Returns the ply of the table after that. */
  async moves(seat: number, ply: number, moves: Unsent<MoveBody>[]): Promise<number> {
    return this.#inTurn(moves, ply, (what, expect, key) => {
      const body = { seat, expect, key, ...what };
      return call("play_move", { params: { table: this.table }, body });
    });
  }

  async undo(seat: number, ply: number, what: Unsent<UndoBody>): Promise<number> {
    return this.#inTurn([what], ply, (turn, expect, key) => {
      const body = { seat, expect, key, ...turn };
      return call("undo_move", { params: { table: this.table }, body });
    });
  }

  async end(seat: number, ply: number): Promise<number> {
    return this.#inTurn([{}], ply, (_, expect) => call("end_turn", { params: { table: this.table }, body: { seat, expect } }));
  }

  async #inTurn<What>(
    whats: What[],
    ply: number,
    send: (what: What, expect: number, key: string) => Promise<{ ply: number }>,
  ): Promise<number> {
    this.busy = true;
    try {
      for (const what of whats) {
        const key = newKey(); // the same for every attempt, so that the move is not played twice
        ply = (await this.#untilAnswered(() => send(what, ply, key))).ply;
      }
      return ply;
    } finally {
      this.offline = false;
      this.busy = false;
    }
  }

  async #untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof OfflineError)) throw error;
        this.offline = true;
        await new Promise((resume) => setTimeout(resume, wait));
      }
    }
  }
}
