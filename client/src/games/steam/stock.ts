// The stock of track tiles: which pieces there are, and how many lie beside the board.

import type { SteamLayout, SteamView } from "../../api/types";

export interface Stock {
  /** The faces that its pieces show, each on some of them; a piece shows one at a time. */
  faces: number[];
  pieces: number;
  left: number;
}

/** Pieces that share a face are counted together: which of them lies on the map, nobody can tell. */
export function stocksOf({ pieces }: SteamLayout, { shown }: SteamView): Stock[] {
  const stocks: Omit<Stock, "left">[] = [];
  for (const { count, faces } of pieces) {
    const joined = stocks.filter((stock) => stock.faces.some((face) => faces.includes(face)));
    const all = [...new Set([...joined.flatMap((stock) => stock.faces), ...faces])];
    const sum = joined.reduce((total, stock) => total + stock.pieces, count);
    stocks.splice(0, stocks.length, ...stocks.filter((stock) => !joined.includes(stock)), { faces: all, pieces: sum });
  }
  return stocks.map((stock) => ({
    ...stock,
    left: stock.pieces - stock.faces.reduce((used, face) => used + (shown[face] ?? 0), 0),
  }));
}
