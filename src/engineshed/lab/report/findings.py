"""What the games of a report show: each finding is a row of numbers, with a mark if it is hardly chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from engineshed.lab.report.gathering import GameNotes
from engineshed.lab.report.numbers import Estimate, benjamini_hochberg, bootstrap, effects, holm, two_sided
from engineshed.lab.stats import Sample, wilson

ALPHA = 0.05
FEW = 30
"""Things that fewer players used are put together: nothing could be said about each."""
MOST_THINGS = 60
"""Columns of a regression; rarer things are put together."""

OTHERS = "@others"


class Setting(NamedTuple):
    """Games that were played in the same way."""

    map: str
    seats: int
    options: str
    """As typed; empty for the usual ones."""
    games: Sequence[GameNotes]


class Row(NamedTuple):
    """An estimate about something, with how often it was seen."""

    name: str
    seen: int
    estimate: Estimate
    expected: float = 0.0
    adjusted: float = 1.0
    """How likely an estimate so far off is by chance, corrected for the number of comparisons."""

    @property
    def stands_out(self) -> bool:
        return self.adjusted < ALPHA


def finished(games: Iterable[GameNotes]) -> list[GameNotes]:
    return [game for game in games if game.line.ranks is not None]


def won(game: GameNotes, seat: int) -> float:
    """1 for the winner; a shared victory is split."""
    ranks = game.line.ranks
    assert ranks is not None
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def seat_rows(settings: Sequence[Setting]) -> list[list[Row]]:
    """For each setting, how often each seat wins. All comparisons of the report are one family (Holm)."""
    tables = [
        [
            _share(str(seat), [won(game, seat) for game in finished(setting.games)], 1 / setting.seats)
            for seat in range(setting.seats)
        ]
        for setting in settings
    ]
    return _corrected(tables, holm)


def turn_rows(settings: Sequence[Setting], group: str) -> list[list[Row]]:
    """For each setting, how often players win by their place after the one who begins, from 1 (Holm). ``group`` tells
    who that is."""
    tables = []
    for setting in settings:
        wins: list[list[float]] = [[] for _ in range(setting.seats)]
        for game in finished(setting.games):
            begins = next((seat for seat, uses in enumerate(game.uses) if uses.get(group)), None)
            if begins is not None:
                for seat in range(setting.seats):
                    wins[(seat - begins) % setting.seats].append(won(game, seat))
        tables.append([_share(str(place + 1), own, 1 / setting.seats) for place, own in enumerate(wins) if own])
    return _corrected(tables, holm)


def _share(name: str, wins: Sequence[float], even: float) -> Row:
    """The interval is Wilson's, and the probability of chance comes from the same test: how far such a share would vary
    if it were even."""
    total, count = sum(wins), len(wins)
    share = total / count if count else 0.0
    error = (even * (1 - even) / count) ** 0.5 if count else 0.0
    return Row(name, count, Estimate(share, *wilson(total, count), two_sided(share - even, error)), even)


def _corrected(tables: Sequence[Sequence[Row]], correct: Callable[[Sequence[float]], list[float]]) -> list[list[Row]]:
    """All rows of these tables as one family of comparisons."""
    adjusted = iter(correct([row.estimate.p for rows in tables for row in rows]))
    return [[row._replace(adjusted=next(adjusted)) for row in rows] for rows in tables]


class Course(NamedTuple):
    """How the games of a setting went."""

    games: int
    unfinished: int
    winner: Estimate
    """The winner's score, and the mean of all."""
    score: Estimate
    margin: Estimate
    """How far the winner is ahead of the second."""
    moves: Sample
    rounds: Sample
    endings: dict[str, int]
    parts: dict[str, float]
    """What a score consists of, on average."""


def course(setting: Setting) -> Course | None:
    """None if no game was finished."""
    games = finished(setting.games)
    if not games:
        return None
    moves, rounds = Sample(), Sample()
    parts: Counter[str] = Counter()
    for game in games:
        moves.add(game.line.moves)
        rounds.add(game.line.rounds)
        for seat_parts in game.parts:
            parts.update(seat_parts)
    ordered = [sorted(game.line.scores, reverse=True) for game in games]
    return Course(
        games=len(games),
        unfinished=len(setting.games) - len(games),
        winner=bootstrap([scores[0] for scores in ordered]),
        score=bootstrap([sum(scores) / len(scores) for scores in ordered]),
        margin=bootstrap([scores[0] - scores[1] if len(scores) > 1 else 0 for scores in ordered]),
        moves=moves,
        rounds=rounds,
        endings=dict(sorted(Counter(game.line.reason for game in setting.games).items())),
        parts={name: total / len(games) / setting.seats for name, total in parts.items()},
    )


def bot_rows(settings: Sequence[Setting]) -> list[Row]:
    """How often each bot wins where several play."""
    wins: dict[str, list[float]] = {}
    even: dict[str, list[float]] = {}
    for setting in settings:
        for game in finished(setting.games):
            for seat, bot in enumerate(game.line.bots):
                wins.setdefault(bot, []).append(won(game, seat))
                even.setdefault(bot, []).append(1 / setting.seats)
    if len(wins) < 2:
        return []
    return _corrected([[_share(bot, wins[bot], sum(even[bot]) / len(even[bot])) for bot in wins]], holm)[0]


def first_rows(games: Sequence[GameNotes], group: str) -> list[Row]:
    """How often those win who begin with each thing, compared with an even share (Benjamini and Hochberg)."""
    wins: dict[str, list[float]] = {}
    even: dict[str, list[float]] = {}
    for game in finished(games):
        for seat, first in enumerate(game.first):
            if group in first:
                wins.setdefault(first[group], []).append(won(game, seat))
                even.setdefault(first[group], []).append(1 / game.line.seats)
    rows = [
        _share(thing, wins[thing], sum(even[thing]) / len(even[thing])) for thing in wins if len(wins[thing]) >= FEW
    ]
    rows.sort(key=lambda row: (row.expected - row.estimate.value, row.name))
    return _corrected([rows], benjamini_hochberg)[0]


def value_rows(games: Sequence[GameNotes], group: str) -> list[Row]:
    """What using each thing goes with in points, compared with the others of its group (Benjamini and Hochberg)."""
    done = finished(games)
    seen: Counter[str] = Counter()
    for game in done:
        for uses in game.uses:
            seen.update(uses.get(group, {}).keys())
    common = {thing for thing, players in seen.most_common(MOST_THINGS) if players >= FEW}
    names = sorted(common) + ([OTHERS] if len(seen) > len(common) else [])
    if len(names) < 2 or len(done) < 2 * len(names):
        return []
    places = {name: place for place, name in enumerate(names)}
    counts, scores, numbers = [], [], []
    for number, game in enumerate(done):
        for seat, uses in enumerate(game.uses):
            row = [0] * len(names)
            for thing, times in uses.get(group, {}).items():
                row[places.get(thing, len(names) - 1)] += times
            counts.append(row)
            scores.append(game.line.scores[seat])
            numbers.append(number)
    estimates = effects(np.array(counts), np.array(scores), np.array(numbers))
    rows = [Row(name, seen[name], estimate) for name, estimate in zip(names, estimates, strict=True) if name != OTHERS]
    rows.sort(key=lambda row: (-row.estimate.value, row.name))
    return _corrected([rows], benjamini_hochberg)[0]


def never_played(kinds: Sequence[str], games: Sequence[GameNotes]) -> list[str]:
    """Kinds of moves that no player made."""
    played = {kind for game in games for kind in game.kinds}
    return [kind for kind in kinds if kind not in played]
