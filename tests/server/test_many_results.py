"""The page of a guest with ten thousand games, in work and in time."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engineshed.server import lobby, players
from engineshed.server.results import ALL
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.server.play import GAME_ID, ME, live, new_guest, new_table, opened, run


def test_ten_thousand_games_are_shown_as_quickly_as_ten(tmp_path: Path) -> None:
    """Measured as work: how many rows SQLite has to step through, not how long that takes."""

    async def go() -> None:
        async with opened(tmp_path / "x.db") as service:
            guests = [await new_guest(service, f"Guest {number}") for number in range(2)]
            async with filled(service, guests, 10_000):
                ada = guests[0]
                assert [one.games for one in (await players.my_results(service, ada)).games] == [10_000]
                first = await players.my_games(service, ada, None)
                second = await players.my_games(service, ada, first.more)
                assert [len(page.games) for page in (first, second)] == [20, 20]
                assert not {one.table for one in first.games} & {one.table for one in second.games}
                few = [await steps(service, work) for work in pages(service, guests[1])]
                many = [await steps(service, work) for work in pages(service, ada)]
                assert all(late < 3 * max(early, 2) for early, late in zip(few, many, strict=True)), (few, many)

    run(go())


def pages(service: Service, guest: Guest) -> list[Callable[[], Any]]:
    return [
        lambda: players.my_results(service, guest),
        lambda: players.my_games(service, guest, None),
        lambda: lobby.page(service, guest, mine=True, state="running"),
    ]


async def steps(service: Service, work: Callable[[], Any]) -> int:
    """How many thousand instructions SQLite's machine carries out."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    reader = service.store._reader  # type: ignore[attr-defined]
    reader.set_progress_handler(tick, 1000)
    await work()
    reader.set_progress_handler(None, 0)
    return count


@asynccontextmanager
async def filled(service: Service, guests: Sequence[Guest], games: int) -> AsyncIterator[None]:
    """So many games of the first guest, thirty of which were against the second; the others against a hundred."""
    ids = [guest.id for guest in guests]
    table = await new_table(service, guests[0], ME)
    row = (await live(service, table)).row
    results = [
        (f"t{number}", seat, GAME_ID, "", 2, float(number), 1, guest, None, seat + 1, 9, 0, 1500.0, 90.0)
        for number in range(games)
        for seat, guest in enumerate((ids[0], ids[1] if number < 30 else f"other{number % 100}"))
    ]
    columns = "table_id, seat, game, map, seats, at, public, guest, bot, place, score, gone, rating, deviation"

    def fill(db: Any) -> None:
        columns_of_seat = "table_id, seat, kind, guest, away, past"
        db.execute("CREATE TEMP TABLE numbers AS SELECT value FROM json_each(?)", (json.dumps(list(range(games))),))
        names = ", ".join(name for (_, name, *_) in db.execute("PRAGMA table_info(tables)"))
        changed = {"id": "'t' || value", "state": "'over'", "booked": "TRUE"}
        copied = ", ".join(changed.get(name, name) for name in names.split(", "))
        db.execute(f"INSERT INTO tables ({names}) SELECT {copied} FROM tables, numbers WHERE id = ?", (table,))
        db.execute(
            f"INSERT INTO seats ({columns_of_seat}) SELECT 't' || value, 0, 'guest', ?, 0, 1 FROM numbers", ids[:1]
        )
        db.executemany(f"INSERT INTO results ({columns}) VALUES ({', '.join('?' * 14)})", results)
        for guest, total in ((ids[0], games), (ids[1], 30)):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, ?, 0, 0, 0, 0, 9)", (guest, GAME_ID, ALL, total))
            db.execute("INSERT INTO ratings VALUES (?, ?, 1500, 90, 0.06, ?, 5)", (guest, GAME_ID, total))
        for number in range(5_000):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, 2, 1, 1, 0, 0, NULL)", (ids[0], GAME_ID, f"o{number}"))
        for number in range(40):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, 1, 1, 0, 0, 0, NULL)", (ids[1], GAME_ID, f"o{number}"))

    await service.store._write(fill)  # type: ignore[attr-defined]
    assert row.id == table
    yield


def measured() -> None:
    """``python -m tests.server.test_many_results``: how long the page takes for a guest with 10,000 games."""

    async def go() -> None:
        async with opened() as service:
            guests = [await new_guest(service, f"Guest {number}") for number in range(2)]
            async with filled(service, guests, 10_000):
                for work in pages(service, guests[0]):
                    started = time.perf_counter()
                    for _ in range(20):
                        await work()
                    print(f"{(time.perf_counter() - started) * 50:.2f} ms")

    asyncio.run(go())


if __name__ == "__main__":
    measured()
