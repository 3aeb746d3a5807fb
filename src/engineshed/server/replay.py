"""The past of a table: earlier positions as the viewer may see them, its record, and new tables that begin there."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.record import Record, open_record, record_of, verify
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table, commitment
from engineshed.server.live import Live, Said
from engineshed.server.messages import Milestone, NewLinks, SeatWish, TableView
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Event, Guest, Snapshot, TableRow
from engineshed.server.secrets import new_id, new_seed
from engineshed.server.service import Service, fold
from engineshed.server.tables import open_table, seats_for
from engineshed.server.viewing import table_infos, view_of, viewing_seat

LONGEST_RECORD = 20_000
"""The most moves of a record that is imported."""

HIDDEN = "?"
"""Replaces a draw in a record that its reader may not know yet."""


async def position_at(service: Service, guest: Guest | None, table_id: str, wanted: int | None, ply: int) -> TableView:
    """The table as it was after ``ply`` log entries, with the entry that led there."""
    live = (await service.table(table_id)).live
    past = await _past(service, live, ply)
    info = (await table_infos(service, guest, [(live.row, live.seats)]))[0]
    seat = viewing_seat(live, guest, wanted)
    said = (
        (await _past(service, live, ply - 1)).follow(await service.store.events(table_id, ply - 1, ply)) if ply else []
    )
    return view_of(past, info, seat, said, past=True)


async def course(service: Service, table_id: str) -> list[Milestone]:
    """How a finished game went, round by round. During a game, scores may be hidden, so this is refused."""
    live = (await service.table(table_id)).live
    if live.row.state != "over":
        raise ServiceError("conflict", "not-over")
    past = await service.past(live, 0)
    return await asyncio.to_thread(_milestones, past, await service.store.events(table_id, past.ply))


def _milestones(past: Live, events: list[Event]) -> list[Milestone]:
    """The last position of every round; a round that was finished again after an undo counts once."""
    found = {}
    for event in events:
        before = _milestone(past)
        past.follow([event])
        if past.game.rules.round(past.state) != before.round:
            found[before.round] = before
    last = _milestone(past)
    return [*(found[number] for number in sorted(found) if number < last.round), last]


def _milestone(live: Live) -> Milestone:
    scores = live.game.rules.scores(live.state)
    totals, parts = [score.total for score in scores], [score.parts for score in scores]
    return Milestone(live.game.rules.round(live.state), live.ply, totals, parts)


async def _past(service: Service, live: Live, ply: int) -> Live:
    if not 0 <= ply <= live.ply:
        raise ServiceError("not-found", "no-ply", most=live.ply)
    return await service.past(live, ply)


async def record(service: Service, guest: Guest | None, table_id: str) -> Record:
    """The record of the game; while it goes on, without the seed and the draws that this reader may not know."""
    live = (await service.table(table_id)).live
    if live.row.forked_from is not None:
        raise ServiceError("conflict", "forked")
    past = await service.past(live, 0)
    events = await service.store.events(table_id)
    table = await asyncio.to_thread(_replayed, live, _kept(events))
    whole = record_of(table)
    if live.row.state == "over":
        return whole
    eyes = [seat.seat for seat in live.seats if guest is not None and seat.guest == guest.id]
    texts = _known_texts(await fold(past, events), eyes)
    return msgspec.structs.replace(whole, seed=None, digest="", moves=tuple(texts))


def _kept(events: list[Event]) -> list[Event]:
    """The moves that were not taken back."""
    kept: list[Event] = []
    for event in events:
        if event.kind == "undo":
            del kept[len(kept) - int(event.text) :]
        else:
            kept.append(event)
    return kept


def _replayed(live: Live, moves: list[Event]) -> Table[Any, Any, Any]:
    table: Table[Any, Any, Any] = Table(live.game, live.row.seats, live.options, seed=None, name=live.row.id)
    for event in moves:
        table.replay(Seat(event.seat), live.game.speech.read(table.state, event.text))
    if live.row.seed:  # a finished game may have been imported without one
        table.seed, table.commitment = live.row.seed, commitment(live.row.seed, live.row.id)
    return table


def _known_texts(log: list[Said], eyes: list[int]) -> list[tuple[int, str]]:
    told: list[tuple[int, str]] = []
    for said in log:
        if said.kind == "undo":
            del told[len(told) - int(said.text) :]
        else:
            told.append((said.seat, said.text_for(eyes) or HIDDEN))
    return told


async def import_record(service: Service, guest: Guest, given: Record) -> NewLinks:
    """A record as a new table: a finished game to look at, an unfinished one (with its seed) to play on alone."""
    if len(given.moves) > LONGEST_RECORD:
        raise ServiceError("bad-request", "record-long", most=LONGEST_RECORD)
    game = find_game(given.game)
    table = await asyncio.to_thread(_proved, given, game)  # thousands of moves, and other requests must be served
    if given.seed is None and not table.over:
        raise ServiceError("bad-request", "record-seed")
    now = service.clock()
    row = TableRow(
        id=new_id(),
        game=game.id,
        version=game.version,
        seats=given.seats,
        options=table.options_doc(),
        title=game.title,
        owner=guest.id,
        seed=given.seed or "",
        created=now,
        updated=now,
        state="running",
    )
    seats, links = seats_for(game, guest, [SeatWish("me")] * given.seats)
    live = Live(game, row, seats, None)
    events = [Event(number, ply.seat, "move", ply.text, None, now) for number, ply in enumerate(table.plies, 1)]
    await fold(live, events)
    return await open_table(service, live, links, start=live.snapshot(), events=events)


def _proved(given: Record, game: AnyGame) -> Table[Any, Any, Any]:
    verify(given, game)
    return open_record(given, game)


async def fork(
    service: Service, guest: Guest, table_id: str, ply: int, wanted: int | None, wishes: list[SeatWish]
) -> NewLinks:
    """A new table that begins from a position of this one.

    If the game is over, everything is known. If not, what the guest cannot see is drawn again. A game can only guess a
    state from one view; if the guest has several seats, it is the view from the ``wanted`` seat (else the one to act,
    else their first), and the hands of their other seats are drawn again as well.
    """
    live = (await service.table(table_id)).live
    past = await _past(service, live, ply)
    if len(wishes) != live.row.seats:
        raise ServiceError("bad-request", "seats", game=live.game.title, seats=live.row.seats)
    seed = new_seed()
    state = past.state
    if live.row.state != "over":
        eyes = viewing_seat(live, guest, wanted)
        view = live.game.rules.view(state, None if eyes is None else Seat(eyes))
        state = live.game.rules.guess(view, Rng("fork", seed))
    now = service.clock()
    row = msgspec.structs.replace(
        live.row,
        id=new_id(),
        owner=guest.id,
        seed=seed,
        public=False,
        created=now,
        updated=now,
        state="open",
        ply=0,
        result=None,
        forked_from=live.row.id,
    )
    seats, links = seats_for(live.game, guest, wishes)
    start = Snapshot(0, 0, live.game.rules.dump(state))
    return await open_table(service, Live(live.game, row, seats, start), links, start=start)
