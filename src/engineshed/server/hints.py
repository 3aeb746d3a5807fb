"""Hints at a table: what a bot would do in my place and why, and what somebody else's moves have changed.

Both are worked out by the bots' processes from what one seat sees, and kept for whoever asks again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from msgspec import msgpack

from engineshed.bots.retelling import Changes, Seen
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.registry import bot_names
from engineshed.server.advice import ChangesTask, HintTask, Idea
from engineshed.server.bots import hashed, question_at
from engineshed.server.chapters import said_between
from engineshed.server.live import Live, Said
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import Happened, Hints, NamedMove
from engineshed.server.metrics import BOT_FAILURES
from engineshed.server.play import must_be_able_to_move
from engineshed.server.refusals import BusyError, ServiceError
from engineshed.server.replay import must_have
from engineshed.server.rows import Guest
from engineshed.server.service import Service, log, with_fresh_eyes
from engineshed.server.viewing import viewing_seat
from engineshed.server.workers import BotFailedError, Task

MOST_WAITING = 8
"""With more questions than this waiting for a bot, hints are refused, so that the bots at the tables can move."""
RETRY = 2
"""Seconds to wait before asking again."""
MOST_ENTRIES = 60
"""The most entries of the log that are told of at once."""

T = TypeVar("T")


async def hints(service: Service, guest: Guest, table_id: str, seat: int, bot: str | None) -> Hints:
    """Good moves at a decision of one of the guest's seats. At a public table, the log says first that they asked."""
    live = await _asked(service, guest, table_id, seat, bot)
    name = bot or live.game.bots.usual
    question = question_at(live, Seat(seat), name)
    key = "hints", table_id, live.row.version, live.line[-1].ply, live.moves, seat, name

    async def task() -> Task:
        return HintTask(question)

    ideas = await _kept(service, live, key, task, list[Idea])
    speech, state = live.game.speech, live.state
    named = [_named(speech, state, question.moves[idea.move], idea) for idea in ideas]
    best = live.game.bots.levels[0].name
    return Hints(name, named, None if name == best else best, live.ply)


def _named(speech: Any, state: Any, move: Any, idea: Idea) -> NamedMove:
    return NamedMove(move, speech.write(state, move), speech.price(state, move), list(idea.reasons), idea.surety)


@with_fresh_eyes
async def _asked(service: Service, guest: Guest, table_id: str, seat: int, bot: str | None) -> Live:
    """The table, once it is sure that a bot may be asked, and if need be in the log."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        live = loaded.live
        must_be_able_to_move(live, guest, seat)
        if not live.row.hints:
            raise ServiceError("forbidden", "no-hints")
        if Seat(seat) not in live.to_act():
            raise ServiceError("conflict", "nothing-to-decide")
        name, known = bot or live.game.bots.usual, bot_names(live.game.id)
        if name not in known:
            raise ServiceError("bad-request", "no-bot", bot=name[:40], known=", ".join(known))
        if live.row.public and seat not in live.hinted:
            after = live.copy()
            await service.commit(loaded, after, *after.note_hint(Seat(seat), name, service.clock()))
        return loaded.live


async def happened(
    service: Service, guest: Guest | None, table_id: str, wanted: int | None, since: int | None, ply: int
) -> Happened:
    """What the moves after entry ``since`` of the log, up to ``ply``, have changed, as far as one of the guest's seats
    may know. Without ``since`` it is about one entry."""
    loaded = await service.table(table_id)
    live, first = loaded.live, max(0, ply - 1) if since is None else since
    must_have(ply, live.ply)
    if not live.row.hints and live.row.state == "running":
        raise ServiceError("forbidden", "no-hints")
    seat = viewing_seat(live, guest, wanted)
    if seat is None:
        raise ServiceError("forbidden", "not-your-seat")
    mover, moves = await _moves(service, loaded, first, ply)
    key = "happened", table_id, live.row.version, first, ply, seat

    async def task() -> Task:
        before, after = await service.archive.past(live, first), await service.archive.past(live, ply)
        if before.game.version != after.game.version:
            raise ServiceError("not-found", "no-moves")
        eyes = Seat(seat)
        views = [past.game.rules.view(past.state, eyes) for past in (before, after)]
        seen = Seen(eyes, views[0], views[1], mover, moves, hashed("happened", live.row.seed, first, ply, seat))
        return ChangesTask(live.game.id, after.game.version, seen)

    found = await _kept(service, live, key, task, Changes)
    return Happened(int(mover), list(found.theirs), list(found.mine))


async def _moves(service: Service, loaded: LoadedTable, since: int, ply: int) -> tuple[Seat, tuple[str, ...] | None]:
    """Who moved, and their moves; no moves if nature drew in between, because it may draw otherwise elsewhere."""
    if not 0 < ply - since <= MOST_ENTRIES:
        raise ServiceError("not-found", "no-moves")
    said = [entry for entry in await said_between(service, loaded, since, ply) if entry.kind != "hint"]
    seats = {entry.seat for entry in said if entry.seat != CHANCE}
    if len(seats) != 1 or any(entry.kind != "move" for entry in said):
        raise ServiceError("not-found", "no-moves")
    (mover,) = seats
    return Seat(mover), _before_nature(said)


def _before_nature(said: list[Said]) -> tuple[str, ...] | None:
    """What nature draws last is seen afterwards, and need not be played again."""
    while said[-1].seat == CHANCE:
        said.pop()
    return None if any(entry.seat == CHANCE for entry in said) else tuple(entry.text for entry in said)


async def _kept(service: Service, live: Live, key: Hashable, task: Callable[[], Awaitable[Task]], kind: type[T]) -> T:
    async def make() -> bytes:
        return msgpack.encode(await _worked(service, live, await task()))

    return msgpack.decode(await service.works.get(key, make), type=kind)


async def _worked(service: Service, live: Live, task: Task) -> Any:
    workers = service.workers
    if workers is None:
        raise ServiceError("unavailable", "no-answer")
    if workers.waiting >= MOST_WAITING:
        raise BusyError(RETRY)
    try:
        return await workers.work(task)
    except BotFailedError as failure:
        BOT_FAILURES.labels(live.game.id).inc()
        log.warning("a bot of %s gives no hint: %s", live.game.id, failure)
        raise ServiceError("unavailable", "no-answer") from None
