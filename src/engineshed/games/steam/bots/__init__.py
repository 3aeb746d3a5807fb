"""The bots of Steam: ``data/bots.toml`` lists them and their weights."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.bots.beginner import Beginner
from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.quick import QuickBot
from engineshed.bots.random import RandomBot
from engineshed.bots.search import SearchBot, by_bot
from engineshed.core.levels import Levels
from engineshed.games.steam.bots.evaluation import evaluate
from engineshed.games.steam.bots.greedy import GreedyBot
from engineshed.games.steam.bots.ideas import Ideas
from engineshed.games.steam.bots.policy import policy
from engineshed.games.steam.bots.weights import Weights

BRIEF_ROUTES = 12
"""How many routes a simulated player weighs."""


def _search(weights: Weights) -> SearchBot:
    """Everybody is expected to play on as this bot itself would without looking ahead, but with less care."""
    brief = replace(weights, routes=BRIEF_ROUTES, brief=True)
    return SearchBot(Ideas(weights), by_bot(GreedyBot(brief)), lambda s: evaluate(s, weights), weights.search)


BOTS = Levels(
    "engineshed.games.steam",
    players={
        "greedy": GreedyBot,
        "search": _search,
        "beginner": lambda weights: Beginner(GreedyBot(weights), weights.mistakes),
        "random": lambda _weights: RandomBot(),
        "quick": lambda _weights: QuickBot(policy),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
