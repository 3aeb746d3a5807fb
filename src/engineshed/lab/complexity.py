"""How large the games are: ``python -m engineshed.lab.complexity 10 greedy`` prints a table for docs/science.md.

The size of the tree of a game is the product of the numbers of legal moves along it; what is given is the mean of its
logarithm, a lower bound, because nature's draws are not counted. Positions are compared by their keys.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from math import log10
from statistics import fmean, median

import msgspec

from engineshed.bots.player import Player
from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.options import random_play_settings, read_options
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.simulate import course


class Complexity(msgspec.Struct, frozen=True):
    """Of a game with some number of players."""

    decisions: float
    """In a game, as a mean; so are nature's draws."""
    draws: float
    moves: float
    """Legal moves of a decision: mean, median, most."""
    median_moves: float
    most_moves: int
    tree: float
    """The logarithm, to base 10, of the number of games with such decisions."""
    alone: float
    """The share of positions that occurred in one game only, of all that are not a game's first."""
    positions: int


def complexity(game: AnyGame, seats: int, bot: str, games: int) -> Complexity:
    given = random_play_settings(game.rules.options) if bot == "random" else {}
    options = read_options(game.rules.options, given)
    legal: list[int] = []
    trees, draws = [], 0
    seen: Counter[bytes] = Counter()
    for number in range(games):
        players = [Player(game, bot) for _ in range(seats)]
        own, keys = [], set()
        for turn in course(game, game.rules.start(seats, options), players, f"complexity/{number}", tell=False):
            keys.add(game.rules.key(turn.step.state))
            asked = None if turn.seat == CHANCE else players[turn.seat].asked
            draws += asked is None
            if asked is not None:
                own.append(len(asked.moves))
        legal += own
        trees.append(sum(map(log10, own)))
        seen.update(keys)
    return Complexity(
        decisions=len(legal) / games,
        draws=draws / games,
        moves=fmean(legal),
        median_moves=median(legal),
        most_moves=max(legal),
        tree=fmean(trees),
        alone=sum(count == 1 for count in seen.values()) / len(seen),
        positions=len(seen),
    )


def main(games: int, bots: Sequence[str]) -> None:
    heads = (
        "game",
        "players",
        "bot",
        "decisions",
        "draws",
        "legal moves: mean, median, most",
        "tree",
        "positions, in one game",
    )
    print("| " + " | ".join(heads) + " |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in game_ids():
        game = find_game(name)
        seats = min(game.seats, key=lambda seats: abs(seats - 3))
        for bot in bots:
            found = complexity(game, seats, bot, games)
            print(
                f"| {game.title} | {seats} | {bot} | {found.decisions:.0f} | {found.draws:.0f} "
                f"| {found.moves:.1f}, {found.median_moves:.0f}, {found.most_moves} | 10^{found.tree:.0f} "
                f"| {found.positions:,}, {100 * found.alone:.1f} % |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
