// What a game's page provides: components, and words for its moves. No rules.

import type { Component } from "svelte";
import { LOOKS } from "virtual:games";
import type { AnyMove, Message } from "../api/types";
import type { TableModel } from "../table/model.svelte";

/** A legal move as people see it, or several moves that they think of as one. */
export interface Choice {
  /** Its place among the choices: the legal moves in their order, then choices of several moves. */
  index: number;
  move: AnyMove;
  /** The moves to play after it, in order. */
  then?: readonly AnyMove[];
  /** In the game's notation. */
  text: string;
  price: number;
  /** What the server says about it, for drawing it. */
  hint?: unknown;
  label: Message;
  /** The same in fewer words, for use next to its picture. */
  brief?: Message;
  /** Whether its picture is a tile, which says enough to choose by. */
  tile?: boolean;
  /** Whether its words say the same as the first fact that it leads to. */
  told?: boolean;
  /** What kind of action it belongs to; the action bar has a button for each group of the look. */
  group: string;
  /** The things it involves, by the ids of the board's parts: "hex 17", "city 3", "contract 12". */
  about: string[];
  /** Where it may lead: after a thing was picked, picking one of these goals decides which of its moves is meant. */
  goals?: string[];
  /** Among choices that are offered together, the one with the highest worth comes first. */
  worth?: number;
  /** The digit that picks it, if its place in the offer would be misleading; empty for none. */
  key?: string;
}

export interface Group {
  id: string;
  label: string;
  /** What `why` is asked about when the group has no legal move. */
  about: string;
  /** The key that opens it; empty for none. */
  key: string;
}

/** A spot on the board that can be selected by touch, mouse and keyboard. */
export interface Place {
  /** As in `Choice.about`. */
  id: string;
  /** What `why` is asked about, in the game's notation. */
  asked: string;
  /** Its position, and its outline as path data that begins there: all commands are relative. */
  at: readonly [number, number];
  rim: string;
  /** The neighbouring places: n, ne, se, s, sw, nw. */
  beside: readonly (string | null)[];
  /** What it is and what is on it, in words. */
  name: string;
}

/** A piece that travels over the board to show what has happened. */
export interface Motion {
  /** Its way, as path data in the board's units, part by part. */
  legs: readonly { line: string; backwards?: boolean }[];
  /** How many steps its way has. */
  steps: number;
  /** What is drawn, around the point 0 0, and with what. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every piece has its own parameters
  Piece: Component<any>;
  given: Record<string, unknown>;
  /** The piece on the board that it stands for, which is not drawn meanwhile. */
  of?: string;
}

export type Part = Component<{ model: TableModel }>;

export interface GameLook {
  /** Where and when: the map, the round. Shown after the game's name in the header of the table. */
  heading(model: TableModel): string[];
  /** The pieces on the board, inside the SVG that `board/BoardFrame.svelte` pans and zooms: <BoardFrame {model} />. */
  Board: Part;
  /** What is drawn above the outlines of places: names, prices, and what the chosen move would put there. */
  Above: Part;
  /** What can be tapped on the board; always the same ids in the same order. */
  places(model: TableModel): Place[];
  /** The diameter of a place, in the board's units. */
  reach(model: TableModel): number;
  /** The places that must be visible when it is the viewer's turn; if missing, some of those with moves. */
  heeded?(model: TableModel): string[];
  /** The viewer's money, for a page that shows nothing else of theirs; null if they have none. */
  cash?(model: TableModel): number | null;
  /** The viewer's own things: hand, money. */
  Own: Part;
  /** All players. */
  Players: Part;
  /** Whether that also shows the round and its phases; otherwise they are shown above it. */
  showsPhases?: true;
  /** What is beside the board. */
  Supply?: Part;
  /** What the game shows below everybody's points when it is over. */
  Epilogue?: Part;
  /** A small drawing of a choice, 44 px high: a tile, a factory, a contract. */
  Picture?: Component<{ model: TableModel; choice: Choice }>;
  /** How a chosen move is shown before it is confirmed, besides the facts that it leads to. */
  Preview: Part;
  /** What the chosen move can lead to if nature decides: the chances, and what failing means. */
  odds?(model: TableModel): string[];
  /**
   * What the action bar shows in place of the kinds of actions and the strip of moves, for stages that need more:
   * an auction, a scale. Null or missing for the usual bar.
   */
  bar?(model: TableModel): Part | null;
  groups(model: TableModel): Group[];
  choices(model: TableModel): Choice[];
  /** The colour family and emblem of a seat. */
  emblem(seat: number): { colour: string; ink: string; shape: number; name: string };
  /** What travels over the board because of these facts. */
  motions?(model: TableModel, facts: Message[]): Motion[];
  /** Two entries of the log that belong together, as one; null if they do not. */
  join?(one: Message[], other: Message[]): Message[] | null;
  /** Facts that answer what the viewer has done: a note reports them when it is their turn again. */
  notices?: readonly string[];
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
