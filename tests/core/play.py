"""Tables of the toy game, for the tests of the core."""

from __future__ import annotations

from engineshed.core.contract import AnyGame
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.core.toy import GAME as TOY
from tests.core.toy import AnyMove, State, View

GAME: AnyGame = TOY
ToyTable = Table[State, AnyMove, View]


def new_table(seats: int = 3, seed: str = "a", **options: object) -> ToyTable:
    return Table(TOY, seats, options, seed=seed, name="friday")


def played(table: ToyTable, plies: int = 1000) -> ToyTable:
    """The table after random play: to the end of the game, or until it has this many plies."""
    while not table.over and table.ply < plies:
        seat = table.to_act()[0]
        table.play(seat, Rng("test", table.ply).choice(table.legal(seat)))
    return table
