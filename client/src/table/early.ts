// Requests what a table's page needs first while its code is still loading.

import { call } from "../api/client";
import type { TableGround, TableView } from "../api/types";
import { lookOf } from "../games/look";
import { settings } from "../settings.svelte";

interface Early {
  id: string;
  table: Promise<TableView>;
  ground: Promise<TableGround>;
}

let asked: Early | null = null;

/** Without a seat, and if several people share this screen, only what everybody may see. */
export const askTable = (id: string, seat: number | null = null, since = 0): Promise<TableView> =>
  call("get_table", { params: { table: id }, query: { seat, since, covered: true } });
export const askGround = (id: string): Promise<TableGround> =>
  call("get_ground", { params: { table: id }, query: { look: settings.look } });

export function askEarly(id: string): void {
  const [table, ground] = [askTable(id), askGround(id)];
  table.then((view) => lookOf(view.table.game)).catch(() => undefined); // reported when the table is opened
  ground.catch(() => undefined);
  asked = { id, table, ground };
}

/** The early answers, once only: opening the table again must fetch it again. */
export function takeEarly(id: string): Early | null {
  const found = asked?.id === id ? asked : null;
  asked = null;
  return found;
}
