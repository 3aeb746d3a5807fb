// The chat at a table.

import { call } from "../api/client";
import type { Chat } from "../api/types";

export class Talk {
  lines = $state.raw<Chat[]>([]);

  constructor(readonly table: string) {}

  /** Whether there are lines before the first that is known. */
  get earlier(): boolean {
    return (this.lines[0]?.number ?? 1) > 1;
  }

  async loadEarlier(): Promise<void> {
    const before = this.lines[0]!.number;
    const lines = await call("get_chat", { params: { table: this.table }, query: { before } });
    if (this.lines[0]?.number === before) this.lines = [...lines, ...this.lines];
  }

  /** The number of the last line that is known. */
  get last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  /** After a long absence only the last lines are sent; those before them can be loaded. */
  hear(lines: Chat[]): void {
    const fresh = lines.filter((line) => line.number > this.last);
    if (fresh[0]) this.lines = fresh[0].number > this.last + 1 ? fresh : [...this.lines, ...fresh];
  }

  /** Whether to read any more of whoever wrote a line; what they wrote appears or disappears everywhere. */
  async ignore(line: Chat, wish: boolean): Promise<void> {
    await call(wish ? "ignore_writer" : "heed_writer", { params: { table: this.table, line: line.number } });
    this.lines = await call("get_chat", { params: { table: this.table } });
  }

  async say(text: string): Promise<void> {
    await call("post_chat", { params: { table: this.table }, body: { text } });
  }
}
