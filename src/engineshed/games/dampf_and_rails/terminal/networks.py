"""Networks in words: which places a player's track joins, and where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engineshed.games.dampf_and_rails.rules.board import NOWHERE, Board
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.networks import network_of
from engineshed.games.dampf_and_rails.rules.view import PlayerView, View
from engineshed.games.dampf_and_rails.rules.viewing import ferries_of, rails_of

ARROW = "→"


def members(view: View) -> dict[int, list[int]]:
    """The mileposts of all networks, each with the seats that have it."""
    found: dict[int, list[int]] = {}
    box, rails, ferries = box_of(view.options.data), rails_of(view), ferries_of(view)
    for seat, player in enumerate(view.players):
        start = NOWHERE if player.start is None else player.start
        for post in network_of(box, rails, ferries, seat, start).members:
            found.setdefault(post, []).append(seat)
    return found


def connections(board: Board, player: PlayerView) -> Iterator[str]:
    """``Odense–Nyborg 3`` joins two places, ``Odense → K14 2`` ends somewhere."""
    ways = _ways(board, player)
    places = [post for post in ways if board.place_at[post] != NOWHERE]
    ended: list[int] = []
    for start in places:
        for post, steps in _until_places(board, ways, start).items():
            if board.place_at[post] != NOWHERE and start < post:
                yield f"{board.names[start]}–{board.names[post]} {steps}"
            elif board.place_at[post] == NOWHERE and len(ways[post]) == 1 and post not in ended:
                ended.append(post)
                yield f"{board.names[start]} {ARROW} {board.names[post]} {steps}"


def _ways(board: Board, player: PlayerView) -> dict[int, list[int]]:
    """Where a player's track leads from each milepost; a hexagon is one milepost, its middle."""
    ways: dict[int, list[int]] = {}
    for section in player.sections:
        first, second = (_middle(board, post) for post in board.ends[section])
        ways.setdefault(first, []).append(second)
        ways.setdefault(second, []).append(first)
    return ways


def _middle(board: Board, post: int) -> int:
    place = board.place_at[post]
    return post if place == NOWHERE else board.places[place].at


def _until_places(board: Board, ways: dict[int, list[int]], start: int) -> dict[int, int]:
    """The number of steps to each milepost up to the next places, and to those places."""
    steps = {start: 0}
    waiting = [start]
    for here in waiting:
        if here == start or board.place_at[here] == NOWHERE:
            for there in ways[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
    del steps[start]
    return steps


@lru_cache(maxsize=64)
def steps_to(board: Board, town: int) -> dict[int, int]:
    """The steps from every milepost to a place, if there were track everywhere; a ferry counts as one step."""
    across: dict[int, list[int]] = {}
    for ferry in board.ferries:
        for here, there in (ferry.ports, ferry.ports[::-1]):
            across.setdefault(here, []).append(there)
    steps = {board.places[town].at: 0}
    waiting = list(steps)
    for here in waiting:
        for there in (*(post for post, _ in board.around[here]), *across.get(here, ())):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps
