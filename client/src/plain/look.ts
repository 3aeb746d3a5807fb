// The plain table: the page for games that do not have their own. It needs only what every game provides:
// a picture of the board, the legal moves in notation, the view, and the log. What else a game can provide so that the
// plain table shows more is described in docs/how-to-add-a-game.md.

import { library, seatTitle } from "../api/library.svelte";
import type { GameInfo } from "../api/types";
import type { Choice, GameLook, Group } from "../games/look";
import type { Livery } from "../pieces/palette";
import type { TableModel } from "../table/model.svelte";
import { capital } from "../words/formatting";
import { words } from "../words/words.svelte";
import { boxOf } from "./ground";
import Ground from "./Ground.svelte";
import Own from "./Own.svelte";
import palette from "./palette.json";
import Pieces from "./Pieces.svelte";
import Players from "./Players.svelte";
import Preview from "./Preview.svelte";

/** The plain table for a game, using what the library knows about it. */
export async function plainLook(id: string): Promise<GameLook> {
  await library.open();
  const info = (): GameInfo => library.game(id)!;
  const liveries = liveriesOf(info().seat_names);
  return {
    heading: ({ now }) => mapOf(info(), now!.table.options),
    Board: Ground,
    Above: Pieces,
    places: () => [],
    reach: (model) => Math.min(...sides(model)) / 5,
    Own,
    Players,
    Preview,
    groups,
    choices,
    emblem: (seat) => ({ ...liveries[seat]!, name: seatTitle(info(), seat) }),
    bounds: () => null,
    size: boxOf,
  };
}

const sides = (model: TableModel): [number, number] => [boxOf(model).width, boxOf(model).height];

/** A seat named after a colour has that colour; the other seats share the remaining colours. */
function liveriesOf(names: string[]): Livery[] {
  const { companies } = palette;
  const free = companies.filter(({ name }) => !names.includes(name));
  return names.map(
    (name, seat) => companies.find((known) => known.name === name) ?? free.shift() ?? companies[seat % companies.length]!,
  );
}

/** The name of the map, if the game has several and this is one of them. */
function mapOf({ maps, map_titles, options }: GameInfo, chosen: Record<string, unknown>): string[] {
  const map = "map" in chosen ? chosen["map"] : options.find(({ name }) => name === "map")?.default;
  const title = typeof map === "string" ? map_titles[map] : undefined;
  return maps.length > 1 && title ? [title] : [];
}

/** The first word of a move in notation. */
const kindOf = (text: string): string => text.split(" ")[0]!;

function groups(model: TableModel): Group[] {
  const kinds = new Set(model.now!.legal.map(({ text }) => kindOf(text)));
  return [...kinds].map((kind) => ({ id: kind, about: kind, key: "", label: capital(labelOf(kind)) }));
}

const labelOf = (kind: string): string => (words.has(`group.${kind}`) ? words.template(`group.${kind}`) : kind);

function choices({ now }: TableModel): Choice[] {
  return now!.legal.map((offer, index) => {
    const move = offer.move as Choice["move"];
    return { ...offer, move, index, group: kindOf(offer.text), about: [], label: labelled(move, offer.text) };
  });
}

/** The game's own text for the move, with the move's fields as parameters; otherwise the notation. */
function labelled(move: Choice["move"], text: string): Choice["label"] {
  const id = `move.${move.type}`;
  return words.has(id) ? { id, params: fieldsOf(move) } : { id: "plain.move", params: { text } };
}

function fieldsOf(move: Choice["move"]): Choice["label"]["params"] {
  const fields = Object.entries(move).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(fields);
}
