"""The bots of Dampf & Rails: ``data/bots.toml`` lists them and their weights."""

from engineshed.bots.beginner import Beginner
from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.levels import Levels
from engineshed.games.dampf_and_rails.bots.adviser import Adviser
from engineshed.games.dampf_and_rails.bots.evaluation import evaluate
from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot
from engineshed.games.dampf_and_rails.bots.policy import policy
from engineshed.games.dampf_and_rails.bots.strong import StrongBot
from engineshed.games.dampf_and_rails.bots.weights import Weights

BOTS = Levels(
    "engineshed.games.dampf_and_rails",
    players={
        "greedy": GreedyBot,
        "adviser": Adviser,
        "strong": StrongBot,
        "beginner": lambda weights: Beginner(Adviser(weights), weights.mistakes),
        "random": lambda _weights: RandomBot(),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
