"""The postman: when a notice is sent, that it is never sent twice, and what happens if it cannot be sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from engineshed.server import absence, play, tables
from engineshed.server.notices import outward, postman, ways
from engineshed.server.notices.channels import Channels, Rules
from engineshed.server.notices.postman import FIRST_REST, LEFT, MOST_FAILURES, Postman
from engineshed.server.notices.ways import Wish
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.store import Store
from tests.server.play import ME, OPEN, acting, live, new_guest, new_table, opened_store, play_on, run, some_move
from tests.server.receivers import Received, Receiver, certificate, receiving
from tests.server.servers import Postgres
from tests.server.test_retention import Clock

HOUR = 3600.0


@pytest.fixture(autouse=True)
def _trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))


async def _freely() -> None:
    """Mails are not what these tests are about."""


async def _nobody_looks(_guest: str, _table: str) -> bool:
    return False


class Scene:
    """Two players at a table, and a postman whose clock only moves when it is told."""

    def __init__(self, service: Service, clock: Clock, man: Postman, receiver: Receiver) -> None:
        self.service, self.clock, self.man, self.receiver = service, clock, man, receiver
        self.ada = self.bob = Guest("", b"", "")
        self.table = ""

    async def furnish(self) -> None:
        self.ada, self.bob = await new_guest(self.service), await new_guest(self.service, "Bob")
        self.table = await self.new_table()

    async def new_table(self, title: str = "Our table") -> str:
        table = await new_table(self.service, self.ada, ME, OPEN, public=True, title=title)
        await tables.join(self.service, self.bob, table, 1)
        return table

    async def way(self, path: str = "/hook", kind: Any = "json", guest: Guest | None = None, **wish: Any) -> str:
        asked = Wish(kind, self.receiver.url + path, **wish)
        return (await ways.add(self.service, self.man.channels, guest or self.bob, asked, _freely)).id

    async def turn_of(self, guest: Guest, table: str | None = None) -> None:
        """Play until it becomes this guest's turn."""
        table = table or self.table
        seat, other = (0, self.bob) if guest is self.ada else (1, self.ada)
        for wanted, mover in ((False, guest), (True, other)):
            while ((await acting(self.service, table)) == seat) is not wanted:
                now = await live(self.service, table)
                await play.move(
                    self.service, mover, table, now.to_act()[0], await some_move(self.service, table), now.ply, None
                )

    async def received(self) -> list[Received]:
        """Let the postman look once; returns all that was received since the last time."""
        await self.man.look()
        await self.man.idle()
        found = [*self.receiver.received]
        self.receiver.received.clear()
        return found

    async def post(self) -> list[str]:
        return [one.json["title"] for one in await self.received()]


@asynccontextmanager
async def scene(store: Store | None = None, receiver: Receiver | None = None) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        given = receiver or stack.enter_context(receiving())
        kept = store or opened_store(":memory:")
        stack.push_async_callback(kept.close)
        clock = Clock()
        service = Service(kept, clock)
        channels = Channels(kept, Rules(address="https://play.test", browser=True, webhooks=True, private=True))
        stack.callback(channels.close)
        service.outbox.open = True
        made = Scene(service, clock, Postman(service, channels, _nobody_looks), given)
        yield made


def tried(work: Any) -> None:
    async def go() -> None:
        async with scene() as made:
            await made.furnish()
            await work(made)

    run(go())


# -- when -----------------------------------------------------------------------------------------------------------


def test_a_turn_is_told_once_and_only_if_it_has_begun() -> None:
    async def work(here: Scene) -> None:
        await here.way(about=["turn"])
        await here.turn_of(here.bob)
        assert await here.post() == ["Your turn at Our table"]
        assert await here.post() == []
        now = await live(here.service, here.table)
        if now.to_act() == (1,):
            await play.move(
                here.service, here.bob, here.table, 1, await some_move(here.service, here.table), now.ply, None
            )
        if await acting(here.service, here.table) == 1:
            assert await here.post() == [], "it is still the same turn"

    tried(work)


def test_who_only_wants_to_know_of_turns_is_told_of_the_first_one() -> None:
    async def work(here: Scene) -> None:
        for name, guest in (("ada", here.ada), ("bob", here.bob)):
            await here.way(f"/{name}/turns", guest=guest, about=["turn"])
            await here.way(f"/{name}/all", guest=guest)
        fresh = await here.new_table("Fresh")
        first, other = ("ada", "bob") if await acting(here.service, fresh) == 0 else ("bob", "ada")
        told = [(one.path, one.json["items"][0]["kind"]) for one in await here.received()]
        assert sorted(told) == sorted(
            [(f"/{first}/all", "begun"), (f"/{first}/turns", "turn"), (f"/{other}/all", "begun")]
        )

    tried(work)


def test_a_digest_collects_what_happens_until_its_time() -> None:
    async def work(here: Scene) -> None:
        second = await here.new_table("Second")
        third = await here.new_table("Third")
        await here.way(every=3600, about=["turn"])
        await here.turn_of(here.bob)
        here.clock.now += 0.7 * HOUR
        await here.turn_of(here.bob, second)
        await here.turn_of(here.bob, third)
        await here.turn_of(here.ada, third)
        assert await here.post() == []
        here.clock.now += 0.29 * HOUR
        assert await here.post() == []
        here.clock.now += 0.02 * HOUR
        await here.man.look()
        await here.man.idle()
        (sent,) = here.receiver.received
        assert sent.json["title"] == "News from 2 tables", "at the third it is somebody else's turn by now"
        assert [item["title"] for item in sent.json["items"]] == ["Your turn at Our table", "Your turn at Second"]
        assert sent.json["url"] == "https://play.test/"

    tried(work)


def test_the_end_of_a_game_is_told_to_all_who_want_to_know() -> None:
    async def work(here: Scene) -> None:
        table = await new_table(here.service, here.ada, ME, ME, title="Alone")
        await here.way("/ada", guest=here.ada, about=["over"])
        await here.way("/bob", about=["over"])
        await play_on(here.service, here.ada, table)
        assert await here.post() == ["Alone is over"]

    tried(work)


def test_nothing_is_saved_for_those_who_do_not_want_it() -> None:
    async def work(here: Scene) -> None:
        off, quiet = await here.way("/off"), await here.way("/quiet", about=[])
        await ways.change(here.service, here.bob, off, None, None, None, False)
        await here.turn_of(here.bob)
        assert await here.service.store.notices_for(here.bob.id) == []
        await ways.change(here.service, here.bob, quiet, None, None, ["turn"], None)
        await here.turn_of(here.ada)
        await here.turn_of(here.bob)
        assert len(await here.service.store.notices_for(here.bob.id)) == 1

    tried(work)


def test_somebody_for_whom_a_bot_plays_is_left_in_peace() -> None:
    async def work(here: Scene) -> None:
        await here.way()
        await here.turn_of(here.ada)
        await absence.leave(here.service, here.bob, here.table, 1)
        before = len(await here.service.store.notices_for(here.bob.id))
        now = await live(here.service, here.table)
        while (now := await live(here.service, here.table)).to_act() == (0,):
            move = await some_move(here.service, here.table)
            await play.move(here.service, here.ada, here.table, 0, move, now.ply, None)
        assert len(await here.service.store.notices_for(here.bob.id)) == before

    tried(work)


def test_much_at_once_is_collected() -> None:
    async def work(here: Scene) -> None:
        await here.way(about=["turn"])
        sent = 0
        for _ in range(postman.EACH_WAY.burst + 5):
            await here.turn_of(here.bob)
            sent += len(await here.post())
            await here.turn_of(here.ada)
        assert sent == postman.EACH_WAY.burst

    tried(work)


# -- never twice ----------------------------------------------------------------------------------------------------


def test_several_servers_send_each_notice_once(postgres: Postgres) -> None:
    async def go() -> None:
        url = postgres.new_database()
        with receiving() as receiver:
            async with AsyncExitStack() as stack:
                here = await stack.enter_async_context(scene(opened_store(url), receiver))
                others = [await stack.enter_async_context(scene(opened_store(url), receiver)) for _ in range(2)]
                await here.furnish()
                for number in range(5):
                    await here.way(f"/{number}", about=["turn"])
                keys = {await one.man.channels.browser_key() for one in (here, *others)}
                assert len(keys) == 1, "all know the same key"
                for _ in range(4):
                    await here.turn_of(here.bob)
                    await asyncio.gather(*(one.man.look() for one in (here, *others) for _ in range(2)))
                    for one in (here, *others):
                        await one.man.idle()
                    await here.turn_of(here.ada)
        assert sorted(paths(receiver.received)) == sorted([f"/{number}" for number in range(5)] * 4)

    run(go())


def test_what_was_saved_before_a_crash_is_sent_after_it(tmp_path: Any) -> None:
    async def go() -> None:
        with receiving() as receiver:
            async with scene(opened_store(tmp_path / "shed.db"), receiver) as before:
                await before.furnish()
                await before.way("/unsent", about=["turn"])
                await before.way("/half-sent", about=["turn"])
                await before.turn_of(before.bob)
                half = (await before.service.store.ways_to(f"{receiver.url}/half-sent"))[0]
                await before.service.store.claim_notices(half.id, "a server that dies now", before.clock.now)
            async with scene(opened_store(tmp_path / "shed.db"), receiver) as after:
                after.clock.now = before.clock.now + 1
                await after.man.look()
                await after.man.idle()
                after.clock.now += LEFT + postman.SWEEP
                await after.man.look()
                await after.man.idle()
                assert [one.path for one in receiver.received] == ["/unsent"], "nobody knows about the other"
                assert await after.service.store.notices_for(before.bob.id) == []

    run(go())


# -- if it cannot be sent -------------------------------------------------------------------------------------------


def test_a_failure_is_tried_again_later_and_later() -> None:
    async def work(here: Scene) -> None:
        way = await here.way(about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.answers = [500, 503]
        assert len(await here.post()) == 1
        assert await here.post() == []
        here.clock.now += FIRST_REST - 1
        assert await here.post() == []
        here.clock.now += 2
        ids = [one.headers["webhook-id"] for one in await here.received()]
        here.clock.now += FIRST_REST + 1
        assert await here.post() == []
        here.clock.now += FIRST_REST
        (third,) = await here.received()
        assert third.json["title"] == "Your turn at Our table"
        assert ids == [third.headers["webhook-id"]], "so a receiver that had it all the same can tell"
        here.clock.now += HOUR
        assert await here.post() == []
        found = await here.service.store.way(way)
        assert found is not None
        assert (found.failures, found.state, found.used) == (0, "on", here.clock.now - HOUR)

    tried(work)


def test_a_receiver_may_ask_us_to_wait() -> None:
    async def work(here: Scene) -> None:
        await here.way(about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.answers, here.receiver.headers = [429], {"retry-after": "600"}
        await here.post()
        here.clock.now += 599
        assert await here.post() == []
        here.clock.now += 2
        assert len(await here.post()) == 1

    tried(work)


def test_what_fails_for_a_day_and_a_half_is_given_up() -> None:
    async def work(here: Scene) -> None:
        way = await here.way(about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.answers = [500] * 100
        began, count = here.clock.now, 0
        while (found := await here.service.store.way(way)) is not None and found.state == "on":
            here.clock.now = max(here.clock.now, found.rest)
            count += len(await here.post())
        assert count == MOST_FAILURES
        assert 1.0 < (here.clock.now - began) / (24 * HOUR) < 2.0
        assert await here.service.store.notices_for(here.bob.id) == []
        await here.turn_of(here.ada)
        await here.turn_of(here.bob)
        assert await here.service.store.notices_for(here.bob.id) == []
        await ways.change(here.service, here.bob, way, None, None, None, True)
        here.receiver.answers = []
        await here.turn_of(here.ada)
        await here.turn_of(here.bob)
        assert len(await here.post()) == 1

    tried(work)


@pytest.mark.parametrize("status", [404, 410])
def test_who_is_gone_is_forgotten(status: int) -> None:
    async def work(here: Scene) -> None:
        hook = await here.way(about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.answers = [status]
        await here.post()
        found = await here.service.store.way(hook)
        assert found is not None
        assert found.state == "broken"
        here.clock.now += HOUR
        await here.turn_of(here.ada)
        await here.turn_of(here.bob)
        assert await here.post() == []

    tried(work)


def test_what_may_have_arrived_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(here: Scene) -> None:
        await here.way(about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.silent.set()
        monkeypatch.setattr(outward, "STEP", 0.2)
        assert len(await here.post()) == 1
        here.receiver.silent.clear()
        here.clock.now += HOUR
        assert await here.post() == []
        assert await here.service.store.notices_for(here.bob.id) == []

    tried(work)


def paths(received: Sequence[Any]) -> list[str]:
    return [one.path for one in received]


def test_redirects_are_not_followed_and_long_answers_are_not_read() -> None:
    async def work(here: Scene) -> None:
        await here.way("/from", about=["turn"])
        await here.turn_of(here.bob)
        here.receiver.answers, here.receiver.headers = [302], {"location": f"{here.receiver.url}/to"}
        here.receiver.body = b"x" * 5_000_000
        await here.man.look()
        await here.man.idle()
        assert paths(here.receiver.received) == ["/from"]

    tried(work)
