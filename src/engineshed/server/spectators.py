"""How far behind spectators are. Whoever has agreed on it at a table need not fear that somebody watches and tells.

What counts as seen are entries of the log: everything else that is shown follows from the position after the last of
them. Chat lines are kept back as long as the entries that were made at the same time. Nobody is behind before the game,
when there is nothing to see, and after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from engineshed.server.live import Live
from engineshed.server.rows import Guest, SeatRow, TableRow
from engineshed.server.service import Service

MINUTE = 60.0


class Behind(NamedTuple):
    """What somebody may know: this many entries of the log, and what was written until then."""

    ply: int
    time: float


def is_behind(row: TableRow, seats: Sequence[SeatRow], guest: Guest | None) -> bool:
    """Whether there are things at this table that somebody without a seat may not know yet."""
    if not (row.delay_moves or row.delay_minutes) or row.state in ("open", "over"):
        return False
    return guest is None or all(seat.guest != guest.id for seat in seats)


async def behind(service: Service, live: Live, guest: Guest | None) -> Behind | None:
    """How far behind this guest is; None if they may know everything that spectators ever do."""
    row = live.row
    if not is_behind(row, live.seats, guest):
        return None
    time = service.clock() - row.delay_minutes * MINUTE
    ply = max(0, live.ply - row.delay_moves)
    if row.delay_minutes:
        ply = min(ply, await service.store.ply_at(row.id, time))
    for next_one in await service.store.events(row.id, ply, ply + 1):
        time = min(time, next_one.at)
    return Behind(ply, time)


def masked(row: TableRow, ply: int = 0, to_act: tuple[int, ...] = ()) -> TableRow:
    """A table's row as it was after this many entries of the log, as far as it is shown."""
    return msgspec.structs.replace(row, ply=ply, to_act=to_act, held=None, result=None)
