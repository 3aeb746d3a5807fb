"""A board as a builder sees it: prices, ways through hexes, and how far apart its places are."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from engineshed.games.steam_power.rules.for_bots import NEVER, NUMBERS, Ground, Options, ground_of
from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import NOWHERE, opposite

Exit = tuple[int, int, int, int]
"""A way out of a hex: which way, across which edge, into which hex, and across which edge of that."""


class Land:
    """Everything that building needs to know about a board and that never changes."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.board, self.price = ground, ground.board, ground.price
        self.exits = tuple(tuple(self._exits(hex_, entry) for entry in range(6)) for hex_ in range(ground.size))
        """``exits[hex][entry]``: ways from this edge to land or to a city; ``arrivals``: only those to a city."""
        city_at = ground.board.city_at
        self.arrivals = tuple(
            tuple(tuple(out for out in exits if city_at[out[2]] >= 0) for exits in entries) for entries in self.exits
        )
        self.tiles_to_city = self._tiles_to_city()
        """For each hex, how many tiles it takes from there to a city, its own included."""
        self.codes = tuple(ground.tiles.code((way,)) for way in range(len(WAYS)))
        """For each way, the tile that has no other."""

    def efforts(self, dollar_effort: float) -> tuple[tuple[float, ...], ...]:
        """``efforts[a][b]``: actions needed for track from place a to place b on an empty map."""
        tiles = [self._tile_effort(hex_, dollar_effort) for hex_ in range(len(self.price))]
        return tuple(self._efforts_from(place, tiles) for place in range(len(self.board.places)))

    def _tiles_to_city(self) -> list[int]:
        board = self.board
        tiles = [NEVER] * len(board.grid)
        reached = list(board.city_hex)
        for hex_ in reached:
            tiles[hex_] = 0
        for hex_ in reached:
            for beside in board.grid.neighbours[hex_]:
                if beside != NOWHERE and tiles[beside] == NEVER:
                    tiles[beside] = tiles[hex_] + 1
                    reached.append(beside)
        return tiles

    def _exits(self, hex_: int, entry: int) -> tuple[Exit, ...]:
        if self.price[hex_] == NEVER:
            return ()
        neighbours, leads_on = self.board.grid.neighbours[hex_], self.ground.open_edges[hex_]
        ends = [(way, sum(edges) - entry) for way, edges in enumerate(WAYS) if entry in edges]
        return tuple((way, end, neighbours[end], opposite(end)) for way, end in ends if leads_on >> end & 1)

    def _efforts_from(self, place: int, tiles: list[float]) -> tuple[float, ...]:
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
                further = effort + tiles[there]
                if further < nearest[there]:
                    nearest[there] = further
                    heappush(queue, (further, there))
        return tuple(min(nearest[board.city_hex[city]] for city in cities) for cities in board.places)

    def _tile_effort(self, hex_: int, dollar_effort: float) -> float:
        if self.board.city_at[hex_] >= 0:
            return 0.0
        return 1 / NUMBERS.tiles_per_action + self.price[hex_] * dollar_effort


@lru_cache(maxsize=16)
def land_of(options: Options) -> Land:
    return Land(ground_of(options.map, options.data))


@lru_cache(maxsize=16)
def efforts_of(options: Options, dollar_effort: float) -> tuple[tuple[float, ...], ...]:
    return land_of(options).efforts(dollar_effort)
