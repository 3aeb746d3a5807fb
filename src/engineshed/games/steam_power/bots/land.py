"""A board as a builder sees it: prices, ways through hexes, and how far apart its places are."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from engineshed.games.steam_power.rules.board import Board, Terrain, load_board
from engineshed.games.steam_power.rules.components import NUMBERS, STOCKS
from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import NOWHERE

NEVER = 1 << 20
"""The price of building where nothing can be built."""

DOLLAR_EFFORT = 0.3
"""Actions that a dollar for terrain stands for: money is taken three dollars at a time."""

Exit = tuple[int, int, int]
"""Out of a hex: by which way, at which edge, and into which hex."""

SIMPLE_STOCK: dict[int, int] = {}
"""The stock of the simple tile with this way."""
CROSSING_STOCK: dict[tuple[int, int], int] = {}
"""The stock of the crossing tile with these two ways, in either order; ways that are not here cannot cross."""
for _number, _stock in enumerate(STOCKS):
    for _laid in (laid for face in _stock.faces for laid in face.rotations()):
        if len(_laid) == 1:
            SIMPLE_STOCK[_laid[0]] = _number
        else:
            CROSSING_STOCK[_laid[0], _laid[1]] = CROSSING_STOCK[_laid[1], _laid[0]] = _number


class Land:
    """Everything about a board that building needs and no game changes."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.price = tuple(
            NUMBERS.terrain_cost[terrain] if terrain <= Terrain.MOUNTAIN else NEVER for terrain in board.terrain
        )
        self.exits = tuple(tuple(self._exits(hex_, entry) for entry in range(6)) for hex_ in range(len(board.grid)))
        """``exits[hex][entry]``: ways from this edge to land or to a city."""
        self.efforts = tuple(self._efforts_from(place) for place in range(len(board.places)))
        """``efforts[a][b]``: actions for track from place a to place b where nobody has built yet."""

    def _exits(self, hex_: int, entry: int) -> tuple[Exit, ...]:
        if self.price[hex_] == NEVER:
            return ()
        found = []
        for way, ends in enumerate(WAYS):
            if entry not in ends:
                continue
            end = sum(ends) - entry
            beyond = self.board.grid.neighbours[hex_][end]
            if beyond != NOWHERE and self.board.terrain[beyond] != Terrain.WATER:
                found.append((way, end, beyond))
        return tuple(found)

    def _efforts_from(self, place: int) -> tuple[float, ...]:
        """Cities on the way cost nothing: a link to each of them has to be finished anyway."""
        board = self.board
        nearest = [float(NEVER)] * len(board.grid)
        queue = [(0.0, board.city_hex[city]) for city in board.places[place]]
        for effort, hex_ in queue:
            nearest[hex_] = effort
        while queue:
            effort, here = heappop(queue)
            for there in board.grid.neighbours[here]:
                if there == NOWHERE:
                    continue
                further = effort + self._tile_effort(there)
                if further < nearest[there]:
                    nearest[there] = further
                    heappush(queue, (further, there))
        return tuple(min(nearest[board.city_hex[city]] for city in cities) for cities in board.places)

    def _tile_effort(self, hex_: int) -> float:
        if self.board.city_at[hex_] >= 0:
            return 0.0
        return 1 / NUMBERS.tiles_per_action + self.price[hex_] * DOLLAR_EFFORT


@lru_cache(maxsize=16)
def land_of(map_name: str) -> Land:
    """The land of a map; ``map_name`` is a map's id or the text of a map file."""
    return Land(load_board(map_name))
