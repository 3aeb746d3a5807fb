"""What scenario files can express besides moves and positions: continuations, offers, sentences, facts, views, undo."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import BadFileError
from engineshed.lab.scenario import read_scenario, run_scenario

TAKING = """
id = "taking"
game = "steam-power"
title = { en = "Taking", de = "Nehmen", pl = "Branie" }
text = "Red takes money, or contracts."
rules = ["R50", "R53"]

[position]
map = { terrain = "A . B\\n. . .\\n", cities = { A = "Ashford", B = "Bedford" } }
players = 2
hands = { red = ["A1", "A2"] }
links = { red = ["Ashford se ne"] }

[sees]
red = { players = { red = { money = 5, contracts = 2 }, 1 = { money = 5 } } }
spectator = { hand = "nothing" }

[[steps]]
move = "done"
refused = "R12"
says = { de = "Passen gibt es nicht; du kannst immer $3 von der Bank erhalten" }

[[continuations]]
title = { en = "Money" }
[[continuations.steps]]
offers = ["money", "contracts"]
move = "money"
log = ["money", { fact = "money", company = "red", money = 3 }]
log_not = [{ fact = "money", money = 4 }, "completed"]
[[continuations.steps]]
undo = true
expect = { money = { red = 5 }, to_act = "red" }
[[continuations.steps]]
undo = true
refused = true
says = "no move has been made yet"

[[continuations]]
[[continuations.steps]]
move = "contracts"
[[continuations.steps]]
seat = "chance"
move = "draw D1"
[continuations.steps.expect]
hands = { red = ["D1", "A2", "A1"] }
links = { red = ["Bedford sw nw"] }
derived = { networks = { red = ["Bedford", "Ashford"] } }
"""


def reported(*changes: tuple[str, str], language: str = "en") -> list[str]:
    """The differences that are reported after changing the file."""
    text = TAKING
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return [str(difference) for difference in run_scenario(text, "file", language)]


def test_a_scenario_that_holds_has_no_differences() -> None:
    assert reported() == []


def test_exact_offers_report_extra_moves_missing_moves_and_texts_that_are_not_moves() -> None:
    place = "file, continuation 1, step 1: offers_exactly: expected"
    lines = reported(('offers = ["money", "contracts"]', 'offers_exactly = ["money", "contracts", "done", "dance"]'))
    assert f"{place} 'done', found no offer" in lines
    assert any(line.startswith(f"{place} 'dance', found no move") for line in lines)
    assert any(line.startswith(f"{place} no other offer, found 'track") for line in lines)
    assert not any("'money'" in line for line in lines)


NOTHING_TO_UNDO = 'refused = true\nsays = "no move has been made yet"'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("red = 5 }, to", "red = 6 }, to", "file, continuation 1, step 2: money.red: expected 6, found 5"),
        ('["D1", "A2", "A1"]', '["D1", "A2"]', "continuation 2, step 2: hands.red: expected ['D1', 'A2'], found ['A1'"),
        ('["Bedford sw nw"]', '["Bedford sw sw"]', "links.red: expected ['Bedford sw sw'], found ['Ashford se ne']"),
        ('["Bedford", "Ashford"]', '["Bedford"]', "derived.networks.red: expected ['Bedford']"),
        ('log = ["money"', 'log = ["completed"', "log: expected {'fact': 'completed'}, found money {'company'"),
        ("money = 4 }", "money = 3 }", "log_not: expected {'fact': 'money', 'money': 3}, found money"),
        ("money = 3 }]", 'money = 3, only = ["red"] }]', "log: expected {'fact': 'money'"),
        ("contracts = 2", "contracts = 3", "position: sees.red.players.red.contracts: expected 3, found 2"),
        ("spectator = { hand", "blue = { hand", "sees.blue.hand: expected 'nothing', found ["),
        ("spectator = { hand", "spectator = { hnd = 1, hand", "expected 1, found nothing; did you mean hand"),
        ("1 = { money = 5 }", "1 = { money = { red = 5 } }", "players.1.money: expected {'red': 5}, found 5"),
        (NOTHING_TO_UNDO, "", "step 3: undo: expected accepted, found no move has been made yet"),
        ('says = "no', 'says = "now', "undo, says en: expected 'now move has been made yet', found 'no move has"),
        ("undo = true\nexpect", "undo = true\nrefused = true\nexpect", "undo: expected refused, found accepted"),
        ('move = "contracts"', 'move = "contracts"\nrefused = true', "'contracts': expected refused, found accepted"),
        ("gibt es nicht", "gibt es", "move 'done', says de: expected 'Passen gibt es; du"),
    ],
)
def test_every_difference_from_the_game_is_reported(old: str, new: str, said: str) -> None:
    assert any(said in line for line in reported((old, new)))


def test_a_scenario_need_not_say_which_rule_refuses() -> None:
    assert reported(('refused = "R12"', "refused = true")) == []


def test_differences_are_in_the_readers_language() -> None:
    german = reported(("red = 5 }, to", "red = 6 }, to"), language="de")
    assert german == ["file, Fortsetzung 1, Schritt 2: money.red: erwartet 6, gefunden 5"]


def test_a_continuation_is_not_played_if_the_steps_before_it_differ() -> None:
    assert len(reported(('refused = "R12"', 'refused = "R11"'), ("red = 5 }, to", "red = 6 }, to"))) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('de = "Nehmen"', 'fr = "Prendre"', "file, title: there is no language 'fr'"),
        ('{ en = "Taking", de', "{ de", "file, title: English is missing"),
        ('title = { en = "Money" }', 'text = { de = "Geld" }', "file, continuation 1, text: English is missing"),
        ("says = { de", "says = { fr", "file, step 1, says: there is no language 'fr'"),
        ("undo = true\nexpect", 'undo = true\nmove = "money"\nexpect', "step 2: a step plays a move or takes one back"),
        ("undo = true\nrefused = true", 'undo = true\nrefused = "R1"', "step 3: taking a move back is not refused"),
        ('refused = "R12"', "", "file, step 1: says is the sentence of a refusal"),
        ('log = ["money",', 'log = ["mony",', "continuation 1, step 1: the game has no fact 'mony'; did you mean"),
        ('log = ["money", {', 'log = ["money", { company = "red" }, {', "the game has no fact 'None'"),
        ('move = "money"', "", "continuation 1, step 1: log lists what a move reports, but no move is played"),
        ("[sees]\nred", "[sees]\nrde", "file, position: there is no seat 'rde'; did you mean red"),
        ("continuations.steps]]\nundo", "continuations.steps]]\nundp", "there is no key 'undp'"),
        ("[[continuations]]\n[[", "[[continuation]]\n[[", "there is no key 'continuation'"),
        ('"Ashford", B', '"Ashford", D', "file, position: the map file, terrain"),
    ],
)
def test_a_mistake_in_a_scenario_file_is_reported(old: str, new: str, said: str) -> None:
    with pytest.raises(BadFileError) as trouble:
        reported((old, new))
    assert said in str(trouble.value)


def test_titles_may_be_translated() -> None:
    scenario = read_scenario(TAKING, "file")
    assert [scenario.title_in(language) for language in ("en", "de", "pl")] == ["Taking", "Nehmen", "Branie"]
    plain = read_scenario(TAKING.replace('title = { en = "Taking", de = "Nehmen", pl = "Branie" }', 'title = "T"'), "x")
    assert plain.title_in("de") == "T"


def doc(game: str, position: dict[str, Any], expect: dict[str, Any]) -> dict[str, Any]:
    head = {"id": "x", "game": game, "title": "X", "text": "X.", "rules": []}
    return {**head, "by_hand": True, "position": position, "expect": expect}


@pytest.mark.parametrize(
    ("game", "position", "same", "other"),
    [
        (
            "steam",
            {"round": 2, "links": {"orange": ["Albany se se s"]}, "cubes": {"Albany": "RRB"}},
            {"links": {"orange": ["Hartford n nw nw"]}, "cubes": {"Albany": "BRR"}},
            {"links": {"orange": ["Hartford n nw n"]}},
        ),
        (
            "planet-steam",
            {"zones": {"green": ["B3", "C3"]}, "moved": ["B3", "C3"]},
            {"zones": {"green": ["C3", "B3"]}, "moved": ["C3", "B3"]},
            {"zones": {"green": ["C3"]}},
        ),
        (
            "dampf-and-rails",
            {"hands": {"red": [1, 2, 3]}, "track": {"red": ["Odense O27 O28"]}},
            {"hands": {"red": [3, 1, 2]}, "track": {"red": ["O28 O27", "Odense O27"]}},
            {"track": {"red": ["O28 O27"]}},
        ),
        ("steam", {"order": ["green", "orange", "black"]}, {}, {"order": ["orange", "green", "black"]}),
    ],
)
def test_order_does_not_matter_where_a_game_means_a_set(
    game: str, position: dict[str, Any], same: dict[str, Any], other: dict[str, Any]
) -> None:
    assert run_scenario(doc(game, position, same), "doc") == []
    assert len(run_scenario(doc(game, position, other), "doc")) == 1
