"""Reports how the rules play and how their structs are configured: ``python -m tests.contract.compiled``.

Run once with the sources and once with the compiled package, it must report the same. With ``check``, the referee
watches the games and the contract is checked, too; for the sources, other tests do that at length.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import hatch_rules
import msgspec

import engineshed
from engineshed.core.options import random_play_settings
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.simulate import LIMIT, Plan, lines
from engineshed.testing import check_game

PACKAGE = Path(engineshed.__file__).parent
MOVES = 200
"""After so many moves of players, a game between greedy bots ends: they think long."""


def modules() -> dict[str, Any]:
    """All modules that play a game, those without structs and those with them."""
    files = sorted(file for pattern in hatch_rules.COMPILED for file in PACKAGE.glob(pattern))
    names = [".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts) for file in files]
    return {name: import_module(name) for name in names if not name.endswith("__init__")}


def structs(found: dict[str, Any]) -> dict[str, str]:
    """The configuration and fields of each struct. A compiled state is none, so states are left out."""
    configured = {}
    for name, module in found.items():
        for thing in vars(module).values():
            if is_struct(thing) and thing.__module__ == name and thing.__name__ != "State":
                configured[f"{name}.{thing.__name__}"] = described(thing)
    return configured


def is_struct(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct)


def described(struct: Any) -> str:
    config = struct.__struct_config__
    settings = {key: getattr(config, key) for key in dir(config) if not key.startswith("_")}
    return repr((settings, struct.__struct_fields__, struct.__struct_defaults__, struct.__hash__ is None))


def games(game_id: str, *, referee: bool) -> list[str]:
    """Digests of the beginning of a game between greedy bots and of random games."""
    game = find_game(game_id)
    settings, digests = random_play_settings(game.rules.options), []
    for bot, number, limit in ("greedy", 1, MOVES), ("random", 3, LIMIT):
        plan = Plan(game_id, game.seats[-1], settings, (bot,), "compiled", limit, digest=True, referee=referee)
        digests += [str(line.digest) for line in lines(plan, number)]
    return digests


def check(game_id: str) -> None:
    """A short check: it raises what it finds."""
    game = find_game(game_id)
    settings = random_play_settings(game.rules.options)
    most = game.seats[-1:]
    check_game(game, seats=most, option_sets=[settings], scenarios=False, positions=3, refusals=200)


def main() -> None:
    found, is_checking = modules(), sys.argv[1:] == ["check"]
    report = {
        "modules": {name: module.__file__ for name, module in found.items()},
        "structs": structs(found),
        "games": {game_id: games(game_id, referee=is_checking) for game_id in game_ids()},
    }
    if is_checking:
        for game_id in game_ids():
            check(game_id)
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
