"""What a seat may know, and a whole truth that fits it."""

from __future__ import annotations

from functools import lru_cache

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.components import CARDS, FIRST_EVENT, NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import with_consequences
from engineshed.games.dampf_and_rails.rules.phases.turns import is_linked
from engineshed.games.dampf_and_rails.rules.state import START_TOWNS, Stage, State, Truth
from engineshed.games.dampf_and_rails.rules.view import PlayerView, View


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=s.stage,
        round=s.round,
        first=s.first,
        active=s.active,
        acting=s.acting(),
        players=tuple([_player(s, other, seat) for other in range(s.seats)]),
        pile=len(s.pile),
        under=tuple([card if seat == owner else None for card, owner in s.under]),
        under_of=tuple([owner for _, owner in s.under]),
        discards=s.discards,
        public=s.public,
        laid_out=s.laid_out,
        rails=_told(s.rails),
        ferries=s.ferries,
        supply=s.supply,
        lying=s.lying,
        running=s.running,
        tolls=s.tolls,
        acted=s.acted,
        spent=s.spent,
        moved=s.moved,
        crossed=s.crossed,
        paid=s.paid,
        asked=s.asked,
        outlay=s.outlay,
        limit=s.pace.limit,
        goal=s.pace.goal,
        exits=s.exits,
        proposal=s.proposal,
        losing=s.losing,
        resume=s.resume,
        final=s.final,
        delivered=s.delivered,
        quiet=s.quiet,
    )


@lru_cache(maxsize=64)
def _told(rails: bytes) -> tuple[int, ...]:
    """The track as views tell it: there is much of it, and it is the same for all who look until somebody builds."""
    return tuple(rails)


def _player(s: State, seat: int, looker: int | None) -> PlayerView:
    """At the end cash is counted in front of all."""
    known = seat == looker or s.options.open_hands
    trains = s.trains[seat]
    running = seat == s.active and s.stage > Stage.START
    return PlayerView(
        cash=s.cash[seat] if known or s.stage == Stage.OVER else None,
        orders=len(s.hands[seat]),
        hand=s.hands[seat] if known else None,
        start=s.starts[seat],
        trains=trains,
        points=tuple([s.points_left(n) if running else s.speed(train) for n, train in enumerate(trains)]),
        announced=bool(s.announced >> seat & 1),
        towns=tuple([s.joined[town] >> seat & 1 == 1 for town in START_TOWNS]),
        linked=is_linked(s, seat),
        goal=s.goal(seat),
    )


# -- guessing ------------------------------------------------------------------------------------------------------


def guess(v: View, rng: Rng) -> State:
    hands, under, pile = _guess_cards(v, rng)
    truth = Truth(
        options=v.options,
        seats=v.seats,
        stage=v.stage,
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
        starts=tuple(player.start for player in v.players),
        rails=bytes(v.rails),
        ferries=v.ferries,
        trains=tuple(player.trains for player in v.players),
        lying=v.lying,
        running=v.running,
        tolls=v.tolls,
        acted=v.acted,
        spent=v.spent,
        moved=v.moved,
        crossed=v.crossed,
        paid=v.paid,
        asked=v.asked,
        outlay=v.outlay,
        exits=v.exits,
        proposal=v.proposal,
        losing=v.losing,
        resume=v.resume,
        announced=sum(player.announced << seat for seat, player in enumerate(v.players)),
        final=v.final,
        delivered=v.delivered,
        quiet=v.quiet,
    )
    return with_consequences(truth)


def _guess_cash(player: PlayerView, goal: int, rng: Rng) -> int:
    """Whoever has said to be rich has 200 million or more, as far as one knows, and never enough to have won."""
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
    seen = [*v.discards, *v.public, *(card for card in v.under if card is not None)]
    seen += [card for player in v.players for card in player.hand or ()]
    unseen = rng.shuffled([card for card in range(FIRST_EVENT) if card not in seen])
    hands = []
    for player in v.players:
        if player.hand is None:
            hands.append(tuple(sorted(unseen[: player.orders])))
            unseen = unseen[player.orders :]
        else:
            hands.append(player.hand)
    under = []
    for card, owner in zip(v.under, v.under_of, strict=True):
        under.append((unseen.pop() if card is None else card, owner))
    events = [card for card in range(FIRST_EVENT, CARDS) if card not in v.discards]
    return tuple(hands), tuple(under), tuple(sorted((*unseen, *events)))
