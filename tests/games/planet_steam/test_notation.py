"""Moves as text: what people can type, and the answer if it is not a move."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import UnreadableMoveError
from engineshed.games.planet_steam.rules.moves import KINDS, Anchor, Converter, Engineer, First, MoveTank, Shift
from tests.games.planet_steam.play import GAME, position, random_game, zones


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an empty line is not a move"),
        ("tnak A1", "there is no move 'tnak'; did you mean tank"),
        ("tank", "tank is written like 'tank C3'"),
        ("tank Z9", "there is no zone 'Z9'; zones are a letter and a number, from A1 to F7"),
        ("converter A1", "converter is written like 'converter C3 ore'"),
        ("converter A1 gold", "there is no resource 'gold'; choose from quartz, ore, water, energy"),
        ("bid", "bid is written like 'bid 5'"),
        ("bid many", "'many' should be a number"),
        ("bid -1", "'-1' should be a number"),
        ("bid 99999999", "'99999999' should be a number"),
        ("shift ore up", "'up' should be a number"),
        ("shift ore +-2", "'+-2' should be a number"),
        ("shift ore --2", "'--2' should be a number"),
        ("shift ore -", "'-' should be a number"),
        ("manipulate wildly", "there is no way to manipulate prices 'wildly'"),
        ("sabotage red", "there is no player 'red'; choose from black, green, orange, purple"),
        ("engineer gold", "the Engineer does not give 'gold'; choose from licence, credits"),
        ("anchor", "anchor is written like 'anchor 3'"),
        ("done now", "done is the whole move; leave out 'now'"),
    ],
)
def test_a_text_that_is_not_a_move_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(), text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "die Zone „Z9“ gibt es nicht; Zonen sind ein Buchstabe und eine Zahl, von A1 bis F7"),
        ("pl", "nie ma strefy „Z9”; strefa to litera i liczba, od A1 do F7"),
    ],
)
def test_a_text_that_is_not_a_move_is_explained_in_the_readers_language(language: str, sentence: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        GAME.speech.read(position(), "tank Z9")
    assert caught.value.told(language) == sentence


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Converter b2 ORE", Converter(7, 1)),
        ("shift water -2", Shift(2, -2)),
        ("shift water 2", Shift(2, 2)),
        ("shift water +2", Shift(2, 2)),
        ("anchor 1", Anchor(0)),
        ("engineer credits", Engineer(True)),
        ("movetank A1 F7", MoveTank(0, 41)),
    ],
)
def test_typed_moves_are_understood(text: str, move: object) -> None:
    assert GAME.speech.read(position(), text) == move


RARE_POSITIONS: tuple[dict[str, Any], ...] = (
    {
        "zones": zones(black=["A1", "A2", "A3"]),
        "tanks": {"A1": "ore supercharged", "A2": "energy"},
        "goods": {"black": {"quartz": 2, "ore": 1, "water": 1, "energy": 1}},
    },
    {
        "stage": "unload",
        "options": {"independent_carrier": True},
        "carrier": "black",
        "goods": {"black": {"ore": 6, "water": 6}},
    },
    {
        "stage": "fit",
        "resource": "ore",
        "zone": "A1",
        "zones": zones(black=["A1", "A2"]),
        "tanks": {"A1": "energy", "A2": "water"},
    },
)
"""Positions that random play seldom reaches."""


def test_every_kind_of_move_is_read_back_as_it_is_written() -> None:
    options = dict.fromkeys(
        ("variable_claims", "variable_trade_order", "price_manipulation", "sabotage", "independent_carrier"), True
    )
    seen = set()
    states = [position(**doc) for doc in RARE_POSITIONS]
    for seed in range(6):
        states += random_game(5 if seed % 2 else 2, f"notation {seed}", **options)
    for state in states:
        for seat in GAME.rules.to_act(state):
            for move in GAME.rules.legal(state, seat):
                seen.add(type(move))
                assert GAME.speech.read(state, GAME.speech.write(state, move)) == move
    assert [kind for kind in KINDS if kind not in seen] == [First]
