"""Whether to complete the contract that ends the game: only whoever is going to win should."""

from __future__ import annotations

from engineshed.core.contract import Ask
from engineshed.games.steam_power.bots.position import World
from engineshed.games.steam_power.bots.weights import CLEAR_LEAD, ENDING
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.view import View


def ending(ask: Ask[AnyMove, View], world: World, delivery: AnyMove) -> float:
    """What it is worth, or costs, that this delivery makes the round the last one; 0 if it does not."""
    view, game = ask.view, ask.game
    if view.seats == 1 or view.final or len(view.players[ask.seat].done) + 1 < NUMBERS.targets[view.seats]:
        return 0.0
    after = game.apply(game.guess(view, ask.rng), ask.seat, delivery).state
    totals = [score.total for score in game.scores(after)]
    rivals = (totals[seat] + CLEAR_LEAD * _acts_after_me(view, seat) for seat in range(view.seats) if seat != ask.seat)
    margin = totals[ask.seat] - max(rivals)
    return ENDING * world.patience * max(-1.0, min(1.0, margin / CLEAR_LEAD))


def _acts_after_me(view: View, seat: int) -> bool:
    """Whether this seat still has a turn in the round."""
    return (seat - view.first) % view.seats > (view.active - view.first) % view.seats
