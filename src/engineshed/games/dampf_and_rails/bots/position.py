"""What the bot considers when it is asked: its outlook, its moves, and a truth that fits its view."""

from __future__ import annotations

from functools import cached_property

from engineshed.core.bot import Ask
from engineshed.games.dampf_and_rails.bots.network import network
from engineshed.games.dampf_and_rails.bots.outlook import Outlook
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import (
    AnyMove,
    State,
    View,
    box_of,
    ferries_of,
    guess,
    rails_of,
    trains_of,
)


class Position(Outlook):
    def __init__(self, ask: Ask[AnyMove, View], home: int, w: Weights) -> None:
        """``home``: the milepost where the network begins."""
        view = self.view = ask.view
        self.home = home
        self.seat, self.moves, self.legal, self._rng = ask.seat, ask.moves, frozenset(ask.moves), ask.rng
        player = self.player = view.players[ask.seat]
        net = network(box_of(view.options.data), rails_of(view), ferries_of(view), ask.seat, home, view.seats, w.ways)
        super().__init__(w, view, net, player.cash or 0, player.hand or (), trains_of(player))

    @cached_property
    def state(self) -> State:
        """A whole truth that fits the view. Hidden parts are made up, so use only the visible ones."""
        return guess(self.view, self._rng)

    def if_legal(self, move: AnyMove | None) -> AnyMove | None:
        return move if move in self.legal else None


def position(ask: Ask[AnyMove, View], w: Weights) -> Position:
    town = ask.view.players[ask.seat].start
    assert town is not None
    return Position(ask, box_of(ask.view.options.data).board.places[town].at, w)
