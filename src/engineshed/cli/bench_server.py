"""``engineshed bench server``: how much a server can do here, alone or compared with boardgame.io."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.cli.language import Language
from engineshed.cli.phrases import Phrases
from engineshed.cli.screen import terminal
from engineshed.core.words import ENGLISH
from engineshed.server.bench.load import Conditions, Load
from engineshed.server.bench.peer import Peer
from engineshed.server.bench.process import Where
from engineshed.server.bench.report import Report, measure
from engineshed.terminal.tables import numbers_table


def server(
    *,
    tables: Annotated[int, Parameter(validator=Number(gte=1))] = 50,
    watchers: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    rate: Annotated[float, Parameter(validator=Number(gte=0))] = 0.0,
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 8.0,
    compressed: bool = False,
    store: str | None = None,
    bus: str | None = None,
    workers: Annotated[int, Parameter(validator=Number(gte=1))] = 1,
    json: bool = False,
    peer: str | None = None,
    peer_dir: Path | None = None,
    language: Language = ENGLISH,
) -> None:
    """Start a server and measure it: play at many tables at once, open long games, keep idle ones.

    Parameters
    ----------
    tables
        How many two-player tables of Steam Power are played at, with random legal moves.
    watchers
        How many spectators each table has, besides the two players.
    rate
        How many moves a second at all tables together; 0 for as many as the server can take.
    seconds
        How long play is measured, after warming up.
    compressed
        Compress the traffic of players and spectators, as browsers ask for; the peer's traffic never is.
    store
        The database of the server, for example postgresql://user@host/name; if not given, a new file.
    bus
        What the processes of the server tell each other goes through here, for example redis://host.
    workers
        How many processes the server is.
    json
        Print nothing but one line of JSON.
    peer
        Another project's server to compare with: boardgameio. The two take turns.
    peer_dir
        The folder with the peer's load generator, load.js.
    """
    conditions = Conditions(tables, watchers, rate, seconds, compressed)
    report = measure(conditions, None if peer is None else Peer(peer, peer_dir), where=Where(store, bus, workers))
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        _print(report, Phrases(language))


def _print(report: Report, phrases: Phrases) -> None:
    console = terminal()
    console.print(_conditions(report.conditions, phrases), style="bold")
    for load in report.rounds:
        _print_load(load, phrases)
    for opening in report.openings:
        position, log = (phrases.number(time, 1) for time in (opening.position_ms, opening.with_log_ms))
        console.print(phrases.text("bench-server.opening", moves=opening.moves, position=position, log=log))
    console.print(phrases.text("bench-server.idle", size=phrases.number(report.idle_table_bytes / 1000, 1)))
    if report.peer is not None:
        rates = ", ".join(phrases.number(load.moves_per_second) for load in report.peer.rounds)
        console.print(phrases.text("bench-server.peer", version=report.peer.version, rates=rates))
        moves, cpu = (phrases.number(ratio, 2) for ratio in (report.peer.moves_ratio, report.peer.cpu_ratio))
        console.print(phrases.text("bench-server.ratios", moves=moves, cpu=cpu))


def _conditions(asked: Conditions, phrases: Phrases) -> str:
    pace = "bench-server.pace" if asked.rate else "bench-server.closed"
    parts = (
        phrases.text("bench-server.tables", tables=asked.tables),
        phrases.text("bench-server.watchers", watchers=asked.watchers),
        phrases.text(pace, rate=f"{asked.rate:g}"),
        phrases.text("bench-server.compressed" if asked.compressed else "bench-server.plain"),
        f"{asked.seconds:g} s",
    )
    return ", ".join(parts)


def _print_load(load: Load, phrases: Phrases) -> None:
    console = terminal()
    console.print(
        phrases.text(
            "bench-server.load",
            moves=phrases.number(load.moves_per_second),
            cpu=phrases.number(load.moves_per_cpu_second),
            mean=phrases.number(load.push_mean_bytes),
            largest=phrases.number(load.push_largest_bytes),
        )
    )
    table = numbers_table(phrases.text("bench-server.milliseconds"), "p50", "p95", "p99")
    for name, waits in (("acknowledged", load.acknowledged_ms), ("seen", load.seen_ms)):
        figures = (phrases.number(value, 1) for value in (waits.p50, waits.p95, waits.p99))
        table.add_row(phrases.text(f"bench-server.{name}"), *figures)
    console.print(table)
    if load.loop_lag_ms is not None:
        console.print(phrases.text("bench-server.lag", lag=phrases.number(load.loop_lag_ms, 1)))
    if len(load.shares) > 1:
        shares = ", ".join(phrases.percent(share) for share in load.shares)
        console.print(phrases.text("bench-server.shares", shares=shares))
