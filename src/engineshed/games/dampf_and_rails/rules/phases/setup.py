"""Setting up: first orders, who begins, start towns (R3 to R6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.components import FIRST_EVENT, NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import join
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Deal, First, Keep, Start
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, audience, the_orders, the_place
from engineshed.games.dampf_and_rails.rules.phases.turns import begin_turn
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage


def orders_left(s: State) -> list[int]:
    """The orders in the pile; events are not dealt."""
    return [card for card in s.pile if card < FIRST_EVENT]


# -- dealing -------------------------------------------------------------------------------------------------------


def offer_deal(s: State) -> Iterator[AnyMove]:
    return map(Deal, combinations(orders_left(s), NUMBERS.cards_dealt))


def draw_deal(s: State, rng: Rng) -> Deal:
    return Deal(tuple(rng.shuffled(orders_left(s))[: NUMBERS.cards_dealt]))


def check_deal(s: State, m: Deal) -> None:
    different = set(m.cards)
    if not len(m.cards) == len(different) == NUMBERS.cards_dealt or not different <= set(orders_left(s)):
        raise refuse("R3", "deal", cards=NUMBERS.cards_dealt)


def play_deal(s: State, m: Deal, log: Log) -> None:
    s.set_hand(s.active, m.cards)
    s.pile = tuple(card for card in s.pile if card not in m.cards)
    log.tell("dealt", company=COMPANY_WORDS[s.active], cards=len(m.cards))
    log.tell("dealt-cards", only=audience(s, s.active), cards=the_orders(m.cards))
    if s.active + 1 < s.seats:
        s.active += 1
    else:
        s.active, s.stage = 0, Stage.FIRST


def offer_first(s: State) -> Iterator[AnyMove]:
    return map(First, range(s.seats))


def draw_first(s: State, rng: Rng) -> First:
    return First(rng.below(s.seats))


def check_first(s: State, m: First) -> None:
    if not 0 <= m.seat < s.seats:
        raise refuse("R6", "first", seats=s.seats)


def play_first(s: State, m: First, log: Log) -> None:
    s.first = s.active = m.seat
    s.stage = Stage.KEEP
    log.tell("first", company=COMPANY_WORDS[m.seat])


# -- keeping -------------------------------------------------------------------------------------------------------


def offer_keep(s: State) -> list[AnyMove]:
    return [Keep(cards) for cards in combinations(s.hands[s.active], NUMBERS.cards_kept)]


def check_keep(s: State, m: Keep) -> None:
    if not len(m.cards) == len(set(m.cards)) == NUMBERS.cards_kept:
        raise refuse("R3", "keep", cards=NUMBERS.cards_kept)
    for card in m.cards:
        if card not in s.hands[s.active]:
            raise refuse("R3", "keep-strange")


def play_keep(s: State, m: Keep, log: Log) -> None:
    seat = s.active
    below = tuple(card for card in s.hands[seat] if card not in m.cards)
    s.under += tuple((card, seat) for card in below)
    s.set_hand(seat, m.cards)
    log.tell("kept", company=COMPANY_WORDS[seat], cards=len(m.cards))
    log.tell("kept-cards", only=audience(s, seat), cards=the_orders(m.cards), below=the_orders(below))
    _next_player(s, Stage.START)


def _next_player(s: State, then: int) -> None:
    """On to the next player; after the last, the next stage begins with the first again."""
    s.active = (s.active + 1) % s.seats
    if s.active == s.first:
        s.stage = then


# -- start towns ---------------------------------------------------------------------------------------------------


def offer_starts(s: State) -> list[AnyMove]:
    return [start for start in s.box.start_moves if s.starts.count(start.town) < s.board.places[start.town].starts]


def check_start(s: State, m: Start) -> None:
    if m.town not in s.box.start_towns:
        raise refuse("R5", "no-start-town", towns=tuple(the_place(s, town) for town in s.box.start_towns))
    if s.starts.count(m.town) >= s.board.places[m.town].starts:
        raise refuse("R5", "start-taken", town=the_place(s, m.town))


def play_start(s: State, m: Start, log: Log) -> None:
    seat, at = s.active, s.board.places[m.town].at
    s.starts = (*s.starts[:seat], m.town, *s.starts[seat + 1 :])
    s.set_train(seat, 0, replace(s.trains[seat][0], at=at))
    join(s, seat, (at,))
    log.tell("start", company=COMPANY_WORDS[seat], town=the_place(s, m.town))
    _next_player(s, Stage.BUILD)
    if s.stage == Stage.BUILD:
        begin_turn(s, log)
