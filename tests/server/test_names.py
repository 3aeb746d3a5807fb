"""Guests' names at tables are read from the store only once, and are never out of date."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engineshed.server import guests
from engineshed.server import service as house_module
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.viewing import look
from tests.server.play import ME, new_guest, new_table, opened, run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of all guests that the store is asked for."""
    ids: list[str] = []
    read = SQLiteStore.guests

    async def counted(self: SQLiteStore, wanted: Sequence[str]) -> dict[str, Guest]:
        ids.extend(wanted)
        return await read(self, wanted)

    monkeypatch.setattr(SQLiteStore, "guests", counted)
    return ids


async def name_at(service: Service, table: str) -> str | None:
    return (await look(service, await service.table(table), None, None, 0)).table.seats[0].name


def test_a_name_is_read_once_and_a_new_one_is_shown_immediately(asked: list[str]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME)
            assert [await name_at(service, table) for _ in range(3)] == ["Ada"] * 3
            assert asked == [ada.id]
            await guests.change(service, ada, "Ada L.", None)
            assert await name_at(service, table) == "Ada L."

    run(go())


def test_only_a_limited_number_of_names_is_kept(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "NAMES_IN_MEMORY", 2)

    async def go() -> None:
        async with opened() as service:
            ids = [(await new_guest(service, name)).id for name in ("Ada", "Bob", "Cleo")]
            everybody = dict(zip(ids, ("Ada", "Bob", "Cleo"), strict=True))
            assert await service.names(ids) == everybody
            assert len(service._names) <= 2
            assert await service.names(ids) == everybody, "forgotten names are read again"
            assert len(asked) > len(ids)

    run(go())


def test_a_guest_who_does_not_exist_has_no_name() -> None:
    async def go() -> None:
        async with opened() as service:
            assert await service.names(["nobody"]) == {"nobody": None}
            assert await service.names([]) == {}

    run(go())
