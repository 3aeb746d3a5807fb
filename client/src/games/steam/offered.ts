// The legal moves of one kind.

import type { SteamMove } from "../../api/types";
import { type Offer, offersOf } from "../../table/offers";

export type Offered<Kind extends SteamMove["type"]> = Offer<Extract<SteamMove, { type: Kind }>>;

export const offered = offersOf<SteamMove>();
