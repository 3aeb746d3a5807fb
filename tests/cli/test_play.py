"""Playing in the terminal, with typed lines from a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engineshed.cli.screen import WIDTH
from engineshed.core.record import read_record, verify
from engineshed.core.registry import find_game
from engineshed.core.table import commitment
from engineshed.testing.playthrough import PLAYED
from tests.cli.conftest import Outcome, Run

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
SOLO = ("play", "steam-power", "--seats", "1", "--seed", "s")
DUEL = ("play", "steam-power", "--seats", "2", "--bots", "random", "--seed", "s", "--option", "start_player=red")
HOT_SEAT = ("play", "steam-power", "--seats", "2", "--humans", "2", "--seed", "s", "--option", "start_player=red")


def after_last_prompt(outcome: Outcome, typed: str) -> str:
    """What was printed after this line was last typed."""
    return outcome.out.rpartition(f"> {typed}\n")[2]


def test_a_whole_solo_game(engineshed: Run, tmp_path: Path) -> None:
    file = tmp_path / "solo.json"
    outcome = engineshed(*SOLO, "--name", "friday", typed="money\n" * 80 + f"save {file}\n")
    assert outcome.code == 0
    assert outcome.err == ""
    assert f"Hash of the seed: {commitment('s', 'friday')}" in outcome.out
    assert "The game is over. 8 turns were played." in outcome.out
    assert re.search(r"^red +1 +0 +0 +0 +49 +49", outcome.out, re.MULTILINE)
    assert "The seed was 's'" in outcome.out
    assert "Good-bye." in outcome.out
    record = read_record(file.read_text())
    assert verify(record, find_game("steam-power")).draws_proved
    assert record.players == ("human",)


def test_the_game_ends_politely_when_the_input_ends(
    engineshed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = engineshed(*DUEL)
    assert outcome.code == 0
    assert outcome.out.rstrip().endswith("Good-bye.")
    assert list(tmp_path.iterdir()) == []


def test_a_new_seed_is_made_for_every_game_and_only_its_hash_is_shown(engineshed: Run) -> None:
    hashes = [re.search(r"Hash of the seed: (\w{64})", engineshed("play", "steam-power", "--bots", "random").out)]
    hashes.append(re.search(r"Hash of the seed: (\w{64})", engineshed("play", "steam-power", "--bots", "random").out))
    first, second = [found[1] for found in hashes if found]
    assert first != second


def test_a_turn_shows_board_players_contracts_and_moves(engineshed: Run) -> None:
    out = engineshed(*DUEL).out
    assert "Chic" in out
    assert "H6 Chicago" in out
    assert re.search(r"▶ red \(first\) +\$5 +5 ", out)
    assert "Red's contracts: 5" in out
    assert "missing: a finished link" in out
    assert re.search(r"Red to act, \d+ legal moves. Choose an action: 2 left in this turn", out)
    assert re.search(r"^track +\d+ +track \w+ [\w-]+, track .*, \.\.\.$", out, re.MULTILINE)


def test_a_narrow_window_gets_a_warning(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"Boards need {WIDTH} columns" not in engineshed(*DUEL).out
    monkeypatch.setenv("COLUMNS", "60")
    assert f"Boards need {WIDTH} columns" in engineshed(*DUEL).out


def test_parts_that_have_not_changed_are_not_shown_again(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="track H7 n-s\nboard\n")
    laid = after_last_prompt(outcome, "track H7 n-s").partition("\nred>")[0]
    whole = after_last_prompt(outcome, "board")
    assert "H6 Chicago" not in laid
    assert "    A    B " in laid
    assert "▶ red (first)" in laid
    assert "H6 Chicago" in whole
    assert "Red's contracts: 5" in whole


def test_players_who_share_a_screen_are_shown_everything_in_their_turn(engineshed: Run) -> None:
    outcome = engineshed(*HOT_SEAT, typed="money\nmoney\n")
    assert "H6 Chicago" in after_last_prompt(outcome, "money")


def test_why_says_what_a_move_would_cost(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="why track N2 n-se\n")
    assert "That is allowed. It costs 2." in after_last_prompt(outcome, "why track N2 n-se")


def test_nobody_sees_what_another_player_was_dealt(engineshed: Run) -> None:
    out = engineshed(*DUEL, typed="log\n").out
    assert "Red is dealt" in out
    assert "Blue is dealt" not in out


def test_a_refusal_names_the_rule_gives_the_facts_and_quotes_the_rule(engineshed: Run) -> None:
    rule = find_game("steam-power").speech.rulebook.rule("R15")
    outcome = engineshed(*DUEL, typed="track H2 n-s\nwhy track H2 n-s\n")
    for typed in ("track H2 n-s", "why track H2 n-s"):
        answer = " ".join(after_last_prompt(outcome, typed).split())
        assert f"Refused by R15, {rule.title}." in answer
        assert "H2 is water" in answer
        assert rule.text in answer


def test_why_does_not_play_a_move_that_is_allowed(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="why money\n")
    assert "That is allowed." in after_last_prompt(outcome, "why money")
    assert "$8" not in outcome.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("mony", "did you mean money?"),
        ("?", "why MOVE"),
        ("help", "why MOVE"),
        ("moves money", "money"),
        ("moves deliver", "there is no legal move that begins with 'deliver'"),
        ("rule r20", "R20"),
        ("rule R99", "there is no rule 'R99'"),
        ("board", "Red's contracts: 5"),
        ("score", "The game ends after the round in which somebody completes contract number 14. Round 1: Red's turn"),
        ("score", "Then: Blue's turn, round 2"),
        ("score", "seat contracts VP cities factories money total red 0 0 0 1 1 Contracts completed: 0 of 14"),
        ("undo", "something was revealed"),
        ("restart", "something was revealed"),
        ("save", "save needs the name of a file"),
        ("save /nowhere/at/all.json", "cannot be written"),
        ("x" * 501, "a move is one line of at most 500"),
        ("[bold]", "there is no move '[bold]'"),
        ("", ""),
    ],
)
def test_commands_at_the_prompt_are_answered(engineshed: Run, typed: str, said: str) -> None:
    outcome = engineshed(*DUEL, typed=f"{typed}\n")
    assert outcome.code == 0
    assert said in " ".join(after_last_prompt(outcome, typed).split()).replace("x x", "xx")


def test_the_score_marks_what_is_hidden(engineshed: Run) -> None:
    typed = "keep 1 2 3\nscore\n"
    outcome = engineshed("play", "dampf-and-rails", "--seats", "2", "--bots", "random", "--seed", "s", typed=typed)
    said = " ".join(after_last_prompt(outcome, "score").split())
    assert "seat cash total red 50 50 Start towns connected: 0 of 3, Million for the goal: 50 of 250" in said
    assert "blue ? 0 + ? Start towns connected: 0 of 3, Million for the goal: ? of 250" in said
    assert "? is hidden from you" in said


def test_moves_lists_every_legal_move(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="moves\n")
    found = re.search(r"Red to act, (\d+) legal moves", outcome.out)
    assert found is not None
    lines = after_last_prompt(outcome, "moves").partition("\nred>")[0].strip().splitlines()
    assert sum(1 + line.count(",") for line in lines) == int(found[1])


def test_undo_and_restart_take_moves_back(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="track H7 n-s\nundo\ntrack H7 n-s\ntrack H8 n-s\nrestart\n")
    assert "Taken back: track H7 n-s" in outcome.out
    assert "Taken back: 2 moves" in outcome.out
    assert "▶ red (first)     $5" in after_last_prompt(outcome, "restart")


def test_quit_leaves_the_remaining_lines_unread(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="quit\nmoney\n")
    assert "> money" not in outcome.out
    assert outcome.out.rstrip().endswith("Good-bye.")


def test_a_saved_game_continues_as_if_it_had_not_been_interrupted(engineshed: Run, tmp_path: Path) -> None:
    file, later = tmp_path / "game.json", tmp_path / "later.json"
    engineshed(*DUEL, typed=f"money\nmoney\nsave {file}\nmoney\nmoney\nsave {later}\n")
    outcome = engineshed("play", "--resume", file, typed=f"money\nmoney\nsave {file}\n")
    assert outcome.code == 0
    assert json.loads(file.read_text()) == json.loads(later.read_text())


def test_an_existing_file_is_not_overwritten(engineshed: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    assert "exists already" in engineshed(*DUEL, typed=f"save {file}\n").out
    assert file.read_text() == "dear diary"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": None}, "has no seed"),
        ({"seed": "other"}, "does not match the hash"),
        ({"players": ["random", "random"]}, "has no player 'human'"),
        ({"players": ["human"]}, "has no player 'human'"),
        ({"players": ["human", "nobody"]}, "there is no bot"),
        ({"version": 99}, "the digest does not match"),
    ],
)
def test_a_saved_game_that_cannot_continue_is_refused(
    engineshed: Run, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    file = tmp_path / "game.json"
    engineshed(*DUEL, typed=f"money\nsave {file}\n")
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    assert said in engineshed("play", "--resume", file).sentence()


def test_players_who_share_a_screen_see_only_their_own_hand(engineshed: Run) -> None:
    outcome = engineshed(*HOT_SEAT, typed="money\nmoney\nlog\n")
    blue = after_last_prompt(outcome, "money")
    assert "Blue's contracts: 5" in blue
    assert "Red is dealt" not in blue
    assert "Red takes $3" in blue


def test_players_who_share_a_screen_can_take_back_the_end_of_a_turn(engineshed: Run) -> None:
    outcome = engineshed(*HOT_SEAT, typed="money\nmoney\nundo\n")
    assert "Red to act" in after_last_prompt(outcome, "undo")


def test_nothing_can_be_taken_back_once_everything_is_revealed(engineshed: Run, finished_game: Path) -> None:
    finished_game.write_text(finished_game.read_text().replace('"random"', '"human"'))
    outcome = engineshed("play", "--resume", finished_game, typed="undo\nhelp\nboard\nlog\nmoves\nmoney\n")
    assert "the game is over and everything is revealed" in outcome.out
    assert "the game is over" in after_last_prompt(outcome, "moves")
    assert "the game is over" in after_last_prompt(outcome, "money")


def test_a_turn_ends_when_its_player_says_so(engineshed: Run) -> None:
    """Until then the last move can be taken back, and no bot moves."""
    start = ("play", "steam-power", "--seats", "2", "--seed", "ends", "--option", "start_player=red", "--end-turn")
    asked = engineshed(*start, typed="money\nmoney\nundo\nmoney\nmoney\nlog\n")
    assert asked.out.count("Red has finished the turn. Press Enter to end it, or type undo.") == 2
    assert "Taken back: money" in asked.out
    assert "your turn is finished" in asked.out
    assert moves_in(after_last_prompt(asked, "log")) == ["Red", "Red"]
    for word in ("", "next"):
        ended = engineshed(*start, typed=f"money\nmoney\n{word}\nlog\n")
        assert "Blue" in moves_in(after_last_prompt(ended, "log"))
    assert "no turn is waiting" in engineshed(*start, typed="next\n").out


def moves_in(log: str) -> list[str]:
    """Who has taken money, laid track or built something."""
    return re.findall(r"(Red|Blue) (?:takes|lays|builds|places)", log)


def test_what_is_drawn_at_the_end_of_a_turn_is_drawn_once_it_has_ended(engineshed: Run) -> None:
    start = ("play", "steam-power", "--seats", "2", "--seed", "ends", "--option", "start_player=red", "--end-turn")
    held = engineshed(*start, typed="money\ncontracts\nundo\nmoney\n\n")
    assert "Taken back: contracts" in held.out
    assert "draws" not in held.out.partition("Taken back")[0].partition("contracts\n")[2]


def test_the_person_may_choose_a_seat(engineshed: Run) -> None:
    outcome = engineshed("play", "steam-power", "--seats", "3", "--seat", "green", "--bots", "random", "--seed", "s")
    assert "red random, blue random, green human" in outcome.out
    assert "Green to act" in outcome.out
    assert "blue human" in engineshed("play", "steam-power", "--seat", "2", "--bots", "random").out


@pytest.mark.parametrize(
    ("options", "count", "asked"),
    [
        ((), 30, ["place 1 in the turn order", "Choose an action tile", "Build track", "deliver a cube", "You gain"]),
        (
            ("--option", "variant=expert"),
            10,
            ["Raise capital", "bids $1 for the turn order", "Choose an action tile"],
        ),
    ],
)
def test_the_first_rounds_of_steam_on_a_shared_screen(
    engineshed: Run, options: tuple[str, ...], count: int, asked: list[str]
) -> None:
    """Three people type the moves of a playthrough; each stage says what to do."""
    variant = "-".join(("steam-northeast", *(option.partition("=")[2] for option in options[1:])))
    moves = PLAYED.findall((PLAYTHROUGHS / f"{variant}.txt").read_text("utf-8"))[:count]
    table = ("play", "steam", "--seats", "3", "--humans", "3", "--seed", "playthrough", *options)
    outcome = engineshed(*table, typed="\n".join(moves) + "\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Refused" not in outcome.out
    output = " ".join(outcome.out.split())
    assert [sentence for sentence in asked if sentence not in output] == []


def test_an_auction_of_planet_steam_does_not_draw_the_board_again(engineshed: Run) -> None:
    table = ("play", "planet-steam", "--seats", "2", "--bots", "random", "--seed", "s")
    outcome = engineshed(*table, typed="upgrade water\nbid 90\nboard\n")
    assert "highest" not in after_last_prompt(outcome, "bid 90").partition("\nblack>")[0]
    assert "highest" in after_last_prompt(outcome, "board")


def test_the_first_round_of_planet_steam_on_a_shared_screen(engineshed: Run) -> None:
    """Two people type the moves of a playthrough; each stage says what is to be done, and nothing is refused."""
    first, _, _ = (PLAYTHROUGHS / "planet-steam-standard.txt").read_text("utf-8").partition("\nround 2")
    moves = PLAYED.findall(first)
    table = ("play", "planet-steam", "--seats", "2", "--humans", "2", "--seed", "playthrough")
    outcome = engineshed(*table, typed="\n".join(moves) + "\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Refused" not in outcome.out
    output = " ".join(outcome.out.split())
    asked = [
        "Upgrade one of your carriers",
        "Choose a specialist card",
        "Claim a zone",
        "Pay energy",
        "Buy or sell ore",
    ]
    assert [sentence for sentence in asked if sentence not in output] == []
    assert "Round 2 begins" in outcome.out


def test_explain_takes_a_name_or_explains_the_map(engineshed: Run) -> None:
    outcome = engineshed(*DUEL, typed="explain contracts in red\nexplain\nexplain unicorn\n")
    assert "Contracts in Red's hand\n  5 contracts, which only their owner can see." in outcome.out
    assert "R49: Completed contracts are open" in outcome.out
    legend = outcome.out.partition("> explain\n")[2]
    assert "▲  Hill\n  A track tile costs $2 here.\n" in legend
    assert "there is nothing called 'unicorn' on the table" in legend


def test_other_players_hands_are_not_explained(engineshed: Run) -> None:
    outcome = engineshed(*HOT_SEAT, typed="".join(f"explain contract {number}\n" for number in range(48)))
    assert outcome.out.count("It asks for these goods") == 5
