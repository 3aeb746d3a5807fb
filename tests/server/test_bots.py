"""Bots at the tables: they keep the game going, whatever happens to bots, guests, the disk or the server."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest

from engineshed.bots.random import RandomBot
from engineshed.core.contract import Seat
from engineshed.core.registry import game_ids, make_bot
from engineshed.core.rng import Rng
from engineshed.server import absence
from engineshed.server.bots import Bots, question_at
from engineshed.server.live import Live
from engineshed.server.messages import SeatWish
from engineshed.server.rows import Event, SeatRow
from engineshed.server.service import Service
from engineshed.server.store import Store, StoreDownError
from engineshed.server.timekeeper import Timekeeper
from engineshed.server.web.routes import games
from engineshed.server.workers import FindBot, Question, Workers
from tests.server.loop import in_loop
from tests.server.play import GAME_ID, live, new_guest, new_table, opened, play_one, refused
from tests.server.strange_bots import greedy_is, greedy_spies
from tests.server.web import Visitor, web

ME, GREEDY, RANDOM = SeatWish("me"), SeatWish("bot", "greedy"), SeatWish("bot", "random")
LONG = 60
"""Seconds after which a test has failed; none should take that long."""


@asynccontextmanager
async def playing(service: Service, workers: Workers) -> AsyncIterator[Bots]:
    bots, timekeeper = Bots(service, workers, retry=0.02), Timekeeper(service, retry=0.02)
    bots.start()
    timekeeper.start()
    try:
        yield bots
    finally:
        await timekeeper.stop()
        await bots.stop()


@asynccontextmanager
async def service_with_bots(
    path: Path, *, find_bot: FindBot = make_bot, patience: float = LONG
) -> AsyncIterator[tuple[Service, Bots]]:
    async with (
        opened(path) as service,
        playing(service, Workers(1, patience=patience, find_bot=find_bot)) as bots,
    ):
        yield service, bots


async def until(service: Service, table_id: str, when: Callable[[Live], bool]) -> Live:
    """The table, as soon as the condition is true."""
    seated = await service.table(table_id)
    changed = asyncio.Event()
    seated.listeners.append(lambda _ply: changed.set())
    async with asyncio.timeout(LONG):
        while not when(seated.live):
            changed.clear()
            await changed.wait()
    return seated.live


async def idle(bots: Bots) -> None:
    async with asyncio.timeout(LONG):
        while bots._tasks:
            await asyncio.sleep(0.01)


def over(now: Live) -> bool:
    return now.row.state == "over"


async def is_unchanged_for(service: Service, table_id: str, seconds: float) -> bool:
    before = (await live(service, table_id)).ply
    await asyncio.sleep(seconds)
    return (await live(service, table_id)).ply == before


class Quick(Workers):
    """Answers with random moves in this process, and counts how many questions are open at once."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thinking = self.most = self.asked = 0

    async def choose(self, question: Question) -> Any:
        self.asked += 1
        self.thinking += 1
        self.most = max(self.most, self.thinking)
        try:
            await asyncio.sleep(0)
            return RandomBot().choose(question.ask())
        finally:
            self.thinking -= 1


# -- whole games ----------------------------------------------------------------------------------------------------


@in_loop
async def test_four_bots_play_to_the_end(tmp_path: Path) -> None:
    async with service_with_bots(tmp_path / "house.db") as (service, bots):
        table_id = await new_table(service, await new_guest(service), GREEDY, RANDOM, GREEDY, RANDOM)
        ended = await until(service, table_id, over)
        assert ended.row.result is not None
        await idle(bots)
        log = await service.store.events(table_id)
        assert [event.ply for event in log] == list(range(1, ended.ply + 1))


@in_loop
async def test_many_tables_are_played_at_once_with_one_question_each() -> None:
    workers = Quick()
    async with opened() as service, playing(service, workers) as bots:
        ada = await new_guest(service)
        created = [await new_table(service, ada, RANDOM, RANDOM) for _ in range(5)]
        for table_id in created * 20:
            bots.wake(table_id)
        assert len(bots._tasks) <= len(created)
        for table_id in created:
            await until(service, table_id, over)
        assert workers.most <= len(created)


@in_loop
async def test_a_restart_does_not_change_what_the_bots_play(tmp_path: Path) -> None:
    """A bot's choice depends only on seed, seat and moves, so the log can be computed again without the server."""
    path = tmp_path / "house.db"
    async with service_with_bots(path) as (service, _):
        table_id = await new_table(service, await new_guest(service), RANDOM, RANDOM)
        await until(service, table_id, lambda now: now.ply > 30)
    async with service_with_bots(path) as (service, _):
        assert not over(await live(service, table_id))
        ended = await until(service, table_id, over)
        log = await service.store.events(table_id)
    now = Live(ended.game, ended.row, ended.seats, None)
    for event in log:
        if event.seat >= 0:
            expected = RandomBot().choose(question_at(now, Seat(event.seat), "random").ask())
            assert event.text == now.game.speech.write(now.state, expected)
        now.follow([event])


@in_loop
async def test_a_restart_does_not_open_tables_where_people_are_to_move(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with opened(path) as service:
        ada = await new_guest(service)
        for _ in range(3):
            await new_table(service, ada, ME, ME)
    async with opened(path) as service, playing(service, Quick()) as bots:
        assert bots._searching is not None
        await bots._searching
        assert not service._tables


# -- bots that fail -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strange", ["hanging", "raising", "dying", "cheating"])
@in_loop
async def test_a_bot_that_fails_loses_its_turn_but_the_game_continues(
    tmp_path: Path, strange: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    patience = 0.1 if strange == "hanging" else LONG
    async with service_with_bots(tmp_path / "house.db", find_bot=greedy_is(strange), patience=patience) as (service, _):
        table_id = await new_table(service, await new_guest(service), GREEDY, GREEDY)
        created = await live(service, table_id)
        await until(service, table_id, lambda now: now.ply >= created.ply + 3)
    logged = [record.getMessage() for record in caplog.records]
    assert len(logged) >= 3
    assert all(line.startswith("the bot greedy of steam-power loses a turn: ") for line in logged)
    assert not any(secret in line for line in logged for secret in (created.row.seed, table_id, "View("))


# -- guests who go and come back ------------------------------------------------------------------------------------


async def away_and_to_act(service: Service, pace: float) -> tuple[Any, str, int]:
    """A table where a guest holds both seats and has left the one whose turn it is."""
    ada = await new_guest(service)
    table_id = await new_table(service, ada, ME, ME, pace=pace)
    seat = int((await live(service, table_id)).to_act()[0])
    await absence.leave(service, ada, table_id, seat)
    return ada, table_id, seat


@in_loop
async def test_a_bot_plays_for_a_guest_only_while_they_are_away() -> None:
    async with opened() as service, playing(service, Quick()) as bots:
        ada = await new_guest(service)
        table_id = await new_table(service, ada, ME, RANDOM, pace=0.01)
        await until(service, table_id, lambda now: now.to_act() == (0,))
        assert await is_unchanged_for(service, table_id, 0.05)
        left = await live(service, table_id)
        await absence.leave(service, ada, table_id, 0)
        await until(service, table_id, lambda now: now.ply > left.ply)
        await absence.come_back(service, ada, table_id, 0)
        back = await until(service, table_id, lambda now: now.to_act() == (0,))
        await idle(bots)
        assert await is_unchanged_for(service, table_id, 0.05)
        await play_one(service, ada, table_id)
        assert (await live(service, table_id)).ply > back.ply


@in_loop
async def test_a_bot_waits_at_the_pace_of_the_table_and_does_not_move_once_the_guest_is_back() -> None:
    async with opened() as service, playing(service, Quick()):
        ada, table_id, seat = await away_and_to_act(service, pace=0.1)
        assert await is_unchanged_for(service, table_id, 0.03)
        await absence.come_back(service, ada, table_id, seat)
        assert await is_unchanged_for(service, table_id, 0.2)


@in_loop
async def test_a_bots_move_is_dropped_if_the_guest_comes_back_first() -> None:
    async with opened() as service, playing(service, Quick()) as bots:
        ada, table_id, seat = await away_and_to_act(service, pace=0.03)
        seated = await service.table(table_id)
        async with seated.lock:
            coming = asyncio.create_task(absence.come_back(service, ada, table_id, seat))
            async with asyncio.timeout(LONG):
                while len(seated.lock._waiters or ()) < 2:  # the guest, and behind them the bot with its move
                    await asyncio.sleep(0.01)
        await coming
        await idle(bots)
        assert await is_unchanged_for(service, table_id, 0.05)


@in_loop
async def test_a_guest_who_is_away_cannot_play_at_the_same_time_as_the_bot() -> None:
    async with opened() as service, playing(service, Quick()):
        ada, table_id, seat = await away_and_to_act(service, pace=0.05)
        before = await live(service, table_id)
        with refused("conflict", "away"):
            await play_one(service, ada, table_id)
        await until(service, table_id, lambda now: now.ply > before.ply)
        await absence.come_back(service, ada, table_id, seat)
        await until(service, table_id, lambda now: not now.seats[seat].away)
        await play_one(service, ada, table_id)


@in_loop
async def test_a_bot_thinks_again_if_the_table_changes_meanwhile() -> None:
    workers = Quick()
    async with opened() as service, playing(service, workers):
        ada, table_id, seat = await away_and_to_act(service, pace=0.05)
        asked = workers.asked
        await absence.leave(service, ada, table_id, 1 - seat)
        before = await live(service, table_id)
        await until(service, table_id, lambda now: now.ply > before.ply + 2)
        assert workers.asked > asked


# -- a disk that fails ----------------------------------------------------------------------------------------------


@in_loop
async def test_bots_try_again_when_the_store_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as service:
        table_id = await new_table(service, await new_guest(service), RANDOM, RANDOM)
        for operation in ("tables_for_bots", "table", "events", "append"):
            monkeypatch.setattr(service.store, operation, failing_first(getattr(service.store, operation), times=3))
        async with playing(service, Quick()):
            async with asyncio.timeout(LONG):
                while not service._tables:  # until the bots have reached the table
                    await asyncio.sleep(0.01)
            ended = await until(service, table_id, over)
            log: list[Event] = await service.store.events(table_id)
            assert [event.ply for event in log] == list(range(1, ended.ply + 1))


def failing_first(work: Callable[..., Any], times: int) -> Callable[..., Any]:
    left = [StoreDownError("the disk is full")] * times

    async def attempt(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise left.pop()
        return await work(*args, **kwargs)

    return attempt


@pytest.mark.parametrize(("version", "game"), [(99, GAME_ID), (1, "gone")], ids=["other-version", "no-game"])
@in_loop
async def test_a_table_whose_game_is_missing_is_tried_once_and_then_left_until_the_next_start(
    version: int, game: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as service:
        row = (await live(service, await new_table(service, await new_guest(service), ME, ME))).row
        strange = msgspec.structs.replace(row, id="strange", game=game, version=version)
        await service.store.add_table(strange, [SeatRow(number, "bot", bot="random") for number in (0, 1)], ())
        asked = counted(monkeypatch, service.store, "table", "strange")
        async with playing(service, Quick()) as bots:
            assert bots._searching is not None
            await bots._searching
            await idle(bots)
            await asyncio.sleep(0.1)
    assert len(asked) == 1
    (record,) = caplog.records
    assert record.getMessage().startswith("the bots of a table wait for the next start of the server: unavailable: ")


def counted(monkeypatch: pytest.MonkeyPatch, store: Store, operation: str, wanted: str) -> list[str]:
    """A list that grows every time the store is asked for this table."""
    asked: list[str] = []
    work = getattr(store, operation)

    async def attempt(table_id: str) -> Any:
        asked.extend([table_id] if table_id == wanted else [])
        return await work(table_id)

    monkeypatch.setattr(store, operation, attempt)
    return asked


@in_loop
async def test_a_bug_stops_one_table_and_is_logged_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Quick):
        async def choose(self, question: Question) -> Any:
            raise KeyError(f"something secret: {question.view}")

    async with opened() as service, playing(service, Broken()) as bots:
        await new_table(service, await new_guest(service), RANDOM, RANDOM)
        await idle(bots)
    (record,) = caplog.records
    assert record.getMessage().startswith("the bots of a table cannot go on: KeyError in test_bots.py, line ")
    assert record.exc_info is None


# -- how well they play ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "strong", "casual", "beginner", "other"),
    [
        ("en", "Strong", "Casual", "Beginner", "Of unknown strength"),
        ("de", "Stark", "Gelegenheitsspieler", "Anfänger", "Von unbekannter Stärke"),
        ("pl", "Silny", "Okazjonalny", "Początkujący", "O nieznanej sile"),
    ],
)
def test_the_list_of_games_says_how_well_each_bot_plays(
    language: str, strong: str, casual: str, beginner: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots that can only be chosen by name are not in it."""
    monkeypatch.setattr(games, "bot_names", lambda _game: ["strong", "casual", "beginner", "random", "from elsewhere"])
    with web() as client:
        answered = Visitor(client).create_me(language=language).get("/api/games")
    listed = [
        {"bot": "strong", "level": {"id": "level.strong", "params": {}}, "text": strong},
        {"bot": "casual", "level": {"id": "level.casual", "params": {}}, "text": casual},
        {"bot": "beginner", "level": {"id": "level.beginner", "params": {}}, "text": beginner},
        {"bot": "from elsewhere", "level": {"id": "level.unknown", "params": {}}, "text": other},
    ]
    assert [game["bots"] for game in answered] == [listed] * len(game_ids())


# -- what a bot gets to see -----------------------------------------------------------------------------------------


@in_loop
async def test_a_bot_gets_the_view_and_the_moves_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    with heard_from(tmp_path / "spies") as notes:
        async with service_with_bots(tmp_path / "house.db", find_bot=greedy_spies(tmp_path / "spies")) as (service, _):
            table_id = await new_table(service, await new_guest(service), GREEDY, GREEDY, GREEDY)
            now = await until(service, table_id, lambda now: now.moves > 40)
            log = await service.store.events(table_id)
    assert now.row.seed.encode() not in notes
    past = Live(now.game, now.row, now.seats, None)
    spied = notes_in(notes)
    for event in log:
        if event.seat >= 0:
            seat, moves, view, _luck = next(spied)
            assert (seat, view) == (event.seat, past.game.rules.view(past.state, seat))
            assert moves == tuple(past.game.rules.legal(past.state, seat))
        past.follow([event])


@contextmanager
def heard_from(fifo: Path) -> Iterator[bytearray]:
    """Everything that is written into a pipe of this name during the block; workers may not write files."""
    os.mkfifo(fifo)
    heard, ears = bytearray(), os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    mouth = os.open(fifo, os.O_WRONLY)

    def listen() -> None:
        while some := os.read(ears, 1 << 16):
            heard.extend(some)

    os.set_blocking(ears, True)
    listener = Thread(target=listen)
    listener.start()
    try:
        yield heard
    finally:
        os.close(mouth)  # the last one: nobody speaks any more
        listener.join()
        os.close(ears)


def notes_in(heard: bytearray) -> Any:
    notes = BytesIO(heard)
    while notes.tell() < len(heard):
        yield pickle.load(notes)  # noqa: S301  (we wrote it)


@in_loop
async def test_the_question_to_a_bot_does_not_depend_on_what_is_hidden_from_its_seat() -> None:
    async with opened() as service, playing(service, Quick()):
        table_id = await new_table(service, await new_guest(service), RANDOM, RANDOM, RANDOM)
        await until(service, table_id, over)
        log = await service.store.events(table_id)
        now = await live(service, table_id)
    past = Live(now.game, now.row, now.seats, None)
    others = 0
    for event in log:
        if event.seat >= 0:
            seat = Seat(event.seat)
            twin = past.copy()
            guessed = past.game.rules.guess(past.game.rules.view(past.state, seat), Rng("another truth", past.ply))
            twin.line[-1] = msgspec.structs.replace(past.line[-1], state=guessed)
            others += guessed != past.state
            assert question_at(twin, seat, "random") == question_at(past, seat, "random")
        past.follow([event])
    assert others > 10


@in_loop
async def test_the_key_of_a_question_depends_on_the_seed_but_does_not_reveal_it() -> None:
    async with opened() as service:
        now = await live(service, await new_table(service, await new_guest(service), ME, ME))
        keys = {question_at(now, Seat(seat), "random").key for seat in (0, 1)}
        twin = now.copy()
        twin.row = msgspec.structs.replace(now.row, seed="another")
        keys.add(question_at(twin, Seat(0), "random").key)
        assert len(keys) == 3
        assert not any(now.row.seed in key for key in keys)
