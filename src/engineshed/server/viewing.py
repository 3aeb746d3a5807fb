"""What a viewer may see of a table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.notes import Note
from engineshed.core.standing import standing_of
from engineshed.core.table import commitment
from engineshed.server.chapters import ON_A_PAGE, said_between
from engineshed.server.live import Live, Said, VersionChange, seats_of
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import Delay, LogLine, Noted, Offer, Origin, SeatInfo, Sight, TableInfo, TableView
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, SeatRow, TableRow, brief, named
from engineshed.server.service import Service
from engineshed.server.spectators import Behind, behind, is_behind, masked


def viewing_seat(live: Live, guest: Guest | None, wanted: int | None, *, covered: bool = False) -> int | None:
    """The seat that a guest looks from: the requested one, otherwise one of theirs whose turn it is, or their first.

    ``covered``: if several people share the guest's screen and nobody has said who sits in front of it, it shows only
    what everybody may see.
    """
    mine = seats_of(live, guest)
    if covered and wanted is None and len(mine) > 1 and live.row.state == "running":
        return None
    if wanted is not None:
        if wanted not in mine:
            raise ServiceError("forbidden", "not-your-seat")
        return wanted
    acting = [int(seat) for seat in live.to_act() if seat in mine]
    return next(iter([*acting, *mine]), None)


async def look(
    service: Service,
    loaded: LoadedTable,
    guest: Guest | None,
    wanted: int | None,
    since: int,
    *,
    covered: bool = False,
) -> TableView:
    """The table now, and the log after ``since``, but only up to this position, even if the table moves on in the
    meantime."""
    seat = viewing_seat(loaded.live, guest, wanted, covered=covered)
    return await look_from(service, loaded, guest, seat, since, await behind(service, loaded.live, guest))


async def look_from(
    service: Service, loaded: LoadedTable, guest: Guest | None, seat: int | None, since: int, late: Behind | None
) -> TableView:
    """The same from a seat that the guest is known to look from, or as far behind as they are known to be."""
    live = loaded.live
    if late is not None:
        return await past_view(service, loaded, guest, None, late.ply, since, late)
    said = await said_between(service, loaded, max(since, live.ply - ON_A_PAGE), live.ply)
    names = await service.names(_named_at(live.seats))
    sight = service.sights.get_now(sight_key(live, seat), lambda: sight_of(live, seat))
    return view_of(sight, _info(guest, live.row, live.seats, names), seat, said)


async def past_view(
    service: Service,
    loaded: LoadedTable,
    guest: Guest | None,
    seat: int | None,
    ply: int,
    since: int,
    late: Behind | None,
) -> TableView:
    """The table as it was after ``ply`` log entries, and the log from ``since`` on."""
    live = loaded.live

    async def make() -> Sight:
        return sight_of(await service.archive.past(live, ply), seat, past=True)

    sight = await service.sights.get(sight_key(live, seat, ply), make)
    row = live.row if late is None else masked(live.row, late.ply, sight.to_act if ply == late.ply else ())
    info = _info(guest, row, live.seats, await service.names(_named_at(live.seats)))
    return view_of(sight, info, seat, await said_between(service, loaded, max(since, ply - ON_A_PAGE), ply))


async def log_page(
    service: Service,
    loaded: LoadedTable,
    guest: Guest | None,
    wanted: int | None,
    before: int | None,
    *,
    covered: bool = False,
) -> list[LogLine]:
    """A page of the log: the entries just before this one, or the very last ones."""
    live = loaded.live
    last = await seen_by(service, live, guest)
    end = last if before is None else min(last, before - 1)
    seat = viewing_seat(live, guest, wanted, covered=covered)
    return log_lines(await said_between(service, loaded, end - ON_A_PAGE, end), seat)


async def seen_by(service: Service, live: Live, guest: Guest | None) -> int:
    """How many entries of the log this guest may know."""
    late = await behind(service, live, guest)
    return live.ply if late is None else late.ply


def view_of(sight: Sight, info: TableInfo, seat: int | None, said: Sequence[Said]) -> TableView:
    """A sight as it is sent. A covered screen, which shows no seat of its own, is not sent the totals either."""
    standing = sight.standing
    if standing is not None and seat is None and any(other.mine for other in info.seats):
        standing = msgspec.structs.replace(standing, tallies=())
    return TableView(
        table=info,
        seat=seat,
        view=sight.view,
        hints=sight.hints,
        legal=sight.legal,
        task=sight.task,
        standing=standing,
        undo=sight.undo,
        log=log_lines(said, seat),
    )


def sight_key(live: Live, seat: int | None, past: int | None = None) -> Hashable:
    """Everything that a sight depends on: the position (given by the length of the log, which is never rewritten), the
    rules, whether the game goes on from there, how its turns end, and the seat that looks."""
    row = live.row
    return row.id, row.version, (row.state, live.ply, row.end_turn, row.held) if past is None else past, seat


def sight_of(live: Live, seat: int | None, *, past: bool = False) -> Sight:
    """What a seat may see of a table. In a past position, nothing can be done."""
    rules, speech, boards, state = live.game.rules, live.game.speech, live.game.boards, live.state
    eyes = None if seat is None else Seat(seat)
    begun = live.row.state != "open" and (live.row.state != "closed" or live.ply > 0)
    acting = begun and not past
    view = rules.view(state, eyes) if begun else None
    moves = rules.legal(state, eyes) if acting and live.row.held is None and eyes is not None else ()
    return Sight(
        view=without_texts(live, view),
        hints=boards.hints(state, eyes) if begun else None,
        legal=[Offer(m, speech.write(state, m), speech.price(state, m), boards.hint(state, m)) for m in moves],
        task=speech.task(view) if begun and live.row.held is None else None,
        standing=standing_of(live.game, state, eyes) if begun else None,
        undo=live.can_take_back(eyes) if acting and eyes is not None and live.row.state == "running" else 0,
        to_act=tuple(int(acting_seat) for acting_seat in live.to_act() if acting_seat != CHANCE),
    )


def without_texts(live: Live, view: Any) -> Any:
    """A view as it is sent: it names a custom map and corrected files, whose texts can be fetched once and for all."""
    if view is None or brief(live.row.options) == live.row.options:
        return view
    plain = msgspec.to_builtins(view)
    return {**plain, "options": named(plain["options"])} if "options" in plain else plain


def log_lines(said: Sequence[Said], seat: int | None) -> list[LogLine]:
    eyes = () if seat is None else (seat,)
    return [_line(entry, eyes) for entry in said]


def _line(said: Said, eyes: Sequence[int]) -> LogLine:
    seat = None if said.seat == CHANCE else said.seat
    if said.kind == "undo":
        return LogLine(said.ply, seat, "undo", None, [], undone=int(said.text))
    if said.kind == "hint":
        return LogLine(said.ply, seat, "hint", None, [])
    if said.kind == "house":
        return LogLine(said.ply, seat, "house", None, [], note=Noted(*Note.of(said.text)))
    if said.kind == "version":
        change = VersionChange.of(said)
        return LogLine(
            said.ply, seat, "version", None, [], version=change.version, lost=change.lost, resumed=change.resumed
        )
    return LogLine(said.ply, seat, "bare" if said.bare else "move", said.text_for(eyes), said.facts_for(eyes))


async def table_infos(
    service: Service, guest: Guest | None, tables: Sequence[tuple[TableRow, Sequence[SeatRow]]]
) -> list[TableInfo]:
    names = await service.names(guest for _, seats in tables for guest in _named_at(seats))
    return [_info(guest, masked(row) if is_behind(row, seats, guest) else row, seats, names) for row, seats in tables]


def _info(guest: Guest | None, row: TableRow, seats: Sequence[SeatRow], names: Mapping[str, str | None]) -> TableInfo:
    me = None if guest is None else guest.id
    mine = [] if me is None else [seat.seat for seat in seats if seat.guest == me]
    return TableInfo(
        id=row.id,
        game=row.game,
        version=row.version,
        title=row.title,
        options=brief(row.options),
        mode=row.mode,
        speed=row.speed,
        level=row.level,
        language=row.language,
        public=row.public,
        delay=Delay(row.delay_moves, row.delay_minutes),
        latecomers=row.latecomers,
        shared=row.shared,
        hints=row.hints,
        rated=row.rated,
        state=row.state,
        ply=row.ply,
        revision=row.revision,
        to_act=tuple(seat for seat in row.to_act if seat != CHANCE),
        end_turn=row.end_turn,
        held=row.held,
        pace=row.pace,
        seats=tuple(_seat_info(seat, names, me) for seat in seats),
        mine=row.owner == me,
        my_turn=row.state == "running"
        and any(seat.seat in row.to_act for seat in seats if seat.seat in mine and not seat.away),
        commitment=_commitment(row.seed, row.id),
        seed=row.seed if row.revealed else None,
        result=row.result,
        created=row.created,
        updated=row.updated,
        rematch=row.rematch if mine or row.owner == me else None,
        origin=None if row.forked_from is None else _origin(row.forked_from, mine=row.owner == me),
        clock=row.clock,
        timing=row.timing,
    )


_commitment = lru_cache(maxsize=1024)(commitment)
"""Cached, because every push has it and it never changes."""


def _origin(forked_from: str, *, mine: bool) -> Origin:
    table, _, ply = forked_from.partition("/")
    return Origin(table if mine else None, int(ply) if ply else None)


def _named_at(seats: Sequence[SeatRow]) -> list[str]:
    """The guests who are named at a table."""
    return [guest for seat in seats for guest in (seat.guest, seat.kept_for) if guest is not None]


def _seat_info(seat: SeatRow, names: Mapping[str, str | None], me: str | None) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        kind=seat.kind,
        name=names.get(seat.guest or ""),
        bot=seat.bot,
        away=seat.away,
        mine=me is not None and seat.guest == me,
        link=seat.link_hash is not None,
        kept_for=names.get(seat.kept_for or ""),
        for_me=me is not None and seat.kept_for == me,
    )
