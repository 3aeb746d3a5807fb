"""The bots of Planet Steam; ``data/bots.toml`` lists them."""

from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.levels import Levels
from engineshed.games.planet_steam.bots.evaluation import evaluate
from engineshed.games.planet_steam.bots.greedy import GreedyBot
from engineshed.games.planet_steam.bots.policy import policy
from engineshed.games.planet_steam.bots.weights import Weights

BOTS = Levels(
    "engineshed.games.planet_steam",
    players={
        "greedy": GreedyBot,
        "random": lambda _weights: RandomBot(),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
