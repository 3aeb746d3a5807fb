"""How long people wait at a server while strong bots think at other tables.

``python -m tests.bots.at_tables --tables 10`` starts a server, measures moves of people at tables without bots, lets a
person play against a strong bot at each of ten other tables, and measures the same again.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from engineshed.core.rng import Rng
from engineshed.server.bench.client import Guest
from engineshed.server.bench.load import AllTables, Conditions, Load
from engineshed.server.bench.process import Process, serving

PEOPLE = Conditions(tables=5, rate=10.0, seconds=20.0)
"""Two people at each of five tables, who make ten moves a second between them."""
GAMES = ("steam-power", "planet-steam", "steam", "dampf-and-rails")
LOOKING = 0.2
"""Seconds between two looks of a person who waits for a bot."""


class Against:
    """A person who plays any legal move against strong bots, at once, and how many of their moves there were."""

    def __init__(self, number: int) -> None:
        self._game, self._rng, self.moves = GAMES[number % len(GAMES)], Rng("person", number), 0

    async def play(self, process: Process, over: asyncio.Event) -> None:
        async with Guest.visiting(process, "Person") as guest:
            while not over.is_set():
                table = await self._begin(guest)
                while not over.is_set() and await self._turn(guest, table):
                    pass

    async def _begin(self, guest: Guest) -> str:
        bots = 2 if self._game == "steam" else 1
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "strong"}] * bots]
        wish = msgspec.json.encode({"game": self._game, "seats": seats})
        made: dict[str, Any] = msgspec.json.decode(await guest.post("tables", wish))
        return str(made["id"])

    async def _turn(self, guest: Guest, table: str) -> bool:
        """Make a move, or wait; False if the game is over."""
        now = await guest.look(table)
        if now.table.state == "over":
            return False
        if now.table.my_turn and now.legal:
            await guest.post(f"tables/{table}/moves", now.body(self._rng.below(len(now.legal))))
            self.moves += 1
        else:
            await asyncio.sleep(LOOKING)
        return True


async def measured(tables: int) -> tuple[Load, Load, int]:
    """Without and with these tables, and how many moves people made against the bots."""
    with TemporaryDirectory() as folder:
        async with serving(Path(folder) / "tables.db") as process:
            alone = await AllTables(process, PEOPLE).measure()
            over, people = asyncio.Event(), [Against(number) for number in range(tables)]
            async with asyncio.TaskGroup() as group:
                for person in people:
                    group.create_task(person.play(process, over))
                await asyncio.sleep(2)
                beside = await AllTables(process, PEOPLE).measure()
                over.set()
    return alone, beside, sum(person.moves for person in people)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10)
    given = parser.parse_args()
    alone, beside, moves = asyncio.run(measured(given.tables))
    for name, load in ((f"{'alone':>8}", alone), (f"{'beside':>8}", beside)):
        print(f"{name}: saved {load.acknowledged_ms}, seen {load.seen_ms}, loop late by {load.loop_lag_ms} ms")
    print(f"{moves} moves against bots")


if __name__ == "__main__":
    main()
