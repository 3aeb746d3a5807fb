"""Hatchling, which asks for a compiler of the rules where a wheel is built: installing in place needs none."""

from __future__ import annotations

from typing import Any

from hatch_rules import REQUIRED, wanted
from hatchling import build
from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)

__all__ = ["build_editable", "build_sdist", "build_wheel", "get_requires_for_build_editable"]
__all__ += ["get_requires_for_build_sdist", "get_requires_for_build_wheel"]


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*build.get_requires_for_build_wheel(config_settings), *(REQUIRED if wanted() else ())]
