"""The greedy bot: takes the move after which it expects the greatest wealth."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.bot import Ask
from engineshed.games.planet_steam.bots.bidding import bid
from engineshed.games.planet_steam.bots.certificates import certificate, engineer
from engineshed.games.planet_steam.bots.optional import kept_carrier, manipulation, marker, price_shift, toppled, victim
from engineshed.games.planet_steam.bots.specialists import Specialists
from engineshed.games.planet_steam.bots.tank_turn import activation, fitting, tank_step
from engineshed.games.planet_steam.bots.trade import trade
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.bots.working import Extraction
from engineshed.games.planet_steam.bots.worth import Worth, worths
from engineshed.games.planet_steam.bots.zones import Land
from engineshed.games.planet_steam.rules.for_bots import (
    AUCTIONS,
    Anchor,
    AnyMove,
    Card,
    Extract,
    Stage,
    State,
    Unload,
    View,
    Work,
    guess,
)

EXPANSION = range(Stage.FIRST_UPGRADE, Stage.KEEP)


class GreedyBot:
    """Plays one step at a time. It works on a state that is guessed from its view, and uses only what the view shows:
    its own credits and everybody's property."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return decide(guess(ask.view, ask.rng), ask.seat, ask.moves, self.weights)


def decide(s: State, seat: int, moves: Sequence[AnyMove], weights: Weights) -> AnyMove:
    """What this bot plays in a position; of the others' credits it takes no notice."""
    worth = worths(s, seat, weights)
    if s.stage in AUCTIONS:
        return bid(s, seat, worth, moves)
    choose = _in_expansion if s.stage in EXPANSION else _in_the_phases
    return choose(s, seat, worth, moves)


def _in_expansion(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    match s.stage:
        case Stage.CARD | Stage.ANCHOR | Stage.FIRST_UPGRADE | Stage.BANKER | Stage.BONUS:
            return _with_specialists(s, seat, worth, moves)
        case Stage.ENGINEER:
            return engineer(s, seat, worth, moves)
        case Stage.CLAIM:
            return Land(s, seat, worth).claim(moves)
        case Stage.NAME | Stage.OWN_CLAIM | Stage.DIVERT:
            return Land(s, seat, worth).best(moves)
        case Stage.RIVER | Stage.NEUTRAL_CLAIM:
            return Land(s, seat, worth).worst(moves)
    return _with_optional_rules(s, seat, worth, moves)


def _with_specialists(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    specialists = Specialists(s, seat, worth)
    match s.stage:
        case Stage.CARD:
            return max(moves, key=lambda move: specialists.card(move.number) if isinstance(move, Card) else 0.0)
        case Stage.ANCHOR:
            return max(moves, key=lambda move: specialists.anchored(move.row) if isinstance(move, Anchor) else 0.0)
    return specialists.offered(moves)


def _with_optional_rules(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    match s.stage:
        case Stage.MARKER:
            return marker(s, seat, worth, moves)
        case Stage.MANIPULATE:
            return manipulation(s, seat, worth, moves)
        case Stage.SHIFT:
            return price_shift(s, seat, worth, moves)
        case Stage.SABOTAGE:
            return victim(s, moves)
    return toppled(s, seat, worth, moves)


def _in_the_phases(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    match s.stage:
        case Stage.KEEP:
            return kept_carrier(s, worth, moves)
        case Stage.ACTIVATE:
            return activation(s, seat, worth)
        case Stage.TANK:
            return tank_step(s, seat, worth, moves)
        case Stage.FIT:
            return fitting(s, seat, worth, moves)
        case Stage.EXTRACT:
            return _work(s, seat, worth)
        case Stage.UNLOAD:
            return min(moves, key=lambda move: worth.unit[move.resource] if isinstance(move, Unload) else 0.0)
        case Stage.TRADE:
            return trade(s, seat, worth, moves)
    return certificate(s, seat, worth, moves)


def _work(s: State, seat: int, worth: Worth) -> AnyMove:
    chosen = Extraction(s, seat, worth).chosen
    return Work(chosen[0]) if chosen else Extract()
