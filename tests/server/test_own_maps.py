"""A table's own map: its text is sent to those who ask for it, and not with every move."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engineshed.core.datafile import packaged_text
from engineshed.server import play, tables
from engineshed.server.messages import NewTable
from engineshed.server.rows import Search
from engineshed.server.service import Service
from engineshed.server.viewing import look
from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits
from tests.server.listener import Listener
from tests.server.play import ME, acting, new_guest, opened, play_one, run, some_move
from tests.server.test_corrections import MINE

LONG = "# what the author has to say about it\n" * 700
MAPS = [
    ("steam-power", "engineshed.games.steam_power", "ireland"),
    ("steam", "engineshed.games.steam", "northeast"),
]
NAME = 100
"""How many characters the name of a map may add to a message."""


async def pushed(service: Service, game: str, map_: str, moves: int = 8) -> list[bytes]:
    """What a player at a new table is sent, move by move."""
    ada = await new_guest(service)
    table = (await tables.create(service, ada, NewTable(game, [ME, ME, ME], map=map_, title="The same"))).id
    watcher = Listener(ada)
    sent = []
    async with Context(service, Limits()).push.watching(table, watcher):
        sent.append(await watcher.told.get())
        for _ in range(moves):
            await play_one(service, ada, table)
            sent.append(await watcher.told.get())
    return sent


def own_map(package: str, name: str) -> str:
    return packaged_text(package, "data", "maps", f"{name}.toml") + LONG


def name_in(message: bytes) -> Any:
    return json.loads(message)["now"]["view"]["options"]["map"]


@pytest.mark.parametrize(("game", "package", "name"), MAPS, ids=[game for game, _, _ in MAPS])
def test_a_push_with_an_own_map_is_as_small_as_one_without(game: str, package: str, name: str) -> None:
    text = own_map(package, name)

    async def go() -> None:
        async with opened() as service:
            usual = await pushed(service, game, name)
        async with opened() as service:
            own = await pushed(service, game, text)
        assert [len(message) <= len(other) + NAME for message, other in zip(own, usual, strict=True)] == [True] * len(
            own
        )
        assert len({name_in(message) for message in own}) == 1, "one name for one text"
        assert name_in(own[0]).startswith("own-")
        assert name_in(usual[0]) == name

    run(go())


def test_the_text_can_be_fetched_and_other_texts_have_other_names() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            names = []
            for text in (own_map(MAPS[0][1], "ireland"), own_map(MAPS[0][1], "ireland") + "# second edition\n"):
                wish = NewTable("steam-power", [ME, ME], map=text)
                table = (await tables.create(service, ada, wish)).id
                loaded = await service.table(table)
                assert loaded.live.row.options["map"] == text
                names.append((await look(service, loaded, ada, None, 0)).view["options"]["map"])
                preview = await play.check(
                    service, ada, table, await acting(service, table), await some_move(service, table)
                )
                assert len(msgspec.json.encode(preview)) < len(LONG)
            assert len(set(names)) == 2

    run(go())


def test_corrected_files_are_named_too() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await tables.create(service, ada, NewTable("steam-power", [ME, ME], data=MINE))).id
            loaded = await service.table(table)
            seen = await look(service, loaded, ada, None, 0)
            (file,) = seen.view["options"]["data"]
            assert file["file"] in MINE
            assert file["text"].startswith("own-")
            assert loaded.live.row.options["data"] == [{"file": name, "text": text} for name, text in MINE.items()]
            assert seen.table.options == {"data": None}
            (listed,) = (await service.store.listings(Search(guest=ada.id))).tables
            assert listed.row.options == {"data": None}, "lists do not have them either"

    run(go())
