// The kinds of actions that belong to the present stage.

import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Group } from "../look";
import { STAGE, viewOf } from "./seeing";

const AUCTION = { bid: "b", pass: "x" };

/** By stage, with a key for each. */
const GROUPS: Partial<Record<number, Record<string, string>>> = {
  [STAGE.firstUpgrade]: { upgrade: "k" },
  [STAGE.carrierAuction]: AUCTION,
  [STAGE.auction]: AUCTION,
  [STAGE.zoneAuction]: AUCTION,
  [STAGE.card]: { card: "t" },
  [STAGE.engineer]: { engineer: "v" },
  [STAGE.banker]: { take: "v", upgrade: "k" },
  [STAGE.bonus]: { take: "v" },
  [STAGE.marker]: { order: "v" },
  [STAGE.manipulate]: { manipulate: "v" },
  [STAGE.shift]: { shift: "v", done: "x" },
  [STAGE.sabotage]: { sabotage: "v" },
  [STAGE.topple]: { topple: "v" },
  [STAGE.river]: { neutral: "v" },
  [STAGE.ownClaim]: { claim: "v" },
  [STAGE.neutralClaim]: { neutral: "v" },
  [STAGE.name]: { name: "v" },
  [STAGE.claim]: { claim: "v", licence: "i", pass: "x" },
  [STAGE.divert]: { claim: "v" },
  [STAGE.anchor]: { anchor: "v" },
  [STAGE.keep]: { keep: "k", release: "x" },
  [STAGE.activate]: { activate: "v", idle: "x" },
  [STAGE.tank]: { tank: "t", import: "i", converter: "k", supercharger: "b", upgrade: "f", rearrange: "y", done: "x" },
  [STAGE.fit]: { fit: "v", discard: "x" },
  [STAGE.extract]: { work: "v", extract: "x" },
  [STAGE.unload]: { unload: "v" },
  [STAGE.trade]: { sell: "v", buy: "b", pass: "x" },
  [STAGE.certificate]: { buylicence: "b", selllicence: "v", buyquarters: "k", pass: "x" },
};

/** What nobody misses when it cannot be done. */
const QUIET = ["take", "pass", "fit", "shift"];

/** What a question about a group without moves is asked as, where it is not its name. */
const ASKED: Record<string, string> = { rearrange: "movetank" };

export function groups(model: TableModel): Group[] {
  const stage = viewOf(model)?.stage ?? STAGE.over;
  const possible = new Set(model.choices.map((choice) => choice.group));
  return Object.entries(GROUPS[stage] ?? {})
    .filter(([id]) => !QUIET.includes(id) || possible.has(id))
    .map(([id, key]) => ({ id, label: t(`planet-steam.group.${id}`), about: ASKED[id] ?? id, key }));
}
