"""Exact counts of move sequences from named positions of the playthroughs.

After an intended change: ``python -m engineshed.testing.perft --update``.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engineshed.testing import Case
from engineshed.testing.perft import counted, divide, main, mismatches, perft, read_counts
from engineshed.testing.playthrough import all_cases, file_name, replayed
from engineshed.testing.playthrough import main as write_playthroughs
from tests.core.toy import GAME as TOY

FOLDER = Path(__file__).parents[1] / "playthroughs"
COUNTS = read_counts(FOLDER)


def test_every_playthrough_is_counted() -> None:
    assert list(dict.fromkeys(count.playthrough for count in COUNTS)) == [file_name(case) for case in all_cases()]


@pytest.mark.parametrize("case", all_cases(), ids=file_name)
def test_the_counts_are_right(case: Case) -> None:
    wrong = mismatches(replayed(case, FOLDER), COUNTS)
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engineshed.testing.playthrough.game_ids", lambda: [TOY.id])
    monkeypatch.setattr("engineshed.testing.playthrough.find_game", lambda _: TOY)


def test_the_counts_agree_with_counting_by_hand() -> None:
    """Red can roll, pick 1 or pick 2. After a pick, red advances or drops; after a roll, blue has three moves."""
    state = TOY.speech.arrange(
        {"stage": "act", "hands": [[1, 2], [1, 3]], "deck": sorted(toy_deck()), "places": [0, 0]}
    )
    assert perft(TOY, state, 0, 1) == 3
    assert perft(TOY, state, 0, 2) == 3 + 2 + 2
    assert divide(TOY, state, 0, 2) == {"roll": 3, "pick 1": 2, "pick 2": 2}
    assert divide(TOY, state, 0, 1) == {"roll": 1, "pick 1": 1, "pick 2": 1}


def toy_deck() -> list[int]:
    return [1] * 4 + [2] * 5 + [3] * 5


def test_a_finished_game_has_no_moves() -> None:
    state = TOY.speech.arrange({"stage": "over"})
    assert perft(TOY, state, 0, 1) == perft(TOY, state, 0, 3) == 0


def test_a_wrong_count_is_reported_with_the_counts_under_each_first_move() -> None:
    playout = Case(TOY, 2, "branch", {}, "perft").playout()
    right = counted(playout)[0]
    assert mismatches(playout, [right]) == []
    wrong = msgspec.structs.replace(right, counts=(right.counts[0], right.counts[1] + 1))
    (report,) = mismatches(playout, [wrong])
    assert report.startswith("handcar-race-branch.txt opening, depth 2: 6 sequences are written down, there are 5\n")
    assert "\n  roll: " in report
    (report,) = mismatches(playout, [msgspec.structs.replace(right, ply=10_000)])
    assert "the game reaches ply 10000 no more" in report


@pytest.mark.usefixtures("_only_the_toy")
def test_the_script_finds_the_counts_it_wrote_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_playthroughs(update=True, folder=tmp_path)
    assert main(update=True, folder=tmp_path) == 0
    assert main(folder=tmp_path) == 0
    assert capsys.readouterr().out == "every count is right\n"
    assert [count.name for count in read_counts(tmp_path)] == ["opening", "middle", "late"] * 2
    file = tmp_path / "perft.toml"
    file.write_text(file.read_text("utf-8").replace("counts = [2,", "counts = [3,"), "utf-8")
    assert main(folder=tmp_path) == 1
    assert "depth 1: 3 sequences are written down, there are 2" in capsys.readouterr().out
