"""Exact counts of move sequences from named positions.

After a change that is meant: ``python -m engineshed.testing.perft --update``.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.testing import Case
from engineshed.testing import perft as perft_module
from engineshed.testing.perft import Count, counted, divide, main, mismatch, perft, read_counts
from tests.core.toy import GAME as TOY

FILE = Path(__file__).parents[1] / "playthroughs" / "perft.toml"
COUNTS = read_counts(FILE)


def test_every_board_of_every_game_is_counted() -> None:
    boards = {(game_id, board) for game_id in game_ids() for board in find_game(game_id).maps() or ("",)}
    assert {(count.game, count.map) for count in COUNTS} == boards


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count.game}-{count.map}-{count.name}")
def test_the_counts_are_right(count: Count) -> None:
    wrong = mismatch(count)
    assert not wrong, wrong


@pytest.fixture
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft_module, "game_ids", lambda: [TOY.id])
    monkeypatch.setattr(perft_module, "find_game", lambda _: TOY)


def test_counting_by_hand() -> None:
    """Red holds 1 and 2: roll, pick 1, pick 2. After a pick he advances or drops; after a roll blue has three moves."""
    state = TOY.arrange({"stage": "act", "hands": [[1, 2], [1, 3]], "deck": sorted(toy_deck()), "places": [0, 0]})
    assert perft(TOY, state, 0, 1) == 3
    assert perft(TOY, state, 0, 2) == 3 + 2 + 2
    assert divide(TOY, state, 0, 2) == {"roll": 3, "pick 1": 2, "pick 2": 2}
    assert divide(TOY, state, 0, 1) == {"roll": 1, "pick 1": 1, "pick 2": 1}


def toy_deck() -> list[int]:
    return [1] * 4 + [2] * 5 + [3] * 5


def test_a_finished_game_has_no_moves() -> None:
    state = TOY.arrange({"stage": "over"})
    assert perft(TOY, state, 0, 1) == perft(TOY, state, 0, 3) == 0


@pytest.mark.usefixtures("_only_the_toy")
def test_a_wrong_count_is_told_with_the_counts_under_each_first_move() -> None:
    right = counted(Case(TOY, 2, "branch", {}, perft_module.SEED))[0]
    assert mismatch(right) == ""
    wrong = msgspec.structs.replace(right, counts=(right.counts[0], right.counts[1] + 1))
    assert mismatch(wrong).startswith(
        "handcar-race branch opening, depth 2: 6 sequences are written down, there are 5\n"
    )
    assert "\n  roll: " in mismatch(wrong)
    late = msgspec.structs.replace(right, ply=10_000)
    assert "random play reaches ply 10000 no more" in mismatch(late)


@pytest.mark.usefixtures("_only_the_toy")
def test_the_script_writes_what_it_then_finds_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "perft.toml"
    assert main(update=True, file=file) == 0
    assert main(file=file) == 0
    assert capsys.readouterr().out == "every count is right\n"
    assert [count.name for count in read_counts(file)] == ["opening", "middle", "late"] * 2
    file.write_text(file.read_text("utf-8").replace("counts = [2,", "counts = [3,"), "utf-8")
    assert main(file=file) == 1
    assert "depth 1: 3 sequences are written down, there are 2" in capsys.readouterr().out
