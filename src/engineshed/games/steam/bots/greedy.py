"""The greedy bot: weighs what it can do by the outlook that it leaves, and takes the best."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.steam.bots.building import Option, building, group_worth, growth, urbanisation
from engineshed.games.steam.bots.choosing import bid, capital, tile_worth
from engineshed.games.steam.bots.goods import moving, scale
from engineshed.games.steam.bots.position import Position, survey
from engineshed.games.steam.bots.reasons import reasons
from engineshed.games.steam.bots.weights import Weights
from engineshed.games.steam.rules.for_bots import (
    AnyMove,
    Bid,
    Capital,
    Choose,
    Done,
    Group,
    Grow,
    Second,
    TakeBack,
    Urbanise,
    Via,
    View,
)

NOT_CONSIDERED = float("-inf")


class GreedyBot:
    """Plays one step at a time, as if all deliveries that its network promises would follow."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return _best(self._options(ask))

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        """Where it decides by a rule of thumb, its choice comes first and the other moves by their distance from it."""
        if len(ask.moves) == 1:
            return [Weighed(ask.moves[0], 0.0)]
        best: dict[AnyMove, float] = {}
        for worth, move in self._options(ask):
            best[move] = max(worth, best.get(move, NOT_CONSIDERED))
        if len(best) == 1:
            return _nearest(ask.moves, *best)
        return [Weighed(move, best.get(move, NOT_CONSIDERED)) for move in ask.moves]

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        return reasons(ask.view, move, self._weights)

    def _options(self, ask: Ask[AnyMove, View]) -> list[Option]:
        view = ask.view
        p = survey(view, view.active, self._weights)
        match view.stage:
            case "opening" | "auction":
                return [(0.0, bid(view, p, ask.moves))]
            case "capital":
                return [(0.0, capital(view, p, ask.moves))]
            case "choose":
                return [(tile_worth(view, p, move), move) for move in ask.moves if isinstance(move, Choose)]
            case "build":
                return _build(view, p, ask.moves)
            case "group" if view.growing is not None:
                return [(worth, Group(field)) for worth, field in group_worth(view, p, view.cities[view.growing].hex)]
            case "move":
                return list(moving(view, p, ask.moves))
            case "points":
                return [(0.0, scale(view, p))]
        return [(0.0, _way(ask.moves))]


def _nearest(moves: Sequence[AnyMove], choice: AnyMove) -> list[Weighed[AnyMove]]:
    """What a rule of thumb says comes first; other amounts are worse by as many dollars or units as they differ."""
    return [Weighed(move, -abs(_amount(move) - _amount(choice)) - (move != choice)) for move in moves]


def _amount(move: AnyMove) -> float:
    match move:
        case Bid(amount):
            return float(amount)
        case Capital(units):
            return float(units)
    return 0.0


def _best(weighed: Sequence[Option]) -> AnyMove:
    return max(weighed, key=lambda option: option[0])[1]


def _build(view: View, p: Position, moves: Sequence[AnyMove]) -> list[Option]:
    """Ending the turn gains and costs nothing, so any move that gains something is made first."""
    if all(isinstance(move, Second) for move in moves):
        return [
            (0.0, moves[0])
        ]  # begun by the previous player on this seat; the bot itself begins no tile without a piece
    legal = set(moves)
    towns = list(dict.fromkeys(move.hex for move in moves if isinstance(move, Urbanise)))
    options: list[Option] = [(0.0, move) for move in moves if isinstance(move, Done | TakeBack)]
    options += building(view, p, legal)
    if any(isinstance(move, Grow) for move in moves):
        options += growth(view, p)
    if towns:
        options += urbanisation(view, p, towns)
    return [option for option in options if option[1] in legal]


def _way(moves: Sequence[AnyMove]) -> AnyMove:
    """A route that another player began to choose link by link continues over the first link."""
    return next(move for move in moves if isinstance(move, Via))
