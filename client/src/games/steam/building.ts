// What a building move does to its hex: the track that stays, that is added, and that is removed.

import type { SteamLayout, SteamMove, SteamView } from "../../api/types";
import type { Face, Way } from "../../pieces/faces";
import { opposite } from "../../pieces/geometry";
import { type LinkedWay, waysByHex } from "../../pieces/tracks";
import { linksOf, type OwnedLink, stubsByHex } from "./links";
import { livery } from "./palette";

export type Building = Extract<SteamMove, { type: "track" | "second" | "cross" | "redirect" | "town" }>;

type OwnedWay = LinkedWay<OwnedLink>;

export interface Change {
  stays: Face;
  comes: Face;
  goes: Face;
}

export function isBuilding(move: SteamMove): move is Building {
  return ["track", "second", "cross", "redirect", "town"].includes(move.type);
}

export function changeOf(layout: SteamLayout, view: SteamView, move: Building): Change {
  const { colour } = livery(view.active);
  if (move.type === "town") return opening(layout, view, move.hex, edgesOf(move.exits), colour);
  const [from, to] = layout.ways[move.way]!.edges;
  const there = waysByHex(layout, linksOf(view)).get(move.hex) ?? [];
  const turned = there.filter((way) => move.type === "redirect" && isTurned(way, [from, to]));
  return {
    stays: { ways: there.filter((way) => !turned.includes(way)).map(coloured) },
    comes: { ways: [{ from, to, colour }] },
    goes: { ways: turned.map(coloured) },
  };
}

const coloured = ({ from, to, link }: OwnedWay): Way => ({ from, to, colour: link.livery.colour });

/** Whether a way is the last of an unfinished link and enters its hex where the new way does. */
function isTurned({ from, to, link: { edges, head, tail } }: OwnedWay, way: readonly number[]): boolean {
  const last = to === edges.at(-1) && from === opposite(edges.at(-2)!);
  return head && !tail && last && way.includes(from) && !way.includes(to);
}

/** The edges of a town tile, which are given as bits. */
export const edgesOf = (bits: number): number[] => [0, 1, 2, 3, 4, 5].filter((edge) => (bits >> edge) & 1);

/** Track leaves a town across more edges than before. */
function opening(layout: SteamLayout, view: SteamView, hex: number, exits: number[], colour: string): Change {
  const there = stubsByHex(layout, linksOf(view)).get(hex) ?? [];
  const stays = there.map(({ edge, link }) => ({ edge, colour: link.livery.colour }));
  const comes = exits.filter((edge) => !stays.some((stub) => stub.edge === edge)).map((edge) => ({ edge, colour }));
  return { stays: { ways: [], stubs: stays }, comes: { ways: [], stubs: comes }, goes: { ways: [] } };
}

/** The tile as it would be laid. */
export function faceAfter({ stays, comes }: Change): Face {
  const ways = [...stays.ways, ...comes.ways];
  return comes.stubs ? { ways, stubs: [...(stays.stubs ?? []), ...comes.stubs] } : { ways };
}
