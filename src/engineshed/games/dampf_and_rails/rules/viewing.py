"""What a seat may know, and a whole truth that fits it.

A state counts stages, writes seats as bits and says NOWHERE; a view calls things by their names and says None.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.components import CARDS, FIRST_EVENT, NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import with_consequences
from engineshed.games.dampf_and_rails.rules.networks import sections_of
from engineshed.games.dampf_and_rails.rules.phases.agreements import OPEN_TERMS
from engineshed.games.dampf_and_rails.rules.phases.turns import is_linked
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, Lying, Running, Stage, State, Toll, Train, Truth
from engineshed.games.dampf_and_rails.rules.view import (
    Agreement,
    CardUnder,
    Loss,
    LyingGood,
    PlayerView,
    RunningEvent,
    TrainView,
    View,
)

BITS = tuple(
    tuple(place for place in range(len(COMPANIES)) if bits >> place & 1) for bits in range(1 << len(COMPANIES))
)
"""The places of the bits that are set, for every set of seats or trains."""


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=Stage.NAMES[s.stage],
        round=s.round,
        first=s.first,
        active=s.active,
        acting=None if s.stage == Stage.OVER else s.acting(),
        players=_players(s, seat),
        pile=len(s.pile),
        under=tuple([CardUnder(card if seat == owner else None, owner) for card, owner in s.under]),
        discards=s.discards,
        public=s.public,
        laid_out=s.laid_out,
        supply=s.supply,
        lying=_lying(s.lying) if s.lying else (),
        running=_running(s.running) if s.running else (),
        tolls=_agreements(s.tolls) if s.tolls else (),
        acted=s.acted,
        spent=s.spent,
        moved=BITS[s.moved],
        crossed=BITS[s.crossed],
        paid=BITS[s.paid],
        asked=BITS[s.asked],
        outlay=s.outlay,
        limit=s.pace.limit,
        goal=s.pace.goal,
        exits=s.exits,
        proposal=None if s.proposal is None else _agreement(s.proposal),
        losing=_losses(s.losing) if s.losing else (),
        resume=Stage.NAMES[s.resume],
        final=s.final,
        delivered=s.delivered,
        quiet=s.quiet,
    )


# What changes seldom is translated once: a view is asked for at every move.


@lru_cache(maxsize=64)
def _lying(lying: tuple[Lying, ...]) -> tuple[LyingGood, ...]:
    return tuple(LyingGood(x.town, x.good, x.until, x.seat) for x in lying)


@lru_cache(maxsize=64)
def _running(running: tuple[Running, ...]) -> tuple[RunningEvent, ...]:
    return tuple(RunningEvent(x.event, x.seat, x.begun) for x in running)


@lru_cache(maxsize=64)
def _agreements(tolls: tuple[Toll, ...]) -> tuple[Agreement, ...]:
    return tuple(map(_agreement, tolls))


def _agreement(deal: Toll) -> Agreement:
    return Agreement(deal.runner, deal.owner, None if deal.toll == OPEN_TERMS else deal.toll, deal.turns)


@lru_cache(maxsize=64)
def _losses(losing: tuple[tuple[int, int], ...]) -> tuple[Loss, ...]:
    return tuple(Loss(seat, train) for seat, train in losing)


@lru_cache(maxsize=256)
def _trains(trains: tuple[Train, ...]) -> tuple[TrainView, ...]:
    return tuple(
        TrainView(train.kind, _told(train.at), train.loads, train.stuck, _told(train.came)) for train in trains
    )


def _told(place: int) -> int | None:
    return None if place == NOWHERE else place


class _Built(NamedTuple):
    """What a player has built, and the start towns that are connected by it."""

    sections: tuple[int, ...]
    ferries: tuple[int, ...]
    towns: tuple[int, ...]


@lru_cache(maxsize=64)
def _built(
    start_towns: tuple[int, ...], rails: bytes, ferries: tuple[int, ...], joined: tuple[int, ...]
) -> tuple[_Built, ...]:
    """By seat."""
    return tuple(
        _Built(
            sections=tuple(sections_of(rails, seat + 1)),
            ferries=tuple(ferry for ferry, owners in enumerate(ferries) if owners >> seat & 1),
            towns=tuple(town for town in start_towns if joined[town] >> seat & 1),
        )
        for seat in range(len(COMPANIES))
    )


def _players(s: State, looker: int | None) -> tuple[PlayerView, ...]:
    built = _built(s.box.start_towns, s.rails, s.ferries, s.joined)
    return tuple([_player(s, seat, looker, built[seat]) for seat in range(s.seats)])


def _player(s: State, seat: int, looker: int | None, built: _Built) -> PlayerView:
    """At the end cash is counted in front of all."""
    known = seat == looker or s.options.open_hands
    trains, start = s.trains[seat], s.starts[seat]
    if seat == s.active and s.stage > Stage.START:
        points = tuple([s.points_left(number) for number in range(len(trains))])
    else:
        points = tuple([s.speeds[train.kind] for train in trains])
    return PlayerView(
        cash=s.cash[seat] if known or s.stage == Stage.OVER else None,
        orders=len(s.hands[seat]),
        hand=s.hands[seat] if known else None,
        start=None if start == NOWHERE else start,
        trains=_trains(trains),
        points=points,
        sections=built.sections,
        ferries=built.ferries,
        announced=bool(s.announced >> seat & 1),
        towns=built.towns,
        linked=is_linked(s, seat),
        goal=s.goal(seat),
    )


# -- back to a state -----------------------------------------------------------------------------------------------


def rails_of(v: View) -> bytes:
    rails = bytearray(box_of(v.options.data).no_rails)
    for seat, player in enumerate(v.players):
        for section in player.sections:
            rails[section] = seat + 1
    return bytes(rails)


def ferries_of(v: View) -> tuple[int, ...]:
    lines = range(len(box_of(v.options.data).ferries))
    return tuple(
        [sum([1 << seat for seat, player in enumerate(v.players) if ferry in player.ferries]) for ferry in lines]
    )


def trains_of(player: PlayerView) -> tuple[Train, ...]:
    return tuple(
        [Train(train.kind, _place(train.at), train.loads, train.stuck, _place(train.came)) for train in player.trains]
    )


def _place(told: int | None) -> int:
    return NOWHERE if told is None else told


def _toll(deal: Agreement) -> Toll:
    return Toll(deal.runner, deal.owner, OPEN_TERMS if deal.toll is None else deal.toll, deal.turns)


def guess(v: View, rng: Rng) -> State:
    hands, under, pile = _guess_cards(v, rng)
    truth = Truth(
        options=v.options,
        seats=v.seats,
        stage=Stage.NAMES.index(v.stage),
        round=v.round,
        first=v.first,
        active=v.active,
        cash=tuple(_guess_cash(player, v.goal, rng) for player in v.players),
        hands=hands,
        pile=pile,
        under=under,
        discards=v.discards,
        public=v.public,
        laid_out=v.laid_out,
        starts=tuple(_place(player.start) for player in v.players),
        rails=rails_of(v),
        ferries=ferries_of(v),
        trains=tuple(map(trains_of, v.players)),
        lying=tuple(Lying(x.town, x.good, x.until, x.seat) for x in v.lying),
        running=tuple(Running(x.event, x.seat, x.begun) for x in v.running),
        tolls=tuple(map(_toll, v.tolls)),
        acted=v.acted,
        spent=v.spent,
        moved=BITS.index(v.moved),
        crossed=BITS.index(v.crossed),
        paid=BITS.index(v.paid),
        asked=BITS.index(v.asked),
        outlay=v.outlay,
        exits=v.exits,
        proposal=None if v.proposal is None else _toll(v.proposal),
        losing=tuple((loss.seat, loss.train) for loss in v.losing),
        resume=Stage.NAMES.index(v.resume),
        announced=sum(player.announced << seat for seat, player in enumerate(v.players)),
        final=v.final,
        delivered=v.delivered,
        quiet=v.quiet,
    )
    return with_consequences(truth)


def _guess_cash(player: PlayerView, goal: int, rng: Rng) -> int:
    """A player who has said that they are rich has 200 million or more, and never enough to have won."""
    if player.cash is not None:
        return player.cash
    if player.announced:
        return NUMBERS.announce + rng.below(goal - NUMBERS.announce)
    return rng.below(NUMBERS.announce)


_Cards = tuple[int, ...]


def _guess_cards(v: View, rng: Rng) -> tuple[tuple[_Cards, ...], tuple[tuple[int, int], ...], _Cards]:
    """Hands, what lies under the pile, and the pile: the orders that are not seen are shuffled and dealt out again.

    Events are never in a hand nor under the pile, so it is known which of them are still to come.
    """
    seen = [*v.discards, *v.public, *(below.card for below in v.under if below.card is not None)]
    seen += [card for player in v.players for card in player.hand or ()]
    unseen = rng.shuffled([card for card in range(FIRST_EVENT) if card not in seen])
    hands = []
    for player in v.players:
        if player.hand is None:
            hands.append(tuple(sorted(unseen[: player.orders])))
            unseen = unseen[player.orders :]
        else:
            hands.append(player.hand)
    under = [(unseen.pop() if below.card is None else below.card, below.seat) for below in v.under]
    events = [card for card in range(FIRST_EVENT, CARDS) if card not in v.discards]
    return tuple(hands), tuple(under), tuple(sorted((*unseen, *events)))
