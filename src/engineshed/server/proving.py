"""Proves a record that somebody has sent: every move against the rules, every draw against the seed."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.errors import BadRecordError
from engineshed.core.notes import Noted
from engineshed.core.options import read_options, write_options
from engineshed.core.record import Record, parts_of, plain, verify
from engineshed.core.registry import find_game
from engineshed.core.versions import game_of, must_be_of_table
from engineshed.server.carrying import follow, from_here_on
from engineshed.server.descriptions import compressed
from engineshed.server.live import Live
from engineshed.server.rows import Event, PartRow, Snapshot, TableRow


class Proved(msgspec.Struct, frozen=True):
    """What a table needs from a record that was found to be true."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    seed: str
    over: bool
    events: list[Event]
    parts: list[PartRow]
    snapshots: list[Snapshot]
    """Snapshots of positions along the way, so that few moves have to be replayed."""


def proved(given: Record) -> Proved:
    """What a table needs to go on where the record ends; raises ``BadRecordError`` if the record is not true."""
    game = find_game(given.game)
    verdict = verify(given, game)
    row = TableRow(
        id="",
        game=game.id,
        version=given.version,
        seats=given.seats,
        options=write_options(read_options(game.rules.options, given.options)),
        title=game.title,
        owner="",
        seed=given.seed or "",
        state="running",
    )
    events, parts = _log_of(given)
    rules = game_of(game, given.version)
    live = Live(rules or game, row, (), None, parts)
    rest = [event for event in events if event.ply > live.ply]
    snapshots: list[Snapshot] = []
    if rules is not None:
        snapshots = _followed(live, rest)
    else:
        must_be_of_table(game, live.state, given.seats, live.options)
        _must_lead_through(live, rest, given)
        if not verdict.over:
            change, live = from_here_on(live, parts, 0.0, log=live.ply)
            events.append(change)
    return Proved(
        game=game.id,
        version=live.row.version,
        seats=given.seats,
        options=row.options,
        seed=row.seed,
        over=verdict.over,
        events=events,
        parts=list(live.parts),
        snapshots=snapshots,
    )


def _followed(live: Live, events: list[Event]) -> list[Snapshot]:
    snapshots = []
    for event in events:
        live.follow([event])
        if (snapshot := live.snapshot()) is not None:
            live.snapshot_ply = snapshot.ply
            snapshots.append(snapshot)
    return snapshots


def _must_lead_through(live: Live, events: list[Event], given: Record) -> None:
    """A record whose rules are gone is only accepted if the current rules lead to the same end."""
    game: AnyGame = live.game
    if not follow(live, events) or plain(game.rules.result(live.state)) != given.result:
        raise BadRecordError("record.version", found=given.version, game=game.title, version=game.version)


def _log_of(given: Record) -> tuple[list[Event], list[PartRow]]:
    """The log and the parts of a table played as the record says. Whoever goes on with an unfinished game plays all of
    its seats, so what happened to earlier players is only told of a finished one."""
    events: list[Event] = []
    rows: list[PartRow] = []
    moves, played = iter(given.moves), 0
    notes = deque(given.notes or () if given.result is not None else ())
    for part in parts_of(given):
        if rows:
            events.append(Event(len(events) + 1, CHANCE, "version", str(part.version)))
        start = compressed(part.start) if isinstance(part.start, dict) else None
        rows.append(PartRow(len(events), played, part.version, start))
        for seat, text in islice(moves, part.moves):
            _tell(notes, played, events)
            played += 1
            events.append(Event(len(events) + 1, seat, "move", text))
    _tell(notes, played, events)
    return events, rows


def _tell(notes: deque[Noted], played: int, events: list[Event]) -> None:
    """Add what was noted after this many moves."""
    while notes and notes[0][0] == played:
        _, seat, text = notes.popleft()
        events.append(Event(len(events) + 1, seat, "house", text))
