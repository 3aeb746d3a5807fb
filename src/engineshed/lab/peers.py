"""Other projects' engines, for comparison with ours. None of them is needed for anything else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.lab.bench import Count, Subject


def catanatron(seats: int) -> Subject:
    """Catanatron's random players at its own game; a decision is one of its actions, the dice roll included."""
    engine, players = _import("catanatron", "catanatron.game"), _import("catanatron", "catanatron.models.player")
    colours = list(players.Color)
    if not 2 <= seats <= len(colours):
        raise Trouble("trouble.seats-range", game="catanatron", least=2, most=len(colours), seats=seats)

    def play_game(number: int) -> Count:
        game = engine.Game([players.RandomPlayer(colour) for colour in colours[:seats]], seed=number + 1)
        count = Count(games=1)
        while game.winning_color() is None and game.state.num_turns < engine.TURNS_LIMIT:
            count.add_decision(len(game.state.playable_actions))
            game.play_tick()
        return count

    return Subject("catanatron", version("catanatron"), play_game)


PEERS: dict[str, Callable[[int], Subject]] = {"catanatron": catanatron}


def find_peer(name: str, seats: int) -> Subject:
    if name not in PEERS:
        raise UnknownNameError("peer", name, list(PEERS))
    return PEERS[name](seats)


def _import(peer: str, module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise Trouble("bench.not-installed", peer=peer) from None
