"""Moves: checked against the ply that the player saw, and saved once however often they are sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from engineshed.core.contract import Seat
from engineshed.core.errors import UnreadableMoveError
from engineshed.core.misfits import misfit
from engineshed.core.table import MOVE_LENGTH
from engineshed.core.words import Message
from engineshed.server.live import Live, visible
from engineshed.server.messages import MovePreview, Played
from engineshed.server.refusals import RefusedError, ServiceError, StaleError
from engineshed.server.rows import Guest
from engineshed.server.service import LoadedTable, Service, seats_of

LONGEST_KEY = 64

T = TypeVar("T")


async def move(
    service: Service, guest: Guest, table_id: str, seat: int, wanted: Any, expect: int, key: str | None
) -> Played:
    """Play a move (an object, or a text in the game's notation) for one of the guest's seats."""
    key = _key_of(seat, key)
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_hold(loaded.live, guest, seat)
        before = await _sent_before(service, loaded, key)
        if before is not None:
            return before
        _must_be_here(loaded.live, seat)
        return await _play(service, loaded, Seat(seat), wanted, expect, key)


async def move_for_bot(service: Service, table_id: str, seat: Seat, wanted: Any, expect: int) -> Played:
    """The same for a bot's seat; the caller must make sure that it is one."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        return await _play(service, loaded, seat, wanted, expect, None)


async def _play(service: Service, loaded: LoadedTable, seat: Seat, wanted: Any, expect: int, key: str | None) -> Played:
    live = loaded.live
    _must_be_running(live)
    if expect != live.ply:
        raise StaleError(live.ply)
    played = read_move(live, wanted)
    live.check(seat, played)
    after = live.copy()
    events, said = after.play(seat, played, key, service.clock())
    await service.commit(loaded, after, events, said)
    return Played(events[0].ply)


async def check(
    service: Service, guest: Guest, table_id: str, seat: int, wanted: Any, then: Sequence[Any] = ()
) -> MovePreview:
    """What this move, and the others after it, would lead to. Raises what ``move`` would raise, and changes nothing."""
    live = (await service.table(table_id)).live.copy()
    _must_hold(live, guest, seat)
    _must_be_here(live, seat)
    _must_be_running(live)
    facts: list[Message] = []
    for tried in (wanted, *then):
        played = read_move(live, tried)
        live.check(Seat(seat), played)
        step = live.try_out(Seat(seat), played)
        if step.reveals:  # hidden things are only shown for moves that are really made
            return MovePreview([], None, None)
        facts += [Message(fact.id, fact.params) for fact in step.facts if visible(fact, (seat,))]
    game, state = live.game, live.state
    return MovePreview(facts, game.rules.view(state, Seat(seat)), game.boards.hints(state, Seat(seat)))


async def read(service: Service, guest: Guest, table_id: str, seat: int, wanted: Any) -> str:
    """The legal move that a text means, as the notation writes it. Raises what ``move`` would raise."""
    live = (await service.table(table_id)).live
    _must_hold(live, guest, seat)
    _must_be_here(live, seat)
    _must_be_running(live)
    meant = read_move(live, wanted)
    live.check(Seat(seat), meant)
    return live.game.speech.write(live.state, meant)


async def why_not(service: Service, guest: Guest, table_id: str, seat: int, about: str) -> None:
    """Raises the refusal that keeps a seat from doing anything with a thing, if there is one."""
    live = (await service.table(table_id)).live
    _must_hold(live, guest, seat)
    _must_be_running(live)
    refusal = _read(about, lambda text: live.game.speech.why_not(live.state, Seat(seat), text))
    if refusal is not None:
        raise RefusedError(refusal.rule, refusal.message)


async def undo(
    service: Service, guest: Guest, table_id: str, seat: int, expect: int, key: str | None, *, whole_turn: bool
) -> Played:
    """Take back the seat's last move, or everything it has done since something was revealed."""
    key = _key_of(seat, key)
    loaded = await service.table(table_id)
    async with loaded.lock:
        live = loaded.live
        _must_hold(live, guest, seat)
        before = await _sent_before(service, loaded, key)
        if before is not None:
            return before
        _must_be_here(live, seat)
        _must_be_running(live)
        if live.row.state == "over":  # the seed is public by then
            raise ServiceError("conflict", "cannot-undo")
        if expect != live.ply:
            raise StaleError(live.ply)
        after = live.copy()
        count = live.can_take_back(Seat(seat)) if whole_turn else 1
        events, said = after.take_back(Seat(seat), count, key, service.clock())
        await service.commit(loaded, after, events, said)
        return Played(events[0].ply)


def _key_of(seat: int, key: str | None) -> str | None:
    """A request's key in the log. It contains the seat, because two players may choose the same key."""
    if key is None:
        return None
    if not 0 < len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise ServiceError("bad-request", "key", most=LONGEST_KEY)
    return f"{seat} {key}"


async def _sent_before(service: Service, loaded: LoadedTable, key: str | None) -> Played | None:
    """The answer that this request got the first time, if it was sent before."""
    event = None if key is None else await service.store.event_by_key(loaded.live.row.id, key)
    return None if event is None else Played(event.ply)


def read_move(live: Live, wanted: Any) -> Any:
    try:
        if isinstance(wanted, str):
            return _read(wanted, lambda text: live.game.speech.read(live.state, text))
        return msgspec.convert(wanted, move_type(live.game.rules.moves))
    except msgspec.ValidationError as error:
        found = misfit(error)
        raise UnreadableMoveError("read.misfit", path=found.path, problem=found.problem) from None


def _read(text: str, reader: Callable[[str], T]) -> T:
    if len(text) > MOVE_LENGTH or not text.isprintable():
        raise ServiceError("bad-request", "move-text", most=MOVE_LENGTH)
    return reader(text)


@cache
def move_type(kinds: tuple[type[Any], ...]) -> Any:
    """The tagged union of a game's moves."""
    return Union[kinds]  # noqa: UP007  (made from a tuple at run time)


def _must_hold(live: Live, guest: Guest, seat: int) -> None:
    if seat not in seats_of(live, guest):
        raise ServiceError("forbidden", "not-your-seat")


def _must_be_here(live: Live, seat: int) -> None:
    """While a guest is away, a bot plays for them, and the two would get in each other's way."""
    if live.seats[seat].away:
        raise ServiceError("conflict", "away")


def _must_be_running(live: Live) -> None:
    if live.row.state == "open":
        raise ServiceError("conflict", "not-begun")
    if live.row.state == "closed":
        raise ServiceError("conflict", "closed")
