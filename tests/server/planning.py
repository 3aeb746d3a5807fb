"""For tests of plans: people at tables of any game whose plans are carried out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engineshed.core.rng import Rng
from engineshed.server import plans, play, tables
from engineshed.server.deciding import AnyPlan, StopReason
from engineshed.server.messages import NewTable
from engineshed.server.planner import Planner
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.server.play import ME, OPEN, live, new_guest, opened

NAMES = ("Ada", "Bob", "Cleo")
PATIENCE = 20.0


@asynccontextmanager
async def planning(service: Service) -> AsyncIterator[Planner]:
    planner = Planner(service, retry=0.02)
    planner.start()
    try:
        yield planner
    finally:
        await planner.stop()


@asynccontextmanager
async def planned_at(place: str | Path = ":memory:") -> AsyncIterator[tuple[Service, Planner]]:
    async with opened(place) as service, planning(service) as planner:
        yield service, planner


async def idle(planner: Planner) -> None:
    """Until nothing is left to carry out."""
    async with asyncio.timeout(PATIENCE):
        while planner._tasks:
            await asyncio.gather(*planner._tasks.values())
            await asyncio.sleep(0)


async def seated(service: Service, game: str, count: int = 3, **wishes: Any) -> tuple[str, list[Guest]]:
    """A table of a game for these people, who sit in order."""
    guests = [await new_guest(service, name) for name in NAMES[:count]]
    made = await tables.create(service, guests[0], NewTable(game, [ME, *[OPEN] * (count - 1)], **wishes))
    for seat, guest in enumerate(guests[1:], 1):
        await tables.claim(service, guest, made.id, made.links[seat])
    return made.id, guests


class Circle:
    """People at a table, by their seats."""

    def __init__(self, service: Service, planner: Planner | None, table: str, guests: list[Guest]) -> None:
        self.service, self.planner, self.table, self.guests = service, planner, table, guests

    async def live(self) -> Any:
        return await live(self.service, self.table)

    async def acting(self) -> int:
        return int((await self.live()).to_act()[0])

    async def settled(self) -> Any:
        if self.planner is not None:
            await idle(self.planner)
        return await self.live()

    async def legal(self) -> list[Any]:
        now = await self.live()
        return list(now.game.rules.legal(now.state, now.to_act()[0]))

    async def move(self, wanted: Any = None) -> None:
        """The seat to act moves by hand; a random move if none is given."""
        now = await self.live()
        seat = now.to_act()[0]
        wanted = Rng("by hand", now.ply).choice(await self.legal()) if wanted is None else wanted
        await play.move(self.service, self.guests[seat], self.table, seat, wanted, now.ply, None)
        await self.settled()

    async def plan(self, seat: int, wish: AnyPlan) -> None:
        await plans.plan(self.service, self.guests[seat], self.table, seat, wish)
        await self.settled()

    async def foresee(self, seat: int, *moves: Any) -> plans.Foreseen:
        return await plans.foresee(self.service, self.guests[seat], self.table, seat, moves)

    async def plans(self, seat: int) -> list[plans.MyPlan]:
        return await plans.plans(self.service, self.guests[seat], self.table, seat)

    async def stopped(self, seat: int) -> list[StopReason | None]:
        return [one.stopped.why if one.stopped else None for one in await self.plans(seat)]

    async def until(self, *kinds: str, plies: int = 3000) -> list[Any]:
        """Random play by hand until one of these kinds of move is legal; returns the legal moves of these kinds."""
        for _ in range(plies):
            found = [move for move in await self.legal() if type(move).__name__ in kinds]
            if found:
                return found
            await self.move()
        raise AssertionError(f"nobody could play {kinds}")

    async def texts(self, since: int = 0) -> list[tuple[int, str]]:
        """What players have played, by their seats."""
        events = await self.service.store.events(self.table, since)
        return [(event.seat, event.text) for event in events if event.kind == "move" and event.seat >= 0]


@asynccontextmanager
async def circle(game: str, count: int = 3, place: str | Path = ":memory:", **wishes: Any) -> AsyncIterator[Circle]:
    async with planned_at(place) as (service, planner):
        yield Circle(service, planner, *await seated(service, game, count, **wishes))
