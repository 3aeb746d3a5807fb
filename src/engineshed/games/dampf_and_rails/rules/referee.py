"""Everything that must hold in every position; a sentence for each thing that does not.

What follows from the truth is recomputed and compared, which also checks that every move kept it up to date.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engineshed.core.state import truth_alone
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.components import (
    CARDS,
    EVENTS_IN_ALL,
    FIRST_EVENT,
    GOODS_IN_ALL,
    NUMBERS,
    TRAIN_IDS,
)
from engineshed.games.dampf_and_rails.rules.consequences import with_consequences
from engineshed.games.dampf_and_rails.rules.phases.agreements import TERMS, stage_after, term_by
from engineshed.games.dampf_and_rails.rules.phases.turns import cards_are_short, is_linked
from engineshed.games.dampf_and_rails.rules.phases.workshop import WORK_PRICES
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import Sum, as_begun
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, PROPOSING, Stage, Train

SETTING_UP: Final = (Stage.DEAL, Stage.FIRST, Stage.KEEP, Stage.START)


def faults(s: State) -> Iterator[str]:
    yield from unplayable(s)
    yield from _consequences(s)
    yield from _track(s)
    yield from _figures(s)
    yield from _rounds(s)


def unplayable(s: State) -> Iterator[str]:
    """The worst faults: a position with one of these could not be played on, however it came about."""
    yield from _shapes(s)
    yield from _cards(s)
    yield from _trains(s)
    yield from _turn(s)


def _shapes(s: State) -> Iterator[str]:
    for name in ("cash", "hands", "starts", "trains"):
        if len(getattr(s, name)) != s.seats:
            yield f"{name} are not given for every player"
    if len(s.rails) != len(s.board.ends) or len(s.ferries) != len(s.board.ferries):
        yield "the track is not that of this board"
    if not (0 <= s.active < s.seats and 0 <= s.first < s.seats):
        yield "nobody is active"
    if s.stage == Stage.END:
        yield "a turn that has ended is not being played (R9)"


# -- cards ---------------------------------------------------------------------------------------------------------


def _cards(s: State) -> Iterator[str]:
    places = [*s.pile, *(card for card, _ in s.under), *s.discards, *s.public, *(c for hand in s.hands for c in hand)]
    if sorted(places) != list(range(CARDS)):
        yield "a card is missing, or lies in two places (R4)"
    hidden = [*s.public, *(card for hand in s.hands for card in hand), *(card for card, _ in s.under)]
    if any(card >= FIRST_EVENT for card in hidden):
        yield "an event is held like an order (R3)"
    if any(list(cards) != sorted(cards) for cards in (s.pile, s.discards, s.public, *s.hands)):
        yield "cards are not in order"
    if not s.pile and not s.under:
        yield "the pile is empty (R18)"
    yield from _hands(s)


def _hands(s: State) -> Iterator[str]:
    for seat, hand in enumerate(s.hands):
        if len(hand) > _most_orders(s, seat):
            yield f"{COMPANIES[seat]} holds {len(hand)} orders (R20)"
    if s.stage not in SETTING_UP and s.stage not in (Stage.DRAW, Stage.LOSE, Stage.OVER):
        for seat in range(s.seats):
            if len(s.hands[seat]) < s.hand_limit(seat):
                yield f"{COMPANIES[seat]} holds too few orders (R20)"
    if len(s.public) > NUMBERS.public_orders or (s.public and s.round < NUMBERS.public_from):
        yield "there are too many public orders, or too early (R8)"


def _most_orders(s: State, seat: int) -> int:
    if s.stage not in SETTING_UP:
        return s.hand_limit(seat)
    return NUMBERS.cards_dealt


# -- trains and goods ----------------------------------------------------------------------------------------------


def _trains(s: State) -> Iterator[str]:
    for seat, trains in enumerate(s.trains):
        if not 1 <= len(trains) <= (2 if s.fast else 1):
            yield f"{COMPANIES[seat]} has {len(trains)} trains (V5)"
        for number, train in enumerate(trains):
            yield from _train(s, COMPANIES[seat], train, losing=(seat, number) in s.losing)
    if any(left < 0 for left in s.supply):
        yield "more chips of a good are out than there are (R15)"
    if any(s.box.town_at[s.board.places[lying.town].at] == NOWHERE for lying in s.lying):
        yield "a good lies where there is no town (R16)"


def _train(s: State, name: str, train: Train, *, losing: bool) -> Iterator[str]:
    if not 0 <= train.kind < len(TRAIN_IDS):
        yield f"{name} has a train of no known type (R29)"
        return
    if train.at == NOWHERE and s.stage not in SETTING_UP:
        yield f"a train of {name} is nowhere (R5)"
    if len(train.loads) - s.box.trains[train.kind].holds > losing:
        yield f"a train of {name} has more goods than holds (R15)"
    if list(train.loads) != sorted(train.loads) or any(not 0 <= good < GOODS_IN_ALL for good in train.loads):
        yield f"the goods of {name} are not in order"
    if train.came != NOWHERE and s.options.turn_back != "towns":
        yield f"where a train of {name} came from does not matter (A10)"
    if train.becomes != NOWHERE and (
        not 0 <= train.becomes < len(TRAIN_IDS) or WORK_PRICES[train.kind][train.becomes] is None
    ):
        yield f"a train of {name} cannot become what was paid for (R30)"


# -- whose turn it is ----------------------------------------------------------------------------------------------


def _turn(s: State) -> Iterator[str]:
    if (s.stage == Stage.LOSE) != bool(s.losing):
        yield "a good is to be lost at the wrong time (R30)"
    if any(number >= len(s.trains[seat]) for seat, number in s.losing):
        yield "a train that does not exist is to lose a good (R30)"
    elif any(len(set(s.trains[seat][number].loads)) < 2 for seat, number in s.losing):
        yield "somebody is to choose between goods that are all alike (R30)"
    yield from _proposal(s)
    yield from _stage(s)


def _proposal(s: State) -> Iterator[str]:
    if (s.stage in PROPOSING or s.stage == Stage.ANSWER) != (s.proposal is not None):
        yield "an agreement is proposed at the wrong time (A36)"
    if s.proposal is None:
        return
    partner, terms = s.proposal.partner, s.proposal.terms
    if not 0 <= partner < s.seats or partner == s.active:
        yield "an agreement is proposed to nobody (A36)"
        return
    possible, begun = [term_by(move, s.active, partner) for move in TERMS], [as_begun(term) for term in terms]
    if any(term not in possible or begun.count(term) > 1 for term in begun):
        yield "a term of a proposal is said twice, or is not between its two players (A36)"
    if sum(isinstance(term, Sum) for term in terms) > 1:
        yield "two lump sums are proposed (A39)"
    missing = [stage_after(term) for term in terms] or [Stage.TERMS]
    if missing[-1] != (Stage.TERMS if s.stage == Stage.ANSWER else s.stage) or any(
        stage != Stage.TERMS for stage in missing[:-1]
    ):
        yield "a term of a proposal is not said to its end (A36)"
    if s.stage == Stage.ANSWER and not terms:
        yield "a proposal without terms is offered (A36)"
    if s.proposal.sum_of(s.active) > s.cash[s.active]:
        yield "more money is offered than there is (A39)"


def _stage(s: State) -> Iterator[str]:
    if s.stage == Stage.DRAW and not cards_are_short(s):
        yield "a card is to be drawn and nobody needs one (R20)"
    if s.stage in (Stage.MOVE, Stage.BUILD) and cards_are_short(s):
        yield "a card is to be drawn first (R20)"
    if s.stage not in SETTING_UP and len(s.spent) != len(s.trains[s.active]):
        yield "the points of the trains are not counted right (R11)"
    if s.stage == Stage.MOVE and s.round == 1:
        yield "trains move in the first round (R7)"
    if s.resume not in (Stage.MOVE, Stage.BUILD, Stage.END):
        yield "nothing goes on after a draw (R9)"
    if s.stage not in SETTING_UP and NOWHERE in s.starts:
        yield "somebody has no start town (R5)"
    yield from _setting_up(s)


def _setting_up(s: State) -> Iterator[str]:
    """During the setup, the players who were asked have answered, and the others have not."""
    place = s.order().index(s.active)
    done, waiting = s.order()[:place], s.order()[place:]
    if s.stage == Stage.KEEP:
        sizes = [len(s.hands[seat]) for seat in (*done, *waiting)]
        if sizes != [NUMBERS.cards_kept] * len(done) + [NUMBERS.cards_dealt] * len(waiting):
            yield "somebody has kept too many orders, or too few (R3)"
    chosen = [seat for seat in s.order() if s.starts[seat] != NOWHERE]
    if s.stage == Stage.START and chosen != done:
        yield "a start town was chosen out of turn (R5)"


# -- what could not have come about --------------------------------------------------------------------------------


def _consequences(s: State) -> Iterator[str]:
    fresh = with_consequences(truth_alone(s))
    for name in ("pace", "networks", "tracks", "builders", "joined", "full", "scarce", "crowded", "taken", "supply"):
        if getattr(s, name) != getattr(fresh, name):
            yield f"{name} was not kept up to date"
    if not s.regions.same_as(fresh.regions):
        yield "regions were not kept up to date"
    if s.weather.events != fresh.weather.events:
        yield "the weather was not kept up to date"
    if any(is_linked(fresh, seat) != linked for seat, linked in s.memo.linked.items()):
        yield "whose start towns are joined was not kept up to date"


def _track(s: State) -> Iterator[str]:
    for section, owner in enumerate(s.rails):
        if (owner == STREET) != s.board.streets[section] or (owner != STREET and owner > s.seats):
            yield "track belongs to nobody, or lies in a street (R24)"
            break
    for place, limit in enumerate(s.box.limits):
        if s.joined[place].bit_count() > limit:
            yield f"too many players have connected {s.board.place_names[place]} (R28)"
    yield from _ferries(s)
    for town in sorted(set(s.starts) - {NOWHERE}):
        if s.starts.count(town) > s.board.places[town].starts:
            yield f"too many players have begun in {s.board.place_names[town]} (R5)"


def _ferries(s: State) -> Iterator[str]:
    for number, owners in enumerate(s.ferries):
        if owners.bit_count() > NUMBERS.port_places or owners >> s.seats:
            yield f"too many players have connected the ferry {s.board.ferries[number].name} (R28)"
        for place in s.board.ferries[number].ends:
            if not s.board.places[place].is_town and s.joined[place] != owners:
                yield f"{s.board.place_names[place]} is connected without its ferry (R27)"


def _figures(s: State) -> Iterator[str]:
    for seat, cash in enumerate(s.cash):
        if cash < 0:
            yield f"{COMPANIES[seat]} has less than nothing (R22)"
        if s.stage != Stage.OVER and not s.final and cash >= s.goal(seat) and is_linked(s, seat):
            yield f"{COMPANIES[seat]} has reached the goal, and the game goes on (R32)"
    if not 0 <= s.outlay <= s.pace.limit:
        yield f"{s.outlay} were spent in a turn (R22)"
    for spent, train in zip(s.spent, s.trains[s.active], strict=False):
        if s.stage == Stage.MOVE and not 0 <= spent <= s.speed(train):
            yield "more points were used than a train has (R11)"
    if any(used > NUMBERS.exits for used in s.exits):
        yield "more than two sections were built out of a big city (R24)"


def _rounds(s: State) -> Iterator[str]:
    if s.laid_out != (len(s.public) == NUMBERS.public_orders) and s.stage not in (Stage.DRAW, Stage.LOSE, Stage.OVER):
        yield "the public orders are not laid out as they should be (R8)"
    if any(not s.round <= lying.until <= s.round + NUMBERS.lying_rounds for lying in s.lying):
        yield "a good has been lying for too long (R16)"
    if any(not 0 <= r.event < EVENTS_IN_ALL or not s.box.events[r.event].lasts for r in s.running):
        yield "an event runs that does not last (R21)"
    pairs = [(deal.runner, deal.owner) for deal in s.tolls]
    if len(set(pairs)) != len(pairs) or any(runner == owner for runner, owner in pairs):
        yield "two agreements are of the same kind, or somebody has one with themselves (A36)"
    if any(deal.turns < 1 or not 0 <= deal.money < NUMBERS.toll for deal in s.tolls):
        yield "an agreement should have ended, or costs what it cannot (A36)"
    promised = [(promise.giver, promise.taker) for promise in s.promises]
    if len(set(promised)) != len(promised) or any(giver == taker for giver, taker in promised):
        yield "two promises are of the same kind, or somebody has promised something to themselves (A40)"
    if any(p.turns < 1 or p.good in s.box.offers[p.town] for p in s.promises):
        yield "a promise should have ended, or cannot be kept (A40)"
