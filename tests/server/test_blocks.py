"""Blocks: who is blocked does not sit down beside me, is not read by me, and gets no seat kept for me; and names that
look alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from unittest.mock import patch

import msgspec
import pytest

from engineshed.server import again, blocks, chat, guests, mydata, tables
from engineshed.server.messages import NewTable
from engineshed.server.results import Booking, Player, RatingRow
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.texts import looks
from tests.server.play import GAME_ID, ME, OPEN, live, new_guest, opened, play_one, refused, run
from tests.server.test_again import finished
from tests.server.web import problem, visitors


async def open_table(service: Service, owner: Guest) -> str:
    return (await tables.create(service, owner, NewTable(GAME_ID, [ME, OPEN, OPEN], public=True))).id


async def three(service: Service) -> list[Guest]:
    return [await new_guest(service, name) for name in ("Ada", "Bob", "Cleo")]


def test_who_is_blocked_cannot_join_and_whoever_blocks_is_asked_first() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, cleo = await three(service)
            met = await open_table(service, ada)
            await tables.join(service, bob, met, 1)
            await blocks.block_at(service, ada, met, 1, None)
            assert [(one.name, one.at > 0) for one in await blocks.mine(service, ada)] == [("Bob", True)]
            assert await blocks.mine(service, bob) == []

            mine = await open_table(service, ada)
            with refused("forbidden", "blocked"):
                await tables.join(service, bob, mine, 1)
            with refused("forbidden", "blocked"):
                await tables.join(service, bob, mine, 1, anyway=True)
            theirs = await open_table(service, bob)
            with refused("conflict", "blocked-here") as refusal:
                await tables.join(service, ada, theirs, 1)
            assert "Bob" in refusal.text
            others = await open_table(service, cleo)
            await tables.join(service, ada, others, 1)
            with refused("forbidden", "blocked"):
                await tables.join(service, bob, others, 2)
            assert await tables.join(service, ada, theirs, 1, anyway=True) == 1

            (block,) = await blocks.mine(service, ada)
            with refused("not-found", "no-block"):
                await blocks.unblock(service, bob, block.id)
            await blocks.unblock(service, ada, block.id)
            assert await tables.join(service, bob, mine, 1) == 1

    run(go())


def test_links_do_not_help_who_is_blocked() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, _ = await three(service)
            met = await open_table(service, ada)
            await tables.join(service, bob, met, 1)
            await blocks.block_at(service, ada, met, 1, None)
            made = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            with refused("forbidden", "blocked"):
                await tables.claim(service, bob, made.id, made.links[1])

    run(go())


@pytest.mark.parametrize("blocker", [0, 1])
def test_no_seat_is_kept_for_each_other(blocker: int) -> None:
    async def go() -> None:
        async with opened() as service:
            players = (await three(service))[:2]
            made = await tables.create(service, players[0], NewTable(GAME_ID, [ME, OPEN], public=True))
            await tables.join(service, players[1], made.id, 1)
            await blocks.block_at(service, players[blocker], made.id, 1 - blocker, None)
            while (now := await live(service, made.id)).row.state == "running":
                await play_one(service, players[now.to_act()[0]], made.id)
            table = await again.rematch(service, players[0], made.id, "same")
            seat = (await live(service, table)).seats[1]
            assert (seat.kind, seat.kept_for) == ("open", None)

    run(go())


def test_before_a_seat_kept_for_them_people_are_asked_about_who_sits_there() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, cleo = players = await three(service)
            for first in (bob, cleo):
                over = await finished(service, players)
                await blocks.block_at(service, bob, over, 2, None)
                await again.rematch(service, ada, over, "same")
                table = await again.rematch(service, first, over, "same")
                if first is bob:
                    with refused("forbidden", "blocked"):
                        await again.rematch(service, cleo, over, "same", anyway=True)
                else:
                    with refused("conflict", "blocked-here"):
                        await again.rematch(service, bob, over, "same")
                    assert (await live(service, table)).seats[1].guest is None
                    await again.rematch(service, bob, over, "same", anyway=True)
                    assert (await live(service, table)).row.state == "running"
                (block,) = await blocks.mine(service, bob)
                await blocks.unblock(service, bob, block.id)

    run(go())


def test_lines_of_who_is_blocked_are_there_but_empty() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "open", public=True)
        for who, text in ((ada, "mine"), (bob, "rude"), (bob, "ruder")):
            who.post(f"/api/tables/{table}/chat", {"text": text})
        assert ada.ask("POST", f"/api/tables/{table}/blocks", {"line": 2}).status_code == 204
        seen = ada.get(f"/api/tables/{table}/chat")
        assert [(line["text"], line["name"], line["blocked"]) for line in seen] == [
            ("mine", "Ada", False),
            ("", "", True),
            ("", "", True),
        ]
        assert [line["text"] for line in bob.get(f"/api/tables/{table}/chat")] == ["mine", "rude", "ruder"]
        (block,) = ada.get("/api/me/blocks")["blocked"]
        assert ada.ask("DELETE", f"/api/me/blocks/{block['id']}").status_code == 204
        assert [line["text"] for line in ada.get(f"/api/tables/{table}/chat")] == ["mine", "rude", "ruder"]


def test_who_can_be_blocked() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "open", public=True)
        bob.post(f"/api/tables/{table}/seats/1/join")
        path = f"/api/tables/{table}/blocks"
        for body in ({"seat": 0}, {"seat": 9}, {"seat": -1}, {"line": 7}):
            problem(ada.ask("POST", path, body), 404, "house.nobody-to-block")
        problem(ada.ask("POST", path, {}), 400, "house.seat-or-line")
        with patch.object(blocks, "MOST", 0):
            problem(ada.ask("POST", path, {"seat": 1}), 409, "house.too-many-blocks")
        assert ada.ask("POST", path, {"seat": 1}).status_code == 204
        assert ada.ask("POST", path, {"seat": 1}).status_code == 204, "twice is as good as once"
        assert len(ada.get("/api/me/blocks")["blocked"]) == 1
        assert len(ada.get("/api/me/data")["blocked"]) == 1


# -- names that look alike ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["Ada", "ADA", "A d a", "\u0410d\u0430", "Ad\u00e1", "Ada."])
def test_names_that_look_alike(other: str) -> None:
    assert looks(other) == looks("Ada")


@pytest.mark.parametrize(("one", "other"), [("Bill", "BiIl"), ("0tto", "Otto"), ("modern", "rnodern")])
def test_letters_that_are_drawn_alike(one: str, other: str) -> None:
    assert looks(one) == looks(other) != looks("Somebody")


def test_two_at_a_table_do_not_look_the_same() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, _ = await three(service)
            double = await new_guest(service, "ad\u00e4")
            table = await open_table(service, ada)
            with refused("conflict", "name-at-table"):
                await tables.join(service, double, table, 1)
            await tables.join(service, bob, table, 1)
            with refused("conflict", "name-at-table"):
                await guests.change(service, bob, "A-d-a", None)
            assert (await guests.change(service, bob, "BOB", None)).name == "BOB", "one's own name is not in the way"
            await mydata.delete(service, ada)
            assert (await guests.change(service, double, "Adi", None)).name == "Adi"

    run(go())


@pytest.mark.parametrize(("deviation", "taken"), [(60.0, True), (200.0, False)])
def test_nobody_looks_like_a_known_player(deviation: float, taken: bool) -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, _ = await three(service)
            table = await open_table(service, ada)
            row = (await live(service, table)).row
            await service.store.append(table, (), msgspec.structs.replace(row.head(), state="over"))
            rating = RatingRow(ada.id, GAME_ID, 1500.0, deviation, 0.06, 9, 1.0)
            await service.store.book(Booking(table, players=(Player(ada.id, "p", looks(ada.name)),), ratings=(rating,)))
            tries: list[Callable[[], Awaitable[object]]] = [
                lambda: guests.welcome(service, "ADA", "en"),
                lambda: guests.change(service, bob, "Ada", None),
            ]
            for attempt in tries:
                if taken:
                    with refused("conflict", "name-known"):
                        await attempt()
                else:
                    await attempt()
            assert (await guests.change(service, ada, "Ada", "de")).language == "de"

    run(go())


def test_chat_is_hidden_from_the_push_as_well() -> None:
    """Both ask the same function."""

    async def go() -> None:
        async with opened() as service:
            ada, bob, _ = await three(service)
            table = await open_table(service, ada)
            await chat.say(service, bob, table, "rude")
            assert [line.text for line in await chat.lines(service, ada, table, 0)] == ["rude"]
            await blocks.block_at(service, ada, table, None, 1)
            assert [line.blocked for line in await chat.lines(service, ada, table, 0)] == [True]
            assert [line.blocked for line in await chat.lines(service, None, table, 0)] == [False]

    run(go())
