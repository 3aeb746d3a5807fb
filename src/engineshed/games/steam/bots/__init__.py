"""The bots of Steam."""

from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.levels import Levels
from engineshed.games.steam.bots.evaluation import evaluate
from engineshed.games.steam.bots.greedy import GreedyBot
from engineshed.games.steam.bots.policy import policy
from engineshed.games.steam.bots.weights import Weights

BOTS = Levels(
    "engineshed.games.steam",
    players={
        "greedy": GreedyBot,
        "random": lambda _weights: RandomBot(),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
