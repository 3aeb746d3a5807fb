"""Balance reports: the statistics are right, a bias that is put in is found, and the page needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from engineshed.core.contract import Fact
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import PLURALS, Thing, Words, check_catalogues
from engineshed.lab.report.charts import Bar, interval_chart
from engineshed.lab.report.findings import Setting, first_rows, seat_rows, value_rows
from engineshed.lab.report.gathering import GameNotes
from engineshed.lab.report.numbers import benjamini_hochberg, bootstrap, effects, holm
from engineshed.lab.report.texts import report_words
from engineshed.lab.report.things import Reader, basis_of, groups_of
from engineshed.lab.simulate import GameLine
from tests.cli.conftest import Run

RANDOM = np.random.default_rng(1)


def notes(scores: Sequence[int], things: Sequence[Sequence[str]]) -> GameNotes:
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    line = GameLine(
        *("steam-power", 2, "ireland", len(scores), {}, ("greedy",) * len(scores), "s", 9, 9, tuple(scores)),
        ranks=ranks,
        reason="end.contracts",
        digest=None,
    )
    uses = tuple({"contracts": {thing: own.count(thing) for thing in own}} for own in things)
    first = tuple({"contracts": own[0]} for own in things)
    return GameNotes(line, tuple({} for _ in scores), uses, first, {"Money": 1})


@pytest.fixture(scope="module")
def biased() -> list[GameNotes]:
    """Contract A is worth five points more than B and C, and players on the first seat get three for nothing."""
    games = []
    for _ in range(400):
        things = [[str(thing) for thing in RANDOM.choice(["A", "B", "C"], 4)] for _ in range(3)]
        noise = RANDOM.normal(0, 4, 3)
        scores = [round(20 + 5 * own.count("A") + 3 * (seat == 0) + noise[seat]) for seat, own in enumerate(things)]
        games.append(notes(scores, things))
    return games


def test_a_seat_that_wins_too_often_is_found(biased: list[GameNotes]) -> None:
    ((first, second, third),) = seat_rows([Setting("ireland", 3, "", biased)])
    assert first.stands_out
    assert first.estimate.value > 1 / 3 > max(second.estimate.value, third.estimate.value)
    assert first.estimate.low < first.estimate.value < first.estimate.high
    assert sum(row.estimate.value for row in (first, second, third)) == pytest.approx(1)


def test_nothing_is_said_about_a_seat_that_won_none_of_a_few_games() -> None:
    """None of 10 is less than a sixth, but that happens in one of six such runs."""
    games = [notes([number == seat for seat in range(6)], [["A"]] * 6) for number in [0, 1, 2, 3, 4] * 2]
    last = seat_rows([Setting("", 6, "", games)])[0][5]
    assert last.estimate.value == 0
    assert not last.stands_out
    assert last.estimate.p == pytest.approx(0.157, abs=0.001)


def test_a_thing_that_is_worth_more_is_found(biased: list[GameNotes]) -> None:
    rows = value_rows(biased, "contracts")
    assert rows[0].name == "A"
    values = {row.name: row.estimate for row in rows}
    assert values["A"].value - values["B"].value == pytest.approx(5, abs=0.5)
    assert values["A"].low < 10 / 3 < values["A"].high
    assert rows[0].stands_out
    assert first_rows(biased, "contracts")[0].name == "A"


def test_where_nothing_is_unfair_hardly_anything_stands_out() -> None:
    """A hundred even games, forty times: with Holm's correction at most one false alarm in twenty is expected."""
    alarms = 0
    for _ in range(40):
        games = [notes([int(score) for score in RANDOM.permutation(3)], [["A"], ["A"], ["A"]]) for _ in range(100)]
        alarms += any(row.stands_out for row in seat_rows([Setting("", 3, "", games)])[0])
    assert alarms <= 6


def test_corrections_for_many_comparisons() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert holm(p) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert holm([]) == benjamini_hochberg([]) == []


def test_the_regression_is_least_squares_within_games_with_clustered_errors() -> None:
    """Written out for two things that always add up to 4: half of the slope of their difference."""
    counts = np.array([[3, 1], [1, 3], [4, 0], [0, 4], [2, 2], [1, 3]])
    scores = np.array([10.0, 4, 15, 2, 7, 6])
    first, second = effects(counts, scores, np.array([0, 0, 1, 1, 2, 2]))
    x, y = np.array([1, -1, 2, -2, 0.5, -0.5]), np.array([3, -3, 6.5, -6.5, 0.5, -0.5])
    slope = float(x @ y / (x @ x))
    assert first.value - second.value == pytest.approx(slope)
    assert first.low < first.value < first.high


def test_the_bootstrap_is_reproducible_and_about_right() -> None:
    values = [float(value) for value in range(100)]
    estimate = bootstrap(values)
    assert estimate == bootstrap(values)
    assert estimate.value == pytest.approx(49.5)
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * 29.0 / 10, rel=0.1)


def test_facts_tell_who_used_what() -> None:
    reader = Reader(find_game("steam"))
    towns = tuple(Thing("hex", number, name) for number, name in enumerate(("Albany", "Boston")))
    fact = Fact("fact.delivered", {"company": "@company.black", "good": "@good.red", "route": towns})
    assert sorted(reader.uses(fact)) == [("goals", 2, "Boston"), ("goods", 2, "@good.red")]
    assert list(reader.uses(Fact("fact.round", {"round": 2}))) == []


@pytest.mark.parametrize("name", game_ids())
def test_every_group_has_a_title_in_every_language_and_data_that_exist(name: str) -> None:
    game = find_game(name)
    board = next(iter(game.boards.maps()), "")
    for group in groups_of(game):
        assert set(group.title) == set(PLURALS)
        assert all(set(source.named) in (set(), set(PLURALS)) for source in group.sources)
        assert bool(basis_of(game, group, board)) == bool(group.file)
        assert all(source.fact in game.speech.words.templates for source in group.sources)


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_words_of_the_report_are_complete(language: str) -> None:
    assert check_catalogues(report_words("en"), report_words(language)) == []
    assert isinstance(report_words(language), Words)


def test_a_drawing_is_sound() -> None:
    bars = [Bar("a & b", 1.0, 0.5, 1.5), Bar("x" * 60, -3.0, -4.0, -2.0, True)]
    root = ElementTree.fromstring(interval_chart("t < u", bars, 0.0, str))  # noqa: S314  (our own)
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    assert "a & b" in texts
    assert max(map(len, texts)) == 40


def test_the_command_writes_a_page_that_needs_nothing_else(engineshed: Run, tmp_path: Path) -> None:
    command = ("report", "steam-power", "--games", "2", "--seats", "2", "--maps", "ireland", "--jobs", "1")
    for language, heading in (("en", "What stands out"), ("de", "Was auffällt"), ("pl", "Co się wyróżnia")):
        out = tmp_path / language / "sp"
        assert engineshed(*command, "--bots", "random", "--language", language, "--out", out).code == 0
        page, text = (out.with_suffix(ending).read_text("utf-8") for ending in (".html", ".md"))
        assert heading in page
        assert heading in text
        assert f"--bots random --seed 0 --language {language}" in page
        assert not re.search(r"(src|href)=|url\(|@import|<script", page)
        for drawing in re.findall(r"\]\((\S+\.svg)\)", text):
            assert (out.parent / drawing).is_file()
    silent = engineshed("report", "planet-steam", "--games", "1", "--bots", "greedy-1", "--opening", "3")
    assert "'greedy-1' does not" in silent.sentence()
    assert "--seats takes numbers" in engineshed("report", "steam-power", "--seats", "two").sentence()
    assert "9" in engineshed("report", "steam-power", "--seats", "9", "--maps", "ireland").sentence()


def test_the_line_in_the_footer_makes_the_same_report(engineshed: Run, tmp_path: Path) -> None:
    first = ("report", "planet-steam", "--games", "2", "--seats", "2", "--vary", "sabotage=no,yes", "--jobs", "1")
    engineshed(*first, "--bots", "random", "--opening", "3", "--out", tmp_path / "a" / "r")
    page = (tmp_path / "a" / "r.html").read_text("utf-8")
    assert "In the first 3 choices of each player" in page
    (line,) = re.findall(r"<code>engineshed (.*?)</code>", page)
    engineshed(*line.split(), "--out", tmp_path / "b" / "r")
    assert (tmp_path / "b" / "r.html").read_text("utf-8") == page
