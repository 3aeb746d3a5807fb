"""The past of a table: earlier positions as the viewer may see them, its record, and forks."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import UnsetType, msgpack, structs

from engineshed.core.contract import Seat
from engineshed.core.record import Record, plain, written
from engineshed.core.registry import find_game
from engineshed.core.review import Moment, Review, Reviewer
from engineshed.core.rng import Rng
from engineshed.core.table import Part, commitment
from engineshed.core.versions import game_of
from engineshed.server.archive import bare, fold, game_at
from engineshed.server.chapters import CHAPTER, said_in_chapter
from engineshed.server.clocks import NO_CLOCK
from engineshed.server.descriptions import described, in_words
from engineshed.server.foreign import RecordText
from engineshed.server.live import E, Live, Said, in_effect, last_kept, one_part, opened, seats_of
from engineshed.server.messages import NewLinks, SeatWish, TableView
from engineshed.server.refusals import BusyError, OtherVersionError, ServiceError
from engineshed.server.rows import Event, Guest, PartRow, TableRow
from engineshed.server.secrets import new_seed
from engineshed.server.service import Service
from engineshed.server.spectators import behind, is_behind
from engineshed.server.tables import STUCK, open_table, seats_for
from engineshed.server.viewing import past_view, seen_by, viewing_seat

HIDDEN: Final = "?"
"""Replaces a draw in a record that its reader may not know yet."""
LONGEST_REVIEW = 20.0
"""Seconds that replaying one part of a game for its review may take."""
RETRY = 30
"""Seconds to wait before asking again for a review that took too long."""


async def position_at(
    service: Service, guest: Guest | None, table_id: str, wanted: int | None, ply: int, *, covered: bool = False
) -> TableView:
    """The table as it was after ``ply`` log entries, with the entry that led there."""
    loaded = await service.table(table_id)
    late = await behind(service, loaded.live, guest)
    must_have(ply, loaded.live.ply if late is None else late.ply)
    seat = viewing_seat(loaded.live, guest, wanted, covered=covered)
    return await past_view(service, loaded, guest, seat, ply, ply - 1, late)


async def review(service: Service, table_id: str) -> Review:
    """How a finished game went. During a game, much of it may be hidden, so this is refused."""
    live = (await service.table(table_id)).live
    if live.row.state != "over":
        raise ServiceError("conflict", "not-over")

    async def make() -> bytes:
        return msgpack.encode(await _review(service, live))

    made = await service.works.get(("review", table_id, live.row.version, live.ply), make)
    return msgpack.decode(made, type=Review)


async def _review(service: Service, live: Live) -> Review:
    reviewer = Reviewer(live.game, live.row.seats)
    moves = _moves_in_parts(live.parts, await service.store.events(live.row.id))
    for part, played in zip(live.parts, moves, strict=True):
        with suppress(OtherVersionError):  # the scores of that part can no longer be computed
            past = await service.archive.past(live, part.ply)
            await asyncio.to_thread(_see, reviewer, past, played)
    try:
        return reviewer.review()
    except LookupError:
        raise OtherVersionError(live.game, live.row.version) from None


def _see(reviewer: Reviewer, past: Live, moves: Sequence[Event]) -> None:
    reviewer.see(past.game, past.state, past.ply, _moments(past, moves, time.monotonic() + LONGEST_REVIEW))


def _moments(past: Live, moves: Sequence[Event], until: float) -> Iterator[Moment]:
    """Replays moves that were not taken back."""
    for event in moves:
        before = past.state
        (said,) = past.follow([event])
        yield Moment(event.ply, before, past.state, said.facts)
        if time.monotonic() > until:
            raise BusyError(RETRY)


def must_have(ply: int, most: int) -> None:
    """Refuse a position that there is not, or that the guest may not know yet."""
    if not 0 <= ply <= most:
        raise ServiceError("not-found", "no-ply", most=most)


async def record(service: Service, guest: Guest | None, table_id: str) -> Record:
    """The record of the game; while it goes on, without the seed and anything else this reader may not know.

    It is written from the log alone, so it needs no rules, and says under which versions the game was played.
    """
    row = await service.store.table(table_id)
    if row is None:
        raise ServiceError("not-found", "no-table")
    return structs.replace(await _record(service, guest, row), players=await _players(service, row))


async def record_with_entries(service: Service, table_id: str) -> tuple[Record, tuple[int, ...]]:
    """The record of a finished game, and after which entry of the log each of its positions stood: the first, before
    any move, after none. Moves that were taken back are entries too, but not in the record."""
    whole = await record(service, None, table_id)
    parts = await service.store.parts(table_id) or one_part(whole.version)
    moves = _moves_in_parts(parts, await service.store.events(table_id))
    return whole, (0, *(event.ply for played in moves for event in played))


async def _players(service: Service, row: TableRow) -> tuple[str, ...]:
    """Everybody by name, bots too; by colour where there is none. Names are not kept: guests may change theirs."""
    seats = await service.store.seats(row.id)
    names = await service.names(seat.guest for seat in seats if seat.guest is not None)
    colours = game_at(row).seat_names
    return tuple(names.get(seat.guest or "") or seat.bot or colours[seat.seat] for seat in seats)


async def _record(service: Service, guest: Guest | None, row: TableRow) -> Record:
    table_id = row.id
    parts = await service.store.parts(table_id) or one_part(row.version)
    if row.revealed:
        return await _kept_record(service, row, None, lambda: _finished(service, row, parts))
    try:
        live = (await service.table(table_id)).live
    except ServiceError as error:
        if error.message.id not in STUCK:
            raise
        if is_behind(row, await service.store.seats(table_id), guest):
            raise
        events = await service.store.events(table_id)
        return _kept_secret(_whole(row, parts, events), [bare(event) for event in events], parts, [])
    eyes, last = tuple(seats_of(live, guest)), await seen_by(service, live, guest)
    return await _kept_record(service, live.row, (last, *eyes), lambda: _unfinished(service, live, eyes, last))


async def _kept_record(
    service: Service, row: TableRow, eyes: tuple[int, ...] | None, make: Callable[[], Coroutine[Any, Any, Record]]
) -> Record:
    """A record depends on the log, the rules, and what its reader may know (``eyes``: how many entries of the log, and
    their seats; None for everything)."""

    async def encoded() -> bytes:
        return msgpack.encode(await make())

    made = await service.works.get(("record", row.id, row.version, row.ply, eyes), encoded)
    return msgpack.decode(made, type=Record)


async def _finished(service: Service, row: TableRow, parts: Sequence[PartRow]) -> Record:
    return _whole(row, parts, await service.store.events(row.id))


async def _unfinished(service: Service, live: Live, eyes: Sequence[int], last: int) -> Record:
    """The record up to the last entry of the log that its reader may know."""
    parts = [part for part in live.parts if part.ply <= last]
    whole = _whole(live.row, parts, await service.store.events(live.row.id, 0, last))
    said: list[Said] = []
    for start in range(0, last, CHAPTER):
        said += await said_in_chapter(service, live, start)
    return _kept_secret(whole, [one for one in said if one.ply <= last], parts, eyes)


def _whole(row: TableRow, parts: Sequence[PartRow], events: Sequence[Event]) -> Record:
    game = game_at(row)
    moves = _moves_in_parts(parts, events)
    plies = [event.ply for played in moves for event in played]
    starts = [None if part.start is None else described(part.start) for part in parts]
    return written(
        game=game,
        seats=row.seats,
        options=row.options,
        table=row.id,
        players=tuple(game.seat_names[: row.seats]),
        commitment=commitment(row.seed, row.id) if row.seed else "",
        moves=tuple((event.seat, event.text) for played in moves for event in played),
        seed=row.seed or None,
        result=plain(row.result),
        parts=tuple(
            Part(part.version, len(played), start) for part, played, start in zip(parts, moves, starts, strict=True)
        ),
        notes=tuple((bisect(plies, event.ply), event.seat, event.text) for event in events if event.kind == "house"),
    )


def _moves_in_parts(parts: Sequence[PartRow], events: Sequence[E]) -> list[list[E]]:
    """The moves that count, by parts; those that a change of version could not keep do not."""
    changes = {event.ply: last_kept(event) for event in events if event.kind == "version"}
    lasts: list[int | None] = [changes[part.ply] for part in parts[1:]]
    return [
        in_effect([event for event in events if part.ply < event.ply and (last is None or event.ply <= last)])
        for part, last in zip(parts, [*lasts, None], strict=True)
    ]


def _kept_secret(whole: Record, log: list[Said], parts: Sequence[PartRow], eyes: Sequence[int]) -> Record:
    texts = [(said.seat, said.text_for(eyes) or HIDDEN) for moves in _moves_in_parts(parts, log) for said in moves]
    starts = whole.parts
    if not isinstance(starts, UnsetType):
        starts = tuple(structs.replace(part, start=part.start and HIDDEN) for part in starts)
    return structs.replace(whole, seed=None, digest="", moves=tuple(texts), parts=starts)


async def import_record(service: Service, guest: Guest, text: bytes) -> NewLinks:
    """Make a table from a record: a finished game to look at, an unfinished one (with its seed) to continue alone."""
    proved = await service.readers.read(RecordText(text))
    if not proved.seed and not proved.over:
        raise ServiceError("bad-request", "record-seed")
    game, now = find_game(proved.game), service.clock()
    row = TableRow(
        id=service.new_table_id(),
        game=game.id,
        version=proved.version,
        seats=proved.seats,
        options=proved.options,
        title=game.title,
        owner=guest.id,
        seed=proved.seed,
        created=now,
        updated=now,
        state="running",
        brought=True,
    )
    seats, tokens = seats_for(game, guest, [SeatWish("me")] * proved.seats)
    rules = game_of(game, proved.version)
    latest = proved.snapshots[-1] if proved.snapshots else None
    live = await opened(rules or game, row, seats, latest, proved.parts)
    events = [structs.replace(event, at=now) for event in proved.events]
    await fold(live, [event for event in events if event.ply > live.ply])
    links = await open_table(service, live, tokens, events=events, parts=proved.parts)
    if rules is not None:  # otherwise they would be taken for positions of the record's own version
        await service.store.keep_snapshots(links.id, proved.snapshots)
    return links


async def fork(
    service: Service, guest: Guest, table_id: str, ply: int, wanted: int | None, wishes: list[SeatWish]
) -> NewLinks:
    """A new table that begins from a position of this one.

    If the game is over, everything is known. If not, what the guest cannot see is drawn again. A game can only guess a
    state from one view; if the guest has several seats, that is the ``wanted`` seat (otherwise the one to act, or else
    their first), and the hands of their other seats are drawn again too.
    """
    live = (await service.table(table_id)).live
    must_have(ply, await seen_by(service, live, guest))
    past = await service.archive.past(live, ply)
    if len(wishes) != live.row.seats:
        raise ServiceError("bad-request", "seats", game=live.game.title, seats=live.row.seats)
    seed = new_seed()
    state = past.state
    if not live.row.revealed:
        eyes = viewing_seat(live, guest, wanted)
        view = past.game.rules.view(state, None if eyes is None else Seat(eyes))
        state = past.game.rules.guess(view, Rng("fork", seed))
    now = service.clock()
    row = structs.replace(
        live.row,
        id=service.new_table_id(),
        version=past.game.version,
        owner=guest.id,
        seed=seed,
        public=False,
        delay_moves=0,
        delay_minutes=0,
        latecomers=False,
        rated=False,
        rematch=None,
        created=now,
        updated=now,
        state="open",
        ply=0,
        result=None,
        forked_from=f"{live.row.id}/{ply}",
        revision=0,
        held=None,
        held_until=None,
        hurried=False,
        clock=NO_CLOCK,
        timing=None,
        due=None,
    )
    seats, links = seats_for(live.game, guest, wishes)
    parts = [PartRow(0, 0, past.game.version, in_words(past.game, state))]
    return await open_table(service, await opened(past.game, row, seats, None, parts), links, parts=parts)
