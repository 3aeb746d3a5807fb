"""Short ways to make the facts and refusals of this game."""

from __future__ import annotations

from engineshed.core.contract import Fact, Illegal
from engineshed.core.words import Message
from engineshed.games.steam_power.rules.components import CONTRACTS, GOODS
from engineshed.games.steam_power.rules.state import COMPANIES, State

Param = str | int


def refuse(rule: str, message: str, **params: Param) -> Illegal:
    return Illegal(rule, Message(f"refuse.{message}", params))


def fact(message: str, *, to: tuple[int, ...] | None = None, **params: Param) -> Fact:
    return Fact(f"fact.{message}", params, to)


COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
TILE_WORDS = (*(f"@good.{good}" for good in GOODS), "@good.vp")


def company_word(company: int) -> str:
    return COMPANY_WORDS[company]


def contract_names(contracts: tuple[int, ...]) -> str:
    return ", ".join(CONTRACTS[number].id for number in contracts)


def hex_name(s: State, hex_: int) -> str:
    name: str = s.ground.names[hex_]
    return name


def city_name(s: State, city: int) -> str:
    return s.board.cities[city]
