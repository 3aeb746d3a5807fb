"""Analysing games: curves, turns, luck, what is certain, and the pages that tell it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.bots.player import Player
from engineshed.core.contract import CHANCE
from engineshed.core.errors import Trouble
from engineshed.core.record import record_of, write_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.lab.analysis import Analysis, Effort, Progress, analyse, strongest
from engineshed.lab.analysis.moments import decisions, points, stretches
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.engines.pool import ALONE, Pool
from engineshed.lab.report.curves import Curve, Mark, curve_chart
from tests.cli.conftest import Run

LITTLE = Effort(worlds=3, trials=4)


@cache
def finished(seats: int = 2) -> Table[Any, Any, Any]:
    """A greedy bot against random ones."""
    game = find_game("steam-power")
    table = Table(game, seats, game.boards.map_option("ireland"), seed="analysis")
    players = [Player(game, "greedy" if seat == 0 else "random") for seat in range(seats)]
    while not table.over:
        seat = table.to_act()[0]
        table.play(seat, players[seat].choose(table.state, seat, seed="analysis", ply=table.ply))
    return table


@cache
def steps() -> list[Progress]:
    return list(analyse(finished(), LITTLE, ALONE))


def found() -> Analysis:
    return steps()[-1].found


def test_stretches_are_all_plies_after_setting_up_each_once() -> None:
    table = finished()
    found = stretches(table)
    assert [stretch.first for stretch in found[1:]] == [stretch.end for stretch in found[:-1]]
    assert found[-1].end == table.ply
    assert all(ply.seat == CHANCE for ply in table.plies[: found[0].first])
    assert all(a.seat != b.seat for a, b in pairwise(found))
    assert all(table.plies[ply].seat == stretch.seat for stretch in found for ply in range(stretch.first, stretch.end))
    assert len(points(found)) == len(found) + 1


def test_only_what_leaves_a_choice_is_a_decision() -> None:
    table = finished()
    for stretch in stretches(table)[:6]:
        for ply in range(stretch.first, stretch.end):
            choice = (
                not stretch.by_nature
                and len(list(table.game.rules.legal(table.states[ply], table.plies[ply].seat))) > 1
            )
            assert (not stretch.by_nature and ply in decisions(table, stretch)) == choice


def test_a_rough_curve_comes_first_and_better_ones_follow() -> None:
    assert list(dict.fromkeys(step.found.worlds for step in steps())) == [0, 2, 3]
    assert [step.done for step in steps()] == sorted(step.done for step in steps())
    assert steps()[-1].done == 1
    for found in {step.found.worlds: step.found for step in steps()}.values():
        for point in found.points:
            assert sum(chance.value for chance in point.chances) == pytest.approx(1)
            assert all(
                chance.low <= chance.value + 1e-9 and chance.value <= chance.high + 1e-9 for chance in point.chances
            )


def test_the_end_is_certain() -> None:
    ranks = finished().game.rules.result(finished().state)
    assert ranks is not None
    assert [chance.value for chance in found().points[-1].chances] == [float(rank == 1) for rank in ranks.ranks]


def test_luck_and_play_add_up_to_the_whole_change() -> None:
    for seat, shift in enumerate(found().shifts):
        change = found().points[-1].chances[seat].value - found().points[0].chances[seat].value
        assert shift.luck + shift.own + shift.others == pytest.approx(change)


def test_only_what_is_certain_is_told() -> None:
    assert 0 < found().looked_at <= 6
    assert all(better.gain.low > 0 for better in found().better)
    assert len({better.turn for better in found().better}) == len(found().better) <= 3


def test_who_plays_at_random_often_chooses_otherwise() -> None:
    otherwise = [sum(one.otherwise for one in found().mistakes if one.seat == seat) for seat in range(2)]
    assert otherwise[0] == 0 < otherwise[1]


def test_processes_make_no_difference() -> None:
    assert list(analyse(finished(), LITTLE, Pool(2)))[-1] == steps()[-1]


def test_when_time_runs_out_the_rough_curve_remains() -> None:
    hasty = list(analyse(finished(), Effort(worlds=1000, trials=1000, seconds=0.001), ALONE))
    assert hasty[-1].found.worlds == 0
    assert hasty[-1].found.better == ()


def test_the_strongest_bot_plays_on_for_which_there_is_time() -> None:
    bots = finished().game.bots
    assert strongest(finished(), Effort(seconds=0.0), 1) == QUICK
    assert strongest(finished(), Effort(seconds=1e9), 1) == bots.levels[0].name
    usual = msgspec.structs.replace(LITTLE, bot=bots.usual, worlds=2, trials=1, seconds=0.001)
    assert list(analyse(finished(), usual, ALONE))[-1].found.effort.bot == bots.usual


def test_games_that_cannot_be_analysed_are_refused() -> None:
    game = find_game("steam-power")
    for seats, why in ((1, "for one"), (2, "over")):
        with pytest.raises(Trouble, match=r".") as trouble:
            list(analyse(Table(game, seats, game.boards.map_option("ireland"), seed="s"), LITTLE, ALONE))
        assert why in trouble.value.told("en")


def test_names_of_curves_that_end_together_do_not_overlap() -> None:
    curves = [Curve(name, [0.5, 0.0], [0.4, 0.0], [0.6, 0.0]) for name in ("A & B", "C", "D")]
    drawing = curve_chart("Chances", curves, [(0, "1")], [Mark(0, 1, "1")], lambda share: f"{share}")
    assert "A &amp; B" in drawing
    heights = [
        float(line.split('y="')[1].split('"')[0])
        for line in drawing.splitlines()
        if 'class="c' in line and "<text" in line
    ]
    assert min(b - a for a, b in pairwise(sorted(heights))) >= 16


def test_the_command_writes_a_page_and_plays_positions_on(engineshed: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(record_of(finished(), ("Ada", "Bob"))))
    little = ("--worlds", "2", "--trials", "2", "--jobs", "1", "--bot", "quick")
    assert engineshed("analyse", file, *little, "--language", "de").code == 0
    page = (tmp_path / "game-analysis.html").read_text()
    assert "Rot (Ada)" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "| Rot (Ada) |" in (tmp_path / "game-analysis.md").read_text()
    played = engineshed("analyse", file, "--at", "30", "--games", "3", "--jobs", "1")
    assert (played.code, "3 times" in played.out, "Blue" in played.out) == (0, True, True)
    assert "quick" in engineshed("analyse", file, "--bot", "quickly").sentence()
    assert "over" in engineshed("analyse", file, "--at", str(finished().ply)).sentence()
