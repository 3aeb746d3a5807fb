"""How strong bots are, from what ``engineshed arena --json`` has found: a picture, or with ``--table`` a table.

    python docs/pictures/bots.py build/rated.jsonl > docs/pictures/bots.svg
    python docs/pictures/bots.py --table build/rated.jsonl

Each line of the files is a tournament on one board with one number of players. Ratings are on Elo's scale; only
differences between bots of the same tournament mean anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engineshed.core.registry import find_game
from engineshed.lab.report.charts import Bar, interval_chart

NEWEST = "strong"
"""Stands out in the picture."""

Tournament = dict[str, Any]


def read(files: Sequence[str]) -> list[Tournament]:
    lines = [line for file in files for line in Path(file).read_text(encoding="utf-8").splitlines()]
    found: list[Tournament] = [msgspec.json.decode(line) for line in lines]
    return sorted(found, key=lambda tournament: (tournament["game"], board(tournament), tournament["seats"]))


def board(tournament: Tournament) -> str:
    usual = getattr(find_game(tournament["game"]).rules.options(), "map", "")
    return str(tournament["options"].get("map", usual)).replace("-", " ").title()


def where(tournament: Tournament) -> str:
    parts = [find_game(tournament["game"]).title, board(tournament), f"{tournament['seats']} players"]
    return ", ".join(part for part in parts if part)


def picture(tournaments: Sequence[Tournament]) -> str:
    bars = [bar for tournament in tournaments for bar in bars_of(tournament)]
    return interval_chart("Ratings of bots, with 95 % intervals", bars, None, lambda points: f"{points:.0f}")


def bars_of(tournament: Tournament) -> Iterator[Bar]:
    for number, bot in enumerate(tournament["bots"]):
        label = f"{where(tournament)}: {bot['name']}" if number == 0 else bot["name"]
        low, high = bot["interval"]
        yield Bar(label, bot["rating"], low, high, stands_out=bot["name"] == NEWEST)


def table(tournaments: Sequence[Tournament]) -> Iterator[str]:
    yield "| game, board, players | bot | rating (95 %) | games | wins | ahead of the next |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for tournament in tournaments:
        bots = tournament["bots"]
        for number, bot in enumerate(bots):
            low, high = bot["interval"]
            rating = f"{bot['rating']:.0f} ({low:.0f} to {high:.0f})"
            wins = f"{bot['wins'] / max(1, bot['games']):.0%}"
            name = where(tournament) if number == 0 else ""
            yield f"| {name} | {bot['name']} | {rating} | {bot['games']} | {wins} | {ahead(tournament, number)} |"


def ahead(tournament: Tournament, number: int) -> str:
    """How often a bot finished ahead of the next one when both sat at a table."""
    if number + 1 == len(tournament["bots"]):
        return ""
    bot, other = (tournament["bots"][place]["name"] for place in (number, number + 1))
    share = tournament["ahead"][bot].get(other)
    return "" if share is None else f"{share:.0%}"


if __name__ == "__main__":
    tabled = sys.argv[1] == "--table"
    tournaments = read(sys.argv[1 + tabled :])
    print("\n".join(table(tournaments)) if tabled else picture(tournaments))
