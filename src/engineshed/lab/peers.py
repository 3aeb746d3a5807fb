"""Other projects' engines, for comparison with ours. None of them is needed for anything else.

They are imported only if somebody asks for them. python-chess is under the GPL: it is a program beside ours, installed
by people who want the comparison, and not a part of this package. They draw from Python's own generator, which is
quicker than ours, so that the comparison does not flatter us.
"""

from __future__ import annotations

import random
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


def openspiel(_seats: int) -> Subject:
    """Backgammon in C++, driven from Python; dice are chance."""
    spiel = _import("openspiel", "pyspiel")
    game = spiel.load_game("backgammon")

    def play_game(number: int) -> Count:
        chance, state, count = random.Random(number), game.new_initial_state(), Count(games=1)  # noqa: S311
        while not state.is_terminal():
            if state.is_chance_node():
                move = _drawn(state.chance_outcomes(), chance.random())
            else:
                moves = state.legal_actions()
                count.add_decision(len(moves))
                move = moves[int(chance.random() * len(moves))]
            state.apply_action(move)
        return count

    return Subject("openspiel backgammon", version("open_spiel"), play_game)


def _drawn(outcomes: list[tuple[int, float]], share: float) -> int:
    for move, likelihood in outcomes:
        share -= likelihood
        if share < 0:
            return move
    return outcomes[-1][0]


MOST_CHESS_MOVES, MOST_QUIET_MOVES = 400, 100
"""When a game of chess is given up, and after how many half-moves without a capture or a pawn move it is drawn."""


def chess(_seats: int) -> Subject:
    """python-chess: bit boards in Python, played on one board."""
    engine = _import("chess", "chess")

    def play_game(number: int) -> Count:
        chance, board, count = random.Random(number), engine.Board(), Count(games=1)  # noqa: S311
        while count.decisions < MOST_CHESS_MOVES and board.halfmove_clock < MOST_QUIET_MOVES:
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            count.add_decision(len(moves))
            board.push(moves[int(chance.random() * len(moves))])
        return count

    return Subject("chess", version("chess"), play_game)


PEERS: dict[str, Callable[[int], Subject]] = {"catanatron": catanatron, "openspiel": openspiel, "chess": chess}


def find_peer(name: str, seats: int) -> Subject:
    if name not in PEERS:
        raise UnknownNameError("peer", name, list(PEERS))
    return PEERS[name](seats)


def _import(peer: str, module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise Trouble("bench.not-installed", peer=peer) from None
