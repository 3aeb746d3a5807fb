"""What a seat may know, and a whole truth that fits it.

Hidden are the other players' contracts and what is left in the bag; how many there are is open to all.
"""

from __future__ import annotations

import msgspec

from engineshed.core.rng import Rng
from engineshed.games.steam_power.rules.components import CONTRACTS
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.state import UNKNOWN_TILE, Shipment, State, Truth, with_consequences
from engineshed.games.steam_power.rules.supply import bought, cost_of, prices
from engineshed.rail.links import Path


class CityView(msgspec.Struct, frozen=True):
    tile: int | None
    """A good (0 to 3), 4 for a VP city, None before the tiles are laid out."""
    factory: int | None
    """The company whose factory stands here."""
    goods: int


class CompanyView(msgspec.Struct, frozen=True):
    links: tuple[Path, ...]
    loose: Path | None
    trains: int
    factories: int


class PlayerView(msgspec.Struct, frozen=True):
    money: int
    contracts: int
    """How many are in hand."""
    done: tuple[int, ...]


class HandTile(msgspec.Struct, frozen=True):
    """A contract in one's own hand, with what completing it would cost now."""

    contract: int
    cost: int | None
    """The least it costs, None without a network. Less money than this: it cannot be completed now."""
    bought: int
    """How many of its goods would have to come from the bank."""


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: int
    round: int
    first: int
    active: int
    actions: int
    steps: int
    bonus: int
    draws: int
    final: bool
    companies: tuple[CompanyView, ...]
    cities: tuple[CityView, ...]
    spare: tuple[int, ...]
    stock: tuple[int, ...]
    players: tuple[PlayerView, ...]
    bank: int
    bag: int
    aside: tuple[int, ...]
    trains: tuple[int, ...]
    shipment: Shipment | None
    hand: tuple[HandTile, ...] | None
    """One's own contracts; None for a spectator."""


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=s.stage,
        round=s.round,
        first=s.first,
        active=s.active,
        actions=s.actions,
        steps=s.steps,
        bonus=s.bonus,
        draws=s.draws,
        final=s.final,
        companies=tuple(
            CompanyView(s.links[c], s.loose[c], s.trains_left(c), s.factories_left(c)) for c in range(s.companies)
        ),
        cities=tuple(map(_city, s.colours, s.factories, s.goods)),
        spare=s.spare,
        stock=s.stock,
        players=tuple(
            PlayerView(money, len(hand), done) for money, hand, done in zip(s.money, s.hands, s.done, strict=True)
        ),
        bank=s.bank,
        bag=len(s.bag),
        aside=s.aside,
        trains=s.trains,
        shipment=s.shipment,
        hand=None if seat is None else _hand(s, seat),
    )


def _city(tile: int, factory: int, goods: int) -> CityView:
    return CityView(None if tile == UNKNOWN_TILE else tile, factory - 1 if factory else None, goods)


def _hand(s: State, seat: int) -> tuple[HandTile, ...]:
    """In the solo game the company that is active would do the work."""
    company = s.active if s.solo else seat
    if not s.has_network(company):
        return tuple(HandTile(contract, None, 0) for contract in s.hands[seat])
    table = prices(s, company)
    return tuple(
        HandTile(contract, cost_of(table, CONTRACTS[contract].demand), bought(table, CONTRACTS[contract].demand))
        for contract in s.hands[seat]
    )


def guess(v: View, rng: Rng) -> State:
    hands, bag = _guess_contracts(v, rng)
    truth = Truth(
        options=v.options,
        seats=v.seats,
        stage=v.stage,
        round=v.round,
        first=v.first,
        active=v.active,
        actions=v.actions,
        steps=v.steps,
        bonus=v.bonus,
        draws=v.draws,
        final=v.final,
        links=tuple(company.links for company in v.companies),
        loose=tuple(company.loose for company in v.companies),
        colours=bytes(UNKNOWN_TILE if city.tile is None else city.tile for city in v.cities),
        spare=v.spare,
        factories=bytes(0 if city.factory is None else city.factory + 1 for city in v.cities),
        goods=bytes(city.goods for city in v.cities),
        money=tuple(player.money for player in v.players),
        bank=v.bank,
        hands=hands,
        bag=bag,
        done=tuple(player.done for player in v.players),
        aside=v.aside,
        trains=v.trains,
        shipment=v.shipment,
    )
    return with_consequences(truth)


def _guess_contracts(v: View, rng: Rng) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Everybody's hand and the bag: what is not seen is shuffled and dealt out again."""
    known = [tuple(tile.contract for tile in v.hand or ()) if seat == v.seat else () for seat in range(v.seats)]
    if v.shipment is not None:
        shower = 0 if v.seats == 1 else v.active
        if shower != v.seat:
            known[shower] = (v.shipment.contract,)
    seen = [*v.aside, *(c for player in v.players for c in player.done), *(c for hand in known for c in hand)]
    unseen = rng.shuffled([contract for contract in range(len(CONTRACTS)) if contract not in seen])
    hands = []
    for seat, player in enumerate(v.players):
        missing = player.contracts - len(known[seat])
        hands.append(tuple(sorted((*known[seat], *unseen[:missing]))))
        unseen = unseen[missing:]
    return tuple(hands), tuple(sorted(unseen))
