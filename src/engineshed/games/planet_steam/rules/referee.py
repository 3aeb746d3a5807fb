"""Everything that must hold in every position; a sentence for each thing that does not.

What follows from the owners of zones is recomputed and compared, which also checks that every move kept it up to
date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engineshed.core.state import truth_alone
from engineshed.games.planet_steam.rules.board import CLOSED, NEUTRAL_MARKER, NOBODY
from engineshed.games.planet_steam.rules.carriers import overflow, spare
from engineshed.games.planet_steam.rules.components import (
    AIRSHIP_CAPTAIN,
    CLASSES,
    COMPANIES,
    CONVERTED,
    RESOURCES,
    SPECULATOR,
    WAYS,
    WEAK,
)
from engineshed.games.planet_steam.rules.phases import claims, sabotage, trade_order, zone_auction
from engineshed.games.planet_steam.rules.phases.purchases import fits_river, fitting_zones
from engineshed.games.planet_steam.rules.start import with_consequences
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import (
    AUCTIONS,
    NO_SEAT,
    NOTHING,
    NOWHERE,
    STANDARD_ORDER,
    WITH_CARDS,
    Stage,
    Tanks,
)

BEFORE_CARDS: Final = (Stage.FIRST, Stage.FIRST_UPGRADE, Stage.CARRIER_AUCTION)
WITHOUT_ORDER: Final = (*BEFORE_CARDS, *WITH_CARDS)
"""The stages in which some players have no card yet."""
PASSES: Final = (Stage.OWN_CLAIM, Stage.NEUTRAL_CLAIM)
FIRST_CLAIMS: Final = (*PASSES, Stage.RIVER, Stage.RIVER_ROLL)
WITH_TANKS: Final = (Stage.TANK, Stage.FIT)


def faults(s: State) -> Iterator[str]:
    worst = list(unplayable(s))
    yield from worst
    if not worst:
        yield from _map(s)
        yield from _pieces(s)
        yield from _market(s)
        yield from _goods(s)
        yield from _certificates(s)


def unplayable(s: State) -> Iterator[str]:
    """The worst faults: a position with one of these cannot be played on."""
    basic = list(_sizes(s)) or list(_scales(s))
    yield from basic
    if not basic:
        yield from _turn(s)
        yield from _cards(s)
        yield from _auction(s)
        yield from _asked(s)
        yield from _optional_cards(s)


# -- sizes -----------------------------------------------------------------------------------------------------------


def _sizes(s: State) -> Iterator[str]:
    seats, zones = s.seats, len(s.board.names)
    by_seat = (s.credits, s.licences, s.quarters, s.cards)
    if any(len(values) != seats for values in by_seat) or len(s.goods) != 4 * seats or len(s.classes) != 4 * seats:
        yield "there are not as many players' figures as players"
    if any(len(values) != 4 for values in (s.prices, s.supplies, s.bonus, s.markers)):
        yield "there are not as many figures of the market as resources"
    if len(s.owners) != zones or len(s.tanks) != zones:
        yield "there are not as many zones as on the board"
    if not 0 <= s.stage <= Stage.OVER or not 0 <= s.active < seats or not 0 <= s.opener < seats:
        yield "nobody is active"
    if any(not 0 <= seat < seats for seat in (*s.queue, *s.order)):
        yield "somebody waits who does not play"
    if min(*s.credits, *s.goods, *s.licences, *s.quarters, s.licence_stock, s.quarters_stock, s.market) < 0:
        yield "somebody has less than nothing"
    if any(not 1 <= class_ <= CLASSES for class_ in s.classes):
        yield "there is a carrier of no class (R25)"


def _scales(s: State) -> Iterator[str]:
    board = s.board
    for resource, name in enumerate(RESOURCES):
        if not board.lowest[resource] <= s.prices[resource] <= board.highest[resource]:
            yield f"the price of {name} is not on its scale (R6)"
        if not 0 <= s.supplies[resource] < len(board.shifts[resource]):
            yield f"the supply of {name} is not on its scale (R6)"
    if s.market >= len(board.tank_prices):
        yield "there are more tanks on the market than spaces (R50)"


# -- whose turn it is ------------------------------------------------------------------------------------------------


def _turn(s: State) -> Iterator[str]:
    if not 1 <= s.round <= s.rounds:
        yield f"there is no round {s.round} (R78)"
    if s.stage not in PASSES and (len(set(s.queue)) != len(s.queue) or s.active in s.queue):
        yield "somebody waits for a turn that they are having, or for two (R46)"
    ordered = s.stage not in WITHOUT_ORDER
    if ordered != bool(s.order) or (ordered and s.order != tuple(sorted(range(s.seats), key=lambda x: s.cards[x]))):
        yield "the player order is not that of the specialist cards (R8)"
    if s.stage in PASSES and s.queue != _passes_left(s):
        yield "the first claim markers are not placed in turn (R103)"
    if s.stage in FIRST_CLAIMS and (s.round > 1 or not s.options.variable_claims):
        yield "first claim markers are placed only once, and only with the advanced rule (R100)"


def _passes_left(s: State) -> tuple[int, ...]:
    """Who comes after this player when markers are placed: everybody twice, forwards and then backwards."""
    passes = (*s.order, *reversed(s.order))
    place = len(passes) - len(s.queue) - 1
    return passes[place + 1 :] if place >= 0 and passes[place] == s.active else (NO_SEAT,)


def _cards(s: State) -> Iterator[str]:
    taken = [card for card in s.cards if card]
    if len(set(taken)) != len(taken) or any(not 1 <= card <= s.seats for card in taken):
        yield "a specialist card is before two players, or is not in this set (R11)"
    complete = len(taken) == s.seats
    if s.stage in BEFORE_CARDS and taken:
        yield "specialist cards are taken before they are auctioned (R35)"
    if s.stage not in WITHOUT_ORDER and not complete:
        yield "somebody has no specialist card (R26)"
    if s.stage in (Stage.AUCTION, Stage.CARD) and s.cards[s.active]:
        yield "somebody bids for a second specialist card (R35)"
    if s.stage in WITH_CARDS[2:-1] and not s.cards[s.active]:
        yield "something comes with a card that nobody has taken (R35)"
    if s.stage not in WITHOUT_ORDER and any(s.bonus):
        yield "bonus resources are left after the auction (R37)"


def _auction(s: State) -> Iterator[str]:
    if s.stage not in AUCTIONS:
        if s.bid:
            yield "there is a bid without an auction (R34)"
        return
    if s.bid and not s.queue:
        yield "the auction has been won (R34)"
        return
    leader = s.queue[-1] if s.bid else NO_SEAT
    most = s.credits[leader] * (2 if s.stage == Stage.ZONE_AUCTION and s.holder(SPECULATOR) == leader else 1)
    if s.bid < 0 or (s.bid and most < s.bid):
        yield "the highest bid cannot be paid (R34)"
    if s.stage == Stage.AUCTION:
        if any(s.cards[seat] for seat in s.queue):
            yield "somebody bids for a second specialist card (R35)"
        if not s.bid and not s.queue:
            yield "there is an auction for the last card (R35)"
        if any(s.credits[seat] < 1 for seat in range(s.seats) if not s.cards[seat]):
            yield "somebody cannot pay for a specialist card (R33)"


def _asked(s: State) -> Iterator[str]:
    """What the stages need besides the turn: a zone, a resource, a count."""
    zoned = s.stage in (Stage.ZONE_AUCTION, Stage.CLAIM_ROLL, Stage.DIVERT, Stage.FIT)
    if zoned != (0 <= s.zone < len(s.owners)) or (not zoned and s.zone != NOWHERE):
        yield "a zone is asked for at the wrong time, or none at the right one (R38, R42, R53)"
    elif s.stage in (Stage.CLAIM_ROLL, Stage.DIVERT) and s.owners[s.zone] != NOBODY:
        yield "it is rolled for a zone that is claimed (R42)"
    elif s.stage == Stage.DIVERT and len(claims.nearest(s, s.zone)) < 2:
        yield "there is nothing to choose after the roll (R42)"
    elif s.stage == Stage.ZONE_AUCTION and s.zone not in zone_auction.named_zones(s):
        yield "the zone that is auctioned cannot be (R38)"
    elif s.stage == Stage.FIT and not _refitted(s):
        yield "the tank whose converter was replaced has no other one, or is not the active player's (R53)"
    if (s.stage in (Stage.TRADE, Stage.FIT)) != (s.resource in range(4)):
        yield "a resource is traded or fitted at the wrong time (R69)"
    placing = s.stage in (Stage.RIVER, Stage.NEUTRAL_CLAIM, Stage.MARKER)
    if not (1 <= s.placing <= len(s.free) + 4 if placing else s.placing == 0):
        yield "markers are placed at the wrong time (R97, R101)"
    yield from _asked_for_somebody(s)


def _refitted(s: State) -> bool:
    return s.owners[s.zone] == s.active and Tanks.PRODUCT[s.tanks[s.zone]] in {*CONVERTED} - {s.resource}


def _asked_for_somebody(s: State) -> Iterator[str]:
    """Stages that are skipped if there is nothing to do in them."""
    empty: dict[int, Callable[[], bool]] = {
        Stage.ENGINEER: lambda: not s.licence_stock,
        Stage.BONUS: lambda: not any(s.bonus),
        Stage.MARKER: lambda: 0 not in s.markers,
        Stage.NAME: lambda: not zone_auction.named_zones(s) or not zone_auction.bidders(s),
        Stage.CLAIM: lambda: not s.markers_left(s.active) or not (s.free or claims.licensed_zones(s)),
        Stage.RIVER: lambda: sum(s.board.river[zone] for zone in s.free) < s.placing,
        Stage.SABOTAGE: lambda: not sabotage.victims(s),
        Stage.TOPPLE: lambda: not sabotage.tank_zones(s, s.active),
        Stage.KEEP: lambda: s.active != s.carrier or not s.deposit,
        Stage.FIT: lambda: s.resource not in CONVERTED or not fitting_zones(s),
        Stage.UNLOAD: lambda: sum(overflow(s, s.active)) <= spare(s, s.active),
        Stage.COMPENSATION: lambda: s.fallen == NOWHERE or s.owners[s.fallen] != s.active,
    }
    if s.stage in empty and empty[s.stage]():
        yield f"nobody can do anything in the stage {Stage.NAMES[s.stage]}"
    roles = {Stage.NAME: SPECULATOR, Stage.ANCHOR: AIRSHIP_CAPTAIN}
    if s.stage in roles and s.active != s.holder(roles[s.stage]):
        yield "somebody does what is another specialist's to do (R28, R29)"
    if s.stage == Stage.FIRST_UPGRADE and s.round > 1:
        yield "carriers are upgraded for nothing only at the start (R18)"


# -- map and pieces --------------------------------------------------------------------------------------------------


def _map(s: State) -> Iterator[str]:
    fresh = with_consequences(truth_alone(s))
    if s.free != fresh.free or s.own != fresh.own:
        yield "zones were not kept up to date"
    closed = s.board.setups[s.seats]
    for name, owner, printed in zip(s.board.names, s.owners, closed, strict=True):
        if (owner == CLOSED) != (printed == CLOSED) or not (
            owner < s.seats or owner in (NOBODY, NEUTRAL_MARKER, CLOSED)
        ):
            yield f"{name} belongs to nobody who plays (R20)"
    for zone, tank in enumerate(s.tanks):
        if tank and (tank not in Tanks.CODES or s.owners[zone] >= s.seats):
            yield f"there is a tank in {s.board.names[zone]}, which belongs to no player (R22)"
        elif tank and not fits_river(s, zone, Tanks.PRODUCT[tank]):
            yield f"the tank in {s.board.names[zone]} cannot extract that on the river (R96)"
    if s.airship != NOWHERE and not 0 <= s.airship < s.board.rows:
        yield "the airship anchors at no row (R45)"
    masks = (s.moved, s.refitted, s.recharged)
    if (any(masks) and s.stage not in WITH_TANKS) or (s.working and s.stage != Stage.EXTRACT):
        yield "a turn goes on outside its step (R57)"
    if any(not 0 <= mask < 1 << len(s.owners) for mask in (*masks, s.working)):
        yield "something was done with zones that are not there (R56)"


def _pieces(s: State) -> Iterator[str]:
    for seat, own in enumerate(s.own):
        if len(own) > s.board.markers:
            yield f"{COMPANIES[seat]} has more zones than claim markers (R7)"
    if s.owners.count(NEUTRAL_MARKER) > s.board.neutral_markers:
        yield "there are more neutral markers than in the box (R7)"
    if s.tank_pieces() < 0 or s.superchargers_left() < 0:
        yield "there are more tanks or superchargers than in the box (R7)"
    for resource in CONVERTED:
        loose = s.stage == Stage.FIT and s.resource == resource
        if s.converters_left(resource) < loose:
            yield f"there are more converters for {RESOURCES[resource]} than in the box (R7)"


# -- market and players ----------------------------------------------------------------------------------------------


def _market(s: State) -> Iterator[str]:
    for resource, name in enumerate(RESOURCES):
        if s.bonus[resource] not in (0, 1):
            yield f"there is not one bonus resource of {name} (R32)"
    yield from _markers(s)


def _markers(s: State) -> Iterator[str]:
    placed = [number for number in s.markers if number]
    if len(set(placed)) != len(placed) or any(number not in trade_order.NUMBERS for number in placed):
        yield "an order marker is on two resources, or there is no such marker (R97)"
    if not s.options.variable_trade_order and s.markers != STANDARD_ORDER:
        yield "resources are not traded in their printed order (R69)"
    if s.order and 0 in s.markers:
        yield "not all order markers are placed (R98)"


def _goods(s: State) -> Iterator[str]:
    for seat in range(s.seats):
        if sum(overflow(s, seat)) > spare(s, seat) and not (s.stage == Stage.UNLOAD and seat == s.active):
            yield f"{COMPANIES[seat]} has more than the carriers hold (R24)"


def _certificates(s: State) -> Iterator[str]:
    board = s.board
    if s.licence_stock + sum(s.licences) > board.licences[s.seats]:
        yield "there are more building licences than in the game (R10)"
    if s.quarters_stock + sum(s.quarters) != board.quarters[s.seats]:
        yield "there are more or fewer luxury quarters than in the game (R10)"


def _optional_cards(s: State) -> Iterator[str]:
    options = s.options
    if s.manipulator != NO_SEAT and not (options.price_manipulation and 0 <= s.manipulator < s.seats):
        yield "prices are manipulated without the card (R112)"
    shifting = s.stage == Stage.SHIFT
    if shifting != (s.budget > 0) or (not shifting and (s.way or s.shifted)) or not WEAK <= s.way < len(WAYS):
        yield "prices are moved at the wrong time (R113)"
    if s.fallen != NOWHERE and not (options.sabotage and 0 <= s.fallen < len(s.tanks) and s.tanks[s.fallen]):
        yield "the tank that lies on its side is not on the map (R116)"
    held = s.carrier != NO_SEAT
    if held and not (options.independent_carrier and 0 <= s.carrier < s.seats):
        yield "somebody has the Independent Carrier, which is not in the game (R120)"
    if (not held and (s.deposit or s.lease)) or not 0 <= s.lease <= 2 or s.deposit < 0:
        yield "the Independent Carrier is not held as it can be (R122)"
    if s.resource != NOTHING and s.resource not in range(4):
        yield "there is no such resource (R2)"
