// What the keys of the table page do.

import { go } from "../router";
import type { Shortcuts } from "./keys";
import type { TableModel } from "./model.svelte";

/** What the page around the table can be asked to do. */
export interface Doings {
  /** Shows the table after this many entries of the log. */
  moment(ply: number): void;
  togglePlay(): void;
  list(): void;
  /** Each of these moves the focus to what it names. */
  chat(): void;
  log(): void;
  map(): void;
  others(): void;
}

type Act = () => void;

/** A control that shows what is chosen, so that Enter confirms it. */
const CHOSEN = "[aria-pressed=true], [aria-checked=true]";

export function shortcutsOf(model: TableModel, page: Doings): Shortcuts {
  const letters: Record<string, Act> = {
    c: page.chat,
    g: page.log,
    m: page.map,
    o: page.others,
    l: page.list,
    "/": page.list,
    "?": () => go("/help"),
    u: () => void model.undo(false),
    "shift+u": () => void model.undo(true),
  };
  return {
    confirm(control) {
      const moved = control !== null && control !== model.focused && !control.matches(CHOSEN);
      if (moved || (model.chosen === null && !model.held)) return false;
      void (model.held ? model.endTurn() : model.confirm());
      return true;
    },
    skip() {
      if (!model.canHurry) return false;
      void model.hurry();
      return true;
    },
    cancel() {
      const something = model.chosen !== null || model.group !== null || model.problem !== null;
      model.cancel();
      return something;
    },
    typed(key) {
      const act = model.at === null ? (letters[key] ?? choosing(model, key)) : replaying(model, page, key);
      act?.();
      return act !== undefined;
    },
  };
}

/** A number picks one of the offered moves, a letter of the game opens a group of them; Space skips the wait for bots. */
function choosing(model: TableModel, key: string): Act | undefined {
  if (key === " ") return model.canHurry ? () => void model.hurry() : undefined;
  const choice = model.offered.find((offered, place) => (offered.key ?? String(place + 1)) === key);
  if (choice) return () => model.choose(choice.index);
  const group = model.myTurn ? model.look?.groups(model).find((found) => found.key === key) : undefined;
  return group && (() => model.openGroup(group));
}

function replaying(model: TableModel, page: Doings, key: string): Act | undefined {
  const [at, end] = [model.at ?? 0, model.now?.table.ply ?? 0];
  const acts: Record<string, Act> = {
    " ": page.togglePlay,
    ArrowLeft: () => page.moment(Math.max(0, at - 1)),
    ArrowRight: () => page.moment(Math.min(end, at + 1)),
    Home: () => page.moment(0),
    End: () => page.moment(end),
  };
  return acts[key];
}
