"""What facts and refusals call the things of this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engineshed.core.words import Thing
from engineshed.games.steam.rules.components import ACTIONS, GOODS
from engineshed.games.steam.rules.courses import goal_of, link_id
from engineshed.games.steam.rules.links import Link
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.state import State

COMPANY_WORDS: Final = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS: Final = tuple(f"@good.{good}" for good in GOODS)
CITY_COLOUR_WORDS: Final = tuple(f"@city-colour.{good}" for good in GOODS)
"""The colours again, as adjectives for a city: languages with genders need a second word."""


def company_word(seat: int) -> str:
    return COMPANY_WORDS[seat] if seat >= 0 else "@company.nobody"


def the_companies(seats: tuple[int, ...]) -> tuple[Thing, ...]:
    return tuple([Thing("company", seat, company_word(seat)) for seat in seats])


def action_word(tile: int) -> str:
    return f"@action.{ACTIONS[tile - 1].id}"


def the_hex(s: State, hex_: int) -> Thing:
    return s.ground.hexes[hex_]


def the_place(s: State, hex_: int) -> Thing:
    """A hex by the name of its city or town, or by its own name if there is none."""
    return s.ground.places[hex_]


def the_link(s: State, link: Link) -> Thing:
    """A link by the places that it joins."""
    goal = goal_of(s.ground, link.start, link.edges)
    return Thing("link", link_id(s.ground, link), f"{place_name(s, link.start)}–{place_name(s, goal)}")


def place_name(s: State, hex_: int) -> str:
    return s.ground.places[hex_].name


def the_cubes(cubes: Sequence[int]) -> tuple[Thing, ...]:
    """Each cube by the word for its colour."""
    words = [word for word, count in zip(GOOD_WORDS, cubes, strict=True) for _ in range(count)]
    return tuple([Thing("word", word, word) for word in words])


def cube_words(cubes: tuple[int, ...]) -> str:
    """Cubes as the notation writes them, a letter each; the same in every language."""
    return "".join(good[0].upper() * count for good, count in zip(GOODS, cubes, strict=True)) or "-"
