"""Positions from words: what a scenario file says becomes a position; ``describe`` goes the other way.

Anything that a description leaves out has its start value. If ``zones`` are given, all others are unclaimed; if a
player's ``goods`` are given, that player has no others. A position that the rules could not produce is refused with
its faults, unless it says ``by_hand = true``; one that could not be played on is refused in any case.

Zones are named like squares, C3. A tank is what it extracts, ``water`` without a converter, and perhaps
``supercharged``: ``tanks = { C3 = "water", D3 = "ore supercharged" }``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engineshed.core.description import Reading, bad, known_keys, listed, number, sound, table
from engineshed.core.errors import shown
from engineshed.core.options import read_options
from engineshed.games.planet_steam.rules.board import CLOSED, NEUTRAL_MARKER, NOBODY, load_board
from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES, WAYS
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.referee import WITHOUT_ORDER, faults, unplayable
from engineshed.games.planet_steam.rules.start import new_state, with_consequences
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.troubles import trouble
from engineshed.games.planet_steam.rules.truth import (
    AUCTIONS,
    NO_ORDER,
    NO_SEAT,
    NOTHING,
    NOWHERE,
    STANDARD_ORDER,
    Stage,
    Tanks,
    Truth,
)
from engineshed.games.planet_steam.speech.describe import CHARGED, MASKS, NEUTRAL_OWNER, derived

Doc = Mapping[str, Any]

IN_TURN = (Stage.CLAIM, Stage.ACTIVATE, Stage.TANK, Stage.FIT, Stage.EXTRACT, Stage.UNLOAD, Stage.TRADE)
"""Steps in which all players act one after the other, in player order; certificates are another."""

KEYS = (
    *("map", "options", "players", "by_hand", "stage", "round", "turn", "queue", "order", "opener"),
    *("credits", "goods", "carriers", "licences", "quarters", "cards"),
    *("prices", "supplies", "market", "licence_stock", "quarters_stock", "bonus", "markers"),
    *("zones", "tanks", "airship", "fallen", "bid", "zone", "resource", "placing", *MASKS),
    *("manipulator", "way", "budget", "shifted", "carrier", "deposit", "lease", "derived"),
)


def arrange(doc: Doc) -> State:
    known_keys(doc, KEYS)
    s = with_consequences(_Reader(doc).truth())
    return sound(doc, s, unplayable, faults, derived)


class _Reader(Reading):
    """Reads a description key by key, the board first."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc, COMPANIES, seats=4)
        self.options = self._options()
        self.board = load_board(self.options.map)
        self.start = new_state(self.seats, self.options)
        self.stage = self._choice("stage", Stage.NAMES, Stage.TANK)

    def truth(self) -> Truth:
        cards = self._cards()
        order = self._order(cards)
        opener = self._seat("opener", 0)
        active = self._seat("turn", order[0] if order else opener)
        nothing = (0,) * self.seats
        licences, quarters = self._per_seat("licences", nothing), self._per_seat("quarters", nothing)
        markers = self._markers(order)
        return Truth(
            options=self.options,
            seats=self.seats,
            stage=self.stage,
            round=number(self.doc, "round", 1, least=1),
            active=active,
            queue=self._seats("queue", self._queue(active, order, cards)),
            order=order,
            opener=opener,
            credits=self._per_seat("credits", self.start.credits),
            goods=self._goods("goods", self.start.goods, 0),
            classes=self._goods("carriers", self.start.classes, 1),
            licences=licences,
            quarters=quarters,
            cards=cards,
            prices=self._per_resource("prices", self.board.start_prices),
            supplies=self._per_resource("supplies", self.start.supplies),
            market=number(self.doc, "market", self.start.market),
            licence_stock=number(self.doc, "licence_stock", max(0, self.start.licence_stock - sum(licences))),
            quarters_stock=number(self.doc, "quarters_stock", max(0, self.start.quarters_stock - sum(quarters))),
            bonus=tuple(int(name in self._resources("bonus")) for name in range(4)),
            markers=markers,
            owners=self._owners(),
            tanks=self._tanks(),
            airship=number(self.doc, "airship", 0, most=self.board.rows) - 1,
            fallen=self._zone("fallen"),
            bid=number(self.doc, "bid", 0),
            zone=self._zone("zone"),
            resource=self._resource(markers),
            placing=number(self.doc, "placing", 0, most=20),
            moved=self._mask("moved"),
            refitted=self._mask("refitted"),
            recharged=self._mask("recharged"),
            working=self._mask("working"),
            manipulator=self._seat("manipulator", NO_SEAT),
            way=self._index("way", self.doc["way"], WAYS) if "way" in self.doc else 0,
            budget=number(self.doc, "budget", 0, most=20),
            shifted=sum(1 << resource for resource in self._resources("shifted")),
            carrier=self._seat("carrier", NO_SEAT),
            deposit=number(self.doc, "deposit", 0),
            lease=number(self.doc, "lease", int("carrier" in self.doc)),
        )

    # Board and turn

    def _options(self) -> Options:
        given = dict(table(self.doc, "options"))
        if "map" in given:
            raise bad("options", trouble("map-among-options"))
        if "map" in self.doc:
            given["map"] = self.doc["map"]
        return read_options(Options, given)

    def _cards(self) -> tuple[int, ...]:
        """Everybody's card; after the auction everybody has one, by default in the order of the seats."""
        later = self.stage not in WITHOUT_ORDER
        return self._per_seat("cards", tuple(range(1, self.seats + 1)) if later else (0,) * self.seats)

    def _order(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        if self.stage in WITHOUT_ORDER:
            return self._seats("order", ())
        return self._seats("order", tuple(sorted(range(self.seats), key=lambda seat: cards[seat])))

    def _queue(self, active: int, order: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
        """Who is still to come, if the description does not say."""
        others = self.start.clockwise(active)[1:]
        if self.stage == Stage.AUCTION:
            return tuple(seat for seat in others if not cards[seat])
        if self.stage in AUCTIONS or self.stage == Stage.FIRST_UPGRADE:
            return others
        if self.stage in (*IN_TURN, Stage.CERTIFICATE, Stage.CLAIM_ROLL, Stage.DIVERT) and active in order:
            return order[order.index(active) + 1 :]
        return ()

    # Players and market

    def _per_resource(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        given = table(self.doc, key)
        values = list(default)
        for name in given:
            values[self._index(key, name, RESOURCES)] = number(given, name, 0, table=key)
        return tuple(values)

    def _goods(self, key: str, default: tuple[int, ...], rest: int) -> tuple[int, ...]:
        """A table of resources for each player; ``rest`` is the amount of those that it does not name."""
        values = list(default)
        given = table(self.doc, key)
        for name in given:
            start = 4 * self._index(key, name, self.names)
            entry = table(given, name)
            values[start : start + 4] = [rest] * 4
            for resource in entry:
                place = self._index(f"{key}, {name}", resource, RESOURCES)
                values[start + place] = number(entry, resource, rest, table=f"{key}, {name}")
        return tuple(values)

    def _resources(self, key: str) -> list[int]:
        return [self._index(key, name, RESOURCES) for name in listed(self.doc, key)]

    def _markers(self, order: tuple[int, ...]) -> tuple[int, ...]:
        standard = bool(order) or not self.options.variable_trade_order
        if "markers" in self.doc:
            return self._per_resource("markers", NO_ORDER)
        return STANDARD_ORDER if standard else NO_ORDER

    def _resource(self, markers: tuple[int, ...]) -> int:
        if "resource" in self.doc:
            return self._index("resource", self.doc["resource"], RESOURCES)
        return markers.index(1) if self.stage == Stage.TRADE and 1 in markers else NOTHING

    # Zones

    def _zone_number(self, key: str, name: Any) -> int:
        found = self.board.find(str(name))
        if found is None:
            raise bad(key, trouble("zone-name"), name=shown(str(name)), last=self.board.names[-1])
        return found

    def _zone(self, key: str) -> int:
        return self._zone_number(key, self.doc[key]) if key in self.doc else NOWHERE

    def _mask(self, key: str) -> int:
        zones = {self._zone_number(key, name) for name in listed(self.doc, key)}
        return sum(1 << zone for zone in zones)

    def _owners(self) -> bytes:
        given = table(self.doc, "zones")
        if "zones" not in self.doc:
            return self.start.owners
        owners = bytearray(owner if owner == CLOSED else NOBODY for owner in self.board.setups[self.seats])
        for name in given:
            place = self._index("zones", name, (*self.names, NEUTRAL_OWNER))
            for zone in listed(given, name):
                found = self._zone_number("zones", zone)
                if owners[found] != NOBODY:
                    raise bad("zones", trouble("zone-twice"), zone=shown(str(zone)))
                owners[found] = NEUTRAL_MARKER if name == NEUTRAL_OWNER else place
        return bytes(owners)

    def _tanks(self) -> bytes:
        tanks = bytearray(len(self.board.names))
        for name, text in table(self.doc, "tanks").items():
            words = str(text).split()
            if not 1 <= len(words) <= 2 or words[1:] not in ([], [CHARGED]):
                raise bad("tanks", trouble("tank"), text=shown(str(text)), charged=CHARGED)
            product = self._index("tanks", words[0], RESOURCES)
            tanks[self._zone_number("tanks", name)] = Tanks.OF[product] + Tanks.SUPERCHARGED * (len(words) - 1)
        return bytes(tanks)
