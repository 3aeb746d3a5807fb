"""What speaks for a move and what it costs, in facts that a player can check; only the limit of a bid is an opinion.

Of the others' credits, which the bot does not see, no reason speaks.
"""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.contract import Seat
from engineshed.core.words import Message, Param
from engineshed.games.planet_steam.bots.bidding import limit
from engineshed.games.planet_steam.bots.outlook import lasting_property
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import (
    AUCTIONS,
    COMPANY_WORDS,
    DIE,
    ENERGY,
    NOBODY,
    RESOURCE_WORDS,
    ROWS,
    RULES,
    WATER,
    Activate,
    Anchor,
    AnyMove,
    Bid,
    Buy,
    BuyLicence,
    BuyQuarters,
    Card,
    Claim,
    Converter,
    Cost,
    Discard,
    Done,
    Engineer,
    Extract,
    Fit,
    Idle,
    Import,
    Keep,
    Licence,
    Manipulate,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    Name,
    Neutral,
    Order,
    Pass,
    Release,
    ReturnConverter,
    Sabotage,
    Sell,
    SellLicence,
    Shift,
    Stage,
    State,
    Supercharger,
    Take,
    Tank,
    Tanks,
    Topple,
    Unload,
    Upgrade,
    Work,
    capacity,
    is_free,
    upgrade,
    working_zones,
    yields,
    zone_at,
)

MOST = 3
"""So many reasons are given at most."""


def reasons(s: State, seat: int, move: AnyMove, worth: Worth) -> list[Message]:
    """The weightiest first."""
    about = Reasons(s, seat, worth)
    return list(about.of(move))[:MOST]


def _why(what: str, **params: Param) -> Message:
    return Message(f"why.{what}", params)


class Reasons:
    def __init__(self, s: State, seat: int, worth: Worth) -> None:
        self.s, self.seat, self.worth, self.board = s, seat, worth, s.board

    def of(self, move: AnyMove) -> Iterator[Message]:
        match move:
            case Bid() | Pass() if self.s.stage in AUCTIONS:
                yield from self._bid(move)
            case Card() | Engineer() | Anchor() | Sabotage() | Topple() | Manipulate() | Shift() | Order():
                yield from self._special(move)
            case Name(zone) | Claim(zone) | Licence(zone) | Neutral(zone):
                yield from self._zone(move, zone)
            case Activate() | Idle() | Done() | Keep() | Release() | Extract() | Discard() | Pass():
                yield from self._rest(move)
            case Tank() | Import() | Supercharger() | Upgrade() | Converter():
                yield from self._purchase(move)
            case MoveTank() | MoveConverter() | MoveSupercharger() | ReturnConverter() | Fit():
                yield self._harvest(move)
            case Work(zone):
                yield self._work(zone)
            case _:
                yield from self._trade(move)

    # -- auctions and specialists --------------------------------------------------------------------------------------

    def _bid(self, move: Bid | Pass) -> Iterator[Message]:
        most = max(0, int(limit(self.s, self.seat, self.worth)))
        if isinstance(move, Pass):
            yield _why("outbid", credits=self.s.bid, worth=most)
            return
        yield _why("bid-within" if move.amount <= most else "bid-beyond", worth=most)
        if self.s.stage != Stage.ZONE_AUCTION:
            yield _why("credits-left", credits=self.s.credits[self.seat] - move.amount)
        else:
            yield _why("zone-counts", zone=zone_at(self.s, self.s.zone), credits=self.board.zone_value)

    def _special(self, move: AnyMove) -> Iterator[Message]:
        s = self.s
        match move:
            case Card(number):
                yield _why("card-place", number=number, players=s.seats)
            case Engineer(credits=True):
                yield _why("credits-at-once", credits=self.board.engineer)
            case Engineer():
                yield _why("licence-use")
            case Anchor(row):
                rows = [s.board.row_of[zone] for zone in s.own[self.seat] if s.tanks[zone]]
                yield _why("airship", row=ROWS[row], tanks=rows.count(row))
            case Sabotage(victim):
                yield _why("victim", company=COMPANY_WORDS[victim], credits=lasting_property(s, victim))
            case Topple(zone):
                product = Tanks.PRODUCT[s.tanks[zone]]
                yield _why("topple", zone=zone_at(s, zone), resource=RESOURCE_WORDS[product], price=s.prices[product])
            case Manipulate(way):
                yield _why("manipulate", spaces=s.board.ways[way].spaces, credits=s.board.ways[way].cost)
            case Shift(resource, spaces):
                price = self.board.price(resource, s.prices[resource] + spaces)
                yield _why("shift", resource=RESOURCE_WORDS[resource], now=s.prices[resource], price=price)
                yield self._held(resource)
            case Order(resource, number):
                yield _why("order", resource=RESOURCE_WORDS[resource], number=number)
                yield self._held(resource)

    # -- zones ---------------------------------------------------------------------------------------------------------

    def _zone(self, move: AnyMove, zone: int) -> Iterator[Message]:
        s, beside = self.s, [self.s.owners[other] for other in self.board.neighbours[zone]]
        where = zone_at(s, zone)
        if isinstance(move, Neutral):
            rivals = sum(owner != self.seat and owner < s.seats for owner in beside)
            yield _why("neutral", zone=where, rivals=rivals, own=beside.count(self.seat))
            return
        if beside.count(self.seat):
            yield _why("zone-beside", zone=where, count=beside.count(self.seat))
        else:
            yield _why("zone-alone", zone=where, count=beside.count(NOBODY))
        yield _why("zone-counts", zone=where, credits=self.board.zone_value)
        if isinstance(move, Claim) and s.stage == Stage.CLAIM and not s.options.free_zone_choice:
            yield _why("roll", percent=round(100 * (DIE + 1 - self.board.claimed_by) / DIE))
        elif isinstance(move, Licence):
            yield _why("licence-price", credits=self.board.licence_sale)

    # -- tanks ---------------------------------------------------------------------------------------------------------

    def _purchase(self, move: AnyMove) -> Iterator[Message]:
        s, board = self.s, self.board
        match move:
            case Tank(zone):
                price = board.tank_prices[s.market] + board.local_tank.goods[WATER] * s.prices[WATER]
                yield _why("tank", zone=zone_at(s, zone), credits=price, worth=board.tank_value)
            case Import(zone):
                price = self._price(board.imported_tank)
                yield _why("tank", zone=zone_at(s, zone), credits=price, worth=board.tank_value)
            case Supercharger():
                price = self._price(board.supercharger)
                yield _why("supercharger", credits=price, worth=board.supercharger_value)
            case Upgrade(resource):
                better = s.copy()
                upgrade(better, self.seat, resource)
                now, then = capacity(s, self.seat, resource), capacity(better, self.seat, resource)
                yield _why("carrier", resource=RESOURCE_WORDS[resource], now=now, most=then)
                return
            case Converter(_, resource):
                credits_ = board.converters[resource].credits
                yield _why("converter", resource=RESOURCE_WORDS[resource], price=s.prices[resource], credits=credits_)
        yield self._harvest(move)

    def _price(self, cost: Cost) -> int:
        """Its credits, and what its goods would sell for today."""
        return cost.credits + sum(count * price for count, price in zip(cost.goods, self.s.prices, strict=True))

    def _harvest(self, move: AnyMove) -> Message:
        """What all tanks extract if they all work, less their energy, at today's prices."""
        now, then = (self._earned(s) for s in (self.s, RULES.apply(self.s, Seat(self.seat), move, tell=False).state))
        return _why("harvest-same", credits=now) if now == then else _why("harvest", credits=then, now=now)

    def _earned(self, s: State) -> int:
        zones = [zone for zone in s.own[self.seat] if s.tanks[zone] and zone != s.fallen]
        energy = sum(not is_free(s, zone) for zone in zones)
        return sum(g * p for g, p in zip(yields(s, zones), s.prices, strict=True)) - energy * s.prices[ENERGY]

    def _work(self, zone: int) -> Message:
        s, product = self.s, Tanks.PRODUCT[self.s.tanks[zone]]
        others = working_zones(s, self.seat)
        count = yields(s, [*others, zone])[product] - yields(s, others)[product]
        return _why(
            "work",
            zone=zone_at(s, zone),
            count=count,
            resource=RESOURCE_WORDS[product],
            credits=count * s.prices[product],
            price=s.prices[ENERGY],
        )

    def _rest(self, move: AnyMove) -> Iterator[Message]:
        s = self.s
        empty = sum(not s.tanks[zone] for zone in s.own[self.seat])
        match move:
            case Activate():
                yield _why("activate", zones=empty, credits=s.credits[self.seat])
            case Idle():
                yield _why("idle", price=s.prices[WATER])
            case Done():
                yield _why("credits-left", credits=s.credits[self.seat])
            case Keep():
                yield _why("carrier-cost", credits=s.deposit)
            case Release():
                yield _why("carrier-spared", credits=s.deposit)
            case Extract():
                yield from self._extraction()
            case Discard():
                yield _why("discard", resource=RESOURCE_WORDS[s.resource])
            case Pass():
                yield self._passed()

    def _extraction(self) -> Iterator[Message]:
        s, working = self.s, working_zones(self.s, self.seat)
        idle = sum(s.tanks[zone] > 0 and zone not in working for zone in s.own[self.seat])
        yield _why("extract", tanks=len(working), idle=idle)
        if idle:
            yield _why("energy-price", price=s.prices[ENERGY])

    def _passed(self) -> Message:
        s = self.s
        match s.stage:
            case Stage.TRADE:
                return self._held(s.resource)
            case Stage.CERTIFICATE:
                return _why("no-certificate", credits=s.credits[self.seat])
        return _why("no-claim", licences=s.licences[self.seat])

    # -- resources and certificates ------------------------------------------------------------------------------------

    def _trade(self, move: AnyMove) -> Iterator[Message]:
        s, board = self.s, self.board
        match move:
            case Take(resource):
                yield _why("take", resource=RESOURCE_WORDS[resource], price=s.prices[resource])
            case Unload(resource):
                yield _why("unload", resource=RESOURCE_WORDS[resource], price=s.prices[resource])
            case Buy(amount):
                yield _why("buy", count=amount, credits=amount * s.prices[s.resource])
                if s.resource == ENERGY:
                    needing = sum(s.tanks[zone] > 0 and not is_free(s, zone) for zone in s.own[self.seat])
                    yield _why("energy-needed", tanks=needing, have=s.has(self.seat, ENERGY) + amount)
                yield self._next_price(move)
            case Sell(amount):
                yield _why("sell", count=amount, credits=amount * s.prices[s.resource])
                yield self._next_price(move)
            case BuyQuarters():
                yield _why("quarters", worth=board.quarters_value, credits=self._price(board.quarters_cost))
            case BuyLicence():
                yield _why("licence-cost", credits=self._price(board.licence_cost))
            case SellLicence():
                yield _why("credits-at-once", credits=board.licence_sale)

    def _held(self, resource: int) -> Message:
        held = self.s.has(self.seat, resource)
        credits_ = held * self.s.prices[resource]
        return _why("held", count=held, resource=RESOURCE_WORDS[resource], credits=credits_)

    def _next_price(self, move: AnyMove) -> Message:
        resource = self.s.resource
        after = RULES.apply(self.s, Seat(self.seat), move, tell=False).state
        return _why("next-price", resource=RESOURCE_WORDS[resource], price=after.prices[resource])
