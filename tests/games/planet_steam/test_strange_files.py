"""Files and positions with mistakes: the answer is always a sentence, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import BadFileError, Trouble
from engineshed.core.rng import Rng
from engineshed.games.planet_steam.rules.board import load_board, read_board
from tests.games.planet_steam.play import GAME, described, random_game

LINES = load_board("standard").text.split("\n")
ODD = (
    "0",
    "-1",
    "1",
    "7",
    "99",
    "1000000000000000000000",
    '""',
    "[]",
    "{}",
    "true",
    '"x"',
    ". . .",
    "n",
    "[[]]",
    "3.5",
)
ALL_RULES = {"variable_claims": True, "variable_trade_order": True, "price_manipulation": True, "sabotage": True,
             "independent_carrier": True}  # fmt: skip


def damaged_line(line: str, rng: Rng) -> str:
    """The line without one of its words, with a word replaced, or empty."""
    words = line.split(" ")
    place = rng.below(len(words))
    return rng.choice(
        (
            "",
            " ".join([*words[:place], *words[place + 1 :]]),
            " ".join([*words[:place], rng.choice(ODD), *words[place + 1 :]]),
        )
    )


@pytest.mark.parametrize("number", range(40))
def test_a_damaged_board_is_read_or_refused_with_a_sentence(number: int) -> None:
    rng, sentences = Rng("boards", number), []
    for _ in range(15):
        lines = list(LINES)
        place = rng.below(len(lines))
        lines[place] = damaged_line(lines[place], rng)
        try:
            read_board("\n".join(lines), "damaged.toml")
        except BadFileError as trouble:
            sentences.append(str(trouble))
    assert sentences
    assert all(sentence.startswith("damaged.toml") for sentence in sentences)


def damaged(value: Any, rng: Rng) -> Any:
    """A described position with something in it replaced."""
    odd: tuple[Any, ...] = (None, -1, 0, 1, 3, 99, True, "x", "A1", "ore", [], ["A1"], {}, {"black": 1})
    if isinstance(value, dict) and value and rng.below(5):
        key = rng.choice(sorted(value))
        return {**value, key: damaged(value[key], rng)}
    if isinstance(value, list) and value and rng.below(3):
        place = rng.below(len(value))
        return [*value[:place], damaged(value[place], rng), *value[place + 1 :]]
    return rng.choice(odd)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_damaged_position_is_accepted_or_refused_with_a_sentence(seats: int) -> None:
    """A position that is accepted can be described again and played on."""
    rng, refused = Rng("positions", seats), 0
    for state in random_game(seats, "damaged", **ALL_RULES)[::3]:
        doc = {key: value for key, value in described(state).items() if key != "derived"}
        key = rng.choice(sorted(doc))
        strange = {**doc, key: damaged(doc[key], rng), "by_hand": bool(rng.below(2))}
        try:
            arranged = GAME.speech.arrange(strange)
        except Trouble:
            refused += 1
        else:
            for seat in GAME.rules.to_act(arranged):
                assert next(iter(GAME.rules.legal(arranged, seat)), None) is not None
            described(arranged)
    assert refused > 10
