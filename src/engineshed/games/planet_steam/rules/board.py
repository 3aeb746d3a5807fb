"""The board and everything printed on it: scales, tables, cards and the map, from one file that owners can correct.

A file is checked when it is read: first that it makes sense at all, then (in ``printed``) that it agrees with what the
rulebook says about the printed board. A new design has ``basis = "own"`` and skips the second check.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engineshed.core.boards import HeadingReader, Shelf, title_in
from engineshed.core.datafile import Basis, read_toml
from engineshed.core.errors import BadFileError, shown
from engineshed.core.words import Message, Param, Thing
from engineshed.games.planet_steam.rules.boardfile import BoardFile, Cost, SpecialistCard, Start, SupplyBlock, Way
from engineshed.games.planet_steam.rules.components import (
    CLASSES,
    COLOURS,
    COMPANIES,
    ENERGY,
    GAME_ID,
    LADY_STEAM,
    ORE,
    PLAYER_COUNTS,
    QUARTZ,
    RESOURCES,
    SEATS,
    SPECIALISTS,
)
from engineshed.games.planet_steam.rules.printed import contradiction, doubts
from engineshed.games.planet_steam.rules.troubles import place, trouble

LAND: Final = "."
RIVER: Final = "~"
FREE: Final = "."
NEUTRAL: Final = "n"
UNAVAILABLE: Final = "x"

MOST_ZONES: Final = 60
"""Sets of zones are stored as bits of numbers that must fit into 64."""

NOBODY: Final = 255
NEUTRAL_MARKER: Final = 254
CLOSED: Final = 253
"""The owner of a zone if it is not a seat: the zone is unclaimed, has a neutral marker, or cannot be used."""

# -- the board -------------------------------------------------------------------------------------------------------


CardSets = dict[int, tuple[SpecialistCard, ...]]
"""By number of players."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Board:
    """What never changes. Two boards are equal when their files are; zones are numbered in reading order."""

    id: str
    title: str
    players: tuple[int, int]
    basis: Basis
    note: str
    text: str
    """The file it was read from."""
    doubts: tuple[Message, ...]
    """What is possible but unlikely on the printed board."""

    rows: int
    columns: int
    names: tuple[str, ...]
    zones: tuple[Thing, ...]
    """The zones as sentences mention them."""
    river: tuple[bool, ...]
    row_of: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...]
    """For each zone, all zones in each of the four directions, the nearest first."""
    setups: dict[int, bytes]
    """By number of players, the owner of each zone at the start."""

    rounds: dict[int, int]
    lowest: tuple[int, ...]
    start_prices: tuple[int, ...]
    highest: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    """For each resource, the colour of each supply."""
    shifts: tuple[tuple[int, ...], ...]
    """For each resource, what each supply does to the price."""
    start_supplies: dict[int, tuple[int, ...]]
    shortage: int
    tank_prices: tuple[int, ...]
    """By how many are left on the market; index 0 is "sold out"."""
    tank_start: dict[int, int]
    capacities: tuple[tuple[int, ...], ...]
    """For each resource, what each class of carrier holds; index 0 is not used."""
    independent: int
    starts: dict[int, Start]
    reduced: dict[int, Start]

    activation: Cost
    idle: Cost
    local_tank: Cost
    imported_tank: Cost
    converters: dict[int, Cost]
    supercharger: Cost
    upgrade: Cost
    new_tank: Cost

    tanks: int
    converter_pieces: dict[int, int]
    superchargers: int
    markers: int
    neutral_markers: int
    licences: dict[int, int]
    quarters: dict[int, int]
    licence_cost: Cost
    quarters_cost: Cost
    licence_sale: int
    grant: int
    engineer: int
    no_zone: int
    claimed_by: int
    zone_value: int
    tank_value: int
    supercharger_value: int
    quarters_value: int
    cards: CardSets
    """Card number n has index n - 1."""
    ways: tuple[Way, ...]
    sabotage_from: int
    per_pip: int
    highest_roll: dict[int, int]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def find(self, name: str) -> int | None:
        """A zone by its name."""
        return self.names.index(name.upper()) if name.upper() in self.names else None

    def price(self, resource: int, wanted: int) -> int:
        """The nearest price on the resource's scale: prices stay within its ends (R6)."""
        return min(self.highest[resource], max(self.lowest[resource], wanted))

    def summary(self, language: str) -> tuple[str | Message, ...]:
        """What the board is like, line by line."""
        tanks, title = self.tank_prices[1:], title_in(self.text, language)
        return (
            Message(
                "board.zones",
                {"title": title, "zones": len(self.names), "rows": self.rows, "river": sum(self.river)},
            ),
            *map(self._prices, range(len(RESOURCES))),
            Message("board.tanks", {"least": tanks[-1], "most": tanks[0], "spaces": len(tanks)}),
            *([self.note] if self.note else []),
            *self.doubts,
        )

    def _prices(self, resource: int) -> Message:
        name, scale = f"@resource.{RESOURCES[resource]}", (self.lowest, self.highest, self.start_prices)
        lowest, highest, start = (values[resource] for values in scale)
        return Message("board.prices", {"resource": name, "lowest": lowest, "highest": highest, "start": start})


# -- reading a board file --------------------------------------------------------------------------------------------


def read_board(text: str, source: str) -> Board:
    """The board that a file describes; raises ``BadFileError`` naming the block that is wrong."""
    file = read_toml(text, source, BoardFile)
    return _Reader(file, text, source).board()


class _Reader(HeadingReader):
    """Checks a board file step by step: heading, tables, scales, cards, map, and what the rulebook says."""

    def __init__(self, file: BoardFile, text: str, source: str) -> None:
        super().__init__(file, source)
        self.file, self.text = file, text

    def wrong(self, where: str | Message, message: str, **params: Param) -> BadFileError:
        return BadFileError(self.source, where, trouble(message), **params)

    def board(self) -> Board:
        self.check_heading(GAME_ID, SEATS)
        self._check_scales()
        self._check_tanks()
        self._check_carriers()
        cards = self._cards()
        land = self._grid("land, zones", self.file.land.zones, (LAND, RIVER))
        board = self._built(land, cards, self._setups(land))
        self._check_river(board)
        return board

    # Scales

    def _check_scales(self) -> None:
        file = self.file
        for name in RESOURCES:
            price = file.prices[name]
            if not price.lowest <= price.start <= price.highest or price.lowest == price.highest:
                raise self.wrong(
                    f"prices, {name}", "rising", lowest=price.lowest, start=price.start, highest=price.highest
                )
        for number, name in enumerate(RESOURCES):
            self._check_supply(name, file.supplies[name])
            for players in PLAYER_COUNTS:
                highest = file.supplies[name].highest
                if file.start_supplies.of(players)[number] > highest:
                    raise self.wrong(f"start_supplies, {name}", "start-supply", players=players, highest=highest)

    def _check_supply(self, name: str, supply: SupplyBlock) -> None:
        place = f"supplies, {name}"
        begins = [supply.colours[colour] for colour in COLOURS]
        if begins[0] != 0:
            raise self.wrong(place, "first-colour", colour=COLOURS[0], begin=begins[0])
        if begins != sorted(set(begins)) or begins[-1] > supply.highest:
            raise self.wrong(place, "colours", colours=", ".join(COLOURS), highest=supply.highest)

    def _check_tanks(self) -> None:
        file = self.file
        prices = file.tank_prices.prices
        if not prices:
            raise self.wrong("tank_prices, prices", "no-tank-prices")
        for players, tanks in file.tank_start.tanks.items():
            if tanks > len(prices):
                raise self.wrong("tank_start, tanks", "tank-start", players=players, tanks=tanks, spaces=len(prices))

    def _check_carriers(self) -> None:
        file = self.file
        for number, name in enumerate(RESOURCES):
            holds = file.carriers[name].holds
            if len(holds) != CLASSES or list(holds) != sorted(set(holds)):
                raise self.wrong(f"carriers, {name}", "carrier-classes", classes=CLASSES)
            for block, goods in (("start_goods", file.start_goods), ("reduced_goods", file.reduced_goods)):
                most = max(goods.of(players)[number] for players in PLAYER_COUNTS)
                if most > holds[0]:
                    raise self.wrong(f"carriers, {name}", "carrier-start", holds=holds[0], block=block, most=most)

    # Specialists

    def _cards(self) -> CardSets:
        for number, line in enumerate(self.file.specialists, 1):
            if not line.sets:
                raise self.wrong(f"specialists {number}", "no-set")
        return {players: self._set(players) for players in PLAYER_COUNTS}

    def _set(self, players: int) -> tuple[SpecialistCard, ...]:
        where = place("set", players=players)
        lines = sorted((line for line in self.file.specialists if players in line.sets), key=lambda line: line.number)
        if [line.number for line in lines] != list(range(1, players + 1)):
            found = ", ".join(str(line.number) for line in lines)
            raise self.wrong(where, "set-cards" if found else "empty-set", players=players, found=found)
        numbers = {name: who for who, name in enumerate(SPECIALISTS)}
        cards = tuple(SpecialistCard(line.number, tuple(numbers[name] for name in line.who)) for line in lines)
        everybody = [who for card in cards for who in card.who]
        for who, name in enumerate(SPECIALISTS):
            if everybody.count(who) > 1 or (name in SPECIALISTS[:3] and who not in everybody):
                raise self.wrong(where, "specialist-once", name=name, count=everybody.count(who))
        if LADY_STEAM not in cards[0].who:
            raise self.wrong(where, "first-card")
        if any(not 1 <= len(card.who) <= 2 for card in cards):
            raise self.wrong(where, "card-people")
        return cards

    # The map

    def _grid(self, where: str, text: str, symbols: tuple[str, ...]) -> list[list[str]]:
        rows = [line.split() for line in text.strip("\n").split("\n")]
        width = len(rows[0])
        if not width or len(rows) * width > MOST_ZONES:
            raise self.wrong(where, "zones", most=MOST_ZONES, count=len(rows) * width)
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                raise self.wrong(place("row", place=where, row=number), "row", count=len(row), width=width)
            for symbol in row:
                if symbol not in symbols:
                    known, row_place = " ".join(symbols), place("row", place=where, row=number)
                    raise self.wrong(row_place, "symbol", symbol=shown(symbol), known=known)
        return rows

    def _setups(self, land: list[list[str]]) -> dict[int, bytes]:
        return {players: self._setup(players, land) for players in PLAYER_COUNTS}

    def _setup(self, players: int, land: list[list[str]]) -> bytes:
        where = f"setups, {players}, claims"
        letters = tuple(chr(ord("A") + seat) for seat in range(players))
        grid = self._grid(where, self.file.setups[players].claims, (*letters, FREE, NEUTRAL, UNAVAILABLE))
        if (len(grid), len(grid[0])) != (len(land), len(land[0])):
            raise self.wrong(where, "setup-size", rows=len(land), columns=len(land[0]))
        owner = {letter: seat for seat, letter in enumerate(letters)}
        owner |= {FREE: NOBODY, NEUTRAL: NEUTRAL_MARKER, UNAVAILABLE: CLOSED}
        owners = bytes(owner[symbol] for row in grid for symbol in row)
        counts = [owners.count(seat) for seat in range(players)]
        if len(set(counts)) != 1:
            raise self.wrong(where, "equal-zones", counts=", ".join(map(str, counts)))
        pieces = self.file.pieces
        if counts[0] > pieces.claim_markers or owners.count(NEUTRAL_MARKER) > pieces.neutral_markers:
            raise self.wrong(where, "claim-markers")
        return owners

    def _check_river(self, board: Board) -> None:
        """There must be enough river zones and markers for the highest roll for neutral markers."""
        for players, most in board.highest_roll.items():
            zones = sum(wet and owner != CLOSED for wet, owner in zip(board.river, board.setups[players], strict=True))
            if zones < most:
                raise self.wrong("land, zones", "river-zones", zones=zones, players=players, most=most)
            wanted = most + neutrals_dealt(players)
            if wanted > board.neutral_markers:
                raise self.wrong("variable_claims, highest_roll", "neutral-markers", players=players, wanted=wanted)

    # All together

    def _built(self, land: list[list[str]], cards: CardSets, setups: dict[int, bytes]) -> Board:
        file = self.file
        if file.basis != "own" and (found := contradiction(file)) is not None:
            raise self.wrong(found.place, found.message, **found.params)
        rows, columns = len(land), len(land[0])
        names = tuple(f"{chr(ord('A') + column)}{row + 1}" for row in range(rows) for column in range(columns))
        costs, certificates, pieces = file.tank_costs, file.certificates, file.pieces
        manipulation = file.manipulation
        colours = tuple(_colours(file.supplies[name]) for name in RESOURCES)
        shifts = [file.adjustment[colour].shift for colour in COLOURS]
        return Board(
            id=file.id,
            title=file.title,
            players=file.players,
            basis=file.basis,
            note=file.note,
            text=self.text,
            doubts=doubts(file),
            rows=rows,
            columns=columns,
            names=names,
            zones=tuple(Thing("zone", zone, name) for zone, name in enumerate(names)),
            river=tuple(symbol == RIVER for row in land for symbol in row),
            row_of=tuple(row for row in range(rows) for _ in range(columns)),
            neighbours=tuple(tuple(sorted(line[0] for line in lines if line)) for lines in _lines(rows, columns)),
            lines=_lines(rows, columns),
            setups=setups,
            rounds=dict(file.length.rounds.items()),
            lowest=tuple(file.prices[name].lowest for name in RESOURCES),
            start_prices=tuple(file.prices[name].start for name in RESOURCES),
            highest=tuple(file.prices[name].highest for name in RESOURCES),
            colours=colours,
            shifts=tuple(tuple(shifts[colour] for colour in scale) for scale in colours),
            start_supplies={players: file.start_supplies.of(players) for players in PLAYER_COUNTS},
            shortage=file.shortage.rise,
            tank_prices=(0, *file.tank_prices.prices),
            tank_start=dict(file.tank_start.tanks.items()),
            capacities=tuple((0, *file.carriers[name].holds) for name in RESOURCES),
            independent=file.independent_carrier.holds,
            starts={n: Start(file.start_goods.credits[n], file.start_goods.of(n)) for n in PLAYER_COUNTS},
            reduced={n: Start(file.reduced_goods.credits[n], file.reduced_goods.of(n)) for n in PLAYER_COUNTS},
            activation=costs.activation.cost(),
            idle=costs.idle.cost(),
            local_tank=costs.local_tank.cost(),
            imported_tank=costs.imported_tank.cost(),
            converters={
                QUARTZ: costs.quartz_converter.cost(),
                ORE: costs.ore_converter.cost(),
                ENERGY: costs.energy_converter.cost(),
            },
            supercharger=costs.supercharger.cost(),
            upgrade=costs.carrier_upgrade.cost(),
            new_tank=costs.new_tank.cost(),
            tanks=pieces.tanks,
            converter_pieces={
                QUARTZ: pieces.quartz_converters,
                ORE: pieces.ore_converters,
                ENERGY: pieces.energy_converters,
            },
            superchargers=pieces.superchargers,
            markers=pieces.claim_markers,
            neutral_markers=pieces.neutral_markers,
            licences=dict(certificates.licences.items()),
            quarters=dict(certificates.quarters.items()),
            licence_cost=certificates.licence_cost.cost(),
            quarters_cost=certificates.quarters_cost.cost(),
            licence_sale=certificates.licence_sale,
            grant=file.sums.grant,
            engineer=file.sums.engineer,
            no_zone=file.sums.no_zone,
            claimed_by=file.sums.claimed_by,
            zone_value=file.values.zone,
            tank_value=file.values.tank,
            supercharger_value=file.values.supercharger,
            quarters_value=file.values.quarters,
            cards=cards,
            ways=tuple(Way(w.cost, w.spaces) for w in (manipulation.weak, manipulation.moderate, manipulation.strong)),
            sabotage_from=file.sabotage.from_round,
            per_pip=file.sabotage.per_pip,
            highest_roll=dict(file.variable_claims.highest_roll.items()),
        )


def neutrals_dealt(players: int) -> int:
    """The neutral markers in a variable set-up: two each, but four for the first of fewer than five players."""
    return 2 * players + (2 if players < len(COMPANIES) else 0)


def _colours(supply: SupplyBlock) -> tuple[int, ...]:
    """The colour of each supply from 0 to the highest."""
    begins = [supply.colours[colour] for colour in COLOURS]
    return tuple(sum(begin <= amount for begin in begins) - 1 for amount in range(supply.highest + 1))


def _lines(rows: int, columns: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """North, east, south and west of each zone."""
    return tuple(
        (
            tuple(columns * up + column for up in range(row - 1, -1, -1)),
            tuple(columns * row + right for right in range(column + 1, columns)),
            tuple(columns * down + column for down in range(row + 1, rows)),
            tuple(columns * row + left for left in range(column - 1, -1, -1)),
        )
        for row in range(rows)
        for column in range(columns)
    )


SHELF: Final = Shelf(GAME_ID, "engineshed.games.planet_steam", read_board)
load_board = SHELF.load
