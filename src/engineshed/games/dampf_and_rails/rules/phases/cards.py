"""Cards: drawing from the pile, and sitting out for new orders (R4, R8, R10, R18 to R20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.components import FIRST_EVENT, NUMBERS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Draw, Exchange
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, audience, the_order
from engineshed.games.dampf_and_rails.rules.phases.events import happen
from engineshed.games.dampf_and_rails.rules.phases.turns import go_on, row_is_short
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage
from engineshed.games.dampf_and_rails.rules.tuples import without

EXCHANGE: Final = Exchange()


def next_cards(s: State) -> list[int]:
    """What nature may turn up: any card of the shuffled pile, then the cards under it.

    Events are skipped when the public orders are first laid out, so even the discards may be needed.
    """
    if not (row_is_short(s) and not s.laid_out):
        return list(s.pile) or [card for card, _ in s.under[:1]]
    for cards in (s.pile, tuple(card for card, _ in s.under[:1]), s.discards):
        orders = [card for card in cards if card < FIRST_EVENT]
        if orders:
            return orders
    return []


# -- nature --------------------------------------------------------------------------------------------------------


def offer_cards(s: State) -> Iterator[AnyMove]:
    return map(Draw, next_cards(s))


def draw_card(s: State, rng: Rng) -> Draw:
    return Draw(rng.choice(next_cards(s)))


def check_draw(s: State, m: Draw) -> None:
    if m.card not in next_cards(s):
        raise refuse("R8" if row_is_short(s) and not s.laid_out else "R4", "draw")


def play_draw(s: State, m: Draw, log: Log) -> None:
    _take_out(s, m.card)
    if m.card >= FIRST_EVENT:
        s.discards = tuple(sorted((*s.discards, m.card)))
        happen(s, m.card - FIRST_EVENT, log)
    elif row_is_short(s):
        s.public = tuple(sorted((*s.public, m.card)))
        s.laid_out = s.laid_out or len(s.public) == NUMBERS.public_orders
        log.tell("public", card=the_order(m.card))
    else:
        s.set_hand(s.active, tuple(sorted((*s.hands[s.active], m.card))))
        log.tell("draw", company=COMPANY_WORDS[s.active])
        log.tell("draw-card", only=audience(s, s.active), card=the_order(m.card))
    _renew_pile(s, log)
    go_on(s, log)


def _take_out(s: State, card: int) -> None:
    if card in s.pile:
        s.pile = without(s.pile, card)
    elif card in s.discards:
        s.discards = without(s.discards, card)
    else:
        s.under = tuple(other for other in s.under if other[0] != card)


def _renew_pile(s: State, log: Log) -> None:
    """When the pile is empty, the discards become the new one (R18)."""
    if not s.pile and not s.under:
        s.pile, s.discards = s.discards, ()
        log.tell("shuffled", cards=len(s.pile))


# -- sitting out ---------------------------------------------------------------------------------------------------


def may_exchange(s: State) -> bool:
    """Whether the active player may sit out, even in the first round: only if they have done no more than propose."""
    return not s.acted


def check_exchange(s: State) -> None:
    if not may_exchange(s):
        raise refuse("R10", "acted")


def play_exchange(s: State, log: Log) -> None:
    seat = s.active
    s.discards = tuple(sorted((*s.discards, *s.hands[seat])))
    s.set_hand(seat, ())
    s.acted, s.resume = True, Stage.END
    log.tell("exchange", company=COMPANY_WORDS[seat])
    go_on(s, log)
