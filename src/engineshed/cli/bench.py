"""``engineshed bench``: how fast the games run here, alone or beside another project's engine.

``engineshed bench server`` is in a file of its own.
"""

from __future__ import annotations

import platform
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table

from engineshed import __version__
from engineshed.cli.arguments import MapName, Settings, set_up
from engineshed.cli.bench_server import server
from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.bench import Rates, Subject, game_subject, measure
from engineshed.lab.latency import Latencies, latencies
from engineshed.lab.peers import find_peer
from engineshed.lab.setup import map_name
from engineshed.terminal.tables import numbers_table

USUAL_SEATS = 4


class BenchLine(msgspec.Struct, frozen=True):
    """One game's measurements; rates are per CPU second of one core, ``ref_*`` the same at reference speed."""

    game: str
    version: int
    engineshed: str
    python: str
    seats: int
    map: str
    options: tuple[str, ...]
    """Those that were asked for, as name=value."""
    rates: Rates
    latency_us: Latencies
    peer: PeerLine | None

    def as_json(self) -> bytes:
        """One flat table of numbers, with the latencies and the peer inside."""
        doc: dict[str, Any] = msgspec.to_builtins(self)
        rates = doc.pop("rates")
        return msgspec.json.encode({**doc, **rates})


class PeerLine(msgspec.Struct, frozen=True):
    """Another engine in the same run; a ratio above 1 means that ours is faster."""

    name: str
    version: str
    rates: Rates
    decisions_ratio: float
    free_decisions_ratio: float


bench = App(name="bench")
bench.command(server)


@bench.default
def bench_games(
    *games: str,
    seats: int | None = None,
    map_: MapName = None,
    option: Settings = (),
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 5.0,
    json: bool = False,
    peer: str | None = None,
) -> None:
    """Measure random play on one core.

    Parameters
    ----------
    games
        Which games; all if none is given.
    seats
        How many players; 4 if nothing is said, or as many as a game is for at most.
    seconds
        CPU seconds for each game, and for the peer.
    json
        Print one line of JSON for each game and nothing else.
    peer
        Another project's engine that takes turns with ours, for ratios: catanatron.
    """
    chosen = [find_game(game) for game in games or game_ids()]
    tables = [set_up(game, _seats(game, seats), map_, option, seed="", at_random=True) for game in chosen]
    subjects = [game_subject(table.game, table.seats, table.options) for table in tables]
    rival = None if peer is None else find_peer(peer, seats or USUAL_SEATS)
    rates = measure([*subjects, *([rival] if rival else [])], seconds)
    for table, found in zip(tables, rates, strict=False):
        game, options = table.game, table.options
        line = BenchLine(
            game=game.id,
            version=game.version,
            engineshed=__version__,
            python=f"{platform.python_implementation()} {platform.python_version()}",
            seats=table.seats,
            map=map_name(game, options),
            options=option,
            rates=found,
            latency_us=latencies(game, table.seats, options),
            peer=None if rival is None else _beside(rival, found, rates[-1]),
        )
        if json:
            print(line.as_json().decode())
        else:
            _print(game, line)


def _seats(game: AnyGame, wanted: int | None) -> int:
    return min(USUAL_SEATS, max(game.seats)) if wanted is None else wanted


def _beside(rival: Subject, ours: Rates, theirs: Rates) -> PeerLine:
    return PeerLine(
        name=rival.name,
        version=rival.version,
        rates=theirs,
        decisions_ratio=ours.ref_decisions_per_second / theirs.ref_decisions_per_second,
        free_decisions_ratio=ours.ref_free_decisions_per_second / theirs.ref_free_decisions_per_second,
    )


def _print(game: AnyGame, line: BenchLine) -> None:
    console = terminal()
    setting = ", ".join(part for part in (game.title, f"{line.seats} seats", line.map, *line.options) if part)
    console.print(f"{setting}; {line.python}", style="bold")
    table = numbers_table("random play, one core", "per CPU second", "at reference speed")
    _add_rates(table, line.game, line.rates)
    if line.peer is not None:
        _add_rates(table, line.peer.name, line.peer.rates)
    console.print(table)
    rates = line.rates
    console.print(f"{rates.mean_legal:.1f} legal moves at a decision, {rates.decisions_per_game:.0f} decisions a game")
    if line.peer is not None:
        console.print(
            f"times {line.peer.name} {line.peer.version}: {line.peer.decisions_ratio:.2f} in decisions, "
            f"{line.peer.free_decisions_ratio:.2f} in free decisions"
        )
    console.print(_latencies(line.latency_us))


def _add_rates(table: Table, name: str, rates: Rates) -> None:
    rows = (
        ("decisions", rates.decisions_per_second, rates.ref_decisions_per_second),
        ("free decisions", rates.free_decisions_per_second, rates.ref_free_decisions_per_second),
        ("games", rates.games_per_second, rates.ref_games_per_second),
    )
    for what, raw, ref in rows:
        table.add_row(f"{name}: {what}", f"{raw:,.1f}", f"{ref:,.1f}")


def _latencies(found: Latencies) -> Table:
    table = numbers_table("microseconds", "early p50", "p95", "late p50", "p95")
    for name, early in found["early"].items():
        late = found["late"][name]
        table.add_row(name, *(f"{value:.1f}" for value in (early.p50, early.p95, late.p50, late.p95)))
    return table
