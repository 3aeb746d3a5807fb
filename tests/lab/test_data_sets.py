"""Data sets: the tables are what the games were, other programs read them, and an interrupted run goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

from engineshed.adapters.moves import Numbering
from engineshed.adapters.observations import Encoder
from engineshed.bots.player import Player
from engineshed.core.contract import CHANCE
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.dataset import open_data_set
from engineshed.lab.dataset.folder import DECISIONS_IN_A_PART
from engineshed.lab.simulate import Plan, Played, course, lines, run
from tests.cli.conftest import Run

GAME = find_game("steam-power")
PLAN = Plan(game="steam-power", seats=2, options={"map": "ireland"}, bots=("random",), seed="d", limit=60)
COMMAND = (
    *("simulate", "steam-power", "--seats", "2", "--map", "ireland", "--bots", "random", "--seed", "d"),
    *("--limit", "60", "--jobs", "1", "--json", "--out"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games with everything."""
    folder = tmp_path_factory.mktemp("data") / "games.parquet"
    data_set = open_data_set(folder, PLAN, "features")
    for played in run(data_set.plan, range(3)):
        data_set.add(played)
    data_set.flush()
    return folder


def test_there_is_a_row_for_each_game(folder: Path) -> None:
    games = pl.read_parquet(folder / "games")
    wanted = [{**msgspec.to_builtins(line), "options": '{"map":"ireland"}'} for line in lines(PLAN, 3)]
    assert games.drop("number").to_dicts() == [
        {key: list(value) if isinstance(value, tuple) else value for key, value in line.items()} for line in wanted
    ]
    assert games["number"].to_list() == [0, 1, 2]


def test_there_is_a_row_for_each_decision_with_what_was_seen_and_chosen(folder: Path) -> None:
    rows = iter(pq.read_table(folder / "decisions").to_pylist())
    numbers, views = Numbering(GAME, 2, {"map": "ireland"}), Encoder(GAME, 2, {"map": "ireland"})
    options = GAME.rules.options(map="ireland")
    players = [Player(GAME, "random")] * 2
    for ply, turn in enumerate(course(GAME, GAME.rules.start(2, options), players, "d/0", 60)):
        if turn.seat == CHANCE:
            continue
        row, legal = next(rows), list(GAME.rules.legal(turn.before, turn.seat))
        assert (row["number"], row["ply"], row["seat"], row["bot"]) == (0, ply, turn.seat, "random")
        assert (row["round"], row["legal_moves"]) == (GAME.rules.round(turn.before), len(legal))
        assert json.loads(row["move"]) == msgspec.to_builtins(turn.move)
        assert row["kind"] == json.loads(row["move"])["type"]
        assert [tuple(path) for path in row["legal"]] == [numbers[move] for move in legal]
        assert tuple(row["choice"]) == numbers[turn.move]
        for name, array in views.encode(GAME.rules.view(turn.before, turn.seat)).items():
            assert np.frombuffer(row[f"view_{name}"], "<i2").reshape(array.shape).tolist() == array.tolist()
    assert next(rows)["number"] == 1


def test_results_are_beside_the_decisions(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(PLAN, limit=20_000)
    data_set = open_data_set(tmp_path, plan, "decisions")
    (played,) = run(data_set.plan, range(1))
    data_set.add(played)
    data_set.flush()
    assert played.line.ranks is not None
    for row in pq.read_table(tmp_path / "decisions").to_pylist():
        seat = row["seat"]
        assert (row["score"], row["rank"]) == (played.line.scores[seat], played.line.ranks[seat])
        assert row["won"] == (1.0 if played.line.ranks[seat] == 1 else 0.0)


def test_polars_duckdb_and_pandas_read_the_same(folder: Path) -> None:
    asked = f"select kind, count(*) from '{folder}/decisions/*.parquet' group by kind order by kind"  # noqa: S608  (a folder of ours)
    found = duckdb.sql(asked)
    assert found is not None
    wanted = found.fetchall()
    polars = pl.scan_parquet(folder / "decisions").group_by("kind").len().sort("kind").collect()
    pandas = pd.read_parquet(folder / "decisions").groupby("kind").size()
    assert polars.rows() == wanted
    assert list(pandas.items()) == wanted
    assert sum(count for _, count in wanted) == 180


def test_files_say_which_version_of_the_schema_they_have(folder: Path) -> None:
    (part,) = (folder / "decisions").iterdir()
    marks = {key.decode(): text.decode() for key, text in pq.read_schema(part).metadata.items()}
    assert marks["engineshed.schema"] == "1"
    assert (marks["engineshed.game"], marks["engineshed.kind"]) == ("steam-power", "decisions")
    assert json.loads((folder / "about.json").read_text())["schema"] == 1
    field = pq.read_schema(part).field("view_hexes")
    assert set(field.metadata) == {b"rows", b"columns"}


def test_a_run_goes_on_where_it_stopped(engineshed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = engineshed(*COMMAND, tmp_path / "whole", "--games", "3")
    monkeypatch.setitem(DECISIONS_IN_A_PART, "decisions", 1)
    begun = engineshed(*COMMAND, tmp_path / "begun", "--games", "1")
    assert begun.out == whole.out.splitlines(keepends=True)[0]
    (tmp_path / "begun" / "decisions" / "000000001.parquet").write_text("decisions without their games")
    numbers: list[int] = []
    play = Plan.do

    def noted(plan: Plan, number: int) -> Played:
        numbers.append(number)
        return play(plan, number)

    monkeypatch.setattr(Plan, "do", noted)
    again = engineshed(*COMMAND, tmp_path / "begun", "--games", "3")
    assert numbers == [1, 2]
    assert again.out == whole.out
    parts = sorted(path.name for path in (tmp_path / "begun" / "games").iterdir())
    assert parts == ["000000000.parquet", "000000001.parquet", "000000002.parquet"]
    for kind in ("games", "decisions"):
        assert pl.read_parquet(tmp_path / "begun" / kind).equals(pl.read_parquet(tmp_path / "whole" / kind))


def test_another_run_does_not_get_into_a_data_set(engineshed: Run, tmp_path: Path) -> None:
    engineshed(*COMMAND, tmp_path, "--games", "1")
    other = (*COMMAND, tmp_path, "--games", "1", "--option", "take_money=5")
    assert "holds a data set of other games" in engineshed(*other).sentence()
    (tmp_path / "about.json").write_text("{")
    assert "holds a data set of other games" in engineshed(*COMMAND, tmp_path, "--games", "1").sentence()


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("folder", "gathering", "schema"):
        monkeypatch.delitem(sys.modules, f"engineshed.lab.dataset.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Trouble, match=r"pip install 'engineshed\[data\]'"):
        open_data_set(tmp_path, PLAN, "games")


@pytest.mark.parametrize("name", game_ids())
def test_every_game_can_be_written_with_its_features(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    plan = Plan(game=name, seats=max(game.seats[0], 2), options={}, bots=("greedy",), seed="f", limit=12)
    if name == "steam":
        plan = msgspec.structs.replace(plan, seats=3)
    data_set = open_data_set(tmp_path, plan, "features")
    for played in run(data_set.plan, range(1)):
        data_set.add(played)
    data_set.flush()
    rows: Any = pl.read_parquet(tmp_path / "decisions")
    assert rows.height == 12
    assert any(column.startswith("view_") for column in rows.columns)
