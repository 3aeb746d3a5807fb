"""Spectators who are behind: nothing that the server says lets them know what has happened since."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.server import absence, chat, replay, spectators, tables, viewing
from engineshed.server.messages import Delay, NewTable
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web import push
from tests.server.play import (
    BOT,
    GAME_ID,
    ME,
    OPEN,
    live,
    new_guest,
    new_table,
    opened,
    play_on,
    play_one,
    refused,
    run,
)
from tests.server.several import heard, watching
from tests.server.web import Doc, Visitor, description, visitors

MINUTE = 60.0


async def shown(service: Service, table: str, guest: Guest | None) -> tuple[int, int]:
    """The entry of the log that the position is after, and the last line of the log."""
    view = await viewing.look(service, await service.table(table), guest, None, 0)
    return view.table.ply, view.log[-1].ply if view.log else 0


def test_spectators_are_some_entries_of_the_log_behind_until_the_game_is_over() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, eve = await new_guest(service), await new_guest(service, "Eve")
            table = await new_table(service, ada, public=True, shared=True, delay=Delay(moves=6))
            await play_on(service, ada, table, 20)
            now = (await live(service, table)).ply
            assert await shown(service, table, ada) == (now, now)
            for guest in (eve, None):
                assert await shown(service, table, guest) == (now - 6, now - 6)
            past = await replay.position_at(service, ada, table, None, now - 6)
            late = await viewing.look(service, await service.table(table), eve, None, 0)
            assert late.view == (await viewing.look(service, await service.table(table), None, None, 0)).view
            assert (late.table.to_act, late.legal) == (
                tuple(map(int, (await service.archive.past(await live(service, table), now - 6)).to_act())),
                [],
            )
            assert past.table.ply == now, "a player sees the past of the present table"
            await play_on(service, ada, table)
            over = (await live(service, table)).ply
            assert await shown(service, table, eve) == (over, over)

    run(go())


def test_spectators_are_some_minutes_behind() -> None:
    async def go() -> None:
        async with opened() as service:
            now = [1000.0]
            service.clock = lambda: now[0]
            ada = await new_guest(service)
            table = await new_table(service, ada, delay=Delay(minutes=10))
            begun, times = (await live(service, table)).ply, []
            for _ in range(4):
                now[0] += 4 * MINUTE
                await play_one(service, ada, table)
                times.append(((await live(service, table)).ply, now[0]))
            for ply, at in times:
                now[0] = at + 10 * MINUTE - 1
                assert (await shown(service, table, None))[0] < ply
                now[0] += 1
                assert (await shown(service, table, None))[0] == ply
            assert begun <= times[0][0]

    run(go())


def test_both_delays_hold() -> None:
    async def go() -> None:
        async with opened() as service:
            now = [1000.0]
            service.clock = lambda: now[0]
            ada = await new_guest(service)
            table = await new_table(service, ada, delay=Delay(moves=3, minutes=10))
            await play_on(service, ada, table, 10)
            assert (await shown(service, table, None))[0] == 0
            now[0] += 11 * MINUTE
            assert (await shown(service, table, None))[0] == (await live(service, table)).ply - 3

    run(go())


def test_chat_is_kept_back_as_long_as_the_moves() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, eve = await new_guest(service), await new_guest(service, "Eve")
            table = await new_table(service, ada, public=True, shared=True, delay=Delay(moves=2))
            for text in ("one", "two", "three"):
                await play_one(service, ada, table)
                await chat.say(service, ada, table, text)
            for guest, lines in ((ada, ["one", "two", "three"]), (eve, ["one"]), (None, ["one"])):
                assert [line.text for line in await chat.lines(service, guest, table, 0)] == lines
            await chat.say(service, eve, table, "hello")
            assert [line.text for line in await chat.lines(service, ada, table, 3)] == ["hello"]

    run(go())


def test_watchers_are_told_in_time_although_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "LATE", 0.02)

    async def go() -> None:
        async with opened() as service:
            now = [1000.0]
            service.clock = lambda: now[0]
            ada, eve = await new_guest(service), await new_guest(service, "Eve")
            table = await new_table(service, ada, public=True, shared=True, delay=Delay(minutes=5))
            async with watching(service, table, eve) as watcher:
                now[0] += 1
                await play_one(service, ada, table)
                await chat.say(service, ada, table, "well")
                ply = (await live(service, table)).ply
                told = await heard(watcher)
                assert told["now"]["table"]["ply"] < ply
                now[0] += 5 * MINUTE
                seen: list[str] = []
                while "chat" not in seen or "table" not in seen:
                    told = await heard(watcher)
                    seen.append(told["type"])
                    if told["type"] == "table":
                        assert told["now"]["table"]["ply"] in (0, ply)

    run(go())


def test_a_watcher_who_is_some_moves_behind_hears_of_older_moves_only() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, delay=Delay(moves=4))
            async with watching(service, table) as watcher:
                for _ in range(8):
                    await play_one(service, ada, table)
                    now = (await live(service, table)).ply
                    view = (await heard(watcher))["now"]
                    assert view["table"]["ply"] == max(0, now - 4)
                    assert all(line["ply"] <= now - 4 for line in view["log"])

    run(go())


def test_a_watcher_is_not_shown_the_game_that_begins_while_they_are_told_of_the_chat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, ada, ME, OPEN, public=True, delay=Delay(moves=6))
            lines = chat.lines

            async def slow(*args: Any) -> Any:
                if (now := await live(service, table)).row.state == "open":
                    await tables.join(service, bob, table, 1)
                    now = await live(service, table)
                    await play_one(service, (ada, bob)[now.to_act()[0]], table)
                return await lines(*args)

            async with watching(service, table) as watcher:
                monkeypatch.setattr(chat, "lines", slow)
                await chat.say(service, ada, table, "hello")
                told: Any = {}
                while told.get("now", {}).get("table", {}).get("state") != "running":
                    told = await heard(watcher)
                assert 0 < (await live(service, table)).ply < 6
                assert (told["now"]["table"]["ply"], told["now"]["log"]) == (0, [])

    run(go())


def test_no_fork_begins_from_what_may_not_be_known() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, eve = await new_guest(service), await new_guest(service, "Eve")
            table = await new_table(service, ada, delay=Delay(moves=5))
            await play_on(service, ada, table, 12)
            now = (await live(service, table)).ply
            with refused("not-found", "no-ply"):
                await replay.fork(service, eve, table, now - 4, None, [ME, ME])
            forked = (await replay.fork(service, eve, table, now - 5, None, [ME, ME])).id
            assert (await live(service, forked)).row.delay_moves == 0

    run(go())


def test_whoever_plays_is_not_behind_even_while_a_bot_plays_for_them() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN, BOT], delay=Delay(moves=9)))
            row = (await live(service, created.id)).row
            assert not spectators.is_behind(row, [], None), "before the game there is nothing to hide"
            await tables.claim(service, bob, created.id, created.links[1])
            await absence.leave(service, bob, created.id, 1)
            now = await live(service, created.id)
            assert [spectators.is_behind(now.row, now.seats, guest) for guest in (ada, bob, None)] == [
                False,
                False,
                True,
            ]

    run(go())


UNCHANGED = ("revision", "updated")
"""Whether something has happened may be known, but not what."""


def everything(visitor: Visitor, table: str) -> dict[str, Doc]:
    """What this visitor is told about a table by every operation that reads something about one."""
    found = {}
    for path, operations in description()["paths"].items():
        if "get" not in operations or not path.startswith("/api/tables/{table}"):
            continue
        asked = path.format(table=table, ply=0, seat=0, number=1).replace("/legend", "/legend?language=en")
        for query in QUERIES.get(operations["get"]["operationId"], ("",)):
            answer = visitor.ask("GET", asked + query)
            found[asked + query] = {"status": answer.status_code, "says": without_times(answer.json())}
    listed = visitor.ask("GET", "/api/lobby").json()
    return {**found, "lobby": without_times(listed)}


QUERIES = {
    "explain_thing": ("?thing=round", "?thing=round&at=1"),
    "what_happened": ("?ply=1",),
    "get_guide": ("?lesson=x",),
}


def without_times(doc: Any) -> Any:
    if isinstance(doc, dict):
        return {key: without_times(value) for key, value in doc.items() if key not in UNCHANGED}
    return [without_times(one) for one in doc] if isinstance(doc, list) else doc


def test_no_operation_tells_a_spectator_what_happened_since() -> None:
    """Also those that are added later, because all of them are asked."""
    with visitors() as (ada, eve):
        body = {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "me"}], "public": True, "shared": True}
        table = ada.post("/api/tables", {**body, "delay": {"moves": 100}})["id"]
        before = everything(eve, table), everything(ada, table)
        for _ in range(6):
            now = ada.look(table)
            seat = now["table"]["to_act"][0]
            offer = ada.get(f"/api/tables/{table}?seat={seat}")["legal"][-1]
            ada.ask(
                "POST",
                f"/api/tables/{table}/moves",
                {"seat": seat, "move": offer["move"], "expect": now["table"]["ply"]},
            )
        ada.post(f"/api/tables/{table}/chat", {"text": "secret"})
        after = everything(eve, table), everything(ada, table)
        assert before[0] == after[0]
        assert len(before[0]) > 10
        assert sum(before[1][path] != after[1][path] for path in before[1]) >= 6, "a player is told by most of them"


@pytest.mark.parametrize("delay", [{"moves": 101}, {"minutes": 1441}, {"moves": -1}, {"hours": 1}])
def test_a_delay_has_limits(delay: Doc) -> None:
    with visitors() as (ada, _):
        body = {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "me"}], "delay": delay}
        assert ada.ask("POST", "/api/tables", body).status_code == 400
