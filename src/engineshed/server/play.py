"""Moves: checked against the ply that the player saw, and saved only once, no matter how often they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.errors import UnreadableMoveError
from engineshed.core.misfits import misfit
from engineshed.core.table import MOVE_LENGTH
from engineshed.core.words import Message
from engineshed.server.holding import must_not_be_held, play_and_hold
from engineshed.server.live import Live, seats_of, visible
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import MovePreview, Played
from engineshed.server.refusals import RefusedError, ServiceError, StaleError
from engineshed.server.rows import Guest, PlanChange
from engineshed.server.service import Service, with_fresh_eyes
from engineshed.server.viewing import without_texts

LONGEST_KEY = 64

T = TypeVar("T")


@with_fresh_eyes
async def move(
    service: Service, guest: Guest, table_id: str, seat: int, wanted: Any, expect: int, key: str | None
) -> Played:
    """Play a move (an object, or a text in the game's notation) for one of the guest's seats."""
    key = _key_of(seat, key)
    loaded = await service.known_table(table_id, expect)
    async with loaded.lock:
        _must_hold(loaded.live, guest, seat)
        try:
            _must_be_here(loaded.live, seat)
            return await _play(service, loaded, Seat(seat), wanted, expect, key)
        except ServiceError as refusal:
            return await _as_before(service, loaded, key, refusal)


async def move_for_bot(service: Service, table_id: str, seat: Seat, wanted: Any, expect: int) -> Played:
    """The same for a bot's seat. While it was thinking, a person may have taken the seat, perhaps at another server."""
    loaded = await service.known_table(table_id)
    async with loaded.lock:
        if not loaded.live.seats[seat].by_bot:
            raise StaleError(loaded.live.ply)
        return await _play(service, loaded, seat, wanted, expect, None)


async def play_planned(service: Service, loaded: LoadedTable, seat: Seat, planned: Any, plans: PlanChange) -> None:
    """Play what the seat's player has planned; the caller has locked the table.

    The turn is not held, because the player could take the plan back until now.
    """
    loaded.live.check(seat, planned)
    after = loaded.live.copy()
    events, said = after.play(seat, planned, None, service.clock())
    await service.commit(loaded, after, events, said, plans=plans)


async def _play(service: Service, loaded: LoadedTable, seat: Seat, wanted: Any, expect: int, key: str | None) -> Played:
    live = loaded.live
    _must_be_running(live)
    if not live.has_shown(expect):
        raise StaleError(live.ply)
    must_not_be_held(live, seat)
    played = read_move(live, wanted)
    live.check(seat, played)
    after = live.copy()
    events, said = play_and_hold(live, after, seat, played, key, service.clock())
    await service.commit(loaded, after, events, said)
    return Played(events[0].ply)


async def check(
    service: Service, guest: Guest, table_id: str, seat: int, wanted: Any, then: Sequence[Any] = ()
) -> MovePreview:
    """What this move and those after it would lead to. Raises what ``move`` would raise, and changes nothing."""
    live = (await service.table(table_id)).live.copy()
    must_be_able_to_move(live, guest, seat)
    facts: list[Message] = []
    for tried in (wanted, *then):
        await asyncio.sleep(0)  # there may be many, and other requests must be served
        played = read_move(live, tried)
        live.check(Seat(seat), played)
        step = live.try_out(Seat(seat), played)
        if step.reveals:  # hidden things are only revealed by moves that are actually made
            return MovePreview([], None, None)
        facts += [Message(fact.id, fact.params) for fact in step.facts if visible(fact, (seat,))]
    game, state = live.game, live.state
    view = without_texts(live, game.rules.view(state, Seat(seat)))
    return MovePreview(facts, view, game.boards.hints(state, Seat(seat)))


async def read(service: Service, guest: Guest, table_id: str, seat: int, wanted: Any) -> str:
    """The legal move that a text means, in standard notation. Raises what ``move`` would raise."""
    live = (await service.table(table_id)).live
    must_be_able_to_move(live, guest, seat)
    meant = read_move(live, wanted)
    live.check(Seat(seat), meant)
    return live.game.speech.write(live.state, meant)


async def why_not(service: Service, guest: Guest, table_id: str, seat: int, about: str) -> None:
    """Raises the refusal that keeps a seat from doing anything with a thing, if there is one."""
    live = (await service.table(table_id)).live
    _must_hold(live, guest, seat)
    _must_be_running(live)
    must_not_be_held(live, seat)
    refusal = _read(about, lambda text: live.game.speech.why_not(live.state, Seat(seat), text))
    if refusal is not None:
        raise RefusedError(refusal.rule, refusal.message)


@with_fresh_eyes
async def undo(
    service: Service, guest: Guest, table_id: str, seat: int, expect: int, key: str | None, *, whole_turn: bool
) -> Played:
    """Take back the seat's last move, or everything it has done since something was revealed."""
    key = _key_of(seat, key)
    loaded = await service.known_table(table_id, expect)
    async with loaded.lock:
        _must_hold(loaded.live, guest, seat)
        try:
            _must_be_here(loaded.live, seat)
            return await _undo(service, loaded, Seat(seat), expect, key, whole_turn=whole_turn)
        except ServiceError as refusal:
            return await _as_before(service, loaded, key, refusal)


async def _undo(
    service: Service, loaded: LoadedTable, seat: Seat, expect: int, key: str | None, *, whole_turn: bool
) -> Played:
    live = loaded.live
    _must_be_running(live)
    if live.row.state == "over":  # the seed is public by then
        raise ServiceError("conflict", "cannot-undo")
    if not live.has_shown(expect):
        raise StaleError(live.ply)
    after = live.copy()
    count = live.can_take_back(seat) if whole_turn else 1
    events, said = after.take_back(seat, count, key, service.clock())
    await service.commit(loaded, after, events, said)
    return Played(events[0].ply)


def _key_of(seat: int, key: str | None) -> str | None:
    """A request's key in the log. It contains the seat, because two players may choose the same key."""
    if key is None:
        return None
    if not 0 < len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise ServiceError("bad-request", "key", most=LONGEST_KEY)
    return f"{seat} {key}"


async def _as_before(service: Service, loaded: LoadedTable, key: str | None, refusal: ServiceError) -> Played:
    """The answer that a request about to be refused got when it was first sent; raises the refusal if it is new.

    Other requests need no such check, because the store accepts a key only once.
    """
    event = None if key is None else await service.store.event_by_key(loaded.live.row.id, key)
    if event is None:
        raise refusal
    return Played(event.ply)


def read_move(live: Live, wanted: Any) -> Any:
    return read_sent(live.game, live.state, wanted)


def read_sent(game: AnyGame, state: Any, wanted: Any) -> Any:
    """A move as a request has it: an object, or a text in the game's notation."""
    try:
        if isinstance(wanted, str):
            return _read(wanted, lambda text: game.speech.read(state, text))
        return msgspec.convert({"move": wanted}, _sent_type(game.rules.moves)).move
    except msgspec.ValidationError as error:
        found = misfit(error)
        path = found.path.replace("$.move", "$", 1)
        raise UnreadableMoveError("read.misfit", path=path, problem=found.problem) from None


def _read(text: str, reader: Callable[[str], T]) -> T:
    if len(text) > MOVE_LENGTH or not text.isprintable():
        raise ServiceError("bad-request", "move-text", most=MOVE_LENGTH)
    return reader(text)


@cache
def move_type(kinds: tuple[type[Any], ...]) -> Any:
    """The tagged union of a game's moves."""
    return Union[kinds]  # noqa: UP007  (made from a tuple at run time)


@cache
def _sent_type(kinds: tuple[type[Any], ...]) -> Any:
    """A struct with a move: msgspec prepares a struct once, but a union again for each move that it converts."""
    return msgspec.defstruct("Sent", [("move", move_type(kinds))])


def must_be_able_to_move(live: Live, guest: Guest, seat: int) -> None:
    """Whether it is this seat's turn is for the rules to say."""
    _must_hold(live, guest, seat)
    _must_be_here(live, seat)
    _must_be_running(live)
    must_not_be_held(live, seat)


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
