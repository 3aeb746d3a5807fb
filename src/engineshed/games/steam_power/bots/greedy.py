"""The greedy bot: weighs every action by the outlook that it leaves, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.core.bot import Ask, Weighed
from engineshed.core.words import Message
from engineshed.games.steam_power.bots.building import links
from engineshed.games.steam_power.bots.changes import with_contracts, with_delivery, with_factory, with_money, without
from engineshed.games.steam_power.bots.ending import ending
from engineshed.games.steam_power.bots.habits import by_habit
from engineshed.games.steam_power.bots.outlook import outlook
from engineshed.games.steam_power.bots.position import begun, survey
from engineshed.games.steam_power.bots.reasons import reasons
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.bots.world import Position, World
from engineshed.games.steam_power.rules.for_bots import (
    BUILDING,
    CONTRACT_IDS,
    NUMBERS,
    AnyMove,
    Contracts,
    Deliver,
    Done,
    Factory,
    Money,
    Rest,
    View,
)

NOT_CONSIDERED = float("-inf")
SAMPLES = 3
"""How often drawing contracts is simulated."""


class GreedyBot:
    """Plays one action at a time, as if a simple plan followed. Its goods always come the cheapest way."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        if ask.view.shipment is not None:
            return Rest()
        return max(self._options(ask), key=lambda option: option[0])[1]

    def weigh(self, ask: Ask[AnyMove, View]) -> Sequence[Weighed[AnyMove]]:
        """Tiles that begin no link worth considering are worth nothing."""
        best: dict[AnyMove, float] = {}
        if ask.view.shipment is not None:
            best[Rest()] = 0.0
        else:
            for worth, move in self._options(ask):
                best[move] = max(worth, best.get(move, NOT_CONSIDERED))
        return [Weighed(move, best.get(move, NOT_CONSIDERED)) for move in ask.moves]

    def explain(self, ask: Ask[AnyMove, View], move: AnyMove) -> Sequence[Message]:
        return reasons(ask.view, move, self._weights)

    def _options(self, ask: Ask[AnyMove, View]) -> list[tuple[float, AnyMove]]:
        world, position = survey(ask.view, ask.view.active, self._weights)
        weighed = [
            (worth + by_habit(ask.view, world, position, move), move) for worth, move in _actions(ask, world, position)
        ]
        if isinstance(ask.moves[0], BUILDING):
            legal, found = set(ask.moves), links(world, position, ask.view, ask.memory)
            weighed += [(worth, move) for worth, move, _ in found if move in legal]
        return weighed


def _actions(ask: Ask[AnyMove, View], world: World, p: Position) -> Iterator[tuple[float, AnyMove]]:
    """All moves except building track, each with the outlook after it."""
    for move in ask.moves:
        match move:
            case Factory(city, goods):
                yield outlook(world, with_factory(world, p, city, goods)), move
            case Deliver(contract):
                yield outlook(world, with_delivery(world, p, contract)) + ending(ask, world, move), move
            case Contracts():
                yield _drawing(ask, world, p), move
            case Money():
                yield outlook(world, with_money(world, p)), move
            case Done():
                yield outlook(world, without(p, begun(ask.view))), move


def _drawing(ask: Ask[AnyMove, View], world: World, p: Position) -> float:
    """The average outlook with some of the contracts that I have not seen."""
    view = ask.view
    seen = (*p.hand, *view.aside, *(contract for player in view.players for contract in player.done))
    unseen = [contract for contract in range(len(CONTRACT_IDS)) if contract not in seen]
    hidden = view.bag + sum(player.contracts for player in view.players) - len(p.hand)
    drawn = min(hidden, NUMBERS.contracts_drawn)
    tries = [outlook(world, with_contracts(p, tuple(ask.rng.shuffled(unseen)[:drawn]))) for _ in range(SAMPLES)]
    return sum(tries) / SAMPLES
