"""What a viewer may see of a table."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.contract import Seat
from engineshed.core.table import commitment
from engineshed.server.live import Live, Said
from engineshed.server.messages import LogLine, Offer, SeatInfo, TableInfo, TableView
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, SeatRow, TableRow
from engineshed.server.service import LoadedTable, Service, seats_of


def viewing_seat(live: Live, guest: Guest | None, wanted: int | None) -> int | None:
    """The seat that a guest looks from: the one asked for, else one of theirs that is to act, else their first."""
    mine = seats_of(live, guest)
    if wanted is not None:
        if wanted not in mine:
            raise ServiceError("forbidden", "not-your-seat")
        return wanted
    acting = [int(seat) for seat in live.to_act() if seat in mine]
    return next(iter([*acting, *mine]), None)


async def look(service: Service, loaded: LoadedTable, guest: Guest | None, wanted: int | None, since: int) -> TableView:
    """The table now, and the log after ``since``, only up to this position even if the table moves on meanwhile."""
    live = loaded.live
    said = await service.said_since(loaded, since)
    info = (await table_infos(service, guest, [(live.row, live.seats)]))[0]
    return view_of(live, info, viewing_seat(live, guest, wanted), said)


def view_of(live: Live, info: TableInfo, seat: int | None, said: Sequence[Said], *, past: bool = False) -> TableView:
    """What a seat may see of a table. In a past position, nothing can be done."""
    rules, speech, boards, state = live.game.rules, live.game.speech, live.game.boards, live.state
    eyes = None if seat is None else Seat(seat)
    begun = live.row.state != "open"
    acting = begun and not past
    view = rules.view(state, eyes) if begun else None
    moves = rules.legal(state, eyes) if acting and eyes is not None else ()
    return TableView(
        table=info,
        seat=seat,
        view=view,
        hints=boards.hints(state, eyes) if begun else None,
        legal=[Offer(m, speech.write(state, m), speech.price(state, m), boards.hint(state, m)) for m in moves],
        task=speech.task(view) if begun else None,
        undo=live.can_take_back(eyes) if acting and eyes is not None and info.state == "running" else 0,
        log=log_lines(said, seat),
    )


def log_lines(said: Sequence[Said], seat: int | None) -> list[LogLine]:
    eyes = () if seat is None else (seat,)
    return [LogLine(s.ply, s.seat, s.kind, s.text_for(eyes), s.facts_for(eyes)) for s in said]


async def table_infos(
    service: Service, guest: Guest | None, tables: Sequence[tuple[TableRow, Sequence[SeatRow]]]
) -> list[TableInfo]:
    names = await service.names(seat.guest for _, seats in tables for seat in seats if seat.guest is not None)
    return [_info(guest, row, seats, names) for row, seats in tables]


def _info(guest: Guest | None, row: TableRow, seats: Sequence[SeatRow], names: dict[str, str]) -> TableInfo:
    me = None if guest is None else guest.id
    mine = [seat for seat in seats if me is not None and seat.guest == me]
    return TableInfo(
        id=row.id,
        game=row.game,
        version=row.version,
        title=row.title,
        options=row.options,
        mode=row.mode,
        public=row.public,
        state=row.state,
        ply=row.ply,
        to_act=row.to_act,
        seats=tuple(_seat_info(seat, names, seat in mine) for seat in seats),
        mine=row.owner == me,
        my_turn=row.state == "running" and any(seat.seat in row.to_act for seat in mine if not seat.away),
        commitment=commitment(row.seed, row.id),
        seed=row.seed if row.state == "over" else None,
        result=row.result,
        created=row.created,
        updated=row.updated,
    )


def _seat_info(seat: SeatRow, names: dict[str, str], mine: bool) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        kind=seat.kind,
        name=names.get(seat.guest or ""),
        bot=seat.bot,
        away=seat.away,
        mine=mine,
        link=seat.link_hash is not None,
    )
