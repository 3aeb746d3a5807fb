"""The names of things in facts and refusals: a name for people, kind and id for the page."""

from __future__ import annotations

from functools import cache
from typing import Final

from engineshed.core.words import Thing
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, TILE_NAMES
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import COMPANIES, Bonus

COMPANY_WORDS: Final = tuple(f"@company.{name}" for name in COMPANIES)
TILE_WORDS: Final = tuple(f"@good.{name}" for name in TILE_NAMES)

_CONTRACTS: Final = tuple(Thing("contract", number, id_) for number, id_ in enumerate(CONTRACT_IDS))


def company_word(company: int) -> str:
    return COMPANY_WORDS[company]


def bonus_word(bonus: int) -> str:
    return f"@bonus.{Bonus.NAMES[bonus]}"


def the_hex(s: State, hex_: int) -> Thing:
    return s.ground.hex_things[hex_]


def the_city(s: State, city: int) -> Thing:
    """The page identifies a city by its hex."""
    return s.ground.city_things[city]


def the_contract(contract: int) -> Thing:
    return _CONTRACTS[contract]


def the_contracts(contracts: tuple[int, ...]) -> tuple[Thing, ...]:
    return tuple(_CONTRACTS[contract] for contract in contracts)


@cache
def the_link(company: int, number: int) -> Thing:
    """Links are numbered in the order in which a company finishes them. No link is ever lost, so numbers stay."""
    return Thing("link", f"{COMPANIES[company]}-{number}", company_word(company))
