"""``engineshed bench``: how fast games run, and the report on it."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.lab import peers
from engineshed.lab.bench import Count, Subject, game_subject, measure
from engineshed.lab.latency import OPERATIONS
from tests.cli.conftest import Run

QUICK = ("bench", "steam-power", "--seconds", "0.05")


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure only briefly: these tests check the report, not the precision of its numbers."""
    monkeypatch.setattr("engineshed.lab.bench.CHUNK", 0.01)
    monkeypatch.setattr("engineshed.lab.bench.CALIBRATION", 0.002)


def coin_flips(_seats: int) -> Subject:
    """A peer whose games have one forced and one free decision."""

    def play_game(_number: int) -> Count:
        count = Count(games=1)
        count.add_decision(1)
        count.add_decision(2)
        return count

    return Subject("coins", "1.0", play_game)


def test_the_report_as_a_line_of_json(engineshed: Run) -> None:
    outcome = engineshed(*QUICK, "--json", "--map", "ireland", "--seats", "2")
    assert outcome.code == 0
    line = json.loads(outcome.out)
    assert (line["game"], line["seats"], line["map"], line["peers"]) == ("steam-power", 2, "ireland", [])
    for rate in ("games_per_second", "decisions_per_second", "free_decisions_per_second"):
        assert line[rate] > 0
        assert line[f"ref_{rate}"] > 0
    assert line["decisions_per_second"] >= line["free_decisions_per_second"]
    assert line["mean_legal"] > 1
    assert line["python"]
    assert line["engineshed"]
    assert all(value > 0 for value in line["depth"].values())
    for part in ("early", "late"):
        assert list(line["latency_us"][part]) == list(OPERATIONS)
        assert all(0 < found["p50"] <= found["p95"] for found in line["latency_us"][part].values())


def test_the_report_names_the_options(engineshed: Run) -> None:
    expert = ("bench", "steam", "--seconds", "0.05", "--option", "variant=expert")
    assert engineshed(*expert).out.startswith("Steam, 4 seats, northeast, variant=expert; ")
    line = json.loads(engineshed(*expert, "--json").out)
    assert line["options"] == ["variant=expert"]
    printed = json.loads(engineshed(*expert[:-2], "--json").out)
    assert printed["options"] == []
    assert line["decisions_per_game"] > printed["decisions_per_game"]


def test_the_report_compares_with_a_peer(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(peers.PEERS, "coins", coin_flips)
    out = engineshed(*QUICK, "--peer", "coins").out
    assert "Steam Power, 4 seats, steel-belt" in out
    assert "coins: free decisions" in out
    assert "compared with coins 1.0: 0." in out
    line = json.loads(engineshed(*QUICK, "--peer", "coins", "--json").out)
    (coins,) = line["peers"]
    assert coins["name"] == "coins"
    assert 0 < coins["decisions_ratio"] < coins["free_decisions_ratio"]
    assert len(json.loads(engineshed(*QUICK, "--peer", "coins,coins", "--json").out)["peers"]) == 2


def test_a_peer_that_is_not_installed_is_reported(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron.game", None)
    assert "pip install 'engineshed[peers]'" in engineshed(*QUICK, "--peer", "catanatron").sentence()


class StandInGame:
    """The part of Catanatron's interface that we use: a game of five turns, every other one without a choice."""

    def __init__(self, players: list[str], seed: int) -> None:
        assert (players, seed) == (["red", "blue"], 1)
        self.state = SimpleNamespace(num_turns=0, playable_actions=["roll"])

    def winning_color(self) -> str | None:
        return "red" if self.state.num_turns == 5 else None

    def play_tick(self) -> None:
        self.state.num_turns += 1
        self.state.playable_actions = ["roll", "trade", "build"][: 1 + 2 * (self.state.num_turns % 2)]


def test_catanatron_is_counted_by_its_own_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    players = SimpleNamespace(Color=["red", "blue", "white"], RandomPlayer=str)
    monkeypatch.setitem(sys.modules, "catanatron.game", SimpleNamespace(Game=StandInGame, TURNS_LIMIT=1000))
    monkeypatch.setitem(sys.modules, "catanatron.models.player", players)
    monkeypatch.setattr(peers, "version", lambda _name: "0")
    count = peers.find_peer("catanatron", 2).play_game(0)
    assert (count.games, count.decisions, count.free) == (1, 5, 2)
    with pytest.raises(Trouble, match="catanatron is for 2 to 3 players, not for 4"):
        peers.find_peer("catanatron", 4)


class StandInDice:
    """The part of OpenSpiel's interface that we use: a throw, then three decisions with two moves each."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.played) == 4

    def is_chance_node(self) -> bool:
        return not self.played

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 0.25), (8, 0.75)]

    def legal_actions(self) -> list[int]:
        return [1, 2]

    def apply_action(self, move: int) -> None:
        assert move in ([7, 8] if self.is_chance_node() else [1, 2])
        self.played.append(move)


def test_rolls_of_dice_are_not_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SimpleNamespace(new_initial_state=StandInDice)
    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=lambda _name: game))
    monkeypatch.setattr(peers, "version", lambda _name: "0")
    count = peers.find_peer("openspiel", 4).play_game(0)
    assert (count.games, count.decisions, count.legal) == (1, 3, 6)


def test_draws_of_a_peer_are_as_likely_as_it_says() -> None:
    assert [peers._drawn([(7, 0.25), (8, 0.75)], share) for share in (0.0, 0.24, 0.25, 0.99)] == [7, 7, 8, 8]
    assert peers._drawn([(7, 0.3), (8, 0.3)], 0.999) == 8


def test_the_same_games_are_measured_every_time() -> None:
    game = find_game("steam-power")
    subject = game_subject(game, 2, game.rules.options())
    assert subject.play_game(3) == subject.play_game(3)
    assert subject.play_game(3) != subject.play_game(4)


def test_subjects_take_turns() -> None:
    order: list[str] = []

    def noting(name: str) -> Subject:
        def play_game(number: int) -> Count:
            if order[-1:] != [name]:
                order.append(name)
            return coin_flips(2).play_game(number)

        return Subject(name, "", play_game)

    first, second = measure([noting("a"), noting("b")], 0.025)
    assert order == ["a", "b"] * 3
    assert first.mean_legal == second.mean_legal == 1.5
    assert first.decisions_per_game == 2
