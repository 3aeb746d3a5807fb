// An auction for the turn order, as the bar and the players' panels show it.

import type { SteamView } from "../../api/types";

export interface Auction {
  /** The place in the turn order that is for sale; null if all of them are. */
  sold: number | null;
  /** Everybody who takes part, in bidding order. */
  circle: number[];
  /** Who holds the highest bid. */
  leader: number | null;
  /** Each seat's last bid. */
  bids: (number | null)[];
  /** Those who may still bid. */
  bidders: number[];
  /** The place that each seat has won already. */
  places: (number | null)[];
}

export function auctionOf({ auction, stage, seats, order }: SteamView): Auction | null {
  if (!auction) return null;
  const { bids, leader, bidders, placed } = auction;
  const opening = stage === "opening";
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  // Before the base game, places are sold one by one from the first; in the expert game, players who pass take the last.
  const place = (at: number): number => (opening ? at + 1 : order.length - at);
  return {
    sold: opening ? placed.length + 1 : null,
    circle: opening ? everybody : order,
    leader,
    bids,
    bidders,
    places: everybody.map((seat) => (placed.includes(seat) ? place(placed.indexOf(seat)) : null)),
  };
}
