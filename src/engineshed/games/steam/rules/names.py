"""What facts and refusals call the things of this game."""

from __future__ import annotations

from engineshed.games.steam.rules.components import ACTIONS, GOODS
from engineshed.games.steam.rules.state import COMPANIES, State

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
GOOD_WORDS = tuple(f"@good.{good}" for good in GOODS)


def company_word(seat: int) -> str:
    return COMPANY_WORDS[seat] if seat >= 0 else "@company.nobody"


def action_word(tile: int) -> str:
    return f"@action.{ACTIONS[tile - 1].id}"


def hex_name(s: State, hex_: int) -> str:
    return s.ground.names[hex_]


def place_name(s: State, hex_: int) -> str:
    """The name of the city or town in a hex; the hex's own where there is none."""
    board = s.board
    if board.city_at[hex_] >= 0:
        return board.cities[board.city_at[hex_]].name
    return board.towns[board.town_at[hex_]].name if board.town_at[hex_] >= 0 else hex_name(s, hex_)


def cube_words(cubes: tuple[int, ...]) -> str:
    """Cubes as the notation writes them, a letter each; the same in every language."""
    return "".join(good[0].upper() * count for good, count in zip(GOODS, cubes, strict=True)) or "-"
