"""A disk that is full, read-only or locked: nothing is acknowledged, nothing changes, and recovery is automatic.

Each failure is a context manager and lasts as long as its block. The service must treat all of them alike.
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engineshed.server import absence, chat, guests, lobby, play, replay, sqlite, tables, viewing
from engineshed.server.messages import NewTable
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore, Waiting
from engineshed.server.store import StoreDownError
from tests.server.play import GAME_ID, ME, OPEN, counting_clock, live, new_guest, new_table, play_on, play_one, refused
from tests.server.play import run as run_async

Trouble = Callable[["TroubledStore"], AbstractContextManager[None]]


class TroubledStore(SQLiteStore):
    """A store with a setting that a test can impose on its connections, to imitate a failing disk."""

    setting: str | None = None

    def _connect(self) -> sqlite3.Connection:
        connection = super()._connect()
        if self.setting is not None:
            connection.execute(f"PRAGMA {self.setting}")
        return connection

    @contextmanager
    def imposed(self, setting: str) -> Iterator[None]:
        """Impose a setting on the writer's next connection; the current one is made to fail, so that it is replaced."""
        self.setting = setting
        loop = asyncio.new_event_loop()
        self._jobs.put(Waiting(_fail, True, loop.create_future(), loop))
        loop.close()  # nobody waits for the answer
        try:
            yield
        finally:
            self.setting = None


def _fail(_db: sqlite3.Connection) -> None:
    raise sqlite3.OperationalError("made to fail")


@contextmanager
def disk_full(store: TroubledStore) -> Iterator[None]:
    """The operating system lets no file grow beyond the present size of the store's journal."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(store._path + "-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def read_only(store: TroubledStore) -> AbstractContextManager[None]:
    return store.imposed("query_only = ON")


LOCKER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
db.execute("ROLLBACK")
"""


@contextmanager
def locked_by_another(store: TroubledStore) -> Iterator[None]:
    """Another program holds the write lock."""
    with subprocess.Popen(
        [sys.executable, "-c", LOCKER, store._path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        yield
        other.stdin.write("\n")


@pytest.fixture(params=[disk_full, read_only, locked_by_another])
def trouble(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    monkeypatch.setattr(sqlite, "WAIT_FOR_LOCK", 0.05)
    chosen: Trouble = request.param
    return chosen


class Scene:
    """Two tables in a file: at one a guest holds both seats, the other waits for a second player."""

    def __init__(self, path: Path) -> None:
        self.store = TroubledStore(path)
        self.service = Service(self.store, counting_clock())
        self.notified: list[int] = []

    async def prepare(self) -> None:
        self.guest = await new_guest(self.service)
        self.other = await new_guest(self.service, "Bob")
        self.running = await new_table(self.service, self.guest)
        self.waiting = await new_table(self.service, self.guest, ME, OPEN, public=True)
        await play_on(self.service, self.guest, self.running, plies=12)
        (await self.service.table(self.running)).listeners.append(self.notified.append)

    async def kept(self) -> Any:
        """Everything on the disk, read by another program."""
        with closing(sqlite3.connect(self.store._path)) as db:
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in sorted(names)}  # noqa: S608

    async def seen(self) -> Any:
        """Everything that the service shows about its tables."""
        return [
            await viewing.look(self.service, await self.service.table(table_id), self.guest, None, 0)
            for table_id in (self.running, self.waiting)
        ]


async def every_change(scene: Scene) -> list[Callable[[], Any]]:
    """Every kind of change that can be requested."""
    service, ada, bob = scene.service, scene.guest, scene.other
    now = await live(service, scene.running)
    return [
        lambda: play_one(service, ada, scene.running),
        lambda: play_one(service, ada, scene.running, key="a key of mine"),
        lambda: play.undo(service, ada, scene.running, now.to_act()[0], now.ply, None, whole_turn=False),
        lambda: chat.say(service, ada, scene.running, "hello?"),
        lambda: tables.join(service, bob, scene.waiting, 1),
        lambda: tables.new_link(service, ada, scene.waiting, 1),
        lambda: tables.revoke_link(service, ada, scene.waiting, 1),
        lambda: absence.leave(service, ada, scene.running, 0),
        lambda: tables.create(service, ada, NewTable(GAME_ID, [ME, ME])),
        lambda: replay.fork(service, ada, scene.running, 8, None, [ME, ME]),
        lambda: guests.welcome(service, "Eve", "en"),
        lambda: guests.change(service, ada, "Ada L.", None),
    ]


async def undoable(scene: Scene) -> None:
    """Play until the last move could be taken back, so that only the disk can make an undo fail."""
    while True:
        now = await live(scene.service, scene.running)
        if now.can_take_back(now.to_act()[0]):
            return
        await play_one(scene.service, scene.guest, scene.running)


def test_during_a_failure_nothing_is_acknowledged_and_nothing_changes(tmp_path: Path, trouble: Trouble) -> None:
    async def go() -> None:
        scene = Scene(tmp_path / "shed.db")
        await scene.prepare()
        await undoable(scene)
        kept, seen, notified = await scene.kept(), await scene.seen(), list(scene.notified)
        changes = await every_change(scene)
        with trouble(scene.store):
            for change in changes:
                with refused("unavailable", "store-down"):
                    await change()
            assert await scene.seen() == seen
            assert await scene.kept() == kept
            assert scene.notified == notified, "listeners are not informed of what was not saved"
        ply = (await live(scene.service, scene.running)).ply
        assert (await play_one(scene.service, scene.guest, scene.running, key="a key of mine")).ply == ply + 1
        assert len(scene.notified) == len(notified) + 1
        await scene.store.close()

    run_async(go())


def test_after_a_failure_the_table_continues_without_a_gap(tmp_path: Path, trouble: Trouble) -> None:
    """Everything played afterwards is in the file without a gap, and another program can read it."""

    async def go() -> None:
        scene = Scene(tmp_path / "shed.db")
        await scene.prepare()
        with trouble(scene.store), refused("unavailable", "store-down"):
            await play_one(scene.service, scene.guest, scene.running)
        await play_on(scene.service, scene.guest, scene.running, plies=80)
        last = await live(scene.service, scene.running)
        await scene.store.close()
        again = SQLiteStore(tmp_path / "shed.db")
        assert [entry.ply for entry in await again.events(scene.running)] == list(range(1, last.ply + 1))
        assert (await live(Service(again, counting_clock()), scene.running)).state == last.state
        await again.close()

    run_async(go())


def test_tables_can_be_looked_at_while_another_program_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAIT_FOR_LOCK", 0.05)

    async def go() -> None:
        scene = Scene(tmp_path / "shed.db")
        await scene.prepare()
        seen = await scene.seen()
        with locked_by_another(scene.store):
            newcomer = SQLiteStore(tmp_path / "shed.db")
            service = Service(newcomer, counting_clock())
            table = await service.table(scene.running)
            assert (await viewing.look(service, table, scene.guest, None, 0)) == seen[0]
            await newcomer.close()
        await scene.store.close()

    run_async(go())


def test_failed_reads_are_answered_too(tmp_path: Path) -> None:
    """Even if the file disappears while the server runs, there is no traceback, whatever is asked."""

    async def go() -> None:
        scene = Scene(tmp_path / "shed.db")
        await scene.prepare()
        scene.store._reader.close()
        service, ada = scene.service, scene.guest
        fresh = Service(scene.store, counting_clock())
        for ask in (
            lambda: guests.who(service, "a token"),
            lambda: fresh.table(scene.running),
            lambda: lobby.page(service, ada),
            lambda: chat.lines(service, ada, scene.running, 0),
            lambda: replay.position_at(service, ada, scene.running, None, 3),
            lambda: replay.record(service, ada, scene.running),
            lambda: replay.fork(service, ada, scene.running, 3, None, [ME, ME]),
            lambda: play.move(service, ada, scene.running, 0, "money", 0, "key"),  # it may have been sent before
            lambda: look_now(scene),
        ):
            with refused("unavailable", "store-down"):
                await ask()
        await scene.store.close()

    run_async(go())


async def look_now(scene: Scene) -> Any:
    return await viewing.look(scene.service, await scene.service.table(scene.running), scene.guest, None, 0)


def test_only_the_operator_sees_the_reason_of_a_failure(tmp_path: Path) -> None:
    """The database's message may name files, so it goes to the operator, not to a guest."""

    async def go() -> Guest:
        store = TroubledStore(tmp_path / "shed.db")
        service = Service(store, counting_clock())
        with store.imposed("query_only = ON"), pytest.raises(StoreDownError) as caught:
            await new_guest(service)
        assert "readonly" in caught.value.reason
        assert "readonly" not in str(caught.value)
        assert caught.value.message.params == {}
        guest = await new_guest(service)
        await store.close()
        return guest

    assert run_async(go()).name == "Ada"
