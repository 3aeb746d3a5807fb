"""A quick choice by rules of thumb, for playouts: no plans, no looking ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.games.planet_steam.rules.for_bots import (
    ENERGY,
    NOBODY,
    ORE,
    QUARTZ,
    WATER,
    Activate,
    Anchor,
    AnyMove,
    BuyQuarters,
    Claim,
    Converter,
    Idle,
    Name,
    SellLicence,
    Stage,
    State,
    Supercharger,
    Take,
    Tank,
    Tanks,
    Unload,
    Work,
    can_pay,
    is_free,
    room,
)

Moves = Sequence[AnyMove]
RuleOfThumb = Callable[[State, Seat, Moves, Rng], AnyMove]


def policy(s: State, seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    if len(moves) == 1:
        return moves[0]
    return RULES_OF_THUMB.get(s.stage, _any)(s, seat, moves, rng)


def _any(_s: State, _seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    return rng.choice(moves)


def _first(_s: State, _seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    return moves[0]


def _last(_s: State, _seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    return moves[-1]


# -- expansion -------------------------------------------------------------------------------------------------------


def _bid_up_to(part: int) -> RuleOfThumb:
    """The least bid, until the highest bid reaches this share of the player's credits."""
    return lambda s, seat, moves, _rng: moves[-1] if s.bid >= s.credits[seat] // part else moves[0]


def _take(s: State, seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    """The most expensive resource that can be stored; if none can, any."""
    taken = [move for move in moves if isinstance(move, Take) and room(s, seat, move.resource) > 0]
    return max(taken, key=lambda move: s.prices[move.resource]) if taken else rng.choice(moves)


def _claim(s: State, seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    """A zone next to one of the player's own; if there is none, the first on the list."""
    neighbours, owners = s.board.neighbours, s.owners
    near = {other for zone in s.own[seat] for other in neighbours[zone] if owners[other] == NOBODY}
    beside = [move for move in moves if isinstance(move, Claim | Name) and move.zone in near]
    return rng.choice(beside) if beside else moves[0]


def _anchor(s: State, seat: Seat, _moves: Moves, _rng: Rng) -> AnyMove:
    """The row with most of the player's own tanks."""
    tanks = [0] * s.board.rows
    for zone in s.own[seat]:
        tanks[s.board.row_of[zone]] += s.tanks[zone] > 0
    return Anchor(tanks.index(max(tanks)))


# -- tanks -----------------------------------------------------------------------------------------------------------


def _activation(s: State, seat: Seat, _moves: Moves, _rng: Rng) -> AnyMove:
    """Activate only if that leaves enough for a tank or a supercharger."""
    board, own = s.board, s.own[seat]
    if s.has(seat, WATER) > board.activation.goods[WATER]:
        tank = s.market and can_pay(s, seat, board.local_tank, board.tank_prices[s.market])
        if tank and not all(s.tanks[zone] for zone in own):
            return Activate()
        if can_pay(s, seat, board.supercharger) and any(0 < s.tanks[zone] <= Tanks.SUPERCHARGED for zone in own):
            return Activate()
    return Idle()


def _tank_turn(s: State, seat: Seat, moves: Moves, rng: Rng) -> AnyMove:
    """Superchargers, then tanks, then converters for tanks that need energy to extract water."""
    for kind in (Supercharger, Tank):
        offered = [move for move in moves if isinstance(move, kind)]
        if offered:
            return rng.choice(offered)
    wanted = _product(s, seat)
    for move in moves:
        if isinstance(move, Converter) and move.resource == wanted and _pays_energy_for_water(s, move.zone):
            return move
    return moves[-1]


def _product(s: State, seat: Seat) -> int:
    """Energy for every other tank that needs it, otherwise the more expensive product."""
    needing = sum(s.tanks[zone] > 0 and not is_free(s, zone) for zone in s.own[seat])
    making = sum(Tanks.PRODUCT[s.tanks[zone]] == ENERGY for zone in s.own[seat])
    if needing > 2 * making + 1:
        return ENERGY
    return QUARTZ if s.prices[QUARTZ] > s.prices[ORE] else ORE


def _pays_energy_for_water(s: State, zone: int) -> bool:
    return Tanks.PRODUCT[s.tanks[zone]] == WATER and not s.board.river[zone]


def _work(s: State, _seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    """The first tank that extracts more than its energy is worth."""
    for move in moves:
        if isinstance(move, Work):
            tank = s.tanks[move.zone]
            if s.prices[Tanks.PRODUCT[tank]] * (1 + Tanks.CHARGED[tank]) > s.prices[ENERGY]:
                return move
    return moves[-1]


# -- trade -----------------------------------------------------------------------------------------------------------

KEPT_WATER = 3
"""Enough for a tank turn with two tanks."""
KEPT_GOODS = 2
"""Quartz and ore for luxury quarters and a supercharger."""


def _kept(s: State, seat: Seat) -> int:
    if s.resource in (QUARTZ, ORE):
        return KEPT_GOODS if s.round < s.rounds else 1
    if s.round == s.rounds:
        return 0
    if s.resource == WATER:
        return KEPT_WATER
    return sum(s.tanks[zone] > 0 and not is_free(s, zone) for zone in s.own[seat])


def _trade(s: State, seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    """Buy what should be kept, sell the rest."""
    have, kept = s.has(seat, s.resource), _kept(s, seat)
    on_sale = len(moves) - 1 - have
    if have > kept:
        return moves[on_sale + have - kept - 1]
    bought = min(kept - have, on_sale, room(s, seat, s.resource))
    return moves[bought - 1]


def _certificate(_s: State, _seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    for kind in (BuyQuarters, SellLicence):
        for move in moves:
            if isinstance(move, kind):
                return move
    return moves[-1]


def _unload(s: State, _seat: Seat, moves: Moves, _rng: Rng) -> AnyMove:
    return min(moves, key=lambda move: s.prices[move.resource] if isinstance(move, Unload) else 0)


RULES_OF_THUMB: dict[int, RuleOfThumb] = {
    Stage.CARRIER_AUCTION: _bid_up_to(40),
    Stage.AUCTION: _bid_up_to(10),
    Stage.ZONE_AUCTION: _bid_up_to(4),
    Stage.CARD: _first,
    Stage.ENGINEER: _last,
    Stage.BANKER: _take,
    Stage.BONUS: _take,
    Stage.NAME: _claim,
    Stage.OWN_CLAIM: _claim,
    Stage.CLAIM: _claim,
    Stage.DIVERT: _claim,
    Stage.ANCHOR: _anchor,
    Stage.KEEP: _last,
    Stage.ACTIVATE: _activation,
    Stage.TANK: _tank_turn,
    Stage.FIT: _first,
    Stage.EXTRACT: _work,
    Stage.UNLOAD: _unload,
    Stage.TRADE: _trade,
    Stage.CERTIFICATE: _certificate,
}
"""By stage; in other stages a move is chosen at random."""
