"""What the greedy bot thinks of each of its moves: its favourite first, then those that are worth a second look."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.bots.search import around, favoured
from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.planet_steam.bots.greedy import GreedyBot, decide
from engineshed.games.planet_steam.bots.reasons import reasons
from engineshed.games.planet_steam.bots.specialists import Specialists
from engineshed.games.planet_steam.bots.tank_turn import TankTurn
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.bots.worth import Worth, worths
from engineshed.games.planet_steam.bots.zones import Land
from engineshed.games.planet_steam.rules.for_bots import (
    AUCTIONS,
    Anchor,
    AnyMove,
    Bid,
    Buy,
    Card,
    Claim,
    Name,
    Pass,
    Sell,
    Stage,
    State,
    Take,
    Upgrade,
    View,
    guess,
)

STEPS = (0, 1, 3, 6, 10, 16)
"""How far from each other the bids are that are worth trying."""


class Adviser(GreedyBot):
    """The greedy bot, asked about all moves."""

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        s = guess(ask.view, ask.rng)
        return weigh(s, ask.seat, ask.moves, self.weights)

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        s = guess(ask.view, ask.rng)
        return reasons(s, ask.seat, move, worths(s, ask.seat, self.weights))


def weigh(s: State, seat: int, moves: Sequence[AnyMove], weights: Weights) -> list[Weighed[AnyMove]]:
    favourite = moves[0] if len(moves) == 1 else decide(s, seat, moves, weights)
    worth = worths(s, seat, weights)
    found = dict(_options(s, seat, worth, moves, favourite))
    return favoured(moves, favourite, found)


def _options(
    s: State, seat: int, worth: Worth, moves: Sequence[AnyMove], favourite: AnyMove
) -> list[tuple[AnyMove, float]]:
    """The moves worth trying, with their worth in the measure of their stage."""
    if s.stage in AUCTIONS:
        return _bids(moves, favourite)
    match s.stage:
        case Stage.TANK:
            turn = TankTurn(s, seat, worth)
            return [(move, turn.gain(move)) for move in moves]
        case Stage.CLAIM:
            return [(move, value) for value, move in Land(s, seat, worth).claims(moves)]
        case Stage.NAME | Stage.OWN_CLAIM | Stage.DIVERT:
            land = Land(s, seat, worth)
            return [(move, land.worth_of(move.zone)) for move in moves if isinstance(move, Name | Claim)]
        case Stage.TRADE:
            amount = amount_of(favourite)
            return [(move, -float(abs(amount_of(move) - amount))) for move in moves]
        case Stage.CARD | Stage.ANCHOR | Stage.FIRST_UPGRADE | Stage.BANKER | Stage.BONUS:
            specialists = Specialists(s, seat, worth)
            return [(move, _special(specialists, move)) for move in moves]
    return [(option.move, option.worth) for option in around(moves, favourite)]


def _bids(moves: Sequence[AnyMove], favourite: AnyMove) -> list[tuple[AnyMove, float]]:
    """To pass, the least bid, and some higher ones."""
    bids = [move for move in moves if isinstance(move, Bid)]
    tried: list[AnyMove] = [move for move in moves if isinstance(move, Pass)]
    tried += [bids[step] for step in STEPS if step < len(bids)]
    return [(move, -float(number)) for number, move in enumerate(tried) if move != favourite]


def _special(specialists: Specialists, move: AnyMove) -> float:
    match move:
        case Card(number):
            return specialists.card(number)
        case Anchor(row):
            return specialists.anchored(row)
        case Take(resource):
            return specialists.taken(resource)
        case Upgrade(resource):
            return specialists.upgraded(resource)
    return 0.0


def amount_of(move: AnyMove) -> int:
    """How many are bought; a negative number is sold."""
    match move:
        case Buy(amount):
            return amount
        case Sell(amount):
            return -amount
    return 0
