"""Cheap requests with expensive answers, sent by many at once: a huge log, a full lobby, a long chat; nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engineshed.server.service import Service
from tests.server.attacked import Attacked, attacked
from tests.server.play import ME, OPEN, live, new_guest, new_table, opened, run
from tests.server.test_caches import long_table

ENTRIES = 20_000
MAPS = 50
LINES = 1_000
CROWD = 10


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Attacked, str]]:
    """A server with a table that has a log of 20,000 entries, and 50 tables with maps of 60 kB."""
    path = tmp_path_factory.mktemp("questions") / "full.db"
    table = run(fill(path))
    with attacked(db=path) as server:
        yield server, table


async def fill(path: Path) -> str:
    async with opened(path) as service:
        ada = await new_guest(service)
        table = await long_table(service, ada, ENTRIES, public=True, shared=True)
        await Service(service.store, service.clock).table(table)  # keeps positions along the way, as play does
        row = (await live(service, await new_table(service, ada, ME, OPEN, public=True))).row
        own = {"map": "# a line\n" * 7_000}
        maps = [msgspec.structs.replace(row, id=f"own{number}", options=own) for number in range(MAPS)]
        await asyncio.gather(*(service.store.add_table(each, [], ()) for each in maps))
        await asyncio.gather(*(service.store.add_chat(table, ada.id, "Ada", "x" * 200, 1.0) for _ in range(LINES)))
    return table


QUESTIONS = {
    "the lobby": "/api/lobby",
    "a search": "/api/lobby?search=a",
    "the log from its beginning": "/api/tables/{table}?since=0",
    "a page of the log": "/api/tables/{table}/log?before=10000",
    "a past position": "/api/tables/{table}/at/12345",
    "the record": "/api/tables/{table}/record",
    "the chat": "/api/tables/{table}/chat?since=0",
}


@pytest.mark.parametrize("path", QUESTIONS.values(), ids=QUESTIONS)
def test_an_expensive_answer_delays_nobody(scene: tuple[Attacked, str], path: str) -> None:
    server, table = scene
    ask = (
        f"GET {path.format(table=table)} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\nconnection: close\r\n"
    )

    async def one() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(ask.encode() + b"\r\n")
        answer = await reader.read()
        writer.close()
        return int(answer.split(b" ", 2)[1])

    async def crowd() -> None:
        statuses = set(await asyncio.gather(*(one() for _ in range(CROWD))))
        assert statuses <= {200, 503}
        assert 200 in statuses

    with server.somebody_asking():
        server.survives(lambda: asyncio.run(crowd()))
