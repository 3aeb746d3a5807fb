"""What a player does without weighing it for long: the clock runs, and rivals use goods and end the game."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.steam_power.bots.changes import fees
from engineshed.games.steam_power.bots.position import survey
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.bots.world import Position, World
from engineshed.games.steam_power.rules.for_bots import NUMBERS, AnyMove, Contracts, Deliver, Done, Money, View

AT_ONCE, SOON = 20.0, 10.0
"""More than anything else earns: a contract is completed at once; taking contracts comes after that."""


def by_habit(view: View, world: World, p: Position, move: AnyMove) -> float:
    """What a move is worth beyond its outlook. In the last turn there is no time for habits."""
    habits = world.w.habits
    if world.last:
        return 0.0
    match move:
        case Deliver(contract) if habits.cheap >= 0 and fees(world, p, contract) <= habits.cheap and not _ends(view):
            return AT_ONCE
        case Contracts() if len(p.hand) <= habits.few or (habits.free_draws and view.stage == "bonus"):
            return SOON
        case Done():
            return -habits.idle
        case Money() if p.money >= habits.rich:
            return -SOON
    return 0.0


def free(view: View, moves: Sequence[AnyMove], w: Weights) -> set[AnyMove]:
    """Completing a contract that costs nothing now, unless it ends the game or this is the last turn anyway."""
    contracts = [move for move in moves if isinstance(move, Deliver)]
    if not contracts or _ends(view):
        return set()
    world, p = survey(view, view.active, w)
    return set() if world.last else {move for move in contracts if fees(world, p, move.contract) <= 0}


def _ends(view: View) -> bool:
    """Whether completing a contract ends the game, which needs some thought."""
    return view.seats > 1 and len(view.players[view.active].done) + 1 >= NUMBERS.targets[view.seats]
