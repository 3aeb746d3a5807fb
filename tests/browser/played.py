"""Tables at any position of a playthrough, without waiting for bots to get there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
from playwright.sync_api import Page

from engineshed.core.contract import Seat
from engineshed.core.record import record_of, write_record
from engineshed.core.table import Table
from engineshed.testing.playthrough import all_cases, file_name, replayed
from tests.browser.at_table import BOT, ME, origin_of, see, send

Now = dict[str, Any]

_imported: dict[tuple[str, str], str] = {}
"""The tables of whole games, by server and game. Each is imported once."""


@cache
def _game(name: str) -> Table[Any, Any, Any]:
    return replayed(next(case for case in all_cases() if file_name(case) == f"{name}.txt")).table


def import_game(page: Page, name: str) -> str:
    """The whole game as a finished table, which may be somebody else's."""
    known = (origin_of(page), name)
    if known not in _imported:
        _imported[known] = import_mine(page, name)
    return _imported[known]


def import_mine(page: Page, name: str) -> str:
    """Imports the whole game as a finished table of the page's guest."""
    record = msgspec.json.decode(write_record(record_of(_game(name))))
    return str(send(page, "POST", "records", record)["id"])


def create_table_at(
    page: Page, name: str, there: Callable[[Now], bool], other: dict[str, str] = BOT, share: float = 0.5
) -> tuple[str, Now]:
    """A table in a position that fits, with the guest on the active seat.

    The search starts at this share of the game and goes backwards first, then forwards.
    """
    game = _game(name)
    ply, seat = next(found for found in _asked(game, share) if there(_seen(game, *found)))
    seats = [ME if place == seat else other for place in range(game.seats)]
    table: str = send(page, "POST", f"tables/{import_game(page, name)}/fork/{ply}", {"seats": seats})["id"]
    return table, see(page, table)


def _asked(game: Table[Any, Any, Any], share: float) -> Iterator[tuple[int, Seat]]:
    """All plies at which a player is to act, each with the active seat."""
    start = int((game.ply - 1) * share)
    for ply in (*range(start, -1, -1), *range(start + 1, game.ply)):
        (seat, *_) = game.game.rules.to_act(game.states[ply])
        if seat >= 0:
            yield ply, seat


def _seen(game: Table[Any, Any, Any], ply: int, seat: Seat) -> Now:
    state, rules, boards = game.states[ply], game.game.rules, game.game.boards
    legal = [{"move": move, "hint": boards.hint(state, move)} for move in rules.legal(state, seat)]
    now = {"seat": seat, "view": rules.view(state, seat), "hints": boards.hints(state, seat), "legal": legal}
    return msgspec.json.decode(msgspec.json.encode(now), type=Now)
