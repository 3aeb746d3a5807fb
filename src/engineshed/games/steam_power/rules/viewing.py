"""What a seat may know, and a whole truth that fits it."""

from __future__ import annotations

from functools import cache

import msgspec

from engineshed.core.once import once
from engineshed.core.rng import Rng
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, NUMBERS, TILE_NAMES
from engineshed.games.steam_power.rules.consequences import with_consequences
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import NOBODY, UNKNOWN_TILE, Bonus, Shipment, Stage, Truth
from engineshed.games.steam_power.rules.view import CityView, CompanyView, PlayerView, ShipmentView, View
from engineshed.rail.network import bits


def view(s: State, seat: int | None) -> View:
    open_ = _open_to_all(s)
    return open_ if seat is None else msgspec.structs.replace(open_, seat=seat, hand=s.hands[seat])


@once
def _open_to_all(s: State) -> View:
    return View(
        seat=None,
        options=s.options,
        seats=s.seats,
        stage=Stage.NAMES[s.stage],
        round=s.round,
        first=None if s.first == NOBODY else s.first,
        active=s.active,
        actions=s.actions,
        steps=s.steps,
        bonus=Bonus.NAMES[s.bonus],
        draws=s.draws,
        final=s.final,
        companies=tuple(
            CompanyView(s.links[c], s.loose[c], s.trains_left(c), s.factories_left(c)) for c in range(s.companies)
        ),
        cities=tuple(map(_city, s.colours, s.factories, s.goods)),
        spare=tuple([TILE_NAMES[tile] for tile in s.spare]),
        stock=s.stock,
        players=tuple(
            PlayerView(money, len(hand), done) for money, hand, done in zip(s.money, s.hands, s.done, strict=True)
        ),
        bank=max(0, s.bank),
        bag=len(s.bag),
        aside=s.aside,
        trains=s.trains,
        shipment=None if s.shipment is None else _shipment_view(s.shipment),
        hand=None,
    )


@cache
def _city(tile: int, factory: int, goods: int) -> CityView:
    """A city as a view has it; cached, because there are few different ones and each occurs many times."""
    return CityView(None if tile == UNKNOWN_TILE else TILE_NAMES[tile], factory - 1 if factory else None, goods)


def _shipment_view(shipment: Shipment) -> ShipmentView:
    at = None if shipment.at == NOBODY else shipment.at
    return ShipmentView(shipment.contract, shipment.needs, at, tuple(bits(shipment.visited)))


def guess(v: View, rng: Rng) -> State:
    hands, bag = _guess_contracts(v, rng)
    truth = Truth(
        options=v.options,
        seats=v.seats,
        stage=Stage.NAMES.index(v.stage),
        round=v.round,
        first=NOBODY if v.first is None else v.first,
        active=v.active,
        actions=v.actions,
        steps=v.steps,
        bonus=Bonus.NAMES.index(v.bonus),
        draws=v.draws,
        final=v.final,
        links=tuple(company.links for company in v.companies),
        loose=tuple(company.loose for company in v.companies),
        colours=bytes(UNKNOWN_TILE if city.tile is None else TILE_NAMES.index(city.tile) for city in v.cities),
        spare=tuple(map(TILE_NAMES.index, v.spare)),
        factories=bytes(0 if city.factory is None else city.factory + 1 for city in v.cities),
        goods=bytes(city.goods for city in v.cities),
        money=tuple(player.money for player in v.players),
        bank=v.bank or min(0, NUMBERS.bank - sum(player.money for player in v.players)),
        hands=hands,
        bag=bag,
        done=tuple(player.done for player in v.players),
        aside=v.aside,
        trains=v.trains,
        shipment=None if v.shipment is None else _shipment(v.shipment),
    )
    return with_consequences(truth)


def _shipment(seen: ShipmentView) -> Shipment:
    at = NOBODY if seen.at is None else seen.at
    return Shipment(seen.contract, seen.needs, at, sum(1 << place for place in seen.visited))


def _guess_contracts(v: View, rng: Rng) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Everybody's hand and the bag: what the viewer cannot see is shuffled and dealt out again."""
    known = [v.hand or () if seat == v.seat else () for seat in range(v.seats)]
    if v.shipment is not None:
        shower = 0 if v.seats == 1 else v.active
        if shower != v.seat:
            known[shower] = (v.shipment.contract,)
    seen = [*v.aside, *(c for player in v.players for c in player.done), *(c for hand in known for c in hand)]
    unseen = rng.shuffled([contract for contract in range(len(CONTRACT_IDS)) if contract not in seen])
    hands = []
    for seat, player in enumerate(v.players):
        missing = player.contracts - len(known[seat])
        hands.append(tuple(sorted((*known[seat], *unseen[:missing]))))
        unseen = unseen[missing:]
    return tuple(hands), tuple(sorted(unseen))
