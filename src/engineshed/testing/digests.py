"""The digests of some random games: the same on every machine, Python and hash seed.

    python -m engineshed.testing.digests steam-power

prints them, so that two processes can be compared.
"""

from __future__ import annotations

import sys

import msgspec
from cyclopts import run

from engineshed.core.contract import AnyGame
from engineshed.core.record import digest_of
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.testing.case import Playout
from engineshed.testing.variants import covering_cases

GAMES = 20


def digests(game: AnyGame, games: int = GAMES) -> list[str]:
    """Of games at different tables: boards, seats and options mixed."""
    tables = Rng("digests", game.id).shuffled(covering_cases(game))
    seeded = [msgspec.structs.replace(tables[n % len(tables)], seed=f"digest {n}") for n in range(games)]
    return [digest_of(Playout(case).table) for case in seeded]


def main(game: str, *, games: int = GAMES) -> None:
    print("\n".join(digests(find_game(game), games)))


if __name__ == "__main__":
    sys.exit(run(main))
