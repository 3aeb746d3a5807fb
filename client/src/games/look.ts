// What a game's page provides: components, and words for its moves. No rules.

import type { Component } from "svelte";
import { LOOKS } from "virtual:games";
import type { AnyMove, Message } from "../api/types";
import type { TableModel } from "../table/model.svelte";

/** A legal move as people see it, or several moves that they think of as one. */
export interface Choice {
  /** Its place among the choices: the legal moves in their order, then whatever is more than one move. */
  index: number;
  move: AnyMove;
  /** The moves that are to come after it, one after the other. */
  then?: readonly AnyMove[];
  /** In the game's notation. */
  text: string;
  price: number;
  /** What the server tells of it, to draw it. */
  hint?: unknown;
  label: Message;
  /** The same in fewer words, where its picture is seen. */
  brief?: Message;
  /** What kind of action it belongs to; the action bar has a button for each group of the look. */
  group: string;
  /** What it touches, as the board's parts call themselves: "hex 17", "city 3", "contract 12". */
  about: string[];
  /** Where it may lead: picking one of these, too, settles which of the first thing's moves is meant. */
  goals?: string[];
  /** Of several that are offered together, the one that is worth most comes first. */
  worth?: number;
  /** The digit that picks it, where its place among the offered ones would be misleading; empty for none. */
  key?: string;
}

export interface Group {
  id: string;
  label: string;
  /** What `why` is asked about when the group has no legal move. */
  about: string;
  /** One key that opens it; empty for none. */
  key: string;
}

/** A spot of the board that can be reached by finger, mouse and keyboard. */
export interface Place {
  /** As in `Choice.about`. */
  id: string;
  /** What `why` is asked about, in the game's notation. */
  asked: string;
  /** Where it lies, and its rim as path data round that point. */
  at: readonly [number, number];
  rim: string;
  /** The places beside it: n, ne, se, s, sw, nw. */
  beside: readonly (string | null)[];
  /** What it is and what is on it, in words. */
  name: string;
}

export type Part = Component<{ model: TableModel }>;

export interface GameLook {
  /** Where and when: the map, the round. Shown after the game's name in the header of the table. */
  heading(model: TableModel): string[];
  /** The pieces on the board, inside the SVG that `board/BoardFrame.svelte` pans and zooms: <BoardFrame {model} />. */
  Board: Part;
  /** What lies over the outlines of places: names, prices, and what the chosen move would put there. */
  Above: Part;
  /** What can be tapped there; always the same ids in the same order. */
  places(model: TableModel): Place[];
  /** How long a place is across, in the board's measures. */
  reach(model: TableModel): number;
  /** One's own things: hand, money. */
  Own: Part;
  /** All players. */
  Players: Part;
  /** What lies beside the board. */
  Supply?: Part;
  /** What the game shows at its end below everybody's points. */
  Epilogue?: Part;
  /** A small drawing of a choice, 44 px high: a tile, a factory, a contract. */
  Picture?: Component<{ model: TableModel; choice: Choice }>;
  /** How a chosen move is shown before it is confirmed, besides the facts that it leads to. */
  Preview: Part;
  /**
   * What the action bar shows instead of the kinds of actions and the strip of moves, where a stage asks for more:
   * an auction, a scale. Null, or none at all, for the usual bar.
   */
  bar?(model: TableModel): Part | null;
  groups(model: TableModel): Group[];
  choices(model: TableModel): Choice[];
  /** The colour family and emblem of a seat. */
  emblem(seat: number): { colour: string; ink: string; shape: number; name: string };
  /** Where the camera should look for these things. */
  bounds(model: TableModel, about: string[]): { x: number; y: number; width: number; height: number } | null;
  size(model: TableModel): { x: number; y: number; width: number; height: number };
}

/** The page of a game: its own, or the plain table. */
export async function lookOf(game: string): Promise<GameLook> {
  const found = LOOKS[game];
  if (found) return (await found()).default;
  const { plainLook } = await import("../plain/look");
  return plainLook(game);
}
