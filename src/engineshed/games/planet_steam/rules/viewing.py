"""What a seat may know, and a whole truth that fits it."""

from __future__ import annotations

from collections.abc import Iterable

from engineshed.core.rng import Rng
from engineshed.games.planet_steam.rules.board import load_board
from engineshed.games.planet_steam.rules.carriers import capacity, room
from engineshed.games.planet_steam.rules.components import SPECULATOR
from engineshed.games.planet_steam.rules.scoring import property_value
from engineshed.games.planet_steam.rules.start import with_consequences
from engineshed.games.planet_steam.rules.state import AUCTIONS, WITH_CARDS, Stage, State, Tanks, Truth
from engineshed.games.planet_steam.rules.view import PlayerView, View, ZoneView


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=s.stage,
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
        tank_price=s.board.tank_prices[s.market],
        tank_pieces=s.tank_pieces(),
        converters=tuple(s.converters_left(r) if r in s.board.converters else 0 for r in range(4)),
        superchargers=s.superchargers_left(),
        licence_stock=s.licence_stock,
        quarters_stock=s.quarters_stock,
        bonus=s.bonus,
        markers=s.markers,
        zones=tuple(_zone(s, zone) for zone in range(len(s.owners))),
        airship=s.airship,
        bid=s.bid,
        leader=s.queue[-1] if s.bid else None,
        zone=s.zone,
        resource=s.resource,
        placing=s.placing,
        manipulator=s.manipulator,
        way=s.way,
        budget=s.budget,
        shifted=s.shifted,
        carrier=s.carrier,
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
        card=s.cards[seat],
        markers=s.markers_left(seat),
        property=property_value(s, seat),
    )


def _zone(s: State, zone: int) -> ZoneView:
    tank = s.tanks[zone]
    return ZoneView(
        owner=s.owners[zone],
        product=Tanks.PRODUCT[tank] if tank else None,
        supercharger=bool(Tanks.CHARGED[tank]),
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
            stage=v.stage,
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
            cards=tuple(player.card for player in v.players),
            prices=v.prices,
            supplies=v.supplies,
            market=v.market,
            licence_stock=v.licence_stock,
            quarters_stock=v.quarters_stock,
            bonus=v.bonus,
            markers=v.markers,
            owners=bytes(zone.owner for zone in v.zones),
            tanks=bytes(_tank(zone) for zone in v.zones),
            airship=v.airship,
            fallen=next((number for number, zone in enumerate(v.zones) if zone.fallen), -1),
            bid=v.bid,
            zone=v.zone,
            resource=v.resource,
            placing=v.placing,
            moved=_mask(zone.moved for zone in v.zones),
            refitted=_mask(zone.refitted for zone in v.zones),
            recharged=_mask(zone.recharged for zone in v.zones),
            working=_mask(zone.works for zone in v.zones),
            manipulator=v.manipulator,
            way=v.way,
            budget=v.budget,
            shifted=v.shifted,
            carrier=v.carrier,
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
    """What is not seen is anything up to twice what everybody began with, but enough for what was promised."""
    known = v.players[seat].credits
    if known is not None:
        return known
    least = _promised(v, seat)
    board = load_board(v.options.map)
    start = (board.reduced if v.options.reduced_start else board.starts)[v.seats].credits
    return least + rng.below(2 * start + 1)


def _promised(v: View, seat: int) -> int:
    """Whoever leads an auction can pay their bid; whoever still has to buy a specialist card has a credit for it."""
    if v.stage in AUCTIONS and v.leader == seat:
        return -(-v.bid // 2) if _pays_half(v, seat) else v.bid
    has_paid = v.stage == Stage.CARD and seat == v.active
    return int(v.stage in WITH_CARDS and not v.players[seat].card and not has_paid)


def _pays_half(v: View, seat: int) -> bool:
    """The Speculator, when a zone is sold (R28)."""
    cards = load_board(v.options.map).cards[v.seats]
    own = v.players[seat].card
    return v.stage == Stage.ZONE_AUCTION and any(card.number == own and SPECULATOR in card.who for card in cards)
