// Legal moves in words, sorted into the groups of actions that players think in.

import type { JoinHint, Message, Offer, SteamLayout, SteamMove, SteamView } from "../../api/types";
import { joining } from "../../pieces/joins";
import { faceOf } from "../../pieces/places";
import type { TableModel } from "../../table/model.svelte";
import { t, words } from "../../words/words.svelte";
import type { Choice, Group } from "../look";
import { edgesOf } from "./building";
import { cubeAt, hops } from "./links";
import { cityColour, companyWord, emblem, goodName } from "./palette";
import { layoutOf, nameAt, type Stage, viewOf } from "./table";

export function choices(model: TableModel): Choice[] {
  const table = tableOf(model);
  return model.now!.legal.map((offer, index) => ({ index, ...offer, ...described(table, offer.move as SteamMove, offer.hint) }));
}

interface Table {
  layout: SteamLayout;
  view: SteamView;
  legal: SteamMove[];
}

const tableOf = (model: TableModel): Table => ({
  layout: layoutOf(model),
  view: model.now!.view as SteamView,
  legal: model.now!.legal.map(({ move }) => move as SteamMove),
});

type Described = Omit<Choice, "index" | keyof Offer>;
type Move<Kind extends SteamMove["type"]> = Extract<SteamMove, { type: Kind }>;

const say = (id: string, params: Message["params"] = {}): Message => ({ id, params });

function described(table: Table, move: SteamMove, hint: unknown): Described {
  switch (move.type) {
    case "track":
    case "second":
    case "cross":
    case "redirect":
      return { group: "track", about: [`hex ${move.hex}`], ...laying(table, move, hint as JoinHint) };
    case "town":
      return { group: "track", about: [`hex ${move.hex}`], ...opening(move, hint as JoinHint) };
    case "urbanise":
    case "grow":
      return { group: move.type, about: [`hex ${move.hex}`], label: founding(table, move) };
    case "group":
      return { group: "group", about: [`field ${move.field}`], label: taking(table, move) };
    case "choose":
      return { group: "choose", about: [`tile ${move.tile}`], label: choosing(table, move), key: digit(move) };
    case "deliver":
      return { group: "deliver", ...fromCity(move, [move.goal]), ...delivering(table, move) };
    case "plan":
      return { group: "deliver", ...fromCity(move, goalsOfPlan(table, move)), label: planning(table, move) };
    case "via":
      return { group: "via", ...going(table, move) };
    default:
      return { group: move.type, about: [], label: simple(table, move) };
  }
}

type Laid = Pick<Described, "label" | "brief" | "tile" | "told" | "worth">;

function laying({ layout }: Table, move: Move<"track" | "second" | "cross" | "redirect">, hint: JoinHint): Laid {
  const face = t(`pieces.face.${faceOf(layout.ways[move.way]!.edges)}`);
  const params = { hex: layout.hexes[move.hex]!.name, joins: words.phrase(hint.says), face };
  return { ...joining(hint), label: say(`steam.move.${move.type}`, params) };
}

/** There are many, so among those that join as many places, those with few exits come first. */
function opening({ exits }: Move<"town">, hint: JoinHint): Laid {
  return { ...joining(hint), label: hint.says, worth: hint.joins - edgesOf(exits).length / 10 };
}

function founding({ layout }: Table, move: Move<"urbanise" | "grow">): Message {
  const place = nameAt(layout, move.hex);
  return move.type === "grow"
    ? say("steam.move.grow", { city: place })
    : say("steam.move.urbanise", { town: place, colour: `@${cityColour(move.colour)}` });
}

function taking({ view }: Table, { field }: Move<"group">): Message {
  const cubes = (view.fields[field] ?? []).flatMap((n, colour) => (n ? [cubesOf(colour, n)] : []));
  return say("steam.move.group", { field: field + 1, cubes: cubes.join(", ") });
}

const cubesOf = (colour: number, n: number): string => t("steam.cubes", { n, good: goodName(colour) });

/** A tile is picked by its number. */
const digit = ({ tile, idle }: Move<"choose">): string => (idle ? "" : String(tile));

function choosing({ layout }: Table, { tile, idle }: Move<"choose">): Message {
  const { id } = layout.actions.find((action) => action.number === tile)!;
  return say(idle ? "steam.move.choose-idle" : "steam.move.choose", { tile, action: `@action.${id}` });
}

/** The player's own points count most; after that, fewer points for others are better. */
function delivering({ layout, view }: Table, move: Move<"deliver">): Pick<Described, "label" | "brief" | "worth"> {
  const { city, colour, goal, gains } = move;
  const shares = gains.flatMap((n, seat) => (n ? [t("steam.gain", { company: emblem(seat).name, n })] : []));
  const params = { good: goodName(colour), city: nameAt(layout, city), goal: nameAt(layout, goal) };
  const others = gains.reduce((sum, n) => sum + n, 0) - gains[view.active]!;
  return {
    label: say("steam.move.deliver", { ...params, gains: shares.join(", ") }),
    brief: say("steam.move.deliver-brief", params),
    worth: 100 * gains[view.active]! - others,
  };
}

const fromCity = ({ city }: { city: number }, goals: number[]): Pick<Choice, "about" | "goals"> => ({
  about: [`hex ${city}`],
  goals: goals.map((goal) => `hex ${goal}`),
});

/** The cities to which a cube of this colour can be delivered. */
function goalsOfPlan({ legal }: Table, { city, colour }: Move<"plan">): number[] {
  return legal.flatMap((move) =>
    move.type === "deliver" && move.city === city && move.colour === colour ? [move.goal] : [],
  );
}

function planning({ layout }: Table, { city, colour }: Move<"plan">): Message {
  return say("steam.move.plan", { good: goodName(colour), city: nameAt(layout, city) });
}

function going({ layout, view }: Table, { edge }: Move<"via">): Omit<Described, "group"> {
  const [next] = hops(view, cubeAt(view)!, [edge]);
  const { owner, there } = next!;
  const place = nameAt(layout, there);
  const label =
    owner === null
      ? say("steam.move.via-ownerless", { place })
      : say("steam.move.via", { company: companyWord(owner), place });
  return { about: [`hex ${there}`], label };
}

function simple({ layout, view }: Table, move: SteamMove): Message {
  const { numbers } = layout;
  switch (move.type) {
    case "bid":
      return say("steam.move.bid", { money: move.amount });
    case "capital":
      return say("steam.move.capital", { money: move.units * numbers.loan });
    case "pass":
      return say(view.stage === "move" ? "steam.move.pass" : "steam.move.leave");
    case "upgrade":
      return say("steam.move.upgrade", { range: view.players[view.active]!.range + 1 });
    case "points":
    case "income":
      return say(`steam.move.${move.type}`, { points: view.gains[0]!.points });
    case "skip":
    case "takeback":
    case "done":
      return say(`steam.move.${move.type}`);
    default:
      throw new Error(`nature's move ${move.type} is no choice`);
  }
}

// -- groups ----------------------------------------------------------------------------------------------------------

/** By stage, with a key for each. */
const GROUPS: Partial<Record<Stage, Record<string, string>>> = {
  opening: { bid: "b", pass: "x" },
  capital: { capital: "k" },
  auction: { bid: "b", skip: "k", pass: "x" },
  choose: { choose: "t" },
  build: { track: "t", urbanise: "y", grow: "f", takeback: "z", done: "x" },
  group: { group: "f" },
  move: { deliver: "v", upgrade: "k", pass: "x" },
  route: { via: "v" },
  points: { points: "v", income: "i" },
};

/** Rare actions are shown only while they are possible. */
const RARE = ["skip", "urbanise", "grow", "takeback"];

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? "over";
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !RARE.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`steam.group.${id}`), about: id, key }));
}
