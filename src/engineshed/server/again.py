"""A rematch: the same people play the same game again.

A finished table names the table of its rematch. That name is written first, and only one can be: so there is one
rematch, no matter how many people ask for it, at which servers, and whether one of them stops halfway.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from engineshed.core.registry import find_game
from engineshed.server import blocks, tables
from engineshed.server.live import Live, opened, seats_of
from engineshed.server.messages import SeatOrder
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, SeatRow, TableRow
from engineshed.server.secrets import hash_of, new_seed, new_token
from engineshed.server.service import Service, with_fresh_eyes
from engineshed.server.store import TakenError


async def rematch(service: Service, guest: Guest, table_id: str, order: SeatOrder, *, anyway: bool = False) -> str:
    """The table of the rematch, where this guest now has the seats that were kept for them.

    ``order`` only counts for whoever asks first. ``anyway``: even if the guest has blocked somebody who sits there.
    """
    live = await _agreed(service, guest, table_id)
    again = live.row.rematch
    assert again is not None
    if await service.store.table(again) is None:
        with suppress(TakenError):  # somebody else has made it meanwhile
            await _open(service, guest, live, again, order)
    await tables.take_kept(service, guest, again, anyway=anyway)
    return again


@with_fresh_eyes
async def _agreed(service: Service, guest: Guest, table_id: str) -> Live:
    """The finished table, which knows its rematch now."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        row = loaded.live.row
        if row.owner != guest.id and not seats_of(loaded.live, guest):
            raise ServiceError("forbidden", "not-at-table")
        if row.state != "over":
            raise ServiceError("conflict", "not-over")
        if row.rematch is None:
            after = loaded.live.copy()
            after.set(rematch=service.new_table_id())
            await service.commit(loaded, after, (), ())
        return loaded.live


async def _open(service: Service, guest: Guest, before: Live, table_id: str, order: SeatOrder) -> None:
    game, now = find_game(before.row.game), service.clock()
    row = TableRow(
        id=table_id,
        game=game.id,
        version=game.version,
        owner=guest.id,
        seed=new_seed(),
        created=now,
        updated=now,
        **{name: getattr(before.row, name) for name in AGREED},
    )
    apart = await blocks.apart(service, guest, [seat.guest for seat in before.seats if seat.guest is not None])
    seats = [_seat(old, number, guest, apart) for number, old in enumerate(_in_order(before.seats, order))]
    await tables.open_table(service, await opened(game, row, seats, None), {})


AGREED = (
    *("seats", "options", "title", "mode", "speed", "level", "language", "public", "delay_moves", "delay_minutes"),
    *("latecomers", "shared", "hints", "rated", "pace", "end_turn", "clock"),
)
"""What people agreed on when they sat down, and so agree on again."""


def _in_order(seats: Sequence[SeatRow], order: SeatOrder) -> list[SeatRow]:
    """Everybody moves up by one seat, so that in as many games as there are players all have had each."""
    return list(seats) if order == "same" else [*seats[-1:], *seats[:-1]]


def _seat(old: SeatRow, number: int, guest: Guest, apart: Collection[str]) -> SeatRow:
    """Nobody's seat is kept for somebody who has blocked them, or the other way round."""
    if old.guest is None:
        return SeatRow(number, "bot", bot=old.bot)
    if old.guest == guest.id:
        return SeatRow(number, "guest", guest=guest.id)
    token = new_token()
    return SeatRow(
        number, "open", link_hash=hash_of(token), link=token, kept_for=None if old.guest in apart else old.guest
    )
