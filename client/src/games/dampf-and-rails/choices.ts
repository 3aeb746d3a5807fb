// Legal moves in words, each in the group of actions that players think of; and the ways of several moves.

import type { DampfAndRailsMove, Message } from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import type { Choice } from "../look";
import { courses } from "./courses";
import { placeIds, placeName, postIds, postName, postsOfNetwork, sectionName } from "./network";
import { emblem, goodName } from "./palette";
import { hintsOf, layoutOf, type Move, trainOf, viewOf } from "./seeing";
import { reachOf } from "./ways";
import { type Described, ofTrain, say, type Table } from "./wording";

/** First the legal moves in their order, then the ways. */
export function choices(model: TableModel): Choice[] {
  const [layout, view, hints] = [layoutOf(model), viewOf(model), hintsOf(model)];
  if (!view || !hints) return [];
  const table = { layout, view, hints, own: postsOfNetwork(layout, view, view.active) };
  const single = model.now!.legal.map((offer, index) => ({
    index,
    ...offer,
    ...described(table, offer.move as DampfAndRailsMove, offer.price),
  }));
  return [...single, ...courses(table, single)];
}

function described(table: Table, move: DampfAndRailsMove, price: number): Described {
  switch (move.type) {
    case "step":
    case "go":
      return { group: "run", ...running(table, move) };
    case "cross":
      return { group: "cross", about: [`ferry ${move.ferry}`], label: ofTrain(table, move.train, crossing(table, move)) };
    case "load":
    case "drop":
    case "deliver":
      return { group: move.type, ...handling(table, move) };
    case "build":
    case "lay":
      return { group: "track", ...laying(table, move, price) };
    case "start":
    case "buy":
      return { group: move.type, about: placeIds(table.layout, move.town), label: inTown(table, move) };
    case "connect":
      return { group: "connect", about: [`ferry ${move.ferry}`], label: connecting(table, move) };
    default:
      return { group: GROUPS[move.type] ?? move.type, about: [], label: simple(table, move) };
  }
}

const GROUPS: Partial<Record<DampfAndRailsMove["type"], string>> = { ask: "deal", grant: "deal" };

// -- running -----------------------------------------------------------------------------------------------------------

/** What takes fewer points comes first. */
function running(table: Table, move: Move<"step" | "go">): Omit<Described, "group"> {
  const { layout, hints } = table;
  const reached = reachOf(hints, move.train).find(({ post, go }) =>
    move.type === "step" ? post === move.to : go === move.place,
  );
  const points = reached?.points ?? 1;
  const name = move.type === "step" ? postName(layout, move.to) : placeName(layout, move.place);
  return {
    about: move.type === "step" ? postIds([move.to]) : placeIds(layout, move.place),
    label: ofTrain(table, move.train, say("run", { post: name, points })),
    worth: -points,
  };
}

function crossing({ layout, view }: Table, { ferry, owner }: Move<"cross">): Message {
  const { name } = layout.ferries[ferry]!;
  return owner === view.active
    ? say("cross", { ferry: name })
    : say("cross-on", { ferry: name, company: emblem(owner).name });
}

/** Done where the train stands; what brings money comes first. */
function handling(table: Table, move: Move<"load" | "drop" | "deliver">): Omit<Described, "group"> {
  const { at } = trainOf(table.view.players[table.view.active]!.trains[move.train]!);
  const { place } = table.layout.posts[at]!;
  const about = [...placeIds(table.layout, place), `good ${move.good}`];
  const good = goodName(move.good);
  if (move.type !== "deliver") return { about, label: ofTrain(table, move.train, say(move.type, { good })) };
  const money = table.layout.orders[move.card]!.find((demand) => demand.good === move.good)!.pay;
  return {
    about: [...about, `order ${move.card}`],
    label: ofTrain(table, move.train, say("deliver", { good, card: move.card + 1, money })),
    worth: money,
  };
}

// -- building ----------------------------------------------------------------------------------------------------------

/** A section is about what it connects anew; what is cheaper comes first, and a section before a way. */
function laying({ layout, own }: Table, move: Move<"build" | "lay">, price: number): Omit<Described, "group"> {
  if (move.type === "lay") {
    const place = placeName(layout, move.place);
    return { about: placeIds(layout, move.place), label: say("lay", { place }), worth: -price - 0.5 };
  }
  const [a, b] = layout.sections[move.section]!;
  const fresh = [a, b].filter((post) => !own.has(post));
  return {
    about: postIds(fresh.length ? fresh : [a, b]),
    label: say("build", { section: sectionName(layout, move.section) }),
    worth: -price,
  };
}

function connecting({ layout }: Table, { ferry }: Move<"connect">): Message {
  const { name, ends } = layout.ferries[ferry]!;
  const [start, goal] = ends.map((place) => placeName(layout, place));
  return say("connect", { ferry: name, start: start!, goal: goal! });
}

const inTown = ({ layout }: Table, { type, town }: Move<"start" | "buy">): Message =>
  say(type, { town: placeName(layout, town) });

// -- everything else ---------------------------------------------------------------------------------------------------

function simple(table: Table, move: DampfAndRailsMove): Message {
  switch (move.type) {
    case "keep":
      return say("keep", { cards: move.cards.map((card) => card + 1).join(", ") });
    case "ask":
    case "grant":
      return say(move.type, { company: emblem(move.seat).name });
    case "terms":
      return say("terms", { money: move.toll, turns: move.turns });
    case "lose":
      return say("lose", { good: goodName(move.good) });
    case "work":
      return ofTrain(table, move.train, say("work", { train: table.layout.trains[move.kind]!.id }));
    default:
      return say(move.type);
  }
}
