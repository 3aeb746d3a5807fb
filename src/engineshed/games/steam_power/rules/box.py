"""The box of a table: contracts and track tiles, which are known only from pictures, so their files can be corrected.

Tables with the same corrections share one box (``core.corrections``). Everything else in the box is printed in the
rulebook, and so the same at every table (``components``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engineshed.core.corrections import Data
from engineshed.games.steam_power.rules.components import GOODS, Contract, Stock
from engineshed.games.steam_power.rules.datafiles import CONTRACTS, FILES, TRACK_TILES, contracts_in, stocks_in
from engineshed.rail.faces import WAY_OF, WAYS

FIRST_CROSSING: Final = len(WAYS) + 1
"""The first code of a tile with two ways."""


class TileSet:
    """Tile codes: 0 no tile, 1 to 15 the simple tile with way ``code - 1``, from ``FIRST_CROSSING`` two ways."""

    def __init__(self, stocks: tuple[Stock, ...]) -> None:
        self.counts = tuple(stock.count for stock in stocks)
        self.ways: list[tuple[int, ...]] = [(), *((way,) for way in range(len(WAYS)))]
        self.stock_of = [-1] * FIRST_CROSSING
        self.name_of = [""] * FIRST_CROSSING
        self.crossing = [[0] * len(WAYS) for _ in WAYS]
        """``crossing[kept][new]`` is the code of the crossing tile with these two ways, or 0."""
        for number, stock in enumerate(stocks):
            for face in stock.faces:
                for laid in face.rotations():
                    self._add(number, face.name, laid)
        self.simple = self.stock_of[WAY_OF[0, 3] + 1]
        """The stock of the simple tiles that can be crossed, straight or wide."""

    def _add(self, stock: int, name: str, laid: tuple[int, ...]) -> None:
        if len(laid) == 1:
            self.stock_of[laid[0] + 1] = stock
            self.name_of[laid[0] + 1] = name
            return
        a, b = laid
        self.crossing[a][b] = self.crossing[b][a] = len(self.ways)
        self.ways.append(laid)
        self.stock_of.append(stock)
        self.name_of.append(name)

    def code(self, ways: tuple[int, ...]) -> int:
        """The tile with exactly these ways (one or two); 0 when there is none."""
        return ways[0] + 1 if len(ways) == 1 else self.crossing[ways[0]][ways[1]]


class Box:
    def __init__(self, contracts: tuple[Contract, ...], stocks: tuple[Stock, ...]) -> None:
        self.contracts, self.stocks, self.tiles = contracts, stocks, TileSet(stocks)
        self.demands = tuple(contract.demand for contract in contracts)
        self.most = tuple(max(demand[colour] for demand in self.demands) for colour in range(len(GOODS)))
        """The most goods of each colour that any contract asks for."""


@lru_cache(maxsize=16)
def box_of(data: Data) -> Box:
    """The box of a table with this option; () is the box as it comes with the game."""
    texts = FILES.box_texts(data)
    return Box(contracts_in(texts[CONTRACTS]), stocks_in(texts[TRACK_TILES]))
