"""What facts and refusals call the things of this game."""

from __future__ import annotations

from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.state import State

COMPANY_WORDS = tuple(f"@company.{name}" for name in COMPANIES)
SPECIALIST_WORDS = tuple(f"@specialist.{name}" for name in SPECIALISTS)
RESOURCE_WORDS = tuple(f"@resource.{name}" for name in RESOURCES)
WAY_WORDS = tuple(f"@way.{name}" for name in WAYS)


def zone_name(s: State, zone: int) -> str:
    return s.board.names[zone]
