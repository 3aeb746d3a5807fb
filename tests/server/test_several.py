"""Several servers on one Postgres and one Redis: any of them serves any table, and none serves outdated positions."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.server import absence, bots, chat, guests, news, play, presence, tables
from engineshed.server.bus import Bus
from engineshed.server.bus.redis import RedisBus
from engineshed.server.messages import NewTable, Played
from engineshed.server.postgres import PostgresStore
from engineshed.server.refusals import ServiceError
from engineshed.server.service import Service
from engineshed.server.viewing import look
from engineshed.server.web.context import Context
from engineshed.server.web.limits import Limits, Rate
from engineshed.server.web.problems import TooManyError
from tests.core.toy import GAME_ID as TOY
from tests.server.newer import FIRST, ReadersHere, Versions
from tests.server.play import BOT, GAME_ID, ME, OPEN, live, new_guest, new_table, play_one, refused, run, some_move
from tests.server.servers import Postgres, Redis
from tests.server.several import Deaf, Scene, heard, watching
from tests.server.test_bots import Quick, playing
from tests.server.test_bus import until

LONG = 'id = "long"\ngoal = 99\n'
"""A map of the small game on which it does not end."""


async def ply_at(service: Service, table: str) -> int:
    return (await look(service, await service.table(table), None, None, 0)).table.ply


# -- no server serves what is past ----------------------------------------------------------------------------------


@pytest.mark.parametrize("new_bus", [None, Deaf], ids=["redis", "no bus"])
def test_all_servers_show_what_one_has_acknowledged_at_once(servers: Scene, new_bus: type[Bus] | None) -> None:
    async def go() -> None:
        async with servers(3, new_bus) as services:
            ada = await new_guest(services[0])
            table = await new_table(services[0], ada)
            for number in range(30):
                played = await play_one(services[number % 3], ada, table)
                for service in services:
                    assert await ply_at(service, table) >= played.ply

    run(go())


def test_a_move_is_accepted_by_a_server_that_has_not_heard_of_the_last_one(servers: Scene) -> None:
    """It has the table in memory, in an older position, and nobody there has asked for it since."""

    async def go() -> None:
        async with servers(2, Deaf) as (one, two):
            ada = await new_guest(one)
            table = await new_table(one, ada)
            await ply_at(two, table)
            for number in range(20):
                here, there = (one, two) if number % 2 else (two, one)
                now = await live(there, table)
                await there.known_table(table)
                await play.move(here, ada, table, now.to_act()[0], await some_move(there, table), now.ply, None)

    run(go())


def test_a_guest_told_by_another_server_moves_at_once_without_asking_the_store(
    servers: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's socket and their requests may be at different servers, and news of a move is still on its way."""

    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            await ply_at(there, table)
            monkeypatch.setattr(there.archive, "table", None)
            monkeypatch.setattr(there.store, "latest", None)
            for _ in range(10):
                await play_one(here, ada, table)
                now = await live(here, table)
                played = await play.move(
                    there, ada, table, now.to_act()[0], await some_move(here, table), now.ply, None
                )
                await until(partial(at_least, here, table, played.ply))
                await here.known_table(table)

    run(go())


def at_least(service: Service, table: str, ply: int) -> bool:
    """Whether this server has heard of this ply."""
    loaded = service.in_memory(table)
    assert loaded is not None
    return max([loaded.live.ply, *(change.head.ply for change in loaded.unread)]) >= ply


def test_a_guest_who_claims_to_have_seen_the_future_waits_only_a_moment(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, _):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            now = await live(here, table)
            begun = time.monotonic()
            with pytest.raises(ServiceError):
                await play.move(here, ada, table, now.to_act()[0], await some_move(here, table), now.ply + 9, None)
            assert time.monotonic() - begun < 2

    run(go())


def test_watchers_on_other_servers_are_told_and_then_see_no_older_table(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(there, table) as watcher:
                for _ in range(10):
                    played = await play_one(here, ada, table)
                    now = (await heard(watcher))["now"]
                    assert now["table"]["ply"] >= played.ply
                    assert now["log"][0]["ply"] == played.ply
                    assert await ply_at(there, table) >= played.ply

    run(go())


def test_watchers_are_told_even_if_redis_has_died(
    servers: Scene, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "COMPARE_WITHOUT_BUS", 0.1)

    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(there, table, ada) as watcher:
                redis_server.kill()
                try:
                    await until(lambda: not there.news.reliable)
                    played = await play_one(here, ada, table)
                    assert (await heard(watcher))["now"]["table"]["ply"] >= played.ply
                    await chat.say(here, ada, table, "is anybody there?")
                    assert (await heard(watcher))["lines"][0]["text"] == "is anybody there?"
                finally:
                    redis_server.start()
                await until(lambda: here.news.reliable and there.news.reliable)
                monkeypatch.setattr(news, "COMPARE", 1000.0)
                for _ in range(3):
                    played = await play_one(here, ada, table)
                    assert (await heard(watcher))["now"]["table"]["ply"] >= played.ply

    run(go())


def test_a_message_that_is_lost_is_made_up_for(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis does not guarantee delivery. What was missed is in the store, and the next message reveals the gap."""

    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(there, table) as watcher:
                with monkeypatch.context() as patched:
                    patched.setattr(here.news.bus, "publish", lambda _topic, _message: None)
                    await play_one(here, ada, table)
                played = await play_one(here, ada, table)
                assert (await heard(watcher))["now"]["table"]["ply"] >= played.ply
                monkeypatch.setattr(here.news.bus, "publish", lambda _topic, _message: None)
                monkeypatch.setattr(news, "COMPARE", 0.0)
                played = await play_one(here, ada, table)
                assert (await heard(watcher))["now"]["table"]["ply"] >= played.ply

    run(go())


def test_messages_that_nobody_understands_do_no_harm(servers: Scene, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(there, table) as watcher:
                here.news.bus.publish(table, b"what?")
                here.news.bus.publish("a table that is not there", b"what?")
                played = await play_one(here, ada, table)
                assert (await heard(watcher))["now"]["table"]["ply"] >= played.ply

    run(go())
    (record,) = caplog.records
    assert record.getMessage().startswith("a message of another server is not understood: ")


def test_chat_is_heard_at_all_servers(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(there, table, ada) as watcher:
                for word in ("hello", "there"):
                    await chat.say(here, ada, table, word)
                    assert [line["text"] for line in (await heard(watcher))["lines"]] == [word]

    run(go())


def test_a_new_name_is_shown_everywhere(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada, cookie = await guests.welcome(here, "Ada", "en")
            context = Context(there, Limits())
            assert (await there.names([ada.id]), await context.who(cookie.token)) == ({ada.id: "Ada"}, ada)
            changed = await guests.change(here, ada, "Ada Ł.", "pl")
            while (await there.names([ada.id]))[ada.id] != "Ada Ł.":
                await asyncio.sleep(0.01)
            assert await context.who(cookie.token) == changed

    run(go())


def test_without_a_bus_names_come_from_the_store(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2, Deaf) as (here, there):
            ada, cookie = await guests.welcome(here, "Ada", "en")
            context = Context(there, Limits())
            await there.names([ada.id])
            await context.who(cookie.token)
            changed = await guests.change(here, ada, "Ada Ł.", "pl")
            assert (await there.names([ada.id]), await context.who(cookie.token)) == ({ada.id: "Ada Ł."}, changed)

    run(go())


def test_a_server_counts_the_people_at_tables_of_the_others(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """They tell each other now and then; what a server said counts until it has been silent for long."""
    monkeypatch.setattr(news, "COMPARE", 0.1)
    monkeypatch.setattr(presence, "COUNTED", 0.0)

    async def go() -> None:
        async with servers(3) as (one, two, three):
            ada, bob = await new_guest(one), await new_guest(one, "Bob")
            mine, his = await new_table(one, ada), await new_table(two, bob)
            async with watching(one, mine, ada), watching(two, his, bob):
                await until(lambda: [service.presence.people() for service in (one, two, three)] == [2, 2, 2])
                monkeypatch.setattr(presence, "FORGOTTEN", 0.0)
                assert [service.presence.people() for service in (one, two, three)] == [1, 1, 0]

    run(go())


# -- one of many wins -----------------------------------------------------------------------------------------------


async def outcomes(*race: Awaitable[Any]) -> list[Any]:
    """What each guest gets: an answer, or the id of the refusal."""
    found = await asyncio.gather(*race, return_exceptions=True)
    strange = [one for one in found if isinstance(one, BaseException) and not isinstance(one, ServiceError)]
    assert not strange
    return [one.message.id if isinstance(one, ServiceError) else one for one in found]


def test_of_many_who_claim_a_seat_at_different_servers_one_gets_it(servers: Scene) -> None:
    async def go() -> None:
        async with servers(3) as services:
            ada = await new_guest(services[0])
            rivals = [await new_guest(services[0], f"Rival {n}") for n in range(6)]
            for _ in range(10):
                made = await tables.create(services[0], ada, NewTable(GAME_ID, [ME, OPEN]))
                for service in services:
                    await service.table(made.id)
                race = [tables.claim(services[n % 3], rivals[n], made.id, made.links[1]) for n in range(6)]
                found = await outcomes(*race)
                assert sorted(map(str, found)) == ["1"] + ["house.dead-link"] * 5
                winner = rivals[found.index(1)].id
                assert [(await live(service, made.id)).seats[1].guest for service in services] == [winner] * 3

    run(go())


def test_a_move_sent_to_all_servers_at_once_is_played_once(servers: Scene) -> None:
    async def go() -> None:
        async with servers(3) as services:
            ada = await new_guest(services[0])
            table = await new_table(services[0], ada)
            for number in range(20):
                now = await live(services[number % 3], table)
                move, seat = await some_move(services[number % 3], table), now.to_act()[0]
                race = [play.move(service, ada, table, seat, move, now.ply, f"key {number}") for service in services]
                assert await outcomes(*race) == [Played(now.ply + 1)] * 3
            events = await services[0].store.events(table)
            assert [event.ply for event in events] == list(range(1, len(events) + 1))
            assert sum(event.key is not None for event in events) == 20

    run(go())


def test_of_different_moves_at_different_servers_one_is_played(servers: Scene) -> None:
    async def go() -> None:
        async with servers(3) as services:
            ada = await new_guest(services[0])
            table = await new_table(services[0], ada)
            for number in range(20):
                now = await live(services[number % 3], table)
                moves = [await some_move(services[0], table, luck=f"{number} {n}") for n in range(3)]
                race = [
                    play.move(service, ada, table, now.to_act()[0], move, now.ply, None)
                    for service, move in zip(services, moves, strict=True)
                ]
                found = await outcomes(*race)
                assert found.count(Played(now.ply + 1)) == 1
                assert found.count("house.stale") == 2

    run(go())


def test_a_seat_that_changes_elsewhere_makes_no_move_stale(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2, Deaf) as (one, two):
            ada, bob = await new_guest(one), await new_guest(one, "Bob")
            made = await tables.create(one, ada, NewTable(GAME_ID, [ME, OPEN]))
            await tables.claim(two, bob, made.id, made.links[1])
            now = await live(one, made.id)
            acting, other = (ada, bob) if now.to_act()[0] == 0 else (bob, ada)
            await absence.leave(two, other, made.id, 1 - now.to_act()[0])
            await play.move(one, acting, made.id, now.to_act()[0], await some_move(one, made.id), now.ply, None)

    run(go())


# -- bots -----------------------------------------------------------------------------------------------------------


async def _turns(service: Service, table: str) -> int:
    """How often a bot has followed a person so far."""
    seats = [event.seat for event in await service.store.events(table) if event.seat != CHANCE]
    return sum(before == 0 and after == 1 for before, after in pairwise(seats))


def test_a_bot_thinks_once_although_many_servers_could_ask_it(servers: Scene) -> None:
    async def go() -> None:
        async with servers(3) as services, AsyncExitStack() as stack:
            workers = [Quick() for _ in services]
            for service, quick in zip(services, workers, strict=True):
                await stack.enter_async_context(playing(service, quick))
            ada = await new_guest(services[0])
            table = await new_table(services[0], ada, ME, BOT)
            for _ in range(15):
                # The server that hears the last move of a turn asks the bot.
                here = services[await _turns(services[0], table) % 3]
                while 0 not in (now := await live(here, table)).to_act() and now.row.state == "running":
                    await asyncio.sleep(0.01)
                await play_one(here, ada, table)
            await until(lambda: not any(quick.thinking for quick in workers))
            moved = sum(event.seat == 1 for event in await services[0].store.events(table))
            asked = sum(quick.asked for quick in workers)
            assert moved <= asked <= moved + 1, "the last answer may come too late to be seen here"
            assert sum(quick.asked > 0 for quick in workers) > 1, "and not always at the same server"

    run(go())


def test_the_bot_of_a_server_that_died_is_asked_by_another(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ORPHANS", 0.1)
    monkeypatch.setattr(bots, "LEASE", 0.6)

    async def go() -> None:
        async with servers() as (dead, alive):
            table = await new_table(dead, await new_guest(dead), BOT, BOT)
            now, start = await live(dead, table), time.time()
            assert await dead.store.lease(table, now.row.revision, dead.id, start, start + bots.LEASE)
            async with playing(alive, Quick()):
                while (await live(alive, table)).ply == now.ply:
                    await asyncio.sleep(0.02)
            assert time.time() - start >= bots.LEASE, "as long as it could be alive, nobody else is asked"

    run(go())


def test_a_bot_that_thinks_long_keeps_its_lease(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ORPHANS", 0.05)
    monkeypatch.setattr(bots, "LEASE", 0.3)

    class Slow(Quick):
        async def choose(self, question: Any) -> Any:
            chosen = await super().choose(question)
            await asyncio.sleep(1.0)
            return chosen

    async def go() -> None:
        async with servers() as services:
            one, two = Slow(), Slow()
            async with playing(services[0], one):
                table = await new_table(services[0], await new_guest(services[0]), BOT, BOT)
                ply = (await live(services[0], table)).ply
                await until(lambda: one.asked == 1)
                async with playing(services[1], two):
                    while (await live(services[0], table)).ply == ply:
                        await asyncio.sleep(0.02)
                    assert two.asked == 0

    run(go())


# -- limits for all servers together --------------------------------------------------------------------------------


def test_limits_hold_for_all_servers_together(servers: Scene) -> None:
    limits = Limits(chat=Rate(0.001, 5), sockets=3)

    async def go() -> None:
        async with servers() as (one, two):
            contexts = [Context(one, limits), Context(two, limits)]
            who = (await new_guest(one)).id
            for number in range(5):
                await contexts[number % 2].chat.spend(who)
            for context in contexts:
                with pytest.raises(TooManyError):
                    await context.chat.spend(who)
            async with AsyncExitStack() as held:
                for number in range(3):
                    await held.enter_async_context(contexts[number % 2].sockets.held_by(who))
                for context in contexts:
                    with pytest.raises(ServiceError, match="too-many-sockets"):
                        await held.enter_async_context(context.sockets.held_by(who))
            async with contexts[1].sockets.held_by(who):
                pass

    run(go())


def test_without_a_bus_each_server_has_its_own_limits(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2, Deaf) as services:
            contexts = [Context(service, Limits(chat=Rate(0.001, 2), sockets=1)) for service in services]
            for context in contexts:
                await context.chat.spend("Ada")
                await context.chat.spend("Ada")
                with pytest.raises(TooManyError):
                    await context.chat.spend("Ada")
                async with context.sockets.held_by("Ada"):
                    with pytest.raises(ServiceError, match="too-many-sockets"):
                        async with context.sockets.held_by("Ada"):
                            pass

    run(go())


# -- servers of two versions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [0, 6])
@pytest.mark.parametrize("hears", [True, False], ids=["by the bus", "by comparing"])
def test_watchers_are_disconnected_when_a_newer_server_takes_over_the_table(
    postgres: Postgres, redis_server: Redis, monkeypatch: pytest.MonkeyPatch, plies: int, hears: bool
) -> None:
    """In a rolling upgrade, the older process can no longer show a table that a newer one has carried over."""
    Versions(monkeypatch).install(FIRST)
    monkeypatch.setattr(news, "COMPARE", 1000.0 if hears else 0.0)
    url = postgres.new_database()

    async def go() -> None:
        bus = RedisBus(redis_server.url)
        older = Service(PostgresStore(url), time.time, bus=bus, readers=ReadersHere())
        await older.news.start()
        if not hears:
            monkeypatch.setattr(older.news, "_heard", lambda _topic, _message: None)
        ada = await new_guest(older)
        seats = [ME, ME, ME] if plies else [ME, OPEN, OPEN]
        new = NewTable(TOY, seats, options={"map": LONG})
        table = (await tables.create(older, ada, new)).id
        while plies and (await live(older, table)).ply < plies:
            await play_one(older, ada, table, "roll")
        command = (sys.executable, "-m", "tests.server.newer_server", url, redis_server.url, table)
        async with watching(older, table) as watcher:
            newer = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
            try:
                assert newer.stdout is not None
                assert await asyncio.wait_for(newer.stdout.readline(), 60) == b"2\n"
                why = await asyncio.wait_for(watcher.ended, 20)
                assert isinstance(why, ServiceError)
                assert why.message.id == "house.later-version"
            finally:
                await newer.communicate(b"")
        with refused("unavailable", "later-version"):
            await older.table(table)
        await older.news.stop()
        await older.store.close()

    run(go())
