"""A quick choice for playouts: rules of thumb that cost about as much as playing a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.games.steam_power.rules.for_bots import (
    NEVER,
    NUMBERS,
    VP_CITY,
    AnyMove,
    Contracts,
    Cross,
    Deliver,
    Factory,
    Ground,
    Money,
    Prices,
    State,
    Track,
    cost_of,
    prices,
)
from engineshed.rail.faces import WAYS, far_edge
from engineshed.rail.hexgrid import NOWHERE

FEW = 3
"""With fewer contracts than this in hand, it takes more."""
SAMPLE = 8
"""How many tiles it compares before it lays one."""
SAVING = 6
"""The bot takes money for a contract if at most this many dollars and nothing else are missing."""
VP_DETOUR, DOLLAR_DETOUR = 2.0, 0.6
"""How many tiles of detour a VP city is worth, and how many a dollar saved is."""

M = TypeVar("M", bound=AnyMove)


def policy(s: State, seat: Seat, moves: Sequence[AnyMove], rng: Rng) -> AnyMove:
    """Deliver, or do what the contracts in hand need next; track leads to the nearest city that is not mine yet."""
    if s.shipment is not None or len(moves) == 1:
        return moves[-1]
    actions = {type(move): move for move in moves}
    hand = s.hands[seat]
    if s.links[s.active]:
        table = prices(s, s.active)
        if Deliver in actions:
            delivery, gain = _best([m for m in moves if isinstance(m, Deliver)], lambda m: _gain(s, table, m))
            if gain > 0:
                return delivery
        if Contracts in actions and len(hand) < FEW:
            return actions[Contracts]
        if Factory in actions:
            factory, use = _best([m for m in moves if isinstance(m, Factory)], lambda m: _use(s, hand, table, m))
            if use > 0:
                return factory
        if Money in actions and 0 < _missing(s, table, hand, s.money[seat]) <= SAVING:
            return actions[Money]
    return _track(s, moves, rng) or rng.choice([move for kind, move in actions.items() if kind not in (Track, Cross)])


def _best(moves: Sequence[M], worth: Callable[[M], float]) -> tuple[M, float]:
    best = max(moves, key=worth)
    return best, worth(best)


def _gain(s: State, table: list[Prices], delivery: Deliver) -> float:
    """What a move gains, in dollars."""
    contract = s.ground.contracts[delivery.contract]
    return contract.vp * NUMBERS.money_per_vp + contract.money - cost_of(table, contract.demand)


def _use(s: State, hand: tuple[int, ...], table: list[Prices], factory: Factory) -> float:
    """How many goods for contracts in hand a factory in my network would make; as a bonus, the more the better."""
    if not s.net.owned[s.active] >> s.board.place_of[factory.city] & 1:
        return 0.0
    colour = s.colours[factory.city]
    lacking = sum(max(0, s.ground.demands[contract][colour] - table[colour].available) for contract in hand)
    return min(factory.goods, lacking)


def _missing(s: State, table: list[Prices], hand: tuple[int, ...], money: int) -> int:
    """The dollars missing for the cheapest contract."""
    return min((cost_of(table, s.ground.demands[contract]) for contract in hand), default=0) - money


# -- track ----------------------------------------------------------------------------------------------------------


def _track(s: State, moves: Sequence[AnyMove], rng: Rng) -> AnyMove | None:
    """The best of a few tiles, if any of them leads anywhere."""
    tiles = [move for move in moves if isinstance(move, Track | Cross)]
    if len(tiles) > SAMPLE:
        first = rng.below(len(tiles))
        tiles = [tiles[(first + n * len(tiles) // SAMPLE) % len(tiles)] for n in range(SAMPLE)]
    ways = [(way, move) for move in tiles if (way := _way_to_go(s, move)) is not None]
    return min(ways, key=lambda option: option[0])[1] if ways else None


def _way_to_go(s: State, move: Track | Cross) -> float | None:
    """Roughly how many tiles it takes from here to a city that is not in my network; None if there is no such city."""
    end, loose, owned = s.ends[s.active], s.loose[s.active], s.net.owned[s.active]
    neighbours, place_of, city_at = s.ground.neighbours[move.hex], s.board.place_of, s.board.city_at
    if end is not None and loose is not None:
        start, ahead = loose.start, neighbours[far_edge(move.way, end.gate)]
    else:
        a, b = WAYS[move.way]
        start, ahead = neighbours[a], neighbours[b]
        if city_at[start] < 0 or (owned and not owned >> place_of[city_at[start]] & 1):
            start, ahead = ahead, start
    known = owned | 1 << place_of[city_at[start]]
    price = NUMBERS.crossing_cost if isinstance(move, Cross) else s.ground.price[move.hex]
    for tiles, place in _places_from(s.ground)[ahead]:
        if not known >> place & 1:
            vp = any(s.colours[city] == VP_CITY for city in s.board.places[place])
            return tiles + price * DOLLAR_DETOUR - vp * VP_DETOUR
    return None


@lru_cache(maxsize=16)
def _places_from(ground: Ground) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each hex the places that track from there can reach, the nearest first, and how many tiles away they are."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(ground.size)]
    for place, cities in enumerate(ground.board.places):
        wave, tiles = [ground.board.city_hex[city] for city in cities], 0
        reached = set(wave)
        while wave:
            for hex_ in wave:
                found[hex_].append((tiles, place))
            tiles += 1
            beside = dict.fromkeys(other for hex_ in wave for other in ground.neighbours[hex_])
            wave = [hex_ for hex_ in beside if hex_ != NOWHERE and hex_ not in reached and ground.price[hex_] != NEVER]
            reached.update(wave)
    return tuple(tuple(sorted(places)) for places in found)
