"""The bots of Steam Power: ``data/bots.toml`` lists them and their weights."""

from collections.abc import Callable

from engineshed.bots.beginner import Beginner
from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.quick import QuickBot
from engineshed.bots.random import RandomBot
from engineshed.bots.search import SearchBot, by_policy
from engineshed.core.levels import Levels
from engineshed.games.steam_power.bots.evaluation import evaluate
from engineshed.games.steam_power.bots.greedy import GreedyBot
from engineshed.games.steam_power.bots.ideas import Ideas
from engineshed.games.steam_power.bots.policy import policy
from engineshed.games.steam_power.bots.weights import Weights


def _search(adviser: Callable[[Weights], GreedyBot]) -> Callable[[Weights], SearchBot]:
    """``minded`` bots never leave a contract that costs nothing; the first bots that looked ahead did."""
    return lambda weights: SearchBot(
        adviser(weights), by_policy(policy), lambda s: evaluate(s, weights), weights.search
    )


BOTS = Levels(
    "engineshed.games.steam_power",
    players={
        "greedy": GreedyBot,
        "beginner": lambda weights: Beginner(GreedyBot(weights), weights.mistakes),
        "random": lambda _weights: RandomBot(),
        "quick": lambda _weights: QuickBot(policy),
        "search": _search(GreedyBot),
        "minded": _search(Ideas),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
