"""The arena: fair seats, common seeds, an early end, and programs that may do what they like."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from engineshed.core.errors import Trouble
from engineshed.lab.arena import Arena, Meeting, Tournament, compete, places
from engineshed.lab.programs import LARGEST_ANSWER, Program, end_programs
from engineshed.lab.ratings import Finish, Ratings
from engineshed.lab.simulate import GameLine, Played
from tests.cli.conftest import Run

PROGRAM = Path(__file__).parent / "programs" / "last.py"
CUP = Tournament(game="steam-power", seats=3, options={}, bots=("a", "b", "c"), seed="s")
DUEL = Tournament(game="steam-power", seats=2, options={"map": "ireland"}, bots=("mine", "random"), seed="s")


# -- fairness -------------------------------------------------------------------------------------------------------


def test_in_a_block_all_have_the_same_seed_and_everybody_sits_everywhere() -> None:
    assert [CUP.seed_of(number) for number in range(6)] == ["s/0"] * 3 + ["s/1"] * 3
    for block in range(5):
        seatings = [CUP.seating(3 * block + turn) for turn in range(3)]
        assert all(sorted(column) == ["a", "b", "c"] for column in zip(*seatings, strict=True))


def test_if_there_are_more_bots_than_seats_all_play_as_often() -> None:
    crowd = msgspec.structs.replace(CUP, bots=tuple("abcdef"))
    played = Counter(bot for block in range(20) for bot in crowd.lineup(block))
    assert set(played.values()) == {10}
    assert all(len(set(crowd.lineup(block))) == 3 for block in range(20))


def test_if_there_are_fewer_bots_than_seats_they_take_turns_at_sitting_twice() -> None:
    pair = msgspec.structs.replace(CUP, bots=("a", "b"))
    twice = Counter(Counter(pair.lineup(block)).most_common(1)[0][0] for block in range(40))
    assert min(twice.values()) > 10
    assert all(set(pair.lineup(block)) == {"a", "b"} for block in range(40))


# -- ratings --------------------------------------------------------------------------------------------------------


def test_two_bots_are_rated_as_by_bradley_and_terry() -> None:
    blocks = [[Finish((0, 1), (1, 2))]] * 300 + [[Finish((0, 1), (2, 1))]] * 100
    ratings = Ratings(2, blocks)
    lead = ratings.difference(0, 1)
    assert lead.points == pytest.approx(190.8, abs=1.5)  # 400 log10(300 / 100), a little less because of the prior
    assert lead.high - lead.points == pytest.approx(1.96 * 173.7 / (400 * 0.75 * 0.25) ** 0.5, rel=0.03)
    assert ratings.rating(0).points + ratings.rating(1).points == pytest.approx(3000)


def test_three_bots_are_rated_as_by_plackett_and_luce() -> None:
    """Orders as often as the model says for strengths of 4, 2 and 1; their ratings must come out again."""
    strengths = (4, 2, 1)
    blocks = []
    for first in range(3):
        for second in {0, 1, 2} - {first}:
            third = 3 - first - second
            chance = strengths[first] / 7 * strengths[second] / (7 - strengths[first])
            blocks += [[Finish((first, second, third), (1, 2, 3))]] * round(chance * 2100)
    ratings = Ratings(3, blocks)
    assert ratings.difference(0, 1).points == pytest.approx(120.4, abs=1)
    assert ratings.difference(1, 2).points == pytest.approx(120.4, abs=1)
    assert ratings.order() == [0, 1, 2]


def test_equal_places_count_for_both_sides() -> None:
    ratings = Ratings(2, [[Finish((0, 1), (1, 1))]] * 50)
    assert ratings.difference(0, 1).points == pytest.approx(0)
    assert ratings.chance(0, 1) > 0.9


def test_who_wins_everything_is_not_infinitely_strong() -> None:
    assert 400 < Ratings(2, [[Finish((0, 1), (1, 2))]] * 30).difference(0, 1).points < 1500


def test_games_of_a_block_that_always_agree_count_for_less() -> None:
    won, lost = Finish((0, 1), (1, 2)), Finish((0, 1), (2, 1))
    alone = Ratings(2, [[won]] * 120 + [[lost]] * 80).difference(0, 1)
    together = Ratings(2, [[won] * 4] * 30 + [[lost] * 4] * 20).difference(0, 1)
    assert together.points == pytest.approx(alone.points)
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


# -- a tournament ---------------------------------------------------------------------------------------------------


def played(number: int, bots: tuple[str, ...], ranks: tuple[int, ...] | None, *faults: str | None) -> Played:
    line = GameLine(
        *("steam-power", 2, "", 3, {}, bots, "s", 9, 9), scores=(0,) * 3, ranks=ranks, reason="end", digest=None
    )
    return Played(number, line, faults=faults)


def test_a_tournament_ends_when_the_bots_are_told_apart() -> None:
    arena = Arena(CUP)
    for number in range(300):
        seating = CUP.seating(number)
        arena.add(played(number, seating, tuple("abc".index(bot) + 1 for bot in seating)))
        if arena.told_apart():
            break
    assert 30 <= arena.games < 200
    assert arena.meetings["a", "b"] == Meeting(arena.games, arena.games)
    assert arena.wins == {"a": arena.games, "b": 0, "c": 0}


def test_equals_are_not_told_apart_by_looking_often() -> None:
    arena = Arena(CUP)
    for number in range(600):
        seating = CUP.seating(number)
        arena.add(played(number, seating, ((1, 2, 3), (3, 1, 2), (2, 3, 1))[number % 7 % 3]))
        assert not arena.told_apart()


def test_who_loses_by_a_fault_is_behind_all_others() -> None:
    assert places(played(0, ("a", "b", "c"), (1, 1, 3), "time", None, None)) == (3, 1, 2)
    assert places(played(0, ("a", "b", "c"), (1, 2, 3), "time", "end", None)) == (2, 3, 1)
    assert places(played(0, ("a", "b", "c"), None, "time", None, None)) is None


def test_the_command_prints_ratings_and_who_finished_ahead_of_whom(engineshed: Run) -> None:
    cup = ("arena", "steam-power", "--seats", "2", "--map", "ireland", "--games", "4", "--jobs", "1", "--bots")
    out = engineshed(*cup, "greedy,random").out
    assert "Steam Power, 2 seats, 4 games, seed '0'" in out
    assert "greedy                  ·  100.0%" in out
    assert "All games were played" in out
    doc = json.loads(engineshed(*cup, "greedy,random", "--json").out)
    assert [bot["name"] for bot in doc["bots"]] == ["greedy", "random"]
    assert doc["ahead"] == {"greedy": {"random": 1.0}, "random": {"greedy": 0.0}}
    assert "at least two different bots" in engineshed(*cup, "greedy").sentence()


# -- programs -------------------------------------------------------------------------------------------------------


def arena_with(habit: str, games: int = 2, seconds: float = 20.0) -> Arena:
    program = Program((sys.executable, str(PROGRAM), habit), seconds)
    arena = Arena(DUEL)
    try:
        for so_far in compete(msgspec.structs.replace(DUEL, programs={"mine": program}), games):
            arena = so_far
    finally:
        end_programs()
    return arena


def test_a_program_plays_by_json_lines() -> None:
    arena = arena_with("good")
    assert arena.faults == {}
    assert arena.games == 2
    assert arena.played == {"mine": 2, "random": 2}


@pytest.mark.parametrize(
    ("habit", "reason"),
    [
        ("slow", "time"),
        ("end", "ended"),
        ("long", "long"),
        ("text", "answer"),
        ("high", "answer"),
        ("low", "answer"),
        ("twice", "answer"),
        ("hello", "answer"),
    ],
)
def test_a_program_that_misbehaves_loses_its_game(habit: str, reason: str) -> None:
    arena = arena_with(habit, games=1, seconds=0.2 if habit == "slow" else 20.0)
    assert arena.faults == {"mine": {reason: 1}}
    assert arena.meetings["mine", "random"] == Meeting(1, 0)
    assert LARGEST_ANSWER < 100_000


def test_a_program_that_cannot_be_started_is_a_sentence(engineshed: Run) -> None:
    with pytest.raises(Trouble, match="the program /nowhere cannot be started"):
        list(compete(msgspec.structs.replace(DUEL, programs={"mine": Program(("/nowhere",))}), 1))
    cup = ("arena", "steam-power", "--seats", "2", "--bots", "mine,random", "--program")
    assert "there is no program '/nowhere' here" in engineshed(*cup, "mine=/nowhere").sentence()
    assert "is not a program" in engineshed(*cup, "mine").sentence()
    assert "is not a program" in engineshed(*cup, "mine='").sentence()
    assert "there is a bot 'greedy' already" in engineshed(*cup, f"greedy={sys.executable}").sentence()
