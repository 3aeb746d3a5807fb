"""End turn: what a player does last in a turn can be taken back until they end it.

This is a setting of the table, not of the game. The move is in the log as always, but the table holds the turn: until
it ends, nobody else is to act, and nature does not draw. Records are the same with and without it.
"""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Seat
from engineshed.core.turns import is_worth_asking, passes_on
from engineshed.server.live import Live, Written, seats_of
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import Played
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import Guest
from engineshed.server.service import Service, with_fresh_eyes

TIME_TO_THINK = 3.0
"""Seconds after which a turn ends at a table with a timer."""
PATIENCE = 120.0
"""Seconds after which a turn ends although its player has not pressed the button, if other people wait for them."""


def play_and_hold(before: Live, after: Live, seat: Seat, move: Any, key: str | None, at: float) -> Written:
    """Play a checked move. If it passes the turn on and could be taken back, the turn is held."""
    row, rules = before.row, before.game.rules
    by_hand = row.end_turn != "off" and not before.seats[seat].by_bot
    if not by_hand or not is_worth_asking(before.game, before.state, seat, before.can_take_back(seat)):
        return after.play(seat, move, key, at)
    written = after.play_alone(seat, move, key, at)
    if after.can_be_returned_to(seat) and passes_on(rules, before.state, after.state, seat, after.moves):
        after.hold(seat, _end_of(after, seat, at))
        return written
    return joined(written, after.begin(at))


def end_turn(after: Live, at: float) -> Written:
    """The held turn has ended: nature draws, and others are to act."""
    after.hold(None)
    return after.begin(at)


def joined(one: Written, other: Written) -> Written:
    return one[0] + other[0], one[1] + other[1]


def _end_of(live: Live, seat: Seat, at: float) -> float | None:
    """When the table ends the turn itself. Bots wait for as long as a person likes; people need not."""
    if live.row.end_turn == "timer":
        return at + TIME_TO_THINK
    return at + PATIENCE if _others(live, live.seats[seat].guest) else None


def _others(live: Live, guest: str | None) -> bool:
    """Whether other people are playing too."""
    return any(not seat.by_bot and seat.guest != guest for seat in live.seats)


@with_fresh_eyes
async def end(service: Service, guest: Guest, table_id: str, seat: int, expect: int) -> Played:
    """End the turn of one of the guest's seats. If it has ended already, nothing happens."""
    loaded = await service.known_table(table_id, expect)
    async with loaded.lock:
        live = loaded.live
        if seat not in seats_of(live, guest):
            raise ServiceError("forbidden", "not-your-seat")
        if live.row.held == seat:
            if not live.has_shown(expect):
                raise StaleError(live.ply)
            await end_held(service, loaded)
        elif expect > live.ply:
            raise StaleError(live.ply)  # another server has written to this table
        return Played(loaded.live.ply)


async def end_held(service: Service, loaded: LoadedTable) -> None:
    """End the turn that is held; the caller has locked the table."""
    after = loaded.live.copy()
    await service.commit(loaded, after, *end_turn(after, service.clock()))


def must_not_be_held(live: Live, seat: int) -> None:
    """Refuse moves while a turn is held, even by its player, who can end it or take moves back."""
    if live.row.held == seat:
        raise ServiceError("conflict", "turn-held")
    if live.row.held is not None:
        raise ServiceError("conflict", "turn-held-by-other")


# -- waiting for bots -----------------------------------------------------------------------------------------------


@with_fresh_eyes
async def hurry(service: Service, guest: Guest, table_id: str) -> None:
    """Let bots move at once until a person is to act; only if nobody else wants to follow what they do."""
    loaded = await service.known_table(table_id)
    async with loaded.lock:
        live = loaded.live
        if not seats_of(live, guest):
            raise ServiceError("forbidden", "not-your-seat")
        if _others(live, guest.id):
            raise ServiceError("conflict", "others-follow")
        after = live.copy()
        after.set(hurried=True)
        if not live.row.hurried and after.head(0.0).hurried:
            await service.commit(loaded, after, (), ())
