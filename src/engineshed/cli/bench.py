"""``engineshed bench``: how fast the games run here, alone or compared with another project's engine.

``engineshed bench server`` is in ``bench_server.py``.
"""

from __future__ import annotations

import platform
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.table import Table

from engineshed import __version__
from engineshed.cli.arguments import MapName, Settings, seats_or_usual, set_up
from engineshed.cli.bench_server import server
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.language import Language
from engineshed.cli.phrases import Phrases
from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.lab.bench import Rates, Subject, game_subject, measure
from engineshed.lab.deeper import Depth, depth
from engineshed.lab.latency import Latencies, latencies
from engineshed.lab.peers import find_peer
from engineshed.lab.plain import is_compiled, plain_subject
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
    """The options that were given, as name=value."""
    rates: Rates
    latency_us: Latencies
    depth: Depth
    compiled: bool
    plain: PeerLine | None
    """The same rules as plain Python, if they are compiled."""
    peers: tuple[PeerLine, ...]

    def as_json(self) -> bytes:
        """One flat object of numbers, with nested ones for latencies, depth, plain Python and peers."""
        doc: dict[str, Any] = msgspec.to_builtins(self)
        rates = doc.pop("rates")
        return msgspec.json.encode({**doc, **rates})


class PeerLine(msgspec.Struct, frozen=True):
    """Another engine, or the same rules as plain Python, in the same run; a ratio above 1 means that ours is faster."""

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
    data: DataFolder = None,
    option: Settings = (),
    seconds: Annotated[float, Parameter(validator=Number(gt=0))] = 5.0,
    json: bool = False,
    peer: str | None = None,
    language: Language = ENGLISH,
) -> None:
    """Measure random play on one core, or a server.

    Parameters
    ----------
    games
        Which games; all if none is given.
    seats
        How many players; 4 if not given, or the nearest number that the game allows.
    seconds
        CPU seconds for each game, and for each peer.
    json
        Print nothing but one line of JSON for each game.
    peer
        Other projects' engines to compare with: catanatron, openspiel, chess. All take turns.
    """
    chosen = [find_game(game) for game in games or game_ids()]
    texts = {game.id: announced(game, data, language) for game in chosen}
    tables = [
        set_up(
            game,
            seats_or_usual(game, seats, USUAL_SEATS),
            map_,
            option,
            texts=texts[game.id],
            seed="",
            at_random=True,
        )
        for game in chosen
    ]
    subjects = [game_subject(table.game, table.seats, table.options) for table in tables]
    plain = [plain_subject(table.game, table.seats, table.options) for table in tables] if is_compiled() else []
    rivals = [] if peer is None else [find_peer(name, seats or USUAL_SEATS) for name in peer.split(",")]
    rates = measure([*subjects, *plain, *rivals], seconds)
    slower, theirs = rates[len(subjects) : len(subjects) + len(plain)], rates[len(subjects) + len(plain) :]
    for number, (table, found) in enumerate(zip(tables, rates, strict=False)):
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
            depth=depth(game, table.seats, options, seconds / 10),
            compiled=is_compiled(),
            plain=_beside(plain[number], found, slower[number]) if plain else None,
            peers=tuple(_beside(rival, found, their) for rival, their in zip(rivals, theirs, strict=True)),
        )
        if json:
            print(line.as_json().decode())
        else:
            _print(game, line, Phrases(language))


def _beside(rival: Subject, ours: Rates, theirs: Rates) -> PeerLine:
    return PeerLine(
        name=rival.name,
        version=rival.version,
        rates=theirs,
        decisions_ratio=ours.ref_decisions_per_second / theirs.ref_decisions_per_second,
        free_decisions_ratio=ours.ref_free_decisions_per_second / theirs.ref_free_decisions_per_second,
    )


def _print(game: AnyGame, line: BenchLine, phrases: Phrases) -> None:
    console, rates = terminal(), line.rates
    seats = phrases.text("bench.seats", seats=line.seats)
    setting = ", ".join(part for part in (game.title, seats, line.map, *line.options) if part)
    console.print(f"{setting}; {line.python}", style="bold")
    table = numbers_table(*(phrases.text(f"bench.{heading}") for heading in ("random-play", "raw", "reference")))
    _add_rates(table, line.game, line.rates, phrases)
    others = (*([line.plain] if line.plain else []), *line.peers)
    for other in others:
        _add_rates(table, other.name, other.rates, phrases)
    console.print(table)
    legal, decisions = phrases.number(rates.mean_legal, 1), phrases.number(rates.decisions_per_game)
    console.print(phrases.text("bench.sizes", legal=legal, decisions=decisions))
    for other in others:
        console.print(_ratios(other, phrases))
    console.print(_depth(line.depth, phrases))
    console.print(_latencies(line.latency_us, phrases))


def _ratios(peer: PeerLine, phrases: Phrases) -> str:
    return phrases.text(
        "bench.ratios",
        peer=f"{peer.name} {peer.version}",
        decisions=phrases.number(peer.decisions_ratio, 2),
        free=phrases.number(peer.free_decisions_ratio, 2),
    )


def _depth(found: Depth, phrases: Phrases) -> str:
    return phrases.text(
        "bench.depth",
        random=phrases.number(found.random_playouts_per_second),
        greedy=phrases.number(found.greedy_playouts_per_second),
        bytes=phrases.number(found.state_bytes),
        game=phrases.number(found.game_ms, 1),
        decisions=phrases.number(found.game_decisions),
    )


def _add_rates(table: Table, name: str, rates: Rates, phrases: Phrases) -> None:
    rows = (
        ("decisions", rates.decisions_per_second, rates.ref_decisions_per_second),
        ("free-decisions", rates.free_decisions_per_second, rates.ref_free_decisions_per_second),
        ("games", rates.games_per_second, rates.ref_games_per_second),
    )
    for what, raw, ref in rows:
        table.add_row(f"{name}: {phrases.text(f'bench.{what}')}", phrases.number(raw, 1), phrases.number(ref, 1))


def _latencies(found: Latencies, phrases: Phrases) -> Table:
    microseconds, early_p50, late_p50 = (phrases.text(f"bench.{what}") for what in ("microseconds", "early", "late"))
    table = numbers_table(microseconds, early_p50, "p95", late_p50, "p95")
    for name, early in found["early"].items():
        late = found["late"][name]
        table.add_row(name, *(phrases.number(value, 1) for value in (early.p50, early.p95, late.p50, late.p95)))
    return table
