"""What is in the box besides the maps: contracts, city tiles, track tiles, and the numbers of the rules."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec

from engineshed.core.datafile import Basis, convert, flat_blocks, packaged_text, parse_toml, read_toml
from engineshed.core.errors import BadFileError, shown
from engineshed.games.steam_power.rules.troubles import trouble
from engineshed.rail.faces import Face, FaceLine, check_faces, read_face

TileName = Literal["black", "white", "orange", "grey", "vp"]
TILE_NAMES: Final[tuple[TileName, ...]] = get_args(TileName)
"""The kinds of city tiles: one for each good, then the VP city, which makes no goods."""

GOODS: Final = TILE_NAMES[:-1]
"""The order of goods everywhere: in demands, on city tiles, in factories."""

VP_CITY: Final = len(GOODS)
"""The number of the VP city among the kinds of city tiles."""

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]
BonusName = Literal["none", "track", "factory", "contracts"]


class Contract(msgspec.Struct, frozen=True):
    id: str
    demand: tuple[int, int, int, int]
    """Units asked for, in the order of GOODS."""
    money: int
    vp: int
    bonus: BonusName


class Stock(msgspec.Struct, frozen=True):
    """Track tiles that are all alike: laying either face takes one of them."""

    count: int
    faces: tuple[Face, ...]


class Solo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    trains_in_bag: Positive
    turns: Positive
    vp_per_company: Count


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules' numbers; ``numbers.toml`` says what each means."""

    start_money: Count
    start_contracts: Count
    actions: Positive
    tiles_per_action: Positive
    terrain_cost: tuple[Count, Count, Count]
    """By Terrain: plain, hill, mountain."""
    crossing_cost: Count
    factory_goods: Positive
    bonus_goods: tuple[Positive, Positive]
    factory_fee: Count
    link_fee: Count
    bank_price: Count
    contracts_drawn: Positive
    take_money: Positive
    targets: dict[int, Positive]
    """Completed contracts that end the game, by number of players."""
    vp_city: Count
    factory_vp: Count
    money_per_vp: Positive
    trains: Positive
    factories: Positive
    goods_per_colour: Positive
    bank: Positive
    solo: Solo


# -- contracts ---------------------------------------------------------------------------------------------------

CONTRACT_IDS: Final = tuple(f"{letter}{number}" for letter in "ABCD" for number in range(1, 13))
CONTRACT_OF: Final[dict[str, int]] = {id_: number for number, id_ in enumerate(CONTRACT_IDS)}
"""A contract's number by its id."""
LETTERS: Final = "BWOG"
"""The goods' letters in a demand, in the order of GOODS."""


class _ContractLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    demand: str
    money: Count
    vp: Count
    bonus: BonusName


class _ContractFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    contracts: tuple[_ContractLine, ...]


def read_contracts(text: str, source: str) -> tuple[Contract, ...]:
    lines = read_toml(text, source, _ContractFile).contracts
    if len(lines) != len(CONTRACT_IDS):
        raise BadFileError(source, "contracts", trouble("contract-count"), right=len(CONTRACT_IDS), given=len(lines))
    for number, (line, right) in enumerate(zip(lines, CONTRACT_IDS, strict=True), 1):
        if line.id != right:
            raise BadFileError(source, f"contracts {number}", trouble("contract-id"), right=right, given=shown(line.id))
    return tuple(Contract(line.id, _demand(line, source), line.money, line.vp, line.bonus) for line in lines)


def _demand(line: _ContractLine, source: str) -> tuple[int, int, int, int]:
    if not 1 <= len(line.demand) <= 6 or line.demand.strip(LETTERS):
        raise BadFileError(source, f"contracts {line.id}, demand", trouble("demand"), given=shown(line.demand))
    black, white, orange, grey = (line.demand.count(letter) for letter in LETTERS)
    return black, white, orange, grey


# -- city tiles --------------------------------------------------------------------------------------------------


class _TileCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    black: Count
    white: Count
    orange: Count
    grey: Count
    vp: Count


class _CityTileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    tiles: _TileCounts


def read_city_tiles(text: str, source: str) -> tuple[int, ...]:
    """How many tiles there are of each good's cities, then of VP cities."""
    return msgspec.structs.astuple(read_toml(text, source, _CityTileFile).tiles)


# -- track tiles -------------------------------------------------------------------------------------------------


class _StockBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    count: Positive
    faces: tuple[FaceLine, ...]


class _TrackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stock: tuple[_StockBlock, ...]


def read_stocks(text: str, source: str) -> tuple[Stock, ...]:
    blocks = read_toml(text, source, _TrackFile).stock
    stocks = tuple(Stock(block.count, tuple(read_face(line, source) for line in block.faces)) for block in blocks)
    check_faces([face for stock in stocks for face in stock.faces], source)
    return stocks


# -- numbers -----------------------------------------------------------------------------------------------------


def read_numbers(text: str, source: str) -> Numbers:
    """The keys of all blocks together; only the solo game's stay in a separate block."""
    numbers = convert(flat_blocks(parse_toml(text, source), source, whole=("solo",)), Numbers, source)
    _check_numbers(numbers, source)
    return numbers


def _check_numbers(numbers: Numbers, source: str) -> None:
    if sorted(numbers.targets) != [2, 3, 4, 5]:
        raise BadFileError(source, "targets", trouble("targets"))
    fewest, most = numbers.bonus_goods
    if fewest > most:
        raise BadFileError(source, "bonus_goods", trouble("bonus-goods"), fewest=fewest, most=most)


# -- what is the same at every table -----------------------------------------------------------------------------


def _text(name: str) -> str:
    return packaged_text("engineshed.games.steam_power", "data", name)


CITY_TILES: Final = read_city_tiles(_text("city_tiles.toml"), "city_tiles.toml")
"""How many city tiles there are of each good, then (VP_CITY) of VP cities."""

NUMBERS: Final = read_numbers(_text("numbers.toml"), "numbers.toml")
