"""The bots of Dampf & Rails: who plays, how a position is judged, and how simulated games are played."""

from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.levels import Levels
from engineshed.games.dampf_and_rails.bots.evaluation import evaluate
from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot
from engineshed.games.dampf_and_rails.bots.policy import policy
from engineshed.games.dampf_and_rails.bots.weights import Weights

BOTS = Levels(
    "engineshed.games.dampf_and_rails",
    players={
        "greedy": GreedyBot,
        "random": lambda _weights: RandomBot(),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
