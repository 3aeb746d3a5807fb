"""Whether to complete the contract that ends the game: only a player who is going to win should."""

from __future__ import annotations

from engineshed.core.bot import Ask
from engineshed.games.steam_power.bots.position import acts_later
from engineshed.games.steam_power.bots.world import World
from engineshed.games.steam_power.rules.for_bots import NUMBERS, AnyMove, View


def ending(ask: Ask[AnyMove, View], world: World, delivery: AnyMove) -> float:
    """The gain or loss from making this round the last one with a delivery; 0 if the delivery does not."""
    view, rules, lead = ask.view, ask.rules, world.w.clear_lead
    if view.seats == 1 or view.final or len(view.players[ask.seat].done) + 1 < NUMBERS.targets[view.seats]:
        return 0.0
    after = rules.apply(rules.guess(view, ask.rng), ask.seat, delivery, tell=False).state
    totals = [score.total for score in rules.scores(after)]
    rivals = (totals[seat] + lead * acts_later(view, seat) for seat in range(view.seats) if seat != ask.seat)
    margin = totals[ask.seat] - max(rivals)
    return world.w.ending * world.patience * max(-1.0, min(1.0, margin / lead))
