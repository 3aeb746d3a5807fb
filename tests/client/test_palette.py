"""Pieces stay apart by colour, also for those who see colours differently: the palette that the client draws with."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path

import pytest

from engineshed.core.registry import find_game
from engineshed.core.words import PLURALS
from engineshed.games.dampf_and_rails.rules.components import GOOD_IDS
from engineshed.games.planet_steam.rules.components import COLOURS, RESOURCES
from engineshed.games.steam.boards import drawing
from engineshed.games.steam.rules import components as steam
from engineshed.games.steam_power.rules import components as steam_power

ROOT = Path(__file__).resolve().parents[2]
PIECES = {
    "dampf-and-rails": GOOD_IDS,
    "planet-steam": RESOURCES,
    "steam": steam.GOODS,
    "steam-power": (*steam_power.GOODS, "vp"),
}
"""The goods of each game that is drawn with a palette of its own."""
SIGNED = "dampf-and-rails"
"""It has too many goods for as many colours: a colour is for several of a kind, and each good has a sign of its own."""
LETTERED = [game for game in PIECES if game != SIGNED]
KINDS = {"planet-steam": "resource"}
"""What goods are called in a game's words, where they are not called so."""
PALETTES = {game: json.loads((ROOT / f"client/src/games/{game}/palette.json").read_text("utf-8")) for game in PIECES}

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What becomes of linear RGB (Machado, Oliveira and Fernandes 2009, full severity)."""

FAR_ENOUGH = 20.0
READABLE = 4.5
"""The contrast that WCAG asks for between a text and its ground."""


def linear(colour: str) -> Triple:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(rgb: Triple) -> Triple:
    """CIE L*a*b* of linear RGB, under daylight (D65)."""
    to_xyz: Matrix = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.119192, 0.9503041),
    )
    seen = times(to_xyz, rgb)
    x, y, z = (_root(part / white) for part, white in zip(seen, (0.95047, 1.0, 1.08883), strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116


def as_seen(colour: str, eyes: Matrix) -> Triple:
    red, green, blue = (min(1.0, max(0.0, part)) for part in times(eyes, linear(colour)))
    return lab((red, green, blue))


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000."""
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    (c1, h1), (c2, h2) = (_polar(stretch * a, b) for _, a, b in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    lightness, chroma = (one[0] + other[0]) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    twist = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    r_t = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(twist)
    d_l, d_c = (other[0] - one[0]) / s_l, (c2 - c1) / s_c
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / s_h
    return math.sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


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
def test_the_formula_agrees_with_published_values(one: Triple, other: Triple, expected: float) -> None:
    """From the data of Sharma, Wu and Dalal (2005)."""
    assert difference(one, other) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("family", ["companies", "goods"])
@pytest.mark.parametrize("game", PIECES)
def test_colours_of_one_family_stay_apart(game: str, family: str, eyes: str) -> None:
    pieces = {piece["colour"]: piece for piece in PALETTES[game][family]}
    assert len(pieces) > 2
    assert game == SIGNED or len(pieces) == len(PALETTES[game][family])
    for one, other in combinations(pieces.values(), 2):
        distance = difference(as_seen(one["colour"], EYES[eyes]), as_seen(other["colour"], EYES[eyes]))
        assert distance >= FAR_ENOUGH, f"{one['name']} and {other['name']} with {eyes}: {distance:.1f}"


@pytest.mark.parametrize("family", ["companies", "goods"])
@pytest.mark.parametrize("game", PIECES)
def test_what_is_written_on_a_piece_can_be_read(game: str, family: str) -> None:
    for piece in PALETTES[game][family]:
        assert contrast(piece["colour"], piece["ink"]) >= READABLE, piece["name"]


@pytest.mark.parametrize("game", PIECES)
def test_the_palette_has_the_games_pieces_in_the_games_order(game: str) -> None:
    companies, goods = find_game(game).seat_names, PIECES[game]
    assert [piece["name"] for piece in PALETTES[game]["companies"]] == list(companies)
    assert [piece["name"] for piece in PALETTES[game]["goods"]] == list(goods)


@pytest.mark.parametrize("sign", ["shape", "dash"])
@pytest.mark.parametrize("game", PIECES)
def test_no_two_companies_share_a_sign(game: str, sign: str) -> None:
    signs = [json.dumps(piece[sign]) for piece in PALETTES[game]["companies"]]
    assert len(set(signs)) == len(signs)


def test_goods_that_share_colours_have_signs_of_their_own() -> None:
    signs = [good["sign"] for good in PALETTES[SIGNED]["goods"]]
    assert all(signs)
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("game", LETTERED)
def test_two_letters_tell_the_goods_apart(game: str, language: str) -> None:
    """On a cube stands as much of its colour's name as no other good's begins with; there is room for two letters."""
    words = find_game(game).speech.words_in(language)
    goods = [words.templates[f"{KINDS.get(game, 'good')}.{good}"] for good in PIECES[game]]
    assert len({good[:2] for good in goods}) == len(goods)


def test_cities_have_the_ground_that_the_map_has() -> None:
    """The browser lays New Cities on the map that the server has drawn, by day and by night."""
    grounds = [piece["city"] for piece in PALETTES["steam"]["goods"]]
    assert [ground["light"] for ground in grounds] == list(drawing.CITY_FILL)
    assert [ground["dark"] for ground in grounds] == [drawing.COLOURS[fill] for fill in drawing.CITY_FILL]


def test_supplies_have_the_colours_of_their_scale_and_can_be_read() -> None:
    """What each colour does to the price is written on it."""
    supply = PALETTES["planet-steam"]["supply"]
    assert [shade["name"] for shade in supply] == list(COLOURS)
    assert [shade["name"] for shade in supply if contrast(shade["colour"], shade["ink"]) < READABLE] == []
