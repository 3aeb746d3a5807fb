"""Chat at a table: who may write, what they may write, and the order in which it is read."""

from __future__ import annotations

from engineshed.server import chat, tables
from engineshed.server.messages import NewTable
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
