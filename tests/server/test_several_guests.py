"""Penalties and departures of guests on several servers: all know at once, and sockets are closed everywhere."""

from __future__ import annotations

import asyncio

import pytest

from engineshed.server import chat, moderation, mydata, news, penalties
from engineshed.server.bus import Bus
from engineshed.server.service import Service
from engineshed.server.web.push import Watcher
from tests.server.play import BOT, ME, new_guest, new_table, refused, run
from tests.server.several import Deaf, Scene, watching
from tests.server.test_bus import until

PATIENCE = 20
ADDRESS = "192.0.2.7"


@pytest.fixture(autouse=True)
def _never_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks the store again unless there is news."""
    monkeypatch.setattr(penalties, "FRESH", 10_000.0)
    monkeypatch.setattr(news, "COMPARE", 10_000.0)


async def reason(watcher: Watcher) -> str:
    """Why a socket is closed."""
    error = await asyncio.wait_for(asyncio.shield(watcher.ended), PATIENCE)
    return str(error)


async def until_banned(service: Service, target: str, banned: bool = True) -> None:
    async with asyncio.timeout(PATIENCE):
        while await service.penalties.has("ban", target) != banned:
            await asyncio.sleep(0.01)


def test_all_servers_learn_of_a_ban_at_once_and_of_its_end(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            for target in (ada.id, ADDRESS):
                assert not await there.penalties.has("ban", target)
                await moderation.punish(here, "ban", target, None, "spam")
                await until_banned(there, target)
                await moderation.lift(here, "ban", target, "sorry")
                await until_banned(there, target, banned=False)

    run(go())


def test_all_servers_learn_of_a_silence_at_once_and_of_its_end(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            await chat.say(there, ada, table, "hello")
            asked = there.penalties._forgotten
            await moderation.punish(here, "mute", ada.id, None, "insults")
            await until(lambda: there.penalties._forgotten > asked)
            with refused("forbidden", "muted"):
                await chat.say(there, ada, table, "insults")
            asked = there.penalties._forgotten
            await moderation.lift(here, "mute", ada.id, "sorry")
            await until(lambda: there.penalties._forgotten > asked)
            await chat.say(there, ada, table, "sorry")

    run(go())


def test_an_answer_of_the_store_from_before_a_ban_is_not_kept(servers: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ban comes while the store is being asked; everybody who asks meanwhile waits for the right answer."""

    async def go() -> None:
        async with servers(1) as (service,):
            ada = await new_guest(service)
            ask, asked, banned = service.store.penalties, 0, asyncio.Event()

            async def slow() -> object:
                nonlocal asked
                asked += 1
                found = await ask()
                if asked == 1:
                    await banned.wait()
                return found

            monkeypatch.setattr(service.store, "penalties", slow)
            first = asyncio.create_task(service.penalties.has("ban", ada.id))
            await until(lambda: asked == 1)
            second = asyncio.create_task(service.penalties.has("ban", ada.id))
            await moderation.punish(service, "ban", ada.id, None, "spam")
            banned.set()
            assert await first
            assert await second

    run(go())


def test_the_sockets_of_a_banned_guest_are_closed_on_all_servers_and_nobody_elses(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada, bob = await new_guest(here), await new_guest(here, "Bob")
            table = await new_table(here, ada)
            async with (
                watching(here, table, ada) as near,
                watching(there, table, ada) as far,
                watching(there, table, bob) as other,
                watching(there, table) as stranger,
            ):
                await moderation.punish(here, "mute", ada.id, None, "insults")
                await moderation.punish(here, "ban", ada.id, None, "insults")
                assert [await reason(near), await reason(far)] == ["forbidden: banned"] * 2
                assert not other.ended.done()
                assert not stranger.ended.done()

    run(go())


def test_banned_guests_may_come_back_to_watch(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            await moderation.punish(here, "ban", ada.id, None, "spam")
            await until_banned(there, ada.id)
            async with watching(there, table, ada) as watcher:
                asked = there.penalties._forgotten
                await moderation.punish(here, "mute", ada.id, None, "and silence")
                await until(lambda: there.penalties._forgotten > asked and not there.news._following)
                await until_banned(there, ada.id)
                assert not watcher.ended.done()

    run(go())


def test_the_sockets_of_a_banned_address_are_closed(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            table = await new_table(here, await new_guest(here))
            async with (
                watching(there, table, address=ADDRESS) as watcher,
                watching(there, table, address="192.0.2.8") as neighbour,
            ):
                await moderation.punish(here, "ban", ADDRESS, None, "a flood")
                assert await reason(watcher) == "forbidden: banned"
                assert not neighbour.ended.done()

    run(go())


def test_the_sockets_of_a_deleted_guest_are_closed_on_all_servers(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada = await new_guest(here)
            table = await new_table(here, ada)
            async with watching(here, table, ada) as near, watching(there, table, ada) as far:
                await mydata.delete(here, ada)
                assert [await reason(near), await reason(far)] == ["unknown-guest: unknown-guest"] * 2

    run(go())


@pytest.mark.parametrize("lost", ["redis loses the message", "there is no redis"])
def test_sockets_are_closed_although_the_message_is_lost(
    servers: Scene, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        new_bus: type[Bus] | None = Deaf if lost == "there is no redis" else None
        async with servers(2, new_bus) as (here, there):
            ada, bob = await new_guest(here), await new_guest(here, "Bob")
            table = await new_table(here, ada)
            async with watching(there, table, ada) as banned, watching(there, table, bob) as deleted:
                monkeypatch.setattr(here.news.bus, "publish", lambda _topic, _message: None)
                await moderation.punish(here, "ban", ada.id, None, "spam")
                await mydata.delete(here, bob)
                monkeypatch.setattr(penalties, "FRESH", 0.0)
                monkeypatch.setattr(news, "COMPARE", 0.0)
                assert await reason(banned) == "forbidden: banned"
                assert await reason(deleted) == "unknown-guest: unknown-guest"

    run(go())


def test_whom_a_guest_ignores_is_known_on_all_servers_at_once(servers: Scene) -> None:
    async def go() -> None:
        async with servers() as (here, there):
            ada, eve = await new_guest(here), await new_guest(here, "Eve")
            table = await new_table(here, ada, ME, BOT, public=True)
            await chat.say(here, eve, table, "rubbish")
            for wish in (True, False):
                assert [line.ignored for line in await chat.lines(there, ada, table, 0)] == [not wish]
                await chat.ignore(here, ada, table, 1, wish=wish)
                async with asyncio.timeout(PATIENCE):
                    while (await chat.lines(there, ada, table, 0))[0].ignored is not wish:
                        await asyncio.sleep(0.01)

    run(go())
