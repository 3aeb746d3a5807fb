"""What a seat may know, and a whole truth that fits it.

A state has numbers for stages, bits for seats, and NOWHERE; a view has names and None.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.components import CARDS, FIRST_EVENT, NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import with_consequences
from engineshed.games.dampf_and_rails.rules.networks import sections_of
from engineshed.games.dampf_and_rails.rules.phases.turns import is_linked
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, Lying, Running, Stage, Train, Truth
from engineshed.games.dampf_and_rails.rules.view import (
    AgreedToll,
    CardUnder,
    Loss,
    LumpSum,
    LyingGood,
    PlayerView,
    PromisedGood,
    ProposalView,
    RunningEvent,
    TrainView,
    View,
)

BITS: Final = tuple(
    tuple(place for place in range(len(COMPANIES)) if bits >> place & 1) for bits in range(1 << len(COMPANIES))
)
"""The positions of the set bits, for every set of seats or trains."""


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
        tolls=tuple(map(_shown_toll, s.tolls)),
        promises=tuple(map(_shown_promise, s.promises)),
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
        proposal=None if s.proposal is None else _shown_proposal(s.proposal),
        losing=_losses(s.losing) if s.losing else (),
        resume=Stage.NAMES[s.resume],
        final=s.final,
        delivered=s.delivered,
        quiet=s.quiet,
    )


# Each of these is cached: it rarely changes, but a view is needed after every move.


@lru_cache(maxsize=64)
def _lying(lying: tuple[Lying, ...]) -> tuple[LyingGood, ...]:
    return tuple(LyingGood(x.town, x.good, x.until, x.seat) for x in lying)


@lru_cache(maxsize=64)
def _running(running: tuple[Running, ...]) -> tuple[RunningEvent, ...]:
    return tuple(RunningEvent(x.event, x.seat, x.begun) for x in running)


def _shown_proposal(proposal: Proposal) -> ProposalView:
    return ProposalView(proposal.partner, tuple(map(_shown_term, proposal.terms)))


def _shown_term(term: Term) -> AgreedToll | LumpSum | PromisedGood:
    if isinstance(term, Toll):
        return _shown_toll(term)
    if isinstance(term, Promise):
        return _shown_promise(term)
    return LumpSum(term.payer, term.payee, _shown(term.money))


def _shown_toll(term: Toll) -> AgreedToll:
    return AgreedToll(term.runner, term.owner, _shown(term.money), _shown(term.turns))


def _shown_promise(term: Promise) -> PromisedGood:
    return PromisedGood(term.giver, term.taker, _shown(term.good), _shown(term.town), _shown(term.turns))


@lru_cache(maxsize=64)
def _losses(losing: tuple[tuple[int, int], ...]) -> tuple[Loss, ...]:
    return tuple(Loss(seat, train) for seat, train in losing)


@lru_cache(maxsize=256)
def _trains(trains: tuple[Train, ...]) -> tuple[TrainView, ...]:
    return tuple(
        TrainView(train.kind, _shown(train.at), train.loads, train.stuck, _shown(train.came), _shown(train.becomes))
        for train in trains
    )


def _shown(number: int) -> int | None:
    """A number as a view has it: None for NOWHERE or UNSAID."""
    return None if number < 0 else number


class _Built(NamedTuple):
    """What a player has built, and the start towns that it connects."""

    sections: tuple[int, ...]
    ferries: tuple[int, ...]
    towns: tuple[int, ...]


@lru_cache(maxsize=64)
def _built(
    start_towns: tuple[int, ...], rails: bytes, ferries: tuple[int, ...], joined: tuple[int, ...]
) -> tuple[_Built, ...]:
    """What each seat has built."""
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
    """A player as the viewer sees them; at the end of the game everybody shows their cash."""
    known = seat == looker or s.options.open_hands
    trains, start = s.trains[seat], s.starts[seat]
    if seat == s.active:  # also while cards are drawn in the middle of a turn
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
        [
            Train(train.kind, _number(train.at), train.loads, train.stuck, _number(train.came), _number(train.becomes))
            for train in player.trains
        ]
    )


def _number(shown: int | None) -> int:
    """The reverse of ``_shown``: NOWHERE and UNSAID are the same number."""
    return NOWHERE if shown is None else shown


def proposal_of(v: View) -> Proposal | None:
    shown = v.proposal
    return None if shown is None else Proposal(shown.partner, tuple(map(_term, shown.terms)))


def _term(shown: AgreedToll | LumpSum | PromisedGood) -> Term:
    if isinstance(shown, AgreedToll):
        return _toll(shown)
    if isinstance(shown, PromisedGood):
        return _promise(shown)
    return Sum(shown.payer, shown.payee, _number(shown.money))


def _toll(shown: AgreedToll) -> Toll:
    return Toll(shown.runner, shown.owner, _number(shown.money), _number(shown.turns))


def _promise(shown: PromisedGood) -> Promise:
    return Promise(shown.giver, shown.taker, _number(shown.good), _number(shown.town), _number(shown.turns))


def guess(v: View, rng: Rng) -> State:
    hands, under, pile = _guess_cards(v, rng)
    proposal = proposal_of(v)
    offered = (0 if proposal is None else proposal.sum_of(seat) for seat in range(v.seats))
    truth = Truth(
        options=v.options,
        seats=v.seats,
        stage=Stage.NAMES.index(v.stage),
        round=v.round,
        first=v.first,
        active=v.active,
        cash=tuple(_guess_cash(player, v.goal, least, rng) for player, least in zip(v.players, offered, strict=True)),
        hands=hands,
        pile=pile,
        under=under,
        discards=v.discards,
        public=v.public,
        laid_out=v.laid_out,
        starts=tuple(_number(player.start) for player in v.players),
        rails=rails_of(v),
        ferries=ferries_of(v),
        trains=tuple(map(trains_of, v.players)),
        lying=tuple(Lying(x.town, x.good, x.until, x.seat) for x in v.lying),
        running=tuple(Running(x.event, x.seat, x.begun) for x in v.running),
        tolls=tuple(map(_toll, v.tolls)),
        promises=tuple(map(_promise, v.promises)),
        acted=v.acted,
        spent=v.spent,
        moved=BITS.index(v.moved),
        crossed=BITS.index(v.crossed),
        paid=BITS.index(v.paid),
        asked=BITS.index(v.asked),
        outlay=v.outlay,
        exits=v.exits,
        proposal=proposal,
        losing=tuple((loss.seat, loss.train) for loss in v.losing),
        resume=Stage.NAMES.index(v.resume),
        announced=sum(player.announced << seat for seat, player in enumerate(v.players)),
        final=v.final,
        delivered=v.delivered,
        quiet=v.quiet,
    )
    return with_consequences(truth)


def _guess_cash(player: PlayerView, goal: int, least: int, rng: Rng) -> int:
    """A player who has announced their wealth has 200 million or more, but nobody has enough to have won.

    ``least``: the least that a player who offers a lump sum can have.
    """
    if player.cash is not None:
        return player.cash
    if player.announced:
        return NUMBERS.announce + rng.below(goal - NUMBERS.announce)
    return least + rng.below(NUMBERS.announce - least)


_Cards = tuple[int, ...]


def _guess_cards(v: View, rng: Rng) -> tuple[tuple[_Cards, ...], tuple[tuple[int, int], ...], _Cards]:
    """Hands, the cards under the pile, and the pile: orders that the viewer cannot see are shuffled and dealt out
    again.

    Events are never in a hand or under the pile, so everybody knows which of them are still to come.
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
