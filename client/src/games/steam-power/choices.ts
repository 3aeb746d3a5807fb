// Legal moves in words, sorted into the actions that players think in.

import type { JoinHint, Message, SteamPowerLayout, SteamPowerMove, SteamPowerView } from "../../api/types";
import { joining } from "../../pieces/joins";
import { faceOf } from "../../pieces/places";
import type { TableModel } from "../../table/model.svelte";
import { t, words } from "../../words/words.svelte";
import type { Choice, Group } from "../look";
import { layoutOf, viewOf } from "./table";

export function groups(model: TableModel): Group[] {
  const bonus = viewOf(model)?.stage === "bonus";
  return [
    { id: "track", label: t("steam-power.group.track"), about: "track", key: "t" },
    { id: "factory", label: t("steam-power.group.factory"), about: "factory", key: "f" },
    { id: "deliver", label: t("steam-power.group.deliver"), about: "deliver", key: "v" },
    { id: "contracts", label: t("steam-power.group.contracts"), about: "contracts", key: "k" },
    { id: "money", label: t("steam-power.group.money"), about: "money", key: "b" },
    { id: "done", label: t(bonus ? "steam-power.group.decline" : "steam-power.group.done"), about: "done", key: "x" },
  ];
}

export function choices(model: TableModel): Choice[] {
  const layout = layoutOf(model);
  return model.now!.legal.map((offer, index) => ({
    index,
    ...offer,
    ...described(layout, model, offer.move as SteamPowerMove, offer.hint),
  }));
}

type Described = Pick<Choice, "label" | "brief" | "group" | "about" | "tile" | "told" | "worth">;

const say = (id: string, params: Message["params"] = {}): Message => ({ id, params });

function described(layout: SteamPowerLayout, model: TableModel, move: SteamPowerMove, hint: unknown): Described {
  switch (move.type) {
    case "track":
    case "cross":
    case "replace":
      return { group: "track", about: [`hex ${move.hex}`], ...laying(layout, move, hint as JoinHint) };
    case "remove":
      return {
        group: "track",
        about: [`hex ${move.hex}`],
        tile: true,
        label: say("steam-power.move.remove", { hex: layout.hexes[move.hex]!.name }),
      };
    case "factory":
    case "from":
      return { group: move.type === "factory" ? "factory" : "deliver", ...atCity(layout, move) };
    case "via":
      return { group: "deliver", ...onTheWay(layout, move) };
    case "deliver":
    case "plan":
      return { group: "deliver", ...completing(layout, move) };
    case "rest":
      return { group: "deliver", about: [], label: say("steam-power.move.rest") };
    case "contracts":
      return {
        group: "contracts",
        about: [],
        label: say("steam-power.move.contracts", { n: layout.numbers.contracts_drawn }),
      };
    case "money":
      return { group: "money", about: [], label: say("steam-power.move.money", { money: income(model) }) };
    case "done":
      return { group: "done", about: [], label: ending(viewOf(model)!) };
    default:
      throw new Error(`nature's move ${move.type} is no choice`);
  }
}

const LAYING = {
  track: "steam-power.move.track",
  cross: "steam-power.move.cross",
  replace: "steam-power.move.replace",
} as const;

type Laying = Extract<SteamPowerMove, { type: keyof typeof LAYING }>;

function laying(layout: SteamPowerLayout, { type, hex, way }: Laying, hint: JoinHint): Omit<Described, "group" | "about"> {
  const face = `@face.${faceOf(layout.ways[way]!.edges)}`;
  const label = say(LAYING[type], { hex: layout.hexes[hex]!.name, joins: words.phrase(hint.says), face });
  return { ...joining(hint), label };
}

type AtCity = Extract<SteamPowerMove, { type: "factory" | "from" }>;

function atCity(layout: SteamPowerLayout, move: AtCity): Omit<Described, "group"> {
  const { name, hex } = layout.cities[move.city]!;
  const label =
    move.type === "factory"
      ? say("steam-power.move.factory", { city: name, goods: move.goods })
      : say("steam-power.move.from", { city: name });
  return { about: [`hex ${hex}`], label };
}

type Via = Extract<SteamPowerMove, { type: "via" }>;

/** A group of cities is one place; any of them can be tapped. */
function onTheWay(layout: SteamPowerLayout, move: Via): Omit<Described, "group"> {
  const { name, place } = layout.cities[move.city]!;
  const company = `@company.${layout.companies[move.company]!}`;
  return {
    about: layout.cities.filter((city) => city.place === place).map(({ hex }) => `hex ${hex}`),
    label: say("steam-power.move.via", { company, city: name }),
  };
}

type Completing = Extract<SteamPowerMove, { type: "deliver" | "plan" }>;

function completing(layout: SteamPowerLayout, move: Completing): Omit<Described, "group"> {
  const contract = layout.contracts[move.contract]!.id;
  const label =
    move.type === "deliver" ? say("steam-power.move.deliver", { contract }) : say("steam-power.move.plan", { contract });
  return { about: [`contract ${move.contract}`], told: true, label };
}

/** Ends building, or declines the bonus action. */
function ending({ stage, bonus }: SteamPowerView): Message {
  return stage === "bonus" ? say("steam-power.move.decline", { bonus: `@bonus.${bonus}` }) : say("steam-power.move.stop");
}

/** What taking money brings: an option of the table can change the printed sum. */
function income(model: TableModel): number {
  return viewOf(model)!.options.take_money;
}
