// The plain table: the page of a game that has none of its own. It knows only what every game provides:
// a picture of the board, the legal moves in the notation, the view, and what was done. What else a game may give it, so
// that it says and shows more, is in docs/how-to-add-a-game.md.

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

/** The table of this game, by what the library tells of it. */
export async function plainLook(id: string): Promise<GameLook> {
  await library.open();
  const told = (): GameInfo => library.game(id)!;
  const liveries = liveriesOf(told().seat_names);
  return {
    heading: ({ now }) => mapOf(told(), now!.table.options["map"]),
    Board: Ground,
    Above: Pieces,
    places: () => [],
    reach: (model) => Math.min(...sides(model)) / 5,
    Own,
    Players,
    Preview,
    groups,
    choices,
    emblem: (seat) => ({ ...liveries[seat]!, name: seatTitle(told(), seat) }),
    bounds: () => null,
    size: boxOf,
  };
}

const sides = (model: TableModel): [number, number] => [boxOf(model).width, boxOf(model).height];

/** A seat that is called by a colour has that colour; the others have what is left. */
function liveriesOf(names: string[]): Livery[] {
  const { companies } = palette;
  const free = companies.filter(({ name }) => !names.includes(name));
  return names.map(
    (name, seat) => companies.find((known) => known.name === name) ?? free.shift() ?? companies[seat % companies.length]!,
  );
}

/** The name of the map, where there are several and this is one of them. */
function mapOf({ maps, map_titles, options }: GameInfo, chosen: unknown): string[] {
  const map = chosen ?? options.find(({ name }) => name === "map")?.default;
  const title = typeof map === "string" ? map_titles[map] : undefined;
  return maps.length > 1 && title ? [title] : [];
}

/** The word with which a move begins when it is typed. */
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

/** As the game's words say it, with the fields of the move for parameters; else as it is typed. */
function labelled(move: Choice["move"], text: string): Choice["label"] {
  const id = `move.${move.type}`;
  return words.has(id) ? { id, params: fieldsOf(move) } : { id: "plain.move", params: { text } };
}

function fieldsOf(move: Choice["move"]): Choice["label"]["params"] {
  const fields = Object.entries(move).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return Object.fromEntries(fields);
}
