"""What the plans of a seat depend on, read either from a view or from a whole truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engineshed.games.dampf_and_rails.bots.network import Network
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, NUMBERS, State, Train, View


class Order(NamedTuple):
    """One of the three demands of a card, and the town where its good is fetched; NOWHERE if it is on the train."""

    card: int
    town: int
    good: int
    pay: int
    public: bool
    source: int


class Outlook:
    def __init__(
        self, w: Weights, table: View | State, net: Network, cash: int, hand: Sequence[int], trains: Sequence[Train]
    ) -> None:
        self.w, self.table, self.net, self.cash, self.hand, self.trains = w, table, net, cash, hand, trains
        self.box = net.box
        fast = table.options.variant == "fast"
        self.pace = NUMBERS.fast if fast else NUMBERS.standard
        self.round = w.round.fast if fast else w.round.standard
        self.track = self._share_of_track()
        self.unjoined = [town for town in self.box.start_towns if not net.joins(town)]

    @property
    def to_earn(self) -> int:
        """What is still missing to reach the goal."""
        more = self.table.options.second_train_goal if len(self.trains) > 1 else 0
        return self.pace.goal + more - self.cash

    def _share_of_track(self) -> float:
        """The share of the price of track that a plan has to earn: the fewer plans are left, the more."""
        first, last = self.w.track, self.w.late_track
        return first if last is None else first + (last - first) * min(1.0, self.cash / self.pace.goal)

    def speed(self, train: Train) -> int:
        return self.box.speeds[self.table.options.variant][train.kind]

    def is_cut_off(self, train: Train) -> bool:
        return train.at not in self.net.edges

    def orders(self, train: Train, but: Sequence[int]) -> list[Order]:
        """Everything that a train could deliver, except for these cards."""
        cards = [card for card in (*self.hand, *self.table.public) if card not in but]
        return [order for card in cards for order in self._orders_of(card, train)]

    def _orders_of(self, card: int, train: Train) -> Iterator[Order]:
        for demand in self.box.orders[card]:
            if self._can_reach(demand.town):
                loaded = [NOWHERE] if demand.good in train.loads else []
                for source in loaded + self._sources(demand.good):
                    yield Order(card, demand.town, demand.good, demand.pay, card in self.table.public, source)

    def _sources(self, good: int) -> list[int]:
        """The towns where a good can be fetched."""
        towns = list(self.box.goods[good].towns) if self.table.supply[good] else []
        towns += [thing.town for thing in self.table.lying if thing.good == good and thing.town not in towns]
        return [town for town in towns if self._can_reach(town)]

    def has_two(self, order: Order) -> bool:
        """Whether two pieces of its good can be fetched in the same town."""
        return order.source in self.box.goods[order.good].towns and self.table.supply[order.good] > 1

    def _can_reach(self, town: int) -> bool:
        return bool(self.net.in_reach >> town & 1)
