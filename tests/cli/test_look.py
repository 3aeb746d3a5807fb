"""The board in the terminal: what is drawn where."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console, RenderableType

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.games.steam_power.terminal import SteamPowerLook
from engineshed.rail.faces import WAY_NAMES, parse_way
from engineshed.rail.hexgrid import EDGES, HexGrid
from engineshed.terminal.hexmap import HexMap
from engineshed.terminal.look import Look, see

GAME = find_game("steam-power")
LOOK = SteamPowerLook(GAME)


def printed(what: RenderableType, width: int = 100) -> str:
    console = Console(file=StringIO(), width=width, highlight=False, markup=False)
    console.print(what)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def way(name: str) -> int:
    number = parse_way(name)
    assert number is not None
    return number


def rows(drawing: HexMap) -> list[str]:
    return [line.rstrip() for line in drawing.text().plain.splitlines()]


def test_coordinates_are_at_the_rim_and_odd_columns_are_lower() -> None:
    drawing = HexMap(HexGrid([(x, y) for x in range(3) for y in range(2)]))
    for hex_ in range(6):
        drawing.put(hex_, 0, 0, drawing.grid.names[hex_])
    assert rows(drawing) == [
        "    A    B    C",
        "1  A1        C1",
        "        B1        1",
        "2  A2        C2",
        "        B2        2",
    ]


@pytest.mark.parametrize(
    ("name", "upper", "lower"),
    [
        ("n-s", " │ r", " │"),
        ("n-se", " │ r", "  ╲"),
        ("ne-sw", "  ╱r", "╱"),
        ("se-nw", "╲  r", "  ╲"),
        ("ne-nw", "╲ ╱r", ""),
        ("se-sw", "   r", "╱ ╲"),
        ("sw-nw", "╲  r", "╱"),
    ],
)
def test_track_touches_its_edges(name: str, upper: str, lower: str) -> None:
    drawing = HexMap(HexGrid([(0, 0)]))
    drawing.put(0, 0, 1, ".")
    drawing.track(0, way(name), "r", "red")
    assert [line[3:8].rstrip() for line in rows(drawing)[1:]] == [upper, lower]


def test_all_ways_look_different() -> None:
    seen = []
    for number in range(len(WAY_NAMES)):
        drawing = HexMap(HexGrid([(0, 0)]))
        drawing.track(0, number, "r", "red")
        seen.append("\n".join(rows(drawing)))
    assert len(set(seen)) == len(WAY_NAMES)


def test_a_crossing_names_both_owners_and_a_loose_end_is_an_arrow() -> None:
    drawing = HexMap(HexGrid([(0, 0)]))
    drawing.track(0, way("n-s"), "r", "red")
    drawing.track(0, way("ne-sw"), "b", "blue")
    drawing.loose_end(0, EDGES.index("sw"), "blue")
    assert [line[3:8].rstrip() for line in rows(drawing)[1:]] == [" │╱r", "↙│ b"]


def position(**keys: Any) -> Any:
    start = {"map": "steel-belt", "players": 2, "by_hand": True, "first": "red", "cities": {"Chicago": "black"}}
    return GAME.speech.arrange({**start, **keys})


@pytest.mark.parametrize("name", GAME.boards.maps())
def test_every_packaged_map_fits_its_width(name: str) -> None:
    sight = see(GAME, GAME.speech.arrange({"map": name, "players": 2, "by_hand": True}), None)
    lines = printed(LOOK.table(sight), width=200).splitlines()
    drawn = [line for line in lines if "~" in line or " . " in line]
    assert drawn
    assert max(len(line) for line in lines[: len(drawn)]) <= 101


def test_cities_are_shown_with_their_factories_and_goods() -> None:
    factories = {"factories": {"Chicago": "blue", "Toledo": "red"}, "goods": {"Chicago": 3, "Toledo": 0}}
    out = printed(LOOK.table(see(GAME, position(**factories), None)))
    assert "Bb3" in out
    assert "H6 Chicago black blue 3" in out
    assert "r×" in out


def test_a_spectator_sees_no_contracts() -> None:
    assert printed(LOOK.own(see(GAME, position(), None))).strip() == ""


def test_contracts_say_what_they_would_cost() -> None:
    hands = {"hands": {"red": ["A1"], "blue": []}}
    assert "missing: a finished link" in printed(LOOK.own(see(GAME, position(**hands), Seat(0))))
    rich = printed(LOOK.own(see(GAME, position(**hands, **reachable(), money={"red": 50}), Seat(0))))
    poor = printed(LOOK.own(see(GAME, position(**hands, **reachable(), money={"red": 1}), Seat(0))))
    assert "can be completed now: $15, 3 from the bank" in rich
    assert "missing: $14 of $15, 3 from the bank" in poor


@pytest.mark.parametrize(
    ("language", "tile", "contract", "typed"),
    [
        ("en", "Chicago black blue 3", "2 black, 1 grey", ""),
        ("de", "Chicago schwarz blau 3", "2× schwarz, 1× grau", "Zum Tippen: Rot = red, Blau = blue"),
        (
            "pl",
            "Chicago czarny niebieski 3",
            "2 × czarny, 1 × szary",
            "Do wpisania: Czerwony = red, Niebieski = blue",
        ),
    ],
)
def test_everything_is_said_in_the_language_of_the_reader(language: str, tile: str, contract: str, typed: str) -> None:
    look = SteamPowerLook(GAME, GAME.speech.words_in(language))
    hands = {"hands": {"red": ["A1"], "blue": []}}
    sight = see(GAME, position(factories={"Chicago": "blue"}, goods={"Chicago": 3}, **hands), Seat(0))
    lines = [line.strip() for line in printed(look.table(sight)).splitlines()]
    assert any(tile in line for line in lines)
    assert [line for line in lines if " = " in line] == [typed] * bool(typed)
    assert contract in printed(look.own(sight))
    task = GAME.speech.words_in(language).say(GAME.speech.task(sight.view))
    assert look.task(sight.view) == task


def reachable() -> dict[str, Any]:
    """One finished link of red, and no goods anywhere."""
    return {"links": {"red": ["Toledo n ne"]}}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"stage": "action", "actions": 2}, "Choose an action: 2 left in this turn"),
        ({"stage": "action", "actions": 1}, "Choose an action: 1 left in this turn"),
        ({"stage": "laying", "steps": 1}, "one more tile, or finish building"),
        ({"stage": "bonus", "bonus": "factory"}, "Bonus action: build a factory"),
        ({"stage": "over"}, "The game is over"),
    ],
)
def test_the_task_says_what_may_be_done(keys: dict[str, Any], said: str) -> None:
    assert said in LOOK.task(GAME.rules.view(position(**keys), Seat(0)))


def test_a_game_without_its_own_look_is_shown_field_by_field() -> None:
    look = Look(GAME)
    sight = see(GAME, position(), Seat(1))
    assert "'money': 5" in printed(look.table(sight))
    assert printed(look.own(sight)).strip() == ""
    assert look.task(sight.view) == LOOK.task(sight.view)
    assert look.seat(1).plain == "blue"
