"""Short ways to make the facts and refusals of this game."""

from __future__ import annotations

from engineshed.core.contract import Fact, Illegal
from engineshed.core.words import Message
from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.state import State

Param = str | int

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
SPECIALIST_WORDS = tuple(f"@specialist.{name}" for name in SPECIALISTS)
RESOURCE_WORDS = tuple(f"@resource.{name}" for name in RESOURCES)
WAY_WORDS = tuple(f"@way.{name}" for name in WAYS)


def refuse(rule: str, message: str, **params: Param) -> Illegal:
    return Illegal(rule, Message(f"refuse.{message}", params))


def fact(message: str, **params: Param) -> Fact:
    return Fact(f"fact.{message}", params)


def zone_name(s: State, zone: int) -> str:
    name: str = s.board.names[zone]
    return name
