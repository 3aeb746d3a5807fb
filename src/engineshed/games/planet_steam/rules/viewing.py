"""What a seat may know, and a whole truth that fits it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec.structs import replace

from engineshed.core.rng import Rng
from engineshed.games.planet_steam.rules.board import CLOSED, NEUTRAL_MARKER, NOBODY, load_board
from engineshed.games.planet_steam.rules.carriers import capacity, room
from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES, SPECULATOR, WAYS
from engineshed.games.planet_steam.rules.phases.auction import PER_CREDIT
from engineshed.games.planet_steam.rules.scoring import property_value
from engineshed.games.planet_steam.rules.start import with_consequences
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import AUCTIONS, NOTHING, NOWHERE, WITH_CARDS, Stage, Tanks, Truth
from engineshed.games.planet_steam.rules.view import Owner, PlayerView, View, ZoneView

# A state has numbers where a view has names, and -1 where a view has None.
STAGES: Final = {name: number for number, name in enumerate(Stage.NAMES)}
OWNERS: Final[dict[int, Owner]] = {
    **{seat: seat for seat in range(len(COMPANIES))},
    NOBODY: None,
    NEUTRAL_MARKER: "neutral",
    CLOSED: "unavailable",
}
OWNER_NUMBERS: Final = {owner: number for number, owner in OWNERS.items()}


def _seen(number: int) -> int | None:
    """The number as a view has it: None for nowhere, nobody or nothing."""
    return None if number == NOTHING else number


def _kept(number: int | None) -> int:
    return NOTHING if number is None else number


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=Stage.NAMES[s.stage],
        round=s.round,
        rounds=s.rounds,
        active=s.active,
        queue=s.queue,
        order=s.order,
        opener=s.opener,
        players=tuple(_player(s, other, seat) for other in range(s.seats)),
        prices=s.prices,
        supplies=s.supplies,
        market=s.market,
        tank_price=s.board.tank_prices[s.market] if s.market else None,
        tank_pieces=s.tank_pieces(),
        converters={resource: s.converters_left(resource) for resource in s.board.converters},
        superchargers=s.superchargers_left(),
        licence_stock=s.licence_stock,
        quarters_stock=s.quarters_stock,
        bonus=s.bonus,
        markers=tuple(place or None for place in s.markers),
        zones=_zones(s),
        airship=_seen(s.airship),
        bid=s.bid,
        leader=s.queue[-1] if s.bid else None,
        zone=_seen(s.zone),
        resource=_seen(s.resource),
        placing=s.placing,
        manipulator=_seen(s.manipulator),
        way=WAYS[s.way] if s.stage == Stage.SHIFT else None,
        budget=s.budget,
        shifted=tuple(resource for resource in range(len(RESOURCES)) if s.shifted >> resource & 1),
        carrier=_seen(s.carrier),
        deposit=s.deposit,
        lease=s.lease,
    )


def _player(s: State, seat: int, looker: int | None) -> PlayerView:
    start = 4 * seat
    open_ = s.options.open_credits or s.stage == Stage.OVER
    return PlayerView(
        credits=s.credits[seat] if open_ or seat == looker else None,
        goods=s.goods[start : start + 4],
        classes=s.classes[start : start + 4],
        capacities=tuple(capacity(s, seat, resource) for resource in range(4)),
        rooms=tuple(max(0, room(s, seat, resource)) for resource in range(4)),
        licences=s.licences[seat],
        quarters=s.quarters[seat],
        card=s.cards[seat] or None,
        markers=s.markers_left(seat),
        property=property_value(s, seat),
    )


def _zones(s: State) -> tuple[ZoneView, ...]:
    """Few zones have more than an owner and a tank; the views of all others are cached."""
    marked = s.working | s.moved | s.refitted | s.recharged
    if s.fallen != NOWHERE:
        marked |= 1 << s.fallen
    zones = tuple(map(_plain_zone, s.owners, s.tanks))
    if not marked:
        return zones
    return tuple(_marked_zone(s, zone, plain) if marked >> zone & 1 else plain for zone, plain in enumerate(zones))


@cache
def _plain_zone(owner: int, tank: int) -> ZoneView:
    return ZoneView(
        owner=OWNERS[owner],
        product=Tanks.PRODUCT[tank] if tank else None,
        supercharger=bool(Tanks.CHARGED[tank]),
    )


def _marked_zone(s: State, zone: int, plain: ZoneView) -> ZoneView:
    return replace(
        plain,
        fallen=zone == s.fallen,
        works=bool(s.working >> zone & 1),
        moved=bool(s.moved >> zone & 1),
        refitted=bool(s.refitted >> zone & 1),
        recharged=bool(s.recharged >> zone & 1),
    )


# -- a truth that fits -----------------------------------------------------------------------------------------------


def guess(v: View, rng: Rng) -> State:
    return with_consequences(
        Truth(
            options=v.options,
            seats=v.seats,
            stage=STAGES[v.stage],
            round=v.round,
            active=v.active,
            queue=v.queue,
            order=v.order,
            opener=v.opener,
            credits=tuple(_guess_credits(v, seat, rng) for seat in range(v.seats)),
            goods=tuple(count for player in v.players for count in player.goods),
            classes=tuple(class_ for player in v.players for class_ in player.classes),
            licences=tuple(player.licences for player in v.players),
            quarters=tuple(player.quarters for player in v.players),
            cards=tuple(player.card or 0 for player in v.players),
            prices=v.prices,
            supplies=v.supplies,
            market=v.market,
            licence_stock=v.licence_stock,
            quarters_stock=v.quarters_stock,
            bonus=v.bonus,
            markers=tuple(place or 0 for place in v.markers),
            owners=bytes(OWNER_NUMBERS[zone.owner] for zone in v.zones),
            tanks=bytes(_tank(zone) for zone in v.zones),
            airship=_kept(v.airship),
            fallen=next((number for number, zone in enumerate(v.zones) if zone.fallen), NOWHERE),
            bid=v.bid,
            zone=_kept(v.zone),
            resource=_kept(v.resource),
            placing=v.placing,
            moved=_mask(zone.moved for zone in v.zones),
            refitted=_mask(zone.refitted for zone in v.zones),
            recharged=_mask(zone.recharged for zone in v.zones),
            working=_mask(zone.works for zone in v.zones),
            manipulator=_kept(v.manipulator),
            way=WAYS.index(v.way) if v.way else 0,
            budget=v.budget,
            shifted=sum(1 << resource for resource in v.shifted),
            carrier=_kept(v.carrier),
            deposit=v.deposit,
            lease=v.lease,
        )
    )


def _mask(marks: Iterable[bool]) -> int:
    """Marked zones as bits."""
    return sum(1 << zone for zone, marked in enumerate(marks) if marked)


def _tank(zone: ZoneView) -> int:
    return Tanks.NONE if zone.product is None else Tanks.OF[zone.product] + Tanks.SUPERCHARGED * zone.supercharger


def _guess_credits(v: View, seat: int, rng: Rng) -> int:
    """Hidden credits are enough for what the player has committed, and most likely about as much as the looker has.

    Everybody begins with the same, and all are rich or poor at the same time: after trade, or after the tanks have been
    paid. But now and then somebody has nothing, or twice what they began with.
    """
    known = v.players[seat].credits
    if known is not None:
        return known
    own = None if v.seat is None else v.players[v.seat].credits
    least, start = _promised(v, seat), _start_credits(v)
    if own is None or rng.below(SURPRISES) == 0:
        return least + rng.below(2 * start + 1)
    likely = start // 4 + own * 5 // 8
    return max(least, rng.below(likely + 1) + rng.below(likely + 1))


SURPRISES: Final = 4
"""In one of so many guesses, credits are anything up to twice the starting amount."""


def _start_credits(v: View) -> int:
    board = load_board(v.options.map)
    return (board.reduced if v.options.reduced_start else board.starts)[v.seats].credits


def _promised(v: View, seat: int) -> int:
    """The leader of an auction can pay their bid; a player who still has to buy a card has a credit for it."""
    stage = STAGES[v.stage]
    if stage in AUCTIONS and v.leader == seat:
        return -(-v.bid // 2) if _pays_half(v, seat) else v.bid
    has_paid = v.stage == "card" and seat == v.active
    return int(stage in WITH_CARDS and not v.players[seat].card and not has_paid)


def most_to_bid(v: View, seat: int) -> int | None:
    """The highest bid that a player could pay; None if their credits are hidden."""
    own = v.players[seat].credits
    return PER_CREDIT * own if own is not None and _pays_half(v, seat) else own


def _pays_half(v: View, seat: int) -> bool:
    """Whether this player is the Speculator when a zone is sold (R28)."""
    cards = load_board(v.options.map).cards[v.seats]
    own = v.players[seat].card
    return v.stage == "zone-auction" and any(card.number == own and SPECULATOR in card.who for card in cards)
