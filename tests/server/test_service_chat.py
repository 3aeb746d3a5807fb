"""Chat at a table: who may write, what they may write, and the order in which it is read."""

from __future__ import annotations

import pytest

from engineshed.server import chat, ignoring, mydata, tables
from engineshed.server.messages import NewTable
from engineshed.server.rows import Guest
from tests.server.play import BOT, GAME_ID, ME, OPEN, new_guest, new_table, opened, refused, run


def test_only_players_can_chat_at_a_private_table() -> None:
    async def go() -> None:
        async with opened() as service:
            owner, seated, stranger = [await new_guest(service, name) for name in ("Olga", "Sam", "Eve")]
            created = await tables.create(service, owner, NewTable(GAME_ID, [OPEN, OPEN]))
            await tables.claim(service, seated, created.id, created.links[0])
            await chat.say(service, owner, created.id, "welcome")
            await chat.say(service, seated, created.id, "thank you")
            with refused("forbidden", "not-at-table"):
                await chat.say(service, stranger, created.id, "let me in")
            for outsider in (stranger, None):
                assert await chat.lines(service, outsider, created.id, 0) == []
            assert [line.text for line in await chat.lines(service, owner, created.id, 0)] == ["welcome", "thank you"]

    run(go())


def test_everybody_may_chat_at_a_public_table() -> None:
    async def go() -> None:
        async with opened() as service:
            owner, watcher = await new_guest(service, "Olga"), await new_guest(service, "Wanda")
            table = await new_table(service, owner, ME, BOT, public=True)
            said = await chat.say(service, watcher, table, "good luck")
            assert (said.number, said.name, said.mine, said.text) == (1, "Wanda", True, "good luck")

    run(go())


def test_lines_are_read_in_order_and_a_guests_own_are_marked() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service, "Ada"), await new_guest(service, "Bob")
            table = await new_table(service, ada, ME, BOT, public=True)
            for guest, text in ((ada, "one"), (bob, "two"), (ada, "three")):
                await chat.say(service, guest, table, text)
            lines = await chat.lines(service, bob, table, 0)
            assert [(line.number, line.name, line.mine, line.text) for line in lines] == [
                (1, "Ada", False, "one"),
                (2, "Bob", True, "two"),
                (3, "Ada", False, "three"),
            ]
            assert [line.text for line in await chat.lines(service, None, table, 2)] == ["three"]
            assert not any(line.mine for line in await chat.lines(service, None, table, 0))

    run(go())


def test_a_line_is_trimmed_and_a_bad_one_is_refused() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            assert (await chat.say(service, ada, table, "  <b>hello</b>  ")).text == "<b>hello</b>"
            for text, message in (("", "text-empty"), ("x" * 501, "text-long"), ("a\u202eb", "text-character")):
                with refused("bad-request", message):
                    await chat.say(service, ada, table, text)
            assert len(await chat.lines(service, ada, table, 0)) == 1

    run(go())


def test_a_chat_line_reaches_listeners_and_does_not_change_the_game() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            seated = await service.table(table)
            before, notified = seated.live, list[int]()
            seated.listeners.append(notified.append)
            await chat.say(service, ada, table, "hello")
            assert notified == [before.ply]
            assert seated.live is before

    run(go())


def test_nobody_can_chat_at_a_table_that_does_not_exist() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            with refused("not-found", "no-table"):
                await chat.say(service, ada, "nowhere", "hello")
            with refused("not-found", "no-table"):
                await chat.lines(service, ada, "nowhere", 0)

    run(go())


def test_who_is_not_read_by_somebody_is_read_by_everybody_else() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(service, ada, ME, BOT, public=True)
            other = await new_table(service, ada, ME, BOT, public=True)
            for where in (table, other):
                await chat.say(service, eve, where, "rubbish")
            await chat.say(service, bob, table, "hello")

            async def texts(guest: Guest | None, where: str = table) -> list[tuple[str, str, bool]]:
                return [(line.name, line.text, line.ignored) for line in await chat.lines(service, guest, where, 0)]

            await chat.ignore(service, ada, table, 1, wish=True)
            assert await texts(ada) == [("Eve", "", True), ("Bob", "hello", False)]
            assert await texts(ada, other) == [("Eve", "", True)], "at every table"
            for reader in (bob, eve, None):
                assert await texts(reader) == [("Eve", "rubbish", False), ("Bob", "hello", False)]
            await chat.say(service, eve, table, "more")
            assert (await texts(ada))[-1] == ("Eve", "", True)
            assert (await mydata.everything(service, ada)).ignored == ["Eve"]
            await chat.ignore(service, ada, other, 1, wish=False)
            assert [text for _, text, _ in await texts(ada)] == ["rubbish", "hello", "more"]

    run(go())


def test_whom_one_cannot_ignore(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ignoring, "MOST_IGNORED", 1)

    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(service, ada, ME, BOT, public=True)
            hidden = await new_table(service, ada, ME, BOT)
            for guest in (ada, bob, eve):
                await chat.say(service, guest, table, "hello")
            await chat.say(service, ada, hidden, "psst")
            with refused("bad-request", "own-line"):
                await chat.ignore(service, ada, table, 1, wish=True)
            for number in (0, 4, 10**30):
                with refused("not-found", "no-line"):
                    await chat.ignore(service, ada, table, number, wish=True)
            with refused("not-found", "no-line"):
                await chat.ignore(service, bob, hidden, 1, wish=True)
            for _ in range(2):
                await chat.ignore(service, ada, table, 2, wish=True)
            with refused("conflict", "too-many-ignored"):
                await chat.ignore(service, ada, table, 3, wish=True)
            await mydata.delete(service, bob)
            assert await service.store.ignored_by(ada.id) == [], "whoever is gone needs not be ignored"

    run(go())
