"""Positions from words: what a scenario file says becomes a position; ``describe`` goes the other way.

Anything that a description leaves out has its start value, except cubes: cities and supply fields not mentioned
are empty. A position that the rules could not produce is refused with its faults, unless it says ``by_hand = true``;
one that could not be played on is refused in any case.

A link is a place and the edges across which track leaves it and then each tile, ``Albany s s``. Track that is not
joined to the place it points at has dots there: ``Albany s ...`` is incomplete. It was last extended in the round
before, unless the text says otherwise: ``Albany s ... since 3``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engineshed.core.description import Reading, bad, flag, known_keys, listed, map_text, number, sound, table
from engineshed.core.errors import advice, shown
from engineshed.core.options import read_options
from engineshed.games.steam.rules.board import GAME_ID, Board, load_board
from engineshed.games.steam.rules.components import ACTIONS, GOODS, NUMBERS
from engineshed.games.steam.rules.consequences import NoTileError, with_consequences
from engineshed.games.steam.rules.courses import make_link
from engineshed.games.steam.rules.ground import Ground, ground_of
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.names import cube_words
from engineshed.games.steam.rules.options import COMPANIES, Options
from engineshed.games.steam.rules.referee import faults, unplayable
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NO_CUBES, NOWHERE, Auction, Player, Stage, Tile, Trip, Truth
from engineshed.games.steam.speech.describe import LISTS, NOBODYS, OPEN, SINCE, derived
from engineshed.games.steam.speech.notation import CUBE_LETTERS
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.hexgrid import NOWHERE as OFF_THE_MAP

Doc = Mapping[str, Any]

MAP_DEFAULTS = {"id": "inline", "game": GAME_ID, "title": "A small map", "players": [3, 5], "basis": "own"}
MAP_TABLES = ("cities", "towns")

FIGURES = {"cash": 0, "income": NUMBERS.start_income, "vp": 0, "range": NUMBERS.start_range, "tiles": 0, "fallen": 0}
"""What a description says about players by name, and the value if it does not."""

KEYS = (
    *("map", "options", "players", "by_hand", "stage", "round", "turn", "queue", "order", *FIGURES, *LISTS),
    *("passes", "auction", "skipper", "links", "new_cities", "cubes", "grown", "supply", "placements", "acted"),
    *("fresh", "growing", "cautious", "before", "trip", "gains", "derived"),
)


def arrange(doc: Doc) -> State:
    try:
        s = with_consequences(_truth(doc))
    except NoTileError as error:
        raise bad("links", "steam:trouble.no-tile", hex=error.hex) from None
    return sound(doc, s, unplayable, faults, derived)


def _truth(doc: Doc) -> Truth:
    known_keys(doc, KEYS)
    return _Reader(doc).truth()


class _Reader(Reading):
    """Reads a description key by key, the board first."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc, COMPANIES, seats=3, least=3)
        self.options = self._options()
        self.ground: Ground = ground_of(self.options.map, self.options.data)
        self.board: Board = load_board(self.options.map)
        self.stage = self._choice("stage", Stage.NAMES, Stage.BUILD)
        self.round = number(doc, "round", 1, least=1)

    def truth(self) -> Truth:
        new_cities = self._new_cities()
        links = self._links([hex_ for hex_, _ in new_cities])
        players = self._players(links)
        order = self._order(players)
        active = self._seat("turn", order[0] if order else 0)
        later = order[order.index(active) + 1 :] if active in order else ()
        waits = self.stage not in (Stage.OPENING, Stage.AUCTION, Stage.OVER)
        before = self.doc.get("before")
        return Truth(
            options=self.options,
            seats=self.seats,
            stage=self.stage,
            round=self.round,
            active=active,
            queue=self._seats("queue", later if waits else ()),
            order=order,
            players=players,
            passes=number(self.doc, "passes", 0),
            auction=self._auction(order),
            skipper=self._seat("skipper", NOBODY),
            links=links,
            new_cities=new_cities,
            cubes=self._cubes(new_cities),
            grown=tuple(sorted(self._city("grown", name) for name in listed(self.doc, "grown"))),
            fields=self._fields(),
            placements=number(self.doc, "placements", self._placements(players[active])),
            acted=flag(self.doc, "acted"),
            fresh=self._hex("fresh"),
            growing=self._growing(new_cities),
            cautious=flag(self.doc, "cautious"),
            before=None if before is None else _truth(before),
            trip=self._trip(),
            gains=self._gains(),
        )

    # Board and turn

    def _options(self) -> Options:
        given = dict(table(self.doc, "options"))
        where = self.doc.get("map", Options().map)
        if "map" in given:
            raise bad("options", "steam:trouble.map-option")
        given["map"] = map_text({**MAP_DEFAULTS, **where}, MAP_TABLES) if isinstance(where, Mapping) else where
        return read_options(Options, given)

    def _order(self, players: tuple[Player, ...]) -> tuple[int, ...]:
        """The turn order: none before there is one, and later that of the seats unless another is given."""
        alive = tuple(seat for seat, player in enumerate(players) if not player.fallen)
        return self._seats("order", alive if self.stage > Stage.OPENING else ())

    def _placements(self, player: Player) -> int:
        if self.stage not in (Stage.BUILD, Stage.GROUP):
            return 0
        return NUMBERS.engineer_tiles if player.tile == Tile.ENGINEER else NUMBERS.tiles_per_turn

    def _auction(self, order: tuple[int, ...]) -> Auction | None:
        if self.stage not in (Stage.OPENING, Stage.AUCTION):
            return None
        given = table(self.doc, "auction")
        bids = [NOBODY] * self.seats
        for name in table(given, "bids"):
            bids[self._index("auction", name, self.names)] = number(given["bids"], name, 0, table="auction, bids")
        leader = self._index("auction", given["leader"], self.names) if "leader" in given else NOBODY
        placed = tuple(self._index("auction", name, self.names) for name in listed(given, "placed"))
        everybody = order or tuple(range(self.seats))
        rest = tuple(seat for seat in everybody if seat not in placed)
        bidders = tuple(self._index("auction", name, self.names) for name in listed(given, "bidders")) or rest
        return Auction(tuple(bids), leader, bidders, placed)

    # Players

    def _players(self, links: tuple[Link, ...]) -> tuple[Player, ...]:
        figures = {key: self._figures(key, default) for key, default in FIGURES.items()}
        lists = {key: self._seats(key, ()) for key in LISTS}
        if "tiles" not in self.doc and self.stage in (Stage.BUILD, Stage.GROUP, Stage.MOVE, Stage.ROUTE, Stage.POINTS):
            figures["tiles"] = [1 + seat for seat in range(self.seats)]
        if "built" not in self.doc:
            lists["built"] = tuple(seat for seat in range(self.seats) if any(link.owner == seat for link in links))
        return tuple(
            Player(
                cash=figures["cash"][seat],
                income=figures["income"][seat],
                vp=figures["vp"][seat],
                range=figures["range"][seat],
                tile=figures["tiles"][seat],
                idle=seat in lists["idle"],
                upgraded=seat in lists["upgraded"],
                built=seat in lists["built"],
                fallen=figures["fallen"][seat],
            )
            for seat in range(self.seats)
        )

    def _figures(self, key: str, default: int) -> list[int]:
        """Numbers by company; action tiles may also be given by their names."""
        values = [default] * self.seats
        given = table(self.doc, key)
        for name, value in given.items():
            seat = self._index(key, name, self.names)
            if key == "tiles" and isinstance(value, str):
                values[seat] = 1 + self._index(key, value, [action.id for action in ACTIONS])
            else:
                values[seat] = number(given, name, 0, least=-100, table=key)
        return values

    # Places and goods

    def _place(self, key: str, name: Any) -> int:
        """The hex of a city or town by its name, or any hex by its own."""
        cities, towns = self.board.cities, self.board.towns
        places = {city.name: city.hex for city in cities} | {town.name: town.hex for town in towns}
        found = places.get(name, self.board.grid.find(str(name)))
        if found is None:
            unknown = bad(key, "steam:trouble.no-place", name=shown(str(name)))
            raise unknown.advised(advice(str(name), list(places)))
        return found

    def _hex(self, key: str) -> int:
        return self._place(key, self.doc[key]) if key in self.doc else NOWHERE

    def _city(self, key: str, name: Any) -> int:
        return self._index(key, name, [city.name for city in self.board.cities])

    def _new_cities(self) -> tuple[tuple[int, int], ...]:
        given = table(self.doc, "new_cities")
        towns = [town.name for town in self.board.towns]
        return tuple(
            (self.board.towns[self._index("new_cities", name, towns)].hex, self._index("new_cities", colour, GOODS))
            for name, colour in given.items()
        )

    def _city_names(self, new_cities: tuple[tuple[int, int], ...]) -> list[str]:
        towns = {town.hex: town.name for town in self.board.towns}
        return [city.name for city in self.board.cities] + [towns[hex_] for hex_, _ in new_cities]

    def _cubes(self, new_cities: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
        if self.stage == Stage.CUBES:
            return ()
        names = self._city_names(new_cities)
        cubes = [NO_CUBES] * len(names)
        for name, letters in table(self.doc, "cubes").items():
            cubes[self._index("cubes", name, names)] = self._counted("cubes", letters)
        return tuple(cubes)

    def _counted(self, key: str, letters: Any) -> tuple[int, ...]:
        text = "" if letters == cube_words(NO_CUBES) else letters
        if not isinstance(text, str) or text.strip(CUBE_LETTERS):
            raise bad(key, "steam:trouble.cube-letters", text=shown(str(letters)), letters=CUBE_LETTERS)
        return tuple(text.count(letter) for letter in CUBE_LETTERS)

    def _fields(self) -> tuple[tuple[int, ...], ...]:
        if self.stage == Stage.CUBES:
            return ()
        fields = [self._counted("supply", letters) for letters in listed(self.doc, "supply")]
        if len(fields) > self.options.supply_fields:
            raise bad("supply", "steam:trouble.fields", fields=self.options.supply_fields, given=len(fields))
        return tuple(fields + [NO_CUBES] * (self.options.supply_fields - len(fields)))

    def _growing(self, new_cities: tuple[tuple[int, int], ...]) -> int:
        if "growing" not in self.doc:
            return NOWHERE
        return self._index("growing", self.doc["growing"], self._city_names(new_cities))

    def _trip(self) -> Trip | None:
        given = table(self.doc, "trip")
        if not given:
            return None
        edges = tuple(self._index("trip", edge, EDGES) for edge in listed(given, "edges"))
        colour = self._index("trip", given.get("cube"), GOODS)
        return Trip(self._place("trip", given.get("city")), colour, edges)

    def _gains(self) -> tuple[tuple[int, int], ...]:
        given = table(self.doc, "gains")
        return tuple((self._index("gains", name, self.names), number(given, name, 0, table="gains")) for name in given)

    # Track

    def _links(self, founded: list[int]) -> tuple[Link, ...]:
        links = []
        given = table(self.doc, "links")
        for name in given:
            owner = NOBODY if name == NOBODYS else self._index("links", name, [*self.names, NOBODYS])
            links += [self._link(str(text), owner, founded) for text in listed(given, name)]
        return tuple(sorted(links))

    def _link(self, text: str, owner: int, founded: list[int]) -> Link:
        words = text.split()
        since = max(0, self.round - 1)
        if SINCE in words[:-1]:
            since = number({SINCE: _whole(words[-1])}, SINCE, 0, table=f"links, {text!r}")
            words = words[: words.index(SINCE)]
        head, tail = words[:1] != [OPEN], words[-1:] != [OPEN]
        words = words[not head : len(words) - (not tail)]
        count = next((n for n, word in enumerate(reversed(words)) if word not in EDGES), len(words))
        if not count or count == len(words):
            raise bad("links", "steam:trouble.no-link", link=shown(text))
        edges = tuple(EDGES.index(word) for word in words[len(words) - count :])
        start = self._place("links", " ".join(words[: len(words) - count]))
        goal = self._goal(start, edges, text, founded)
        tail = tail and self._is_place(goal)
        return make_link(self.ground, start, edges, head, tail, owner, since)

    def _is_place(self, hex_: int) -> bool:
        return self.board.city_at[hex_] >= 0 or self.board.town_at[hex_] >= 0

    def _goal(self, start: int, edges: tuple[int, ...], text: str, founded: list[int]) -> int:
        """The goal of a link; a course that leaves the map or passes a place on its way is not a link at all."""
        here = start
        for step, edge in enumerate(edges):
            if step and (self._is_place(here) or here in founded):
                raise bad("links", "steam:trouble.link-passes", link=shown(text), hex=self.ground.names[here])
            here = self.ground.neighbours[here][edge]
            if here == OFF_THE_MAP:
                raise bad("links", "steam:trouble.link-leaves", link=shown(text))
        return here


def _whole(word: str) -> Any:
    return int(word) if word.isdecimal() and len(word) < 6 else word
