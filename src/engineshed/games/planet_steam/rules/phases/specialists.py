"""The auction of specialist cards: bidding rounds, the choice of a card, and what comes with it (R33 to R37)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.carriers import may_upgrade, room, store
from engineshed.games.planet_steam.rules.components import BANKER, ENGINEER
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Card, Engineer, Take, Upgrade
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, SPECIALIST_CARDS, SPECIALIST_WORDS
from engineshed.games.planet_steam.rules.phases.auction import LEAST_BID, leave, open_auction, raise_bid
from engineshed.games.planet_steam.rules.phases.bonus_resources import (
    TAKES,
    begin_bonus,
    lay_out,
    return_leftovers,
)
from engineshed.games.planet_steam.rules.phases.price_manipulation import begin_manipulation
from engineshed.games.planet_steam.rules.phases.sabotage import begin_sabotage
from engineshed.games.planet_steam.rules.phases.setup import UPGRADES, check_upgrade, upgrade_carrier
from engineshed.games.planet_steam.rules.phases.trade_order import begin_marker
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage
from engineshed.games.planet_steam.rules.tuples import put

CARDS: Final[tuple[AnyMove, ...]] = tuple(Card(number) for number in range(6))
OFFERED_BY_ENGINEER: Final[tuple[AnyMove, ...]] = (Engineer(False), Engineer(True))


def begin_specialists(s: State, log: Log) -> bool:
    lay_out(s, log)
    for seat in range(s.seats):
        if not s.credits[seat]:
            s.earn(seat, s.board.grant)
            log.reveal()  # the move reveals that somebody had no credits (R9)
            log.tell("grant", company=COMPANY_WORDS[seat], credits=s.board.grant)
    _next_bidding(s, log)
    return True


# -- bidding rounds --------------------------------------------------------------------------------------------------


def _next_bidding(s: State, log: Log) -> bool:
    """Auction the next card; True if none was left. The last player gets the last card for the least bid (R35)."""
    waiting = tuple(seat for seat in s.clockwise(s.opener) if not s.cards[seat])
    if not waiting:
        return_leftovers(s, log)
        s.order = tuple(sorted(range(s.seats), key=lambda seat: s.cards[seat]))
        return True
    if len(waiting) > 1:
        open_auction(s, Stage.AUCTION, waiting)
        return False
    s.active, s.bid = waiting[0], LEAST_BID
    return _win(s, log)


def play_bid(s: State, m: Bid, log: Log) -> bool:
    return raise_bid(s, m, log) and _win(s, log)


def play_pass(s: State, log: Log) -> bool:
    return leave(s, log) and _win(s, log)


def _win(s: State, log: Log) -> bool:
    """The active player pays the bid and chooses a card; if only one is left, they get it at once."""
    if log.on:
        log.tell("card-won", company=COMPANY_WORDS[s.active], credits=s.bid)
    s.earn(s.active, -s.bid)
    s.stage, s.bid = Stage.CARD, 0
    left = cards_left(s)
    return len(left) == 1 and _take_card(s, left[0], log)


# -- cards -----------------------------------------------------------------------------------------------------------


def cards_left(s: State) -> list[int]:
    return [number for number in range(1, s.seats + 1) if number not in s.cards]


def offer_cards(s: State) -> list[AnyMove]:
    return [CARDS[number] for number in cards_left(s)]


def check_card(s: State, m: Card) -> None:
    if not 1 <= m.number <= s.seats:
        raise refuse("R11", "no-card", most=s.seats)
    if m.number in s.cards:
        owner = COMPANY_WORDS[s.cards.index(m.number)]
        raise refuse("R35", "card-taken", card=SPECIALIST_CARDS[m.number], company=owner)


def play_card(s: State, m: Card, log: Log) -> bool:
    return _take_card(s, m.number, log)


def _take_card(s: State, number: int, log: Log) -> bool:
    s.cards = put(s.cards, s.active, number)
    company, card = COMPANY_WORDS[s.active], SPECIALIST_CARDS[number]
    names = [SPECIALIST_WORDS[specialist] for specialist in _who(s)]
    if len(names) == 1:
        if log.on:
            log.tell("card-1", company=company, number=card, first=names[0])
    else:
        log.tell("card-2", company=company, number=card, first=names[0], second=names[1])
    return _go_on(s, log)


# -- what a card does at once ----------------------------------------------------------------------------------------


def _who(s: State) -> tuple[int, ...]:
    return s.board.cards[s.seats][s.cards[s.active] - 1].who


def _begin_engineer(s: State, log: Log) -> bool:
    """The choice between a licence and credits; when no licence is left, the credits at once."""
    if ENGINEER not in _who(s):
        return False
    if s.licence_stock:
        s.stage = Stage.ENGINEER
        return True
    log.tell("engineer-no-licence")
    _pay_engineer(s, log)
    return False


def offer_engineer(_s: State) -> list[AnyMove]:
    return list(OFFERED_BY_ENGINEER)


def play_engineer(s: State, m: Engineer, log: Log) -> bool:
    if m.credits:
        _pay_engineer(s, log)
    else:
        s.licence_stock -= 1
        s.licences = put(s.licences, s.active, s.licences[s.active] + 1)
        log.tell("engineer-licence", company=COMPANY_WORDS[s.active])
    return True


def _pay_engineer(s: State, log: Log) -> None:
    s.earn(s.active, s.board.engineer)
    log.tell("engineer-credits", company=COMPANY_WORDS[s.active], credits=s.board.engineer)


def _begin_banker(s: State, log: Log) -> bool:
    if BANKER not in _who(s):
        return False
    if not offer_banker(s):
        log.tell("banker-nothing", company=COMPANY_WORDS[s.active])
        return False
    s.stage = Stage.BANKER
    return True


def offer_banker(s: State) -> list[AnyMove]:
    seat = s.active
    taken = [TAKES[resource] for resource in range(4) if room(s, seat, resource)]
    return taken + [UPGRADES[resource] for resource in range(4) if may_upgrade(s, seat, resource)]


def check_take(s: State, m: Take) -> None:
    """Check a resource taken from the Banker: there must be room for it, or it would be lost at once."""
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if not room(s, s.active, m.resource):
        raise refuse("R31", "no-room", resource=RESOURCE_WORDS[m.resource])


def check_free_upgrade(s: State, m: Upgrade) -> None:
    check_upgrade(s, m, "R25")


def play_bankers_resource(s: State, m: Take, log: Log) -> bool:
    store(s, s.active, m.resource, 1)
    log.tell("banker", company=COMPANY_WORDS[s.active], resource=RESOURCE_WORDS[m.resource])
    return True


def play_bankers_upgrade(s: State, m: Upgrade, log: Log) -> bool:
    upgrade_carrier(s, m.resource, log)
    return True


WITH_A_CARD: Final[tuple[tuple[Callable[[State, Log], bool], tuple[int, ...]], ...]] = (
    (_begin_engineer, (Stage.ENGINEER,)),
    (_begin_banker, (Stage.BANKER,)),
    (begin_bonus, (Stage.BONUS,)),
    (begin_marker, (Stage.MARKER,)),
    (begin_manipulation, (Stage.MANIPULATE, Stage.SHIFT)),
    (begin_sabotage, (Stage.SABOTAGE, Stage.TOPPLE)),
)
"""What follows the choice of a card, in this order, and the stages in which each is settled."""
SETTLED: Final = {stage: number for number, (_, stages) in enumerate(WITH_A_CARD, 1) for stage in stages}
"""The number of these things that are settled after each stage; none after the choice itself."""


def _go_on(s: State, log: Log) -> bool:
    """On to the next thing that comes with this card, or to the next card; returns whether all cards are taken."""
    for begin, _ in WITH_A_CARD[SETTLED.get(s.stage, 0) :]:
        if begin(s, log):
            return False
    return _next_bidding(s, log)


def with_a_card(play: Callable[[State, Any, Log], bool]) -> Callable[[State, Any, Log], bool]:
    """Plays a move that settles one of these things, and then continues with the next."""
    return lambda s, m, log: play(s, m, log) and _go_on(s, log)
