"""A service for tests: a clock that counts, guests, tables, and random play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

from engineshed.core.contract import Seat
from engineshed.core.errors import Trouble
from engineshed.core.registry import make_bot
from engineshed.core.rng import Rng
from engineshed.core.words import ENGLISH, Message
from engineshed.server import guests, play, replay, tables
from engineshed.server.live import Live
from engineshed.server.messages import NewTable, Played, SeatWish
from engineshed.server.postgres import PostgresStore
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store
from engineshed.server.web.problems import problem_of
from engineshed.server.workers import BotFailedError, Task, Workers

T = TypeVar("T")

GAME_ID = "steam-power"
ME, OPEN, BOT = SeatWish("me"), SeatWish("open"), SeatWish("bot", "random")


PATIENCE = 60.0
"""Seconds after which a test fails, because something waits forever."""


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def counting_clock() -> Any:
    """Advances by a second every time it is read, so that later events have later times."""
    ticks = count(1_000_000_000)
    return lambda: float(next(ticks))


def counted_seeds() -> Any:
    """Seeds that look like real ones and are the same in every run."""
    numbers = count()
    return lambda: f"{Rng('seed', next(numbers)).word():032x}"


def opened_store(place: str | Path) -> Store:
    return PostgresStore(place) if isinstance(place, str) and place.startswith("postgresql:") else SQLiteStore(place)


@asynccontextmanager
async def opened(path: str | Path = ":memory:") -> AsyncIterator[Service]:
    """A service that creates the same tables in every run; on a file, or on the database at a URL."""
    store, seeds = opened_store(path), counted_seeds()
    try:
        with patch.object(tables, "new_seed", seeds), patch.object(replay, "new_seed", seeds):
            yield Service(store, counting_clock())
    finally:
        await store.close()


class AtOnce(Workers):
    """Workers without processes: bots think in the threads that otherwise wait for their answers."""

    def __init__(self, count: int = 1) -> None:
        super().__init__(count)
        self.done: list[Task] = []
        """What they were asked."""

    def _ask(self, task: Task) -> Any:
        self.done.append(task)
        answer = task.answer(make_bot, monotonic() + PATIENCE, {})
        if isinstance(answer, str):
            raise BotFailedError(answer)
        return answer


class Refusal:
    """How the service refused something; filled in after the block."""

    message: Message
    text: str


@contextmanager
def refused(code: str, message: str) -> Iterator[Refusal]:
    """Assert that the block is refused with this code and this message: an id under ``house``, or a full id."""
    refusal = Refusal()
    with pytest.raises((ServiceError, Trouble)) as caught:
        yield refusal
    problem = problem_of(caught.value, ENGLISH)
    assert (problem.code, problem.message.id) == (code, message if "." in message else f"house.{message}")
    refusal.message, refusal.text = problem.message, problem.text


async def new_guest(service: Service, name: str = "Ada") -> Guest:
    guest, _ = await guests.welcome(service, name, "en")
    return guest


async def new_table(service: Service, guest: Guest, *seats: SeatWish, game: str = GAME_ID, **wishes: Any) -> str:
    """A table with these seats; if none are given, the guest holds both."""
    return (await tables.create(service, guest, NewTable(game, list(seats or (ME, ME)), **wishes))).id


async def live(service: Service, table_id: str) -> Live:
    return (await service.table(table_id)).live


async def acting(service: Service, table_id: str) -> Seat:
    return (await live(service, table_id)).to_act()[0]


async def some_move(service: Service, table_id: str, luck: str = "luck") -> Any:
    """A legal move of the seat to act; always the same one at the same ply."""
    now = await live(service, table_id)
    return Rng(luck, now.ply).choice(list(now.game.rules.legal(now.state, now.to_act()[0])))


async def play_one(service: Service, guest: Guest, table_id: str, wanted: Any = None, key: str | None = None) -> Played:
    """Play a move for the seat to act, a random one if none is given; the guest must hold that seat."""
    now = await live(service, table_id)
    wanted = await some_move(service, table_id) if wanted is None else wanted
    return await play.move(service, guest, table_id, now.to_act()[0], wanted, now.ply, key)


async def play_on(service: Service, guest: Guest, table_id: str, plies: int = 10_000) -> None:
    """Random play until the log has this many entries or the game is over."""
    while (now := await live(service, table_id)).row.state == "running" and now.ply < plies:
        await play_one(service, guest, table_id)


async def play_until(service: Service, guest: Guest, table_id: str, kind: str) -> Any:
    """Random play until a move of this kind is legal; returns the move."""
    while (now := await live(service, table_id)).row.state == "running":
        for move in now.game.rules.legal(now.state, now.to_act()[0]):
            if type(move).__name__ == kind:
                return move
        await play_one(service, guest, table_id)
    raise AssertionError(f"nobody could play {kind} in this game")


async def three_players(service: Service) -> tuple[str, list[Guest]]:
    players = [await new_guest(service, name) for name in ("Ada", "Bob", "Cleo")]
    created = await tables.create(service, players[0], NewTable(GAME_ID, [ME, OPEN, OPEN]))
    for seat in (1, 2):
        await tables.claim(service, players[seat], created.id, created.links[seat])
    return created.id, players


async def play_together(service: Service, players: list[Guest], table: str, plies: int) -> None:
    """Random play by the guests whose turn it is, with some undos."""
    while (now := await live(service, table)).ply < plies and now.row.state == "running":
        seat = now.to_act()[0]
        if now.can_take_back(seat) and Rng("regret", now.ply).below(4) == 0:
            await play.undo(service, players[seat], table, seat, now.ply, None, whole_turn=now.ply % 2 == 0)
        else:
            await play_one(service, players[seat], table)
