// Legal moves in words, sorted into the groups of actions that players think in; and routes that take several moves.

import type {
  DampfAndRailsHints,
  DampfAndRailsLaid,
  DampfAndRailsLayout,
  DampfAndRailsMove,
  DampfAndRailsView,
  Message,
  Offer,
} from "../../api/types";
import type { TableModel } from "../../table/model.svelte";
import { words } from "../../words/words.svelte";
import type { Choice } from "../look";
import { placeIds, placeName, postIds, postName, postsOfNetwork, sectionEnds, speedOf } from "./map";
import { companyId, goodId } from "./palette";
import { hintOf, hintsOf, layoutOf, type Move, viewOf } from "./table";

interface Table {
  layout: DampfAndRailsLayout;
  view: DampfAndRailsView;
  /** The mileposts of the player whose turn it is. */
  own: ReadonlySet<number>;
}

type Described = Omit<Choice, "index" | keyof Offer>;

/** First the legal moves in their order, then the routes. */
export function choices(model: TableModel): Choice[] {
  const [layout, view, hints] = [layoutOf(model), viewOf(model), hintsOf(model)];
  if (!view || !hints) return [];
  const table = { layout, view, own: postsOfNetwork(layout, view.players[view.active]!) };
  const single = model.now!.legal.map((offer) => ({ ...offer, ...described(table, offer) }));
  return [...single, ...runs(table, hints), ...ways(table, hints)].map((choice, index) => ({ ...choice, index }));
}

function described(table: Table, offer: Offer): Described {
  const move = offer.move as DampfAndRailsMove;
  switch (move.type) {
    case "step":
    case "go":
      return { group: "run", ...running(table, move, offer) };
    case "cross":
      return { group: "cross", about: shores(table, move), label: ofTrain(table, move.train, crossing(table, move)) };
    case "load":
    case "drop":
    case "deliver":
      return { group: move.type, ...handling(table, move) };
    case "build":
    case "lay":
      return { group: "track", ...laying(table, move, offer.price) };
    case "start":
    case "place":
    case "buy":
      return { group: move.type, about: placeIds(table.layout, move.town), label: inTown(table, move) };
    case "connect":
      return { group: "connect", about: [`ferry ${move.ferry}`], label: connecting(table, move) };
    default:
      return { group: GROUPS[move.type] ?? move.type, about: [], label: simple(table, move) };
  }
}

const GROUPS: Partial<Record<DampfAndRailsMove["type"], string>> = { propose: "deal" };

const say = (id: string, params: Message["params"] = {}): Message => ({ id: `dampf-and-rails.move.${id}`, params });

/** With two trains, the text must say which one. */
function ofTrain({ view }: Table, train: number, label: Message): Message {
  return view.players[view.active]!.trains.length > 1 ? say("of-train", { move: words.say(label), n: train + 1 }) : label;
}

// -- running -----------------------------------------------------------------------------------------------------------

/** Cheaper routes come first; among equally cheap ones, the quickest. */
export const runWorth = (toll: number, points: number): number => -toll * MANY - points;
/** More points than a train ever has. */
const MANY = 100;

function running(table: Table, move: Move<"step" | "go">, offer: Offer): Omit<Described, "group"> {
  const { layout } = table;
  const hint = hintOf(offer);
  const points = hint?.type === "run" ? hint.points : 1;
  return {
    about: move.type === "step" ? postIds([move.to]) : placeIds(layout, move.place),
    label:
      move.type === "step"
        ? runTo(table, move.train, move.to, points)
        : ofTrain(table, move.train, say("run", { post: placeName(layout, move.place), points })),
    worth: runWorth(offer.price, points),
  };
}

/** The mileposts of a large town have the same name, so a train that is in the town runs within it. */
function runTo(table: Table, train: number, post: number, points: number): Message {
  const { posts } = table.layout;
  const { at } = table.view.players[table.view.active]!.trains[train]!;
  const { place } = posts[post]!;
  const within = place !== null && at !== null && posts[at]!.place === place;
  return ofTrain(table, train, say(within ? "run-within" : "run", { post: postName(table.layout, post), points }));
}

/** The ferry, and the place where it lands. */
function shores({ layout, view }: Table, { train, ferry }: Move<"cross">): string[] {
  const { at } = view.players[view.active]!.trains[train]!;
  const here = at === null ? null : layout.posts[at]!.place;
  return [`ferry ${ferry}`, ...layout.ferries[ferry]!.ends.filter((end) => end !== here).flatMap((end) => placeIds(layout, end))];
}

function crossing({ layout, view }: Table, { ferry, owner }: Move<"cross">): Message {
  const { name } = layout.ferries[ferry]!;
  return owner === view.active
    ? say("cross", { ferry: name })
    : say("cross-on", { ferry: name, company: companyId(owner) });
}

/** What can be done where the train is; what earns money comes first. */
function handling(table: Table, move: Move<"load" | "drop" | "deliver">): Omit<Described, "group"> {
  const { layout, view } = table;
  const { at } = view.players[view.active]!.trains[move.train]!;
  const place = at === null ? null : layout.posts[at]!.place;
  const about = [...(place === null ? [] : placeIds(layout, place)), `good ${move.good}`];
  const good = goodId(move.good);
  if (move.type !== "deliver") return { about, label: ofTrain(table, move.train, say(move.type, { good })) };
  const money = layout.orders[move.card]!.find((demand) => demand.good === move.good)!.pay;
  return {
    about: [...about, `order ${move.card}`],
    label: ofTrain(table, move.train, say("deliver", { good, card: move.card + 1, money })),
    worth: money,
  };
}

// -- building ----------------------------------------------------------------------------------------------------------

/** A section belongs to the milepost that it newly connects. Cheaper ones come first, and sections before routes. */
function laying({ layout, own }: Table, move: Move<"build" | "lay">, price: number): Omit<Described, "group"> {
  if (move.type === "lay") {
    const place = placeName(layout, move.place);
    return { about: placeIds(layout, move.place), label: say("lay", { place }), worth: -price - 0.5 };
  }
  const { ends } = layout.sections[move.section]!;
  const fresh = ends.filter((post) => !own.has(post));
  return {
    about: postIds(fresh.length ? fresh : ends),
    label: say("build", { section: sectionEnds(layout, move.section) }),
    worth: -price,
  };
}

const connecting = ({ layout }: Table, { ferry }: Move<"connect">): Message =>
  say("connect", { ferry: layout.ferries[ferry]!.name });

const inTown = ({ layout }: Table, { type, town }: Move<"start" | "place" | "buy">): Message =>
  say(type, { town: placeName(layout, town) });

// -- everything else ---------------------------------------------------------------------------------------------------

function simple(table: Table, move: DampfAndRailsMove): Message {
  switch (move.type) {
    case "keep":
      return say("keep", { cards: move.cards.map((card) => card + 1).join(", ") });
    case "propose":
      return say("propose", { company: companyId(move.seat) });
    case "ask":
    case "grant":
    case "pay":
    case "charge":
    case "request":
      return say(move.type, { company: companyId(table.view.proposal!.partner) });
    case "money":
      return say("money", { money: move.money });
    case "turns":
      return say("turns", { turns: move.turns });
    case "goods":
    case "lose":
      return say(move.type, { good: goodId(move.good) });
    case "work":
      return ofTrain(table, move.train, working(table, move));
    default:
      return say(move.type);
  }
}

/** The train that it would become, with what is gained. */
function working({ layout, view }: Table, { train, kind }: Move<"work">): Message {
  const then = layout.trains[kind]!;
  const now = layout.trains[view.players[view.active]!.trains[train]!.kind]!;
  const gained = { train: `@train.${then.id}`, points: speedOf(view, then), holds: then.holds };
  return say(then.stage === now.stage ? "refit" : "upgrade", gained);
}

// -- routes that take several moves, to mileposts that are not towns ---------------------------------------------------

type Course = Omit<Choice, "index">;

function course(moves: DampfAndRailsMove[], rest: Omit<Course, "move" | "then" | "text">): Course {
  const [move, ...then] = moves;
  return { ...rest, move: move!, then, text: words.say(rest.label) };
}

function runs(table: Table, hints: DampfAndRailsHints): Course[] {
  return hints.runs.map((hint) => {
    const { train, points, toll } = hint;
    const post = hint.course.at(-1)!;
    const moves = hint.course.map((to) => ({ type: "step" as const, train, to }));
    const label = runTo(table, train, post, points);
    const worth = runWorth(toll, points);
    return course(moves, { group: "run", about: postIds([post]), label, worth, price: toll, hint });
  });
}

function ways({ layout }: Table, hints: DampfAndRailsHints): Course[] {
  return [...waysByPost(hints)].flatMap(([post, steps]) => {
    const moves = steps.flatMap(movesOf);
    if (moves.length < 2 || layout.posts[post]!.place !== null) return [];
    const { price } = steps.at(-1)!;
    const n = moves.filter(({ type }) => type === "build").length;
    const label = say("lay-to", { post: postName(layout, post), n });
    const hint = { type: "way", steps };
    return [course(moves, { group: "track", about: postIds([post]), label, worth: -price, price, hint })];
  });
}

/** For each milepost that can be connected, the steps of the cheapest route to it. */
function waysByPost({ ways }: DampfAndRailsHints): Map<number, DampfAndRailsLaid[]> {
  const whole: DampfAndRailsLaid[][] = [];
  const found = new Map<number, DampfAndRailsLaid[]>();
  for (const step of ways) {
    const way = [...(step.before === null ? [] : whole[step.before]!), step];
    whole.push(way);
    if (!found.has(step.to)) found.set(step.to, way); // the cheapest comes first
  }
  return found;
}

/** The move for a step of a route; none for the crossing from a lone port. */
function movesOf({ section, ferry }: DampfAndRailsLaid): DampfAndRailsMove[] {
  return [
    ...(section === null ? [] : [{ type: "build" as const, section }]),
    ...(ferry === null ? [] : [{ type: "connect" as const, ferry }]),
  ];
}
