"""Many games: the same with any number of processes, fair to every seat, and reported with confidence intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.bots import question
from engineshed.core.contract import Illegal
from engineshed.core.record import digest_of, read_record, verify
from engineshed.core.registry import find_game, make_bot
from engineshed.core.table import Table
from engineshed.core.words import Message
from engineshed.lab.simulate import FaultError, GameLine, Plan, lines, play_game
from engineshed.lab.stats import Sample, Summary, wilson
from tests.cli.conftest import Run

GAME = find_game("steam-power")
SMALL = ("simulate", "steam-power", "--seats", "2", "--bots", "random", "--map", "ireland", "--seed", "s")
PLAN = Plan(game="steam-power", seats=2, options={"map": "ireland"}, bots=("random",), seed="s", digest=True)


def lines_of(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_the_results_do_not_depend_on_the_number_of_processes(engineshed: Run) -> None:
    alone = engineshed(*SMALL, "--games", "4", "--jobs", "1", "--json")
    together = engineshed(*SMALL, "--games", "4", "--jobs", "2", "--json")
    assert alone == together
    assert alone.code == 0
    assert alone.err == ""
    assert [line["seed"] for line in lines_of(alone.out)] == ["s/0", "s/1", "s/2", "s/3"]


def test_a_line_of_json_describes_the_whole_game(engineshed: Run) -> None:
    (line,) = lines_of(engineshed(*SMALL, "--games", "1", "--option", "take_money=5", "--json").out)
    assert list(line) == list(GameLine.__struct_fields__)
    assert line["game"] == "steam-power"
    assert line["map"] == "ireland"
    assert line["options"] == {"map": "ireland", "take_money": 5}
    assert line["bots"] == ["random", "random"]
    assert line["reason"] == "end.contracts"
    assert min(line["ranks"]) == 1


def test_a_simulated_game_is_the_game_that_a_table_would_play() -> None:
    line = next(lines(PLAN, 1))
    table: Table[Any, Any, Any] = Table(GAME, 2, {"map": "ireland"}, seed="s/0")
    bot = make_bot("steam-power", "random")
    while not table.over:
        seat = table.to_act()[0]
        table.play(seat, bot.choose(question(GAME, table.state, seat, seed="s/0", ply=table.ply)))
    assert line.digest == digest_of(table)
    assert line.moves == sum(1 for ply in table.plies if ply.seat >= 0)
    assert line.rounds == GAME.rules.round(table.state)


def test_a_line_without_a_digest_is_otherwise_the_same() -> None:
    written, quick = next(lines(PLAN, 1)), next(lines(msgspec.structs.replace(PLAN, digest=False), 1))
    assert quick == msgspec.structs.replace(written, digest=None)


def test_bots_change_seats_from_game_to_game() -> None:
    plan = msgspec.structs.replace(PLAN, seats=3, bots=("a", "b"))
    assert [plan.seating(number) for number in range(3)] == [("a", "b", "a"), ("b", "a", "b"), ("a", "b", "a")]
    crowded = msgspec.structs.replace(PLAN, bots=("a", "b", "c"))
    assert [crowded.seating(number) for number in range(3)] == [("a", "b"), ("b", "c"), ("c", "a")]


def test_a_game_that_takes_too_long_is_abandoned(engineshed: Run) -> None:
    outcome = engineshed(*SMALL, "--games", "2", "--limit", "30", "--jobs", "1")
    assert "endings: limit 2" in outcome.out
    assert "2 games given up after 30 moves" in outcome.out
    (line,) = lines_of(engineshed(*SMALL, "--games", "1", "--limit", "30", "--json").out)
    assert (line["moves"], line["ranks"], line["reason"]) == (30, None, "limit")


def test_random_play_has_a_limit_unless_one_is_given(engineshed: Run) -> None:
    crayons = ("simulate", "dampf-and-rails", "--seats", "2", "--games", "1", "--json", "--bots")
    (line,) = lines_of(engineshed(*crayons, "random").out)
    assert (line["options"], line["reason"]) == ({"idle_rounds": 12}, "end.idle")
    (asked,) = lines_of(engineshed(*crayons, "random", "--option", "idle_rounds=0", "--limit", "900").out)
    assert (asked["options"], asked["reason"]) == ({}, "limit")
    (better,) = lines_of(engineshed(*crayons, "greedy,random", "--limit", "10").out)
    assert better["options"] == {}


def test_results_are_printed_as_a_table(engineshed: Run) -> None:
    out = engineshed(*SMALL, "--games", "6", "--jobs", "1").out
    assert "Steam Power, 2 seats, seed 's'" in out
    assert "random     12   6.0  50.0%" in out
    assert "endings: end.contracts 6" in out


def test_records_are_kept_and_can_be_verified(engineshed: Run, tmp_path: Path) -> None:
    folder = tmp_path / "records" / "today"
    engineshed(*SMALL, "--games", "2", "--jobs", "2", "-o", folder)
    records = [read_record(path.read_text()) for path in sorted(folder.iterdir())]
    assert [record.seed for record in records] == ["s/0", "s/1"]
    assert all(verify(record, GAME).draws_proved for record in records)
    assert records[0].players == ("random", "random")


def test_a_folder_that_cannot_be_created_is_reported(engineshed: Run, finished_game: Path) -> None:
    assert "cannot be created" in engineshed(*SMALL, "-o", finished_game / "inside").sentence()


def test_games_can_be_played_on_a_users_own_map(engineshed: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'id = "mine"\ngame = "steam-power"\ntitle = "Mine"\nplayers = [2, 2]\nbasis = "own"\n'
        'terrain = """\nA . . B\n. . . .\n. C . D\n"""\n'
        '[cities]\nA = "Ah"\nB = "Be"\nC = "Ce"\nD = "De"\n'
    )
    command = ("simulate", "steam-power", "--seats", "2", "--bots", "random", "--games", "1", "--limit", "50")
    (line,) = lines_of(engineshed(*command, "--map", file, "--json").out)
    assert line["map"] == "own"
    assert line["options"]["map"] == file.read_text()


def test_the_referee_finds_no_fault_in_a_sound_game(engineshed: Run) -> None:
    assert engineshed(*SMALL, "--games", "1", "--limit", "60", "--referee", "--jobs", "1").code == 0


def test_the_referee_names_the_game_and_the_ply(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.rules, "faults", lambda state: ["money is lost"] if state.round > 1 else [])
    outcome = engineshed(*SMALL, "--games", "1", "--referee", "--jobs", "1")
    assert outcome.code == 1
    assert "fault: game with seed 's/0', ply " in outcome.err
    assert "money is lost" in outcome.err


def test_the_referee_catches_a_bot_that_cheats(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Illegal("R1", Message("refuse.over"))

    monkeypatch.setattr(GAME.rules, "check", refuse)
    with pytest.raises(FaultError, match=r"ply 0: .* was played, but R1"):
        play_game(GAME, ["random", "random"], 2, None, "s", referee=True)


def test_the_wilson_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(10, 10)[1], 9) == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_mean_and_interval_of_a_sample() -> None:
    sample = Sample()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        sample.add(value)
    assert (sample.mean, sample.low, sample.high) == (5.0, 2, 9)
    assert round(sample.half_width, 3) == 1.482
    assert Sample().half_width == 0.0


def test_a_shared_victory_is_split_between_the_winners() -> None:
    summary = Summary(("a", "b"), 3)
    line = next(lines(PLAN, 1))
    shared = msgspec.structs.replace(line, bots=("a", "b", "b"), scores=(9, 9, 3), ranks=(1, 1, 3))
    summary.add(shared)
    summary.add(msgspec.structs.replace(shared, ranks=None, reason="limit"))
    assert (summary.bots["a"].wins, summary.bots["b"].wins) == (0.5, 0.5)
    assert (summary.bots["a"].games, summary.bots["b"].games) == (1, 2)
    assert [seat.share for seat in summary.seats] == [0.5, 0.5, 0.0]
    assert summary.unfinished == 1
    assert summary.reasons == {line.reason: 1, "limit": 1}
