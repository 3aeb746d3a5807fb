"""Positions from words: what a scenario file says becomes a position; ``describe`` goes the other way.

What a description leaves out has its value at the start of a game; city tiles and contracts that it does not mention
are laid out and dealt in the order of the box, so that a description always means the same position. A position that
the rules could not produce is refused with its faults, unless it says ``by_hand = true``; one that could not be played
on is always refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engineshed.core.description import Reading, bad, flag, known_keys, listed, map_text, number, sound, table
from engineshed.core.errors import shown
from engineshed.core.options import read_options
from engineshed.games.steam_power.rules.board import Board, load_board
from engineshed.games.steam_power.rules.components import (
    CITY_TILES,
    CONTRACT_IDS,
    CONTRACT_OF,
    GOODS,
    NUMBERS,
    TILE_NAMES,
)
from engineshed.games.steam_power.rules.consequences import companies_of, with_consequences
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.referee import faults, unplayable
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.troubles import GAME_ID, trouble
from engineshed.games.steam_power.rules.truth import (
    COMPANIES,
    LAST_OF_NATURE,
    NOBODY,
    UNKNOWN_TILE,
    Bonus,
    Shipment,
    Stage,
    Truth,
)
from engineshed.games.steam_power.speech.describe import derived
from engineshed.rail.hexgrid import EDGES, NOWHERE
from engineshed.rail.paths import Path

Doc = Mapping[str, Any]

MAP_DEFAULTS = {"id": "inline", "game": GAME_ID, "title": "A small map", "players": [1, 5], "basis": "own"}

KEYS = (
    *("map", "options", "players", "by_hand", "stage", "round", "first", "turn", "actions", "steps", "bonus"),
    *("draws", "last_round", "cities", "spare", "links", "factories", "goods", "money", "bank", "hands", "done"),
    *("bag", "aside", "trains", "shipment", "derived"),
)


def arrange(doc: Doc) -> State:
    known_keys(doc, KEYS)
    return sound(doc, with_consequences(_Reader(doc).truth()), unplayable, faults, derived)


class _Reader(Reading):
    """Reads a description key by key, the board first."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc, COMPANIES, seats=2, least=1)
        self.companies = companies_of(self.seats)
        self.options = self._options()
        self.board: Board = load_board(self.options.map)
        self.stage = self._choice("stage", Stage.NAMES, Stage.ACTION)

    def truth(self) -> Truth:
        known, cities = self.stage != Stage.TILES, len(self.board.cities)
        colours, spare = self._tiles() if known else (bytes((UNKNOWN_TILE,)) * cities, ())
        factories = self._factories()
        links, loose = self._links()
        hands, bag, done, aside = self._contracts()
        first = self._seat("first", 0 if self.stage > Stage.FIRST else NOBODY)
        active = self._company("turn", max(first, 0))
        money = self._per_seat("money", (NUMBERS.start_money,) * self.seats)
        shipment = self._shipment()
        return Truth(
            options=self.options,
            seats=self.seats,
            stage=self.stage,
            round=number(self.doc, "round", 1, least=1),
            first=first,
            active=active,
            actions=number(self.doc, "actions", self._actions()),
            steps=number(self.doc, "steps", NUMBERS.tiles_per_action - 1 if self.stage == Stage.LAYING else 0),
            bonus=self._choice("bonus", Bonus.NAMES, Bonus.NONE),
            draws=number(self.doc, "draws", 0),
            final=flag(self.doc, "last_round"),
            links=links,
            loose=loose,
            colours=colours,
            spare=spare,
            factories=factories,
            goods=self._goods(factories),
            money=money,
            bank=number(self.doc, "bank", NUMBERS.bank - sum(money), least=-10_000),
            hands=hands,
            bag=bag,
            done=done,
            aside=aside,
            trains=self._trains(active),
            shipment=shipment,
        )

    # Board and turn

    def _options(self) -> Options:
        given = dict(table(self.doc, "options"))
        where = self.doc.get("map", "steel-belt")
        if "map" in given:
            raise bad("options", trouble("map-in-options"))
        given["map"] = map_text({**MAP_DEFAULTS, **where}, ["cities"]) if isinstance(where, Mapping) else where
        return read_options(Options, given)

    def _company(self, key: str, default: int) -> int:
        return self._choice(key, COMPANIES[: self.companies], default)

    def _actions(self) -> int:
        if self.stage != Stage.ACTION:
            return 0
        return 1 if self.seats == 1 else NUMBERS.actions

    def _trains(self, active: int) -> tuple[int, ...]:
        if self.seats > 1:
            return ()
        drawn = active if self.stage > LAST_OF_NATURE else NOBODY
        full = [NUMBERS.solo.trains_in_bag - (company == drawn) for company in range(self.companies)]
        given = table(self.doc, "trains")
        for name in given:
            full[self._index("trains", name, COMPANIES[: self.companies])] = number(given, name, 0, table="trains")
        return tuple(full)

    # Cities

    def _city(self, key: str, name: str) -> int:
        return self._index(key, name, self.board.cities)

    def _tiles(self) -> tuple[bytes, tuple[int, ...]]:
        """Tiles go where the description says; the others fill the map in the order of the box, the last ones spare."""
        said = {
            self._city("cities", name): self._index("cities", tile, TILE_NAMES)
            for name, tile in table(self.doc, "cities").items()
        }
        spare = [self._index("spare", tile, TILE_NAMES) for tile in listed(self.doc, "spare")]
        left = list(CITY_TILES)
        for tile in (*said.values(), *spare):
            left[tile] -= 1
        rest = [tile for tile, count in enumerate(left) for _ in range(count)]
        colours = bytes(said[c] if c in said else rest.pop(0) for c in range(len(self.board.cities)))
        return colours, tuple(spare if "spare" in self.doc else rest)

    def _factories(self) -> bytes:
        factories = bytearray(len(self.board.cities))
        for name, company in table(self.doc, "factories").items():
            city = self._city("factories", name)
            factories[city] = 1 + self._index("factories", company, COMPANIES[: self.companies])
        return bytes(factories)

    def _goods(self, factories: bytes) -> bytes:
        goods = bytearray(NUMBERS.factory_goods if factory else 0 for factory in factories)
        given = table(self.doc, "goods")
        for name in given:
            goods[self._city("goods", name)] = number(given, name, 0, most=99, table="goods")
        return bytes(goods)

    # Track

    def _links(self) -> tuple[tuple[tuple[Path, ...], ...], tuple[Path | None, ...]]:
        links: list[tuple[Path, ...]] = [()] * self.companies
        loose: list[Path | None] = [None] * self.companies
        given = table(self.doc, "links")
        for name in given:
            company = self._index("links", name, COMPANIES[: self.companies])
            for text in listed(given, name):
                path, finished = self._path(str(text))
                if finished:
                    links[company] += (path,)
                elif loose[company] is not None:
                    raise bad(f"links, {name}", trouble("two-unfinished"))
                else:
                    loose[company] = path
        return tuple(links), tuple(loose)

    def _path(self, text: str) -> tuple[Path, bool]:
        """``Essen ne se s``: out of Essen to the north-east, then south-east, then south, into a city or not."""
        words = text.split()
        steps = [word for word in reversed(words) if word in EDGES]
        count = next((n for n, word in enumerate(reversed(words)) if word not in EDGES), len(words))
        edges = tuple(EDGES.index(word) for word in words[len(words) - count :])
        if len(steps) != count or len(edges) < 2 or count == len(words):
            raise bad("links", trouble("no-course"), link=shown(text))
        city = self._city("links", " ".join(words[: len(words) - count]))
        path = Path(self.board.city_hex[city], edges)
        self._check_course(path, text)
        goal = path.goal(self.board.grid)
        return path, goal != NOWHERE and self.board.city_at[goal] >= 0

    def _check_course(self, path: Path, text: str) -> None:
        """A path stays on the map and passes through no city on its way."""
        here = path.start
        for coming, going in zip(path.edges, path.edges[1:], strict=False):
            here = self.board.grid.neighbours[here][coming]
            if here == NOWHERE or self.board.city_at[here] >= 0 or going == (coming + 3) % 6:
                raise bad("links", trouble("bad-course"), link=shown(text))

    # Contracts

    def _contracts(self) -> tuple[Any, Any, Any, Any]:
        done = [self._numbers("done", self._given("done", seat) or []) for seat in range(self.seats)]
        aside = self._numbers("aside", listed(self.doc, "aside"))
        said = [self._given("hands", seat) for seat in range(self.seats)]
        hands = [None if hand is None else tuple(sorted(self._numbers("hands", hand))) for hand in said]
        bag = tuple(sorted(self._numbers("bag", listed(self.doc, "bag")))) if "bag" in self.doc else None
        placed = [c for cards in (*done, aside, *(hand or () for hand in hands), bag or ()) for c in cards]
        rest = [contract for contract in range(len(CONTRACT_IDS)) if contract not in placed]
        dealt = 0 if self.stage in (Stage.TILES, Stage.DEAL) else NUMBERS.start_contracts
        for seat, hand in enumerate(hands):
            if hand is None:
                hands[seat], rest = tuple(rest[:dealt]), rest[dealt:]
        return tuple(hands), tuple(rest) if bag is None else bag, tuple(done), aside

    def _given(self, key: str, seat: int) -> list[Any] | None:
        hands = table(self.doc, key)
        for name in hands:
            self._index(key, name, self.names)
        return listed(hands, COMPANIES[seat]) if COMPANIES[seat] in hands else None

    def _numbers(self, key: str, names: Sequence[Any]) -> tuple[int, ...]:
        for name in names:
            if not isinstance(name, str):
                raise bad(key, "position.kind", wanted="@kind.str", value=repr(name))
            if name not in CONTRACT_OF:
                raise bad(key, trouble("no-contract"), contract=shown(name))
        return tuple(CONTRACT_OF[name] for name in names)

    def _shipment(self) -> Shipment | None:
        given = table(self.doc, "shipment")
        if not given:
            return None
        (contract,) = self._numbers("shipment", [given.get("contract")])
        wanted = table(given, "needs")
        needs = tuple(number(wanted, good, 0, table="shipment") for good in GOODS)
        if "at" not in given:
            return Shipment(contract, needs)
        visited = 0
        for name in (given["at"], *listed(given, "been")):
            visited |= 1 << self.board.place_of[self._city("shipment", name)]
        return Shipment(contract, needs, self.board.place_of[self._city("shipment", given["at"])], visited)
