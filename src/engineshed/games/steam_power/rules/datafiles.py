"""The files of the box that can be corrected, which of their values the rulebooks print, and what would be odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from engineshed.core.corrections import ENDING, MAPS, Corrections, Texts
from engineshed.core.errors import BadFileError
from engineshed.games.steam_power.rules.board import SHELF
from engineshed.games.steam_power.rules.components import Contract, Stock, read_contracts, read_stocks
from engineshed.games.steam_power.rules.troubles import trouble
from engineshed.rail.faces import WAYS, face_place

CONTRACTS: Final = "contracts.toml"
TRACK_TILES: Final = "track_tiles.toml"


def contracts_in(text: str) -> tuple[Contract, ...]:
    return read_contracts(text, CONTRACTS)


def stocks_in(text: str) -> tuple[Stock, ...]:
    stocks = read_stocks(text, TRACK_TILES)
    _check_stocks(stocks)
    return stocks


# -- what the rulebooks print --------------------------------------------------------------------------------------

PRINTED_STOCKS: Final = (
    (80, ("straight", "wide")),
    (10, ("tight", "straight-crossing")),
    (10, ("curve-crossing", "mixed-crossing")),
)
"""How many tiles there are of each stock, and what is on their two faces."""
TIGHT: Final = 1
WIDE: Final = 2
STRAIGHT: Final = 3
"""A track by how many edges apart its ends are."""
SHAPES: Final = {
    "straight": [STRAIGHT],
    "wide": [WIDE],
    "tight": [TIGHT],
    "straight-crossing": [STRAIGHT, STRAIGHT],
    "curve-crossing": [WIDE, WIDE],
    "mixed-crossing": [WIDE, STRAIGHT],
}
"""The tracks on each face, by its name."""


def _check_stocks(stocks: tuple[Stock, ...]) -> None:
    found, wanted = len(stocks), len(PRINTED_STOCKS)
    if found != wanted:
        raise BadFileError(TRACK_TILES, "stock", trouble("stock-count"), found=found, wanted=wanted)
    for number, (stock, (count, names)) in enumerate(zip(stocks, PRINTED_STOCKS, strict=True), 1):
        _check_printed(f"stock {number}, count", str(stock.count), str(count))
        _check_printed(f"stock {number}, faces", ", ".join(face.name for face in stock.faces), ", ".join(names))
        for face in stock.faces:
            if sorted(map(_bend, face.ways)) != SHAPES[face.name]:
                place = face_place(face.name)
                raise BadFileError(TRACK_TILES, place, trouble("shape"), printed=f"@shape.{face.name}")


def _check_printed(place: str, found: str, printed: str) -> None:
    if found != printed:
        raise BadFileError(TRACK_TILES, place, trouble("printed"), found=found, printed=printed)


def _bend(way: int) -> int:
    a, b = WAYS[way]
    return min(b - a, 6 - (b - a))


# -- what would be odd ---------------------------------------------------------------------------------------------

REWARDS: Final = {"track": (2, 2), "factory": (3, 3), "contracts": (3, 3), "none": (0, 5)}
"""Money and points that go with each bonus, in all sources."""
GOODS_ASKED: Final = {"track": 3, "factory": 4, "contracts": 4, "none": 4}


def _judge(name: str, texts: Texts) -> Iterable[BadFileError]:
    if name == CONTRACTS:
        return _contract_doubts(contracts_in(texts[CONTRACTS]))
    if name == TRACK_TILES:
        stocks_in(texts[TRACK_TILES])
        return ()
    return _map_doubts(name, texts[name])


def _contract_doubts(contracts: tuple[Contract, ...]) -> Iterator[BadFileError]:
    for contract in contracts:
        place, money, vp, goods = f"contracts {contract.id}", contract.money, contract.vp, sum(contract.demand)
        usual_money, usual_vp = REWARDS[contract.bonus]
        if (money, vp) != (usual_money, usual_vp):
            usual = f"${usual_money}, {usual_vp}"
            yield BadFileError(CONTRACTS, place, trouble("doubt-reward"), found=f"${money}, {vp}", usual=usual)
        asked = GOODS_ASKED[contract.bonus]
        if goods != asked:
            yield BadFileError(CONTRACTS, place, trouble("doubt-demand"), goods=goods, usual=asked)


def _map_doubts(name: str, text: str) -> Iterator[BadFileError]:
    """A corrected map of the box has the same cities, in the same number."""
    known, found = SHELF.load(PurePosixPath(name).stem), SHELF.read(text, name)
    if found.id != known.id:
        raise BadFileError(name, "id", "map.other-id", name=known.id, found=found.id)
    for city in known.cities:
        if city not in found.cities:
            yield BadFileError(name, "cities", trouble("doubt-city-gone"), city=city)
    for city in found.cities:
        if city not in known.cities:
            yield BadFileError(name, "cities", trouble("doubt-city-new"), city=city)


FILES: Final = Corrections(
    "engineshed.games.steam_power",
    (CONTRACTS, TRACK_TILES, *(f"{MAPS}{name}{ENDING}" for name in SHELF.packaged)),
    _judge,
)
