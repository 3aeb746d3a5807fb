"""A table as a picture, for those who are not there: the board and what lies on it, as spectators see it."""

from __future__ import annotations

import asyncio

from engineshed.server.live import Live, has_text
from engineshed.server.loaded import LoadedTable
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.viewing import seen_by


async def picture_of(service: Service, loaded: LoadedTable, guest: Guest | None) -> str:
    """As SVG; only the board before the game, and if the game's package draws nothing else."""
    live = loaded.live
    ply = await seen_by(service, live, guest)

    async def make() -> bytes:
        shown = live if ply == live.ply else await service.archive.past(live, ply)
        if has_text(live.row.options):  # a custom map may be large
            return await asyncio.to_thread(_drawn, shown)
        return _drawn(shown)

    return (await service.works.get(("picture", live.row.id, live.row.version, live.row.state, ply), make)).decode()


def _drawn(live: Live) -> bytes:
    game = live.game
    if game.draw_table is None or live.row.state == "open":
        return game.boards.draw_ground(live.options, dark=False).encode()
    return game.draw_table(game.rules.view(live.state, None)).encode()
