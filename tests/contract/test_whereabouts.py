"""Every rule of every rulebook can be found in the code, or only explains something."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.lab import whereabouts as module
from engineshed.lab.refusals import Refusals
from engineshed.lab.whereabouts import place_of, places_of, refusals_of, short, whereabouts
from tests.core.toy import GAME as TOY


@pytest.mark.parametrize("game_id", game_ids())
def test_every_rule_has_a_place_in_the_code_or_only_explains(game_id: str) -> None:
    placed = {found.rule for found in whereabouts(game_id)}
    rules = find_game(game_id).speech.rulebook.rules
    assert [rule.id for rule in rules if not rule.tells and rule.id not in placed] == []
    assert [rule.id for rule in rules if rule.tells and rule.id in placed] == []
    assert placed <= {rule.id for rule in rules}


@pytest.mark.parametrize("game_id", game_ids())
def test_it_is_clear_which_rule_each_refusal_names(game_id: str) -> None:
    assert refusals_of(find_game(game_id)).unclear == []


def test_places_come_from_the_stages_and_from_refusals() -> None:
    places = places_of(find_game("steam"), "ST-DEL-2")
    assert [place.name for place in places["offers"]] == ["offer_links"]
    assert [place.name for place in places["checks"]] == ["check_via"]
    found = {place.name for place in places["refuses"]}
    assert found >= {"_no_route", "_wrong_with_this_route", "check_plan", "check_via", "out_of_time"}


def test_the_check_of_a_move_without_fields_is_found_in_the_stages() -> None:
    assert "check_pass" in [place.name for place in places_of(find_game("steam"), "ST-ORD-4")["checks"]]


CODE = """
from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from {package} import other

RULES = {{1: "H1", 2: "H2"}}
PAIRS = {{1: ("H3", "said")}}

def plain(): raise refuse("H1", "x")
def either(s): raise refuse("H1" if s else "H2", "x")
def table(s): raise refuse(RULES[s], "x")
def joined(n): raise refuse(f"E{{n}}", "x")
def pair(s):
    rule, message = PAIRS[s]
    raise refuse(rule, message)
def local(s):
    rule = other.LAST
    raise Illegal(rule, s)
def given(s, rule): raise refuse(rule, "x")
def gives(s): given(s, "H4")
def names(s): given(s, rule=returned(s))
def returned(s): return "H5"
def asked(s): raise refuse(STAGES[s].rule, "x")
class Thing:
    def method(self): raise refuse("M1", "x")
def lost(s): raise refuse(s.name(), "x")
def strange(s): raise refuse(unknown, "x")
"""


def test_rules_are_traced_to_where_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "refusing"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "other.py").write_text('LAST = "H9"\n# refuse("H8", "x") in a comment does not count\n')
    (package / "code.py").write_text(CODE.format(package="refusing"))
    monkeypatch.syspath_prepend(tmp_path)
    found = Refusals("refusing", ["E1", "E10", "H1", "XE1"], ["S1", "S2"])
    assert sorted((rule, place.name) for rule, place in found.places) == [
        ("E1", "joined"),
        ("E10", "joined"),
        ("H1", "either"),
        ("H1", "plain"),
        ("H1", "table"),
        ("H2", "either"),
        ("H2", "table"),
        ("H3", "pair"),
        ("H4", "gives"),
        ("H5", "names"),
        ("H9", "local"),
        ("M1", "method"),
        ("S1", "asked"),
        ("S2", "asked"),
    ]
    assert [place.name for place in found.unclear] == ["lost", "strange"]
    del sys.modules["refusing"]


def test_places_of_things_that_are_not_functions() -> None:
    class Counted:
        @property
        def total(self) -> int:
            return 1

    assert place_of(Counted.total).name.endswith("Counted.total")
    assert place_of(Counted).file == __file__


def test_rules_without_a_table_have_only_refusals() -> None:
    assert refusals_of(replace(TOY, package="tests.core")).asked_by == []


def test_files_are_relative_to_the_project_or_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(module.PACKAGE / "core" / "rng.py")
    assert short(file) == "src/engineshed/core/rng.py"
    monkeypatch.setattr(module, "checkout", lambda: None)
    assert short(file) == "engineshed/core/rng.py"
    assert short(file, module.PACKAGE / "core") == "rng.py"
    assert short("elsewhere.py") == "elsewhere.py"
