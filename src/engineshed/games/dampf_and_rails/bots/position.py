"""What the bot weighs: a view reduced to what its plans hang on, for the seat that acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from engineshed.core.contract import Ask
from engineshed.games.dampf_and_rails.bots.network import Network, network
from engineshed.games.dampf_and_rails.bots.weights import ROUND
from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import GOODS, NUMBERS, ORDERS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.state import SPEEDS, START_TOWNS, State, Train
from engineshed.games.dampf_and_rails.rules.view import View, guess


class Order(NamedTuple):
    """One of the three demands of a card, and the town where its good is fetched; NOWHERE if it is on the train."""

    card: int
    town: int
    good: int
    pay: int
    public: bool
    source: int


class Position:
    def __init__(self, ask: Ask[AnyMove, View], home: int) -> None:
        """``home``: the milepost where the network begins."""
        view = self.view = ask.view
        self.seat, self.moves, self.legal, self._rng = ask.seat, ask.moves, frozenset(ask.moves), ask.rng
        self.player = view.players[ask.seat]
        self.cash, self.hand, self.trains = self.player.cash or 0, self.player.hand or (), self.player.trains
        self.net: Network = network(bytes(view.rails), view.ferries, ask.seat, home, view.seats)
        self.pace = NUMBERS.fast if view.options.variant == "fast" else NUMBERS.standard
        self.round = ROUND[view.options.variant]
        self.unjoined = [town for town in START_TOWNS if not self.net.joins(town)]

    @cached_property
    def state(self) -> State:
        """A whole truth that fits the view. What is hidden is made up, so only what is seen may be asked of it."""
        return guess(self.view, self._rng)

    @property
    def to_earn(self) -> int:
        """What is missing to the goal."""
        more = self.view.options.second_train_goal if len(self.trains) > 1 else 0
        return self.pace.goal + more - self.cash

    def if_legal(self, move: AnyMove | None) -> AnyMove | None:
        return move if move in self.legal else None

    def speed(self, train: Train) -> int:
        return SPEEDS[self.view.options.variant][train.kind]

    def is_cut_off(self, train: Train) -> bool:
        return train.at not in self.net.edges

    def orders(self, train: Train, but: Sequence[int]) -> list[Order]:
        """Everything that a train could deliver, but for these cards."""
        cards = [card for card in (*self.hand, *self.view.public) if card not in but]
        return [order for card in cards for order in self._orders_of(card, train)]

    def _orders_of(self, card: int, train: Train) -> Iterator[Order]:
        for demand in ORDERS[card]:
            if self._can_reach(demand.town):
                loaded = [NOWHERE] if demand.good in train.loads else []
                for source in loaded + self._sources(demand.good):
                    yield Order(card, demand.town, demand.good, demand.pay, card in self.view.public, source)

    def _sources(self, good: int) -> list[int]:
        """The towns where a good can be fetched."""
        towns = list(GOODS[good].towns) if self.view.supply[good] else []
        towns += [thing.town for thing in self.view.lying if thing.good == good and thing.town not in towns]
        return [town for town in towns if self._can_reach(town)]

    def has_two(self, order: Order) -> bool:
        """Whether two pieces of its good can be fetched in the town from which one is."""
        return order.source in GOODS[order.good].towns and self.view.supply[order.good] > 1

    def _can_reach(self, town: int) -> bool:
        return bool(self.net.in_reach >> town & 1)


def position(ask: Ask[AnyMove, View]) -> Position:
    return Position(ask, BOARD.places[ask.view.players[ask.seat].start].at)
