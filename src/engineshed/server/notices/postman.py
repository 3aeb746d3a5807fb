"""Sends the notices that were saved with changes: at once, or collected.

A notice is claimed in the store before it is sent, and a claim is never taken over. So whatever happens, nothing is
sent twice: what a server had claimed when it died is dropped, because nobody knows whether it went out. What certainly
did not go out is tried again, later and later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from engineshed.server.guests import DAY
from engineshed.server.logs import way_of
from engineshed.server.metrics import NOTICES
from engineshed.server.notices.channels import Channels, Outcome, Result
from engineshed.server.notices.saying import Letter, letter_for
from engineshed.server.rows import Guest, Notice, NoticeWay
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.web.limits import Limiter, Rate
from engineshed.server.web.problems import TooManyError

log = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks at the store. Changes made by this server are sent at once; this is for what was collected,
what failed, and what a server has left that died."""
LEFT = 120.0
"""Seconds after which a claim is too old for its server to be still alive; sending takes far less."""
SWEEP = 60.0
MOST_AT_ONCE = 64
FIRST_REST, LONGEST_REST = 30.0, 6 * 3600.0
MOST_FAILURES = 16
"""A way that has failed so often in a row is given up; by then, a day and a half has passed."""
GRACE = 3.0
"""How many seconds what is being sent has to finish when the server closes."""
TOO_LATE = 2 * DAY
"""Notices that could not be sent for so long are no news any more."""
WAITING = 2 * DAY
"""How long a link in a mail can be used to agree."""
EACH_MINUTE: dict[str, Rate] = {"mail": Rate(1 / 300, 6)}
EACH_WAY = Rate(1 / 20, 30)
"""What is sent at once by one way; after that, notices are collected for a while."""


class Postman:
    def __init__(self, service: Service, channels: Channels, in_front: Callable[[str, str], Awaitable[bool]]) -> None:
        """``in_front``: whether a guest has a table in front of them on some screen."""
        self._service, self.channels, self._in_front = service, channels, in_front
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._awake = asyncio.Event()
        self._working: asyncio.Task[None] | None = None
        self._swept = 0.0
        self._speeds = {kind: Limiter(rate) for kind, rate in EACH_MINUTE.items()}
        self._speed = Limiter(EACH_WAY)

    def start(self) -> None:
        if self.channels.rules.empty:
            return
        self._service.outbox.open, self._service.outbox.posted = True, self._awake.set
        self._working = asyncio.create_task(self._work())

    async def stop(self) -> None:
        self._service.outbox.open, self._service.outbox.posted = False, lambda: None
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        tasks = [*self._sending.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.channels.close()

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except StoreDownError as error:
                log.warning("notices have to wait", extra={"cause": error.reason})
            except Exception as error:  # noqa: BLE001  (a defect must not end all notices)
                log.error("notices have to wait", extra={"cause": way_of(error)})
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._awake.wait()
            self._awake.clear()

    async def look(self) -> None:
        """Begin to send whatever is due."""
        now = self._service.clock()
        if now - self._swept >= SWEEP:
            self._swept = now
            NOTICES.labels("any", "lost").inc(await self._service.store.drop_left_notices(now - LEFT))
            await self._service.store.drop_waiting_ways(now - WAITING)
        free = MOST_AT_ONCE - len(self._sending)
        for way_id in await self._service.store.due_ways(now, MOST_AT_ONCE) if free else ():
            if way_id not in self._sending and len(self._sending) < MOST_AT_ONCE:
                task = self._sending[way_id] = asyncio.create_task(self._send(way_id))
                task.add_done_callback(lambda done, way_id=way_id: self._sent(way_id, done))  # type: ignore[misc]

    async def idle(self) -> None:
        """Wait until nothing is being sent."""
        while self._sending:
            await asyncio.wait(self._sending.values())

    def _sent(self, way_id: str, task: asyncio.Task[None]) -> None:
        del self._sending[way_id]
        self._awake.set()  # there may be more, for this way or for others
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a notice was not sent", extra={"cause": way_of(error)})

    # -- one way ----------------------------------------------------------------------------------------------------

    async def _send(self, way_id: str) -> None:
        store, now = self._service.store, self._service.clock()
        way = await store.way(way_id)
        if way is None:
            return
        if (wait := self._too_fast(way)) > 0:
            await store.settle_way(way_id, way.used, now + wait, way.failures, broken=False)
            return
        notices = await store.claim_notices(way_id, self._service.id, now)
        if not notices:
            return  # another server was faster
        try:
            letter = await self._letter(way, notices, now)
        except BaseException:
            await asyncio.shield(store.return_notices(way_id, self._service.id))
            raise
        result = None if letter is None else await self.channels.send(way, letter)
        if result is not None:
            NOTICES.labels(way.kind, result.outcome.value).inc()
            await self._settle(way, result)
        else:
            NOTICES.labels(way.kind, "dropped").inc()
        if result is not None and result.outcome is Outcome.FAILED and way.failures + 1 < MOST_FAILURES:
            await store.return_notices(way_id, self._service.id)
        else:
            await store.drop_notices(way_id, self._service.id)

    async def _letter(self, way: NoticeWay, notices: Sequence[Notice], now: float) -> Letter | None:
        """What is still worth telling; None if nothing is."""
        guest = (await self._service.store.guests([way.guest])).get(way.guest)
        if guest is None or way.state != "on" or not self.channels.has(way.kind):
            return None
        fresh = [one for one in notices if now - one.due < TOO_LATE and await self._is_news(guest, one, way)]
        return await letter_for(self._service, guest, fresh, self.channels.address)

    async def _is_news(self, guest: Guest, notice: Notice, way: NoticeWay) -> bool:
        return notice.kind in way.about and not await self._in_front(guest.id, notice.table)

    def _too_fast(self, way: NoticeWay) -> float:
        """Seconds to wait if this way has had much lately."""
        if way.every:
            return 0.0
        try:
            self._speeds.get(way.kind, self._speed).spend(way.id)
        except TooManyError as error:
            return error.seconds
        return 0.0

    async def _settle(self, way: NoticeWay, result: Result) -> None:
        """What came of it: when this way may be used again, if ever."""
        store, now = self._service.store, self._service.clock()
        if result.outcome is Outcome.SENT:
            return await store.settle_way(way.id, now, now, 0, broken=False)
        log.info("a notice by %s was not sent: %s", way.kind, result.reason)
        failures = way.failures + 1
        gone = result.outcome is Outcome.GONE
        if gone and way.kind == "browser":
            await store.remove_way(way)
        else:
            rest = now + max(result.wait, min(LONGEST_REST, FIRST_REST * 2 ** (failures - 1)))
            await store.settle_way(way.id, way.used, rest, failures, broken=gone or failures >= MOST_FAILURES)
        if gone or failures >= MOST_FAILURES:
            self._service.news.guest_changed(way.guest)
        return None
