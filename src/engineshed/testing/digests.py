"""The digests of some random games: the same on every machine, Python version and hash seed.

    python -m engineshed.testing.digests steam-power

prints them, so that two processes can be compared.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

import msgspec
from cyclopts import run

from engineshed.core.contract import AnyGame
from engineshed.core.record import digest_of
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.testing.case import Walk
from engineshed.testing.scenarios import scenario_cases
from engineshed.testing.variants import covering_cases

GAMES = 20


def digests(game: AnyGame, games: int = GAMES) -> Iterator[str]:
    """Digests of games with different boards, seats and options, then of random play from each scenario."""
    tables = Rng("digests", game.id).shuffled(covering_cases(game))
    for number in range(games):
        case = msgspec.structs.replace(tables[number % len(tables)], seed=f"digest {number}")
        yield digest_of(case.playout().table)
    for scenario in scenario_cases(game):
        yield _digest(scenario.walk())


def _digest(walk: Walk) -> str:
    """The digest of the moves and what they led to."""
    moves = "\n".join(ply.text for ply in walk.plies)
    return sha256(moves.encode() + walk.game.rules.dump(walk.states[-1])).hexdigest()


def main(game: str, *, games: int = GAMES) -> None:
    print("\n".join(digests(find_game(game), games)))


if __name__ == "__main__":
    sys.exit(run(main))
