"""Puzzles: those that come with the games are right, they are solved like lessons, and more of them can be made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.bots import question
from engineshed.core.bot import AnyAsk
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.engines.pool import ALONE
from engineshed.lab.lessons import Teacher
from engineshed.lab.puzzles import (
    Budget,
    Finding,
    Puzzle,
    check_puzzle,
    find_puzzle,
    game_of_the_day,
    make_puzzles,
    of_the_day,
    prove_puzzle,
    puzzle_files,
    puzzles,
    read_puzzle,
    write_puzzle,
)
from engineshed.lab.puzzles import making as makes
from tests.cli.conftest import Run
from tests.soak import sized

SHIPPED = [(game_id, number) for game_id in game_ids() for number in range(len(puzzles(find_game(game_id))))]
FIRST = next(one for one in SHIPPED if one[0] == "planet-steam")
"""One that is quickly proved."""
SAMPLE = [one for one in SHIPPED if one[1] < sized(1, 1000)]
WHOLE = sized(0, 1) == 1
"""Whether all moves are tried again, or only the nearest rivals."""


class Speechless:
    """Chooses, and weighs nothing."""

    def choose(self, ask: AnyAsk) -> Any:
        return ask.moves[0]


def first() -> Puzzle:
    game_id, number = FIRST
    return puzzles(find_game(game_id))[number]


@pytest.mark.parametrize(("game_id", "number"), SHIPPED)
def test_every_puzzle_is_solved_by_what_it_names_and_says_so_in_every_language(game_id: str, number: int) -> None:
    game, puzzle = find_game(game_id), puzzles(find_game(game_id))[number]
    lesson = find_puzzle(game, f"puzzle-{number + 1}")
    teacher = Teacher(lesson)
    here = teacher.place([])
    assert here is not None
    assert teacher.place([puzzle.solution]) is None
    right = [move for move in game.rules.legal(here.state, here.seat) if teacher.judge(here, move).right]
    assert sorted(game.speech.write(here.state, move) for move in right) == sorted(puzzle.right)
    for answer in (teacher.answer(here, puzzle.solution), teacher.answer(here, puzzle.rivals[0].move)):
        assert set(answer.text) == set(game.languages)
        assert all(answer.text.values())
    assert len({lesson.steps[0].text[language] for language in game.languages}) == len(game.languages)


@pytest.mark.parametrize(("game_id", "number"), SAMPLE)
def test_the_solution_is_best_by_the_stated_margin_with_the_stated_budget(game_id: str, number: int) -> None:
    prove_puzzle(puzzles(find_game(game_id))[number], f"{game_id} {number + 1}", whole=WHOLE)


def test_no_position_is_set_twice() -> None:
    for game_id in game_ids():
        game = find_game(game_id)
        keys = [game.rules.key(puzzle.state) for puzzle in puzzles(game)]
        assert len(set(keys)) == len(keys)


def test_a_puzzle_is_written_as_it_is_read() -> None:
    game_id, number = FIRST
    file = puzzle_files(find_game(game_id))[number]
    assert read_puzzle(write_puzzle(first(), "a command"), "again") == read_puzzle(file.read_text("utf-8"), file.name)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seat": "pink"}, "no seat 'pink'"),
        ({"solution": "fly"}, ""),
        ({"position": {"wings": 2}}, "wings"),
        ({"rivals": ()}, "nearest"),
        ({"budget": Budget(1000.0, 48)}, "margin"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFileError) as trouble:
        check_puzzle(msgspec.structs.replace(first(), **change), "x.toml")
    assert "x.toml" in trouble.value.told("en")
    assert why in trouble.value.told("en")


def test_a_solution_that_is_not_the_best_is_disproved() -> None:
    puzzle = first()
    with pytest.raises(BadFileError, match="certainly worse"):
        prove_puzzle(msgspec.structs.replace(puzzle, solution=puzzle.rivals[0].move), "x.toml")
    with pytest.raises(BadFileError, match="other legal moves"):
        prove_puzzle(msgspec.structs.replace(puzzle, others=puzzle.others + 1), "x.toml")
    other = msgspec.structs.replace(puzzle.rivals[0], behind=puzzle.rivals[0].behind + 1)
    with pytest.raises(BadFileError, match="other amounts"):
        prove_puzzle(msgspec.structs.replace(puzzle, rivals=(other, *puzzle.rivals[1:])), "x.toml")


def test_every_day_has_its_puzzle_and_all_come_in_turn() -> None:
    having = [game_id for game_id in game_ids() if puzzles(find_game(game_id))]
    days = range(len(game_ids()) * 40)
    assert {game.id for day in days if (game := game_of_the_day(day))} == set(having)
    for game in map(find_game, having):
        assert len({of_the_day(game, day) for day in days}) == min(40, len(puzzles(game)))
    with pytest.raises(UnknownNameError):
        find_puzzle(find_game(having[0]), "puzzle-0")


def test_puzzles_are_found_in_games_and_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """From games of quicker bots, with a small margin and in few worlds: otherwise as for those that are shipped."""
    monkeypatch.setattr(makes, "LONGER", 2)
    work = Finding("planet-steam", Budget(1.0, 8, seed="puzzles"), looks=12, most=1, strong="casual")
    puzzle = next(found[0] for found in make_puzzles(work, 20, ALONE) if found)
    check_puzzle(puzzle, "made")
    prove_puzzle(puzzle, "made", whole=False)
    ask = question(puzzle.in_game, puzzle.state, puzzle.number_of_seat, seed="s", ply=0)
    assert len(ask.moves) == puzzle.others + 1


def test_a_game_without_a_bot_that_weighs_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(makes, "make_bot", lambda _game, _bot: Speechless())
    with pytest.raises(Trouble) as trouble:
        next(make_puzzles(Finding("steam-power", Budget(1.0, 8), looks=1, most=1, strong="random"), 1, ALONE))
    assert "two players" in trouble.value.told("en")


def test_a_puzzle_is_solved_and_checked_in_the_terminal(engineshed: Run, tmp_path: Path) -> None:
    game_id, number = FIRST
    puzzle = first()
    solved = engineshed("puzzle", game_id, number + 1, typed=f"{puzzle.rivals[0].move}\n{puzzle.solution}\n")
    assert solved.code == 0
    assert "Solved" in solved.out
    assert engineshed("puzzle", typed="quit\n").out.startswith("Puzzle of the day")
    file = tmp_path / "one.toml"
    file.write_text(write_puzzle(puzzle, "a command"))
    assert engineshed("puzzles", "check", file, "--prove").code == 0
    file.write_text(write_puzzle(msgspec.structs.replace(puzzle, solution="fly"), "a command"))
    assert "one.toml" in engineshed("puzzles", "check", file).sentence()
    file.write_text(write_puzzle(puzzle, "a command"))
    full = engineshed("puzzles", "make", game_id, "--out", tmp_path, "--count", "1")  # there is one already
    assert (full.code, "1 puzzle" in full.out) == (0, True)
