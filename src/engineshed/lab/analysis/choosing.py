"""Who plays on? The strongest bot for which there is time: the better the bot, the better its chances can be believed.

How long a bot takes depends on the machine, so this choice may differ between machines; an analysis says who played on,
and with that bot by name it finds the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from engineshed.bots import question
from engineshed.core.contract import CHANCE
from engineshed.core.levels import Levels
from engineshed.core.registry import make_bot
from engineshed.core.table import Table
from engineshed.lab.analysis.analysing import CURVE, Effort
from engineshed.lab.analysis.moments import points, stretches
from engineshed.lab.analysis.playing_on import QUICK

ENOUGH = 20
"""So many worlds of every position should fit into the time."""
SOME = 8
"""At so many decisions of the game a bot is timed."""


def strongest(table: Table[Any, Any, Any], effort: Effort, processes: int) -> str:
    """The strongest of the bots that people play against, or the quick policy if all of them are too slow."""
    size = len(points(stretches(table)))
    allowed = CURVE * effort.seconds * processes / (min(ENOUGH, effort.worlds) * max(1, size))
    moves = [ply for ply, played in enumerate(table.plies) if played.seat != CHANCE]
    some = moves[len(moves) // (2 * SOME) :: max(1, len(moves) // SOME)][:SOME]
    for bot in _by_strength(table.game.bots):
        if _seconds(table, some, bot) * len(moves) / 2 <= allowed:  # a position is half a game from the end
            return bot
    return QUICK


def _by_strength(bots: Levels) -> Iterator[str]:
    """The offered levels down to the usual one; the quick policy plays no worse than those below."""
    for level in bots.levels:
        if level.offered:
            yield level.name
        if level.name == bots.usual:
            return


def _seconds(table: Table[Any, Any, Any], plies: Sequence[int], bot: str) -> float:
    """How long this bot takes for one of these moves, on average."""
    game, player = table.game, make_bot(table.game.id, bot)
    took = 0.0
    for ply in plies:
        seat = table.plies[ply].seat
        ask = question(game, table.states[ply], seat, seed="pace", ply=ply, budget=game.bots.budget(bot))
        began = monotonic()
        player.choose(ask)
        took += monotonic() - began
    return took / max(1, len(plies))
