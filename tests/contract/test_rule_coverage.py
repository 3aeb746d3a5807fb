"""Every rule of every rulebook has a test that shows what it allows and one that shows what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from engineshed import games
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.evidence import from_markers
from engineshed.testing import coverage
from engineshed.testing.coverage import evidence_of, gaps, main
from tests.core.toy import GAME as TOY

TESTS = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_rule_is_shown_allowing_and_refusing(game_id: str) -> None:
    missing = gaps(find_game(game_id), TESTS)
    assert not missing, "\n" + "\n".join(missing)


def test_markers_name_existing_games() -> None:
    """The game need not be registered yet."""
    written = {folder.name.replace("_", "-") for folder in Path(games.__file__).parent.iterdir()}
    assert {shown.game for shown in from_markers(TESTS)} <= written | set(game_ids())


# -- the report itself, tested with the toy game ---------------------------------------------------------------------

SCENARIO = """
id = "a"
game = "handcar-race"
title = "Picking"
text = "A card must be held to be picked."
rules = ["H3", "h4"]

[[steps]]
move = "pick 9"
refused = "H4"

[[steps]]
move = "roll"
"""

MARKED = """
import pytest

pytestmark = pytest.mark.allows("handcar-race", "H1")

@pytest.mark.refuses("handcar-race", "H1", "H2")
def test_something(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.allows("handcar-race", "H2"))])
def test_more(x): ...

@pytest.mark.refuses("another-game", "X1")
def test_elsewhere(): ...
"""


@pytest.fixture
def tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("engineshed.lab.scenario.reading.find_game", lambda _: TOY)
    monkeypatch.setattr(coverage, "find_game", lambda _: TOY)
    scenarios = tmp_path / "handcar_race" / "scenarios"
    scenarios.mkdir(parents=True)
    (scenarios / "picking.toml").write_text(SCENARIO, "utf-8")
    (tmp_path / "handcar_race" / "test_rules.py").write_text(MARKED, "utf-8")
    return tmp_path


def test_evidence_comes_from_scenarios_and_markers(tests: Path) -> None:
    assert evidence_of(TOY, tests) == {
        "H1": {"allows": ["test_rules.py:4"], "refuses": ["test_rules.py:6"]},
        "H2": {"allows": ["test_rules.py:9"], "refuses": ["test_rules.py:6"]},
        "H3": {"allows": ["picking.toml"], "refuses": []},
        "H4": {"allows": ["picking.toml"], "refuses": ["picking.toml"]},
        "H5": {"allows": [], "refuses": []},
    }


def test_rules_without_tests_are_named(tests: Path) -> None:
    assert gaps(TOY, tests) == [
        "H3 (Choice): no test that it refuses",
        "H5 (Luck): no test that it allows or refuses",
    ]


def test_a_scenario_with_only_refusals_does_not_show_what_a_rule_allows(tests: Path) -> None:
    file = tests / "handcar_race" / "scenarios" / "picking.toml"
    file.write_text(SCENARIO.rpartition("[[steps]]")[0], "utf-8")
    assert evidence_of(TOY, tests)["H4"] == {"allows": [], "refuses": ["picking.toml"]}


def test_the_report_is_a_table(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(TOY.id, tests=tests) == 1
    out = capsys.readouterr().out
    assert "H4 Hand\n  allows   picking.toml\n  refuses  picking.toml\n" in out
    assert "H5 Luck\n  allows   -\n  refuses  -\n3 of 5 rules are shown on both sides\n" in out


@pytest.mark.parametrize(
    ("marker", "sentence"),
    [
        ('pytest.mark.allows("handcar-race", "H9")', "there is no rule 'H9'"),
        ('pytest.mark.allows("handcar-race")', "a game's id and ids of rules"),
        ("pytest.mark.refuses(GAME, 'H1')", "a game's id and ids of rules"),
        ("pytest.mark.refuses('handcar-race', rules=['H1'])", "a game's id and ids of rules"),
    ],
)
def test_a_wrong_marker_is_reported(tests: Path, marker: str, sentence: str) -> None:
    (tests / "test_wrong.py").write_text(f"import pytest\n\n@{marker}\ndef test_x(): ...\n", "utf-8")
    with pytest.raises(Trouble, match=sentence):
        evidence_of(TOY, tests)


def test_a_refusal_by_an_unknown_rule_is_reported(tests: Path) -> None:
    file = tests / "handcar_race" / "scenarios" / "picking.toml"
    file.write_text(SCENARIO.replace('refused = "H4"', 'refused = "H44"'), "utf-8")
    with pytest.raises(UnknownNameError, match="there is no rule 'H44'; did you mean H4"):
        evidence_of(TOY, tests)
