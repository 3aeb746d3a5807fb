// Legal moves in words, sorted into the groups of actions that players think in, and the groups of the current stage.

import type { Message, Offer, PlanetSteamCosts, PlanetSteamLayout, PlanetSteamMove, PlanetSteamView } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { signed } from "../../words/numbers";
import { t } from "../../words/words.svelte";
import type { Choice, Group } from "../look";
import { companyWord, goodsText, resourceWord } from "./palette";
import { namesOf } from "./specialists";
import { layoutOf, type Stage, viewOf } from "./table";

export function choices(model: TableModel): Choice[] {
  const table = { layout: layoutOf(model), view: model.now!.view as PlanetSteamView };
  return model.now!.legal.map((offer, index) => ({
    index,
    ...offer,
    ...described(table, offer.move as PlanetSteamMove),
  }));
}

interface Table {
  layout: PlanetSteamLayout;
  view: PlanetSteamView;
}

type Described = Omit<Choice, "index" | keyof Offer>;
type Move<Kind extends PlanetSteamMove["type"]> = Extract<PlanetSteamMove, { type: Kind }>;

const say = (id: string, params: Message["params"] = {}): Message => ({ id: `planet-steam.move.${id}`, params });

function described(table: Table, move: PlanetSteamMove): Described {
  if ("start" in move) return moving(table, move);
  if ("zone" in move) return onZone(table, move);
  if ("resource" in move) return { group: move.type, about: [`resource ${move.resource}`], label: ofResource(table, move) };
  return { group: move.type, about: aboutOf(move), ...keyOf(move), label: other(table, move) };
}

// -- on the map --------------------------------------------------------------------------------------------------------

type Moving = Move<"movetank" | "moveconverter" | "movesupercharger">;
type OnZone = Exclude<Extract<PlanetSteamMove, { zone: number }>, Moving>;

function moving({ layout }: Table, { type, start, goal }: Moving): Described {
  const params = { start: layout.zones[start]!.name, goal: layout.zones[goal]!.name };
  return { group: "rearrange", about: [`zone ${start}`], goals: [`zone ${goal}`], label: say(type, params) };
}

function onZone(table: Table, move: OnZone): Described {
  const group = move.type === "returnconverter" ? "rearrange" : move.type;
  return { group, about: [`zone ${move.zone}`], label: zoneLabel(table, move) };
}

function zoneLabel({ layout, view }: Table, move: OnZone): Message {
  const zone = layout.zones[move.zone]!.name;
  switch (move.type) {
    case "claim":
      return say(view.stage === "claim" && !view.options.free_zone_choice ? "roll-for" : "claim", { zone });
    case "converter":
      return say("converter", { zone, resource: resourceWord(move.resource) });
    case "tank":
      return say("tank", { zone, cost: costOf(layout, "local_tank") });
    case "import":
      return say("import", { zone, cost: costOf(layout, "imported_tank") });
    case "supercharger":
      return say("supercharger", { zone, cost: costOf(layout, "supercharger") });
    default:
      return say(move.type, { zone });
  }
}

type Priced = Exclude<keyof PlanetSteamCosts, "converters">;

const costOf = ({ costs }: PlanetSteamLayout, what: Priced): string => goodsText(costs[what].goods);

// -- with resources ----------------------------------------------------------------------------------------------------

type OfResource = Move<"take" | "unload" | "upgrade" | "order" | "shift">;

function ofResource({ layout, view }: Table, move: OfResource): Message {
  const resource = resourceWord(move.resource);
  switch (move.type) {
    case "order":
      return say("order", { resource, number: move.number });
    case "shift":
      return say("shift", { resource, spaces: signed(move.spaces) });
    case "upgrade": {
      const before = view.players[view.active]!.classes[move.resource]!;
      return say("upgrade", { resource, level: before + 1, n: layout.capacities[move.resource]![before] ?? 0 });
    }
    default:
      return say(move.type, { resource });
  }
}

// -- everything else ---------------------------------------------------------------------------------------------------

type Other = Exclude<PlanetSteamMove, Moving | OnZone | OfResource>;

function aboutOf(move: Other): string[] {
  if (move.type === "anchor") return [`row ${move.row}`];
  return move.type === "card" ? [`card ${move.number}`] : [];
}

/** A card is picked by its number. */
const keyOf = (move: Other): Pick<Choice, "key"> => (move.type === "card" ? { key: String(move.number) } : {});

const PASSES: Partial<Record<Stage, string>> = {
  claim: "no-claim",
  trade: "no-trade",
  certificate: "no-certificate",
};

function other(table: Table, move: Other): Message {
  const { layout, view } = table;
  switch (move.type) {
    case "bid":
      return say("bid", { credits: move.amount });
    case "card": {
      const card = layout.cards[view.seats]!.find(({ number }) => number === move.number)!;
      return say("card", { number: move.number, who: namesOf(card) });
    }
    case "engineer":
      return move.credits ? say("engineer-credits", { credits: layout.engineer }) : say("engineer-licence");
    case "manipulate": {
      const { name, spaces } = layout.ways[move.way]!;
      return say("manipulate", { way: `@way.${name}`, spaces });
    }
    case "sabotage":
      return say("sabotage", { company: companyWord(move.seat) });
    case "anchor":
      return say("anchor", { row: move.row + 1 });
    case "buy":
    case "sell":
      return say(move.type, { n: move.amount, resource: resourceWord(view.resource!) });
    default:
      return simple(table, move);
  }
}

function simple({ layout, view }: Table, { type }: Other): Message {
  switch (type) {
    case "activate":
      return say("activate", { cost: costOf(layout, "activation") });
    case "idle":
      return say("idle", { cost: costOf(layout, "idle") });
    case "buylicence":
      return say("buylicence", { cost: costOf(layout, "licence") });
    case "buyquarters":
      return say("buyquarters", { cost: costOf(layout, "quarters") });
    case "selllicence":
      return say("selllicence", { credits: layout.licence_sale });
    case "pass":
      return say(PASSES[view.stage] ?? "leave");
    case "done":
      return say(view.stage === "shift" ? "leave-prices" : "done");
    default:
      return say(type);
  }
}

// -- groups ------------------------------------------------------------------------------------------------------------

const AUCTION = { bid: "b", pass: "x" };

/** By stage, with a key for each. */
const GROUPS: Partial<Record<Stage, Record<string, string>>> = {
  "first-upgrade": { upgrade: "k" },
  "carrier-auction": AUCTION,
  auction: AUCTION,
  "zone-auction": AUCTION,
  card: { card: "t" },
  engineer: { engineer: "v" },
  banker: { take: "v", upgrade: "k" },
  bonus: { take: "v" },
  marker: { order: "v" },
  manipulate: { manipulate: "v" },
  shift: { shift: "v", done: "x" },
  sabotage: { sabotage: "v" },
  topple: { topple: "v" },
  river: { neutral: "v" },
  "own-claim": { claim: "v" },
  "neutral-claim": { neutral: "v" },
  name: { name: "v" },
  claim: { claim: "v", licence: "i", pass: "x" },
  divert: { claim: "v" },
  anchor: { anchor: "v" },
  keep: { keep: "k", release: "x" },
  activate: { activate: "v", idle: "x" },
  tank: { tank: "t", import: "i", converter: "k", supercharger: "b", upgrade: "f", rearrange: "y", done: "x" },
  fit: { fit: "v", discard: "x" },
  extract: { work: "v", extract: "x" },
  unload: { unload: "v" },
  trade: { sell: "v", buy: "b", pass: "x" },
  certificate: { buylicence: "b", selllicence: "v", buyquarters: "k", pass: "x" },
};

/** Hidden when they are not possible: nobody will look for them. */
const QUIET = ["take", "pass", "fit", "shift"];

/** What to ask `why` about for a group without moves, if that is not the group's name. */
const ASKED: Record<string, string> = { rearrange: "movetank" };

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? "over";
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !QUIET.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`planet-steam.group.${id}`), about: ASKED[id] ?? id, key }));
}
