"""``engineshed bench server``: how much a server can do here, alone or beside boardgame.io."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.cli.screen import terminal
from engineshed.server.bench.load import Conditions, Load
from engineshed.server.bench.peer import Peer
from engineshed.server.bench.report import Report, measure
from engineshed.terminal.tables import counted, numbers_table


def server(
    *,
    tables: Annotated[int, Parameter(validator=Number(gte=1))] = 50,
    watchers: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    rate: Annotated[float, Parameter(validator=Number(gte=0))] = 0.0,
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 8.0,
    compressed: bool = False,
    json: bool = False,
    peer: str | None = None,
    peer_dir: Path | None = None,
) -> None:
    """Measure a server of its own: play at many tables at once, open long games, keep idle ones.

    Parameters
    ----------
    tables
        Two-player tables of Steam Power where random legal moves are played.
    watchers
        Spectators at each table, besides the two players.
    rate
        Moves a second at all tables together; 0 for as many as the server takes.
    seconds
        How long the play is measured, after a warm-up.
    compressed
        Players' and spectators' sockets compress what they carry, as browsers ask for; the peer's never do.
    json
        Print one line of JSON and nothing else.
    peer
        Another project's server that takes turns with ours, for a ratio: boardgameio.
    peer_dir
        The folder of its load generator, load.js.
    """
    conditions = Conditions(tables, watchers, rate, seconds, compressed)
    report = measure(conditions, None if peer is None else Peer(peer, peer_dir))
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        _print(report)


def _print(report: Report) -> None:
    console, asked = terminal(), report.conditions
    pace = f"{asked.rate:g} moves a second" if asked.rate else "closed loop"
    watched = f"{counted(asked.watchers, 'spectator')} each"
    wire = "compressed sockets" if asked.compressed else "plain sockets"
    tables = counted(asked.tables, "two-player table")
    console.print(f"{tables}, {watched}, {pace}, {wire}, {asked.seconds:g} s", style="bold")
    for load in report.rounds:
        _print_load(load)
    for opening in report.openings:
        console.print(
            f"opening a table of {opening.moves} moves: {opening.position_ms:.1f} ms, "
            f"with its whole log {opening.with_log_ms:.1f} ms"
        )
    console.print(f"memory of an idle table: {report.idle_table_bytes / 1000:.1f} kB")
    if report.peer is not None:
        rates = ", ".join(f"{load.moves_per_second:.0f}" for load in report.peer.rounds)
        console.print(f"boardgame.io {report.peer.version} with files, in turns with ours: {rates} moves a second")
        console.print(
            f"times boardgame.io: {report.peer.moves_ratio:.2f} in moves a second, "
            f"{report.peer.cpu_ratio:.2f} in moves by CPU second of the server"
        )


def _print_load(load: Load) -> None:
    console = terminal()
    console.print(
        f"{load.moves_per_second:.0f} moves a second, {load.moves_per_cpu_second:.0f} by CPU second of the server; "
        f"pushes gzipped: {load.push_mean_bytes:.0f} bytes, at most {load.push_largest_bytes}"
    )
    table = numbers_table("milliseconds", "p50", "p95", "p99")
    for name, waits in (("acknowledged", load.acknowledged_ms), ("seen by others", load.seen_ms)):
        table.add_row(name, *(f"{value:.1f}" for value in (waits.p50, waits.p95, waits.p99)))
    console.print(table)
