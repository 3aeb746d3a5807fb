// The chat at a table.

import { call } from "../api/client";
import type { Chat } from "../api/types";

export class Talk {
  lines = $state.raw<Chat[]>([]);

  constructor(readonly table: string) {}

  /** The number of the last line that is known. */
  get last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  hear(lines: Chat[]): void {
    this.lines = [...this.lines, ...lines.filter((line) => line.number > this.last)];
  }

  async say(text: string): Promise<void> {
    await call("post_chat", { params: { table: this.table }, body: { text } });
  }
}
