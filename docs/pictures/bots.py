"""How strong bots are, from what ``engineshed arena --json`` has found: a picture, with ``--table`` a table, or with
``--ratings`` the files by which servers rate people who play against bots (``core/strengths.py``).

    python docs/pictures/bots.py build/rated.jsonl > docs/pictures/bots.svg
    python docs/pictures/bots.py --table build/rated.jsonl
    python docs/pictures/bots.py --ratings build/rated.jsonl

Each line of the files is a tournament on one board with one number of players. Ratings are on Elo's scale; only
differences between bots of the same tournament mean anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engineshed.core.registry import find_game
from engineshed.lab.report.charts import Bar, interval_chart
from engineshed.lab.stats import Z95

NEWEST = "strong"
"""Stands out in the picture."""

Tournament = dict[str, Any]

GAMES = Path(__file__).parents[2] / "src" / "engineshed" / "games"
USUAL = 1500.0
LEAST = 30.0
"""No bot's strength is taken to be known better than this."""
HEADING = """# How strong the bots are, from games of the arena, as docs/pictures/bots.py --ratings writes it.
# The usual bot has 1500 points, the others by how far they are ahead of it; deviations are standard errors.
"""


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


# -- ratings of servers ---------------------------------------------------------------------------------------------


class Lead(NamedTuple):
    """By how many points a bot was ahead of the usual one in one tournament, and the standard error of that."""

    points: float
    error: float
    games: int


def ratings_files(tournaments: Sequence[Tournament]) -> Iterator[tuple[Path, str]]:
    """For each game its file and what belongs into it."""
    for game in sorted({tournament["game"] for tournament in tournaments}):
        usual = find_game(game).bots.usual
        leads = leads_in([one for one in tournaments if one["game"] == game], usual)
        yield GAMES / game.replace("-", "_") / "data" / "ratings.toml", ratings_text(usual, leads)


def leads_in(tournaments: Sequence[Tournament], usual: str) -> dict[str, list[Lead]]:
    leads: dict[str, list[Lead]] = {}
    for tournament in tournaments:
        for bot in tournament["bots"]:
            against = tournament["differences"][bot["name"]]
            if usual in against:
                points, low, high = against[usual]
                leads.setdefault(bot["name"], []).append(Lead(points, (high - low) / (2 * Z95), bot["games"]))
            elif bot["name"] == usual:
                leads.setdefault(usual, []).append(Lead(0.0, LEAST, bot["games"]))
    return leads


def ratings_text(usual: str, leads: dict[str, list[Lead]]) -> str:
    """The usual bot has 1500 points in every game; what is known of others from several tournaments is weighed by how
    certain it is."""
    blocks = [HEADING]
    for bot, found in sorted(leads.items(), key=lambda item: -pooled(item[1])[0]):
        points, error = pooled(found)
        rating = (USUAL, LEAST) if bot == usual else (USUAL + points, min(350.0, max(LEAST, error)))
        games = sum(lead.games for lead in found)
        blocks.append(f"[{bot}]\npoints = {rating[0]:.0f}\ndeviation = {rating[1]:.0f}\ngames = {games}\n")
    return "\n".join(blocks)


def pooled(leads: Sequence[Lead]) -> tuple[float, float]:
    certainty = sum(lead.error**-2 for lead in leads)
    return sum(lead.points * lead.error**-2 for lead in leads) / certainty, certainty**-0.5


if __name__ == "__main__":
    wanted = sys.argv[1] if sys.argv[1].startswith("--") else ""
    tournaments = read(sys.argv[2 if wanted else 1 :])
    if wanted == "--ratings":
        for file, text in ratings_files(tournaments):
            file.write_text(text, encoding="utf-8")
    else:
        print("\n".join(table(tournaments)) if wanted else picture(tournaments))
