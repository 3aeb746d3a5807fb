"""What facts and refusals call the things of this game."""

from __future__ import annotations

from engineshed.games.steam_power.rules.components import CONTRACTS, GOODS
from engineshed.games.steam_power.rules.state import COMPANIES, State

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
TILE_WORDS = (*(f"@good.{good}" for good in GOODS), "@good.vp")


def company_word(company: int) -> str:
    return COMPANY_WORDS[company]


def contract_names(contracts: tuple[int, ...]) -> str:
    return ", ".join(CONTRACTS[number].id for number in contracts)


def hex_name(s: State, hex_: int) -> str:
    return s.ground.names[hex_]


def city_name(s: State, city: int) -> str:
    return s.board.cities[city]
