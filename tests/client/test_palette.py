"""The client's palettes: everybody can tell pieces apart by colour, including colour-blind people."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.registry import find_game
from engineshed.core.words import PLURALS, Words
from tests.client.colours import EYES, FAR_ENOUGH, READABLE, Triple, as_seen, contrast, difference

SOURCES = Path(__file__).resolve().parents[2] / "client" / "src"
PLAIN = "plain"
"""The palette of the plain table, which has players and no goods."""
GAMES = {file.parent.name: json.loads(file.read_text("utf-8")) for file in sorted(SOURCES.glob("games/*/palette.json"))}
"""The palettes of the games that have a page."""
PALETTES: dict[str, dict[str, Any]] = {**GAMES, PLAIN: json.loads((SOURCES / "plain/palette.json").read_text("utf-8"))}
FAMILIES = [
    (name, family) for name, palette in PALETTES.items() for family in ("companies", "goods") if family in palette
]

SIGNED = [game for game in GAMES if any("sign" in good for good in GAMES[game]["goods"])]
"""Games with more goods than colours: similar goods share a colour, and each good has a sign."""
LETTERED = [game for game in GAMES if game not in SIGNED]


def names_of_goods(words: Words) -> dict[str, str]:
    """A game's goods or resources by id, in the order of its words, without their case forms."""
    names = {key: text for key, text in words.templates.items() if ":" not in key}
    for family in ("good.", "resource."):
        found = {key.removeprefix(family): text for key, text in names.items() if key.startswith(family)}
        if found:
            return found
    raise AssertionError("there are no words for goods")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_formula_for_differences_agrees_with_published_values(one: Triple, other: Triple, expected: float) -> None:
    """From the data of Sharma, Wu and Dalal (2005)."""
    assert difference(one, other) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("name", "family"), FAMILIES)
def test_colours_of_one_family_can_be_told_apart(name: str, family: str, eyes: str) -> None:
    pieces = {piece["colour"]: piece for piece in PALETTES[name][family]}
    assert len(pieces) > 2
    assert name in SIGNED or len(pieces) == len(PALETTES[name][family])
    for one, other in combinations(pieces.values(), 2):
        distance = difference(as_seen(one["colour"], EYES[eyes]), as_seen(other["colour"], EYES[eyes]))
        assert distance >= FAR_ENOUGH, f"{one['name']} and {other['name']} with {eyes}: {distance:.1f}"


@pytest.mark.parametrize(("name", "family"), FAMILIES)
def test_writing_on_a_piece_is_readable(name: str, family: str) -> None:
    for piece in PALETTES[name][family]:
        assert contrast(piece["colour"], piece["ink"]) >= READABLE, piece["name"]


@pytest.mark.parametrize("game", GAMES)
def test_the_palette_has_the_games_pieces_in_the_games_order(game: str) -> None:
    known = find_game(game)
    assert [piece["name"] for piece in GAMES[game]["companies"]] == list(known.seat_names)
    assert [piece["name"] for piece in GAMES[game]["goods"]] == list(names_of_goods(known.speech.words))


@pytest.mark.parametrize("sign", ["shape", "dash"])
@pytest.mark.parametrize("name", PALETTES)
def test_no_two_companies_share_a_sign(name: str, sign: str) -> None:
    signs = [json.dumps(piece[sign]) for piece in PALETTES[name]["companies"]]
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("game", SIGNED)
def test_goods_that_share_colours_have_different_signs(game: str) -> None:
    signs = [good["sign"] for good in GAMES[game]["goods"]]
    assert all(signs)
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("game", LETTERED)
def test_two_letters_distinguish_the_goods(game: str, language: str) -> None:
    """A cube shows the shortest unique beginning of its good's name, and there is room for two letters."""
    goods = names_of_goods(find_game(game).speech.words_in(language)).values()
    assert len({good[:2] for good in goods}) == len(goods)


@pytest.mark.parametrize("game", GAMES)
def test_writing_on_other_shades_is_readable(game: str) -> None:
    """For example, the colours of scales have words on them."""
    further = [shade for family in GAMES[game].values() for shade in family if {"colour", "ink"} <= shade.keys()]
    assert [shade["name"] for shade in further if contrast(shade["colour"], shade["ink"]) < READABLE] == []
