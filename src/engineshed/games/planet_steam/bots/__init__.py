"""The bots of Planet Steam; ``data/bots.toml`` lists them."""

from engineshed.bots.beginner import Beginner
from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.bots.search import Favourite, SearchBot, by_policy
from engineshed.core.levels import Levels
from engineshed.games.planet_steam.bots.adviser import Adviser
from engineshed.games.planet_steam.bots.evaluation import evaluate
from engineshed.games.planet_steam.bots.greedy import GreedyBot
from engineshed.games.planet_steam.bots.policy import policy
from engineshed.games.planet_steam.bots.strong import StrongBot
from engineshed.games.planet_steam.bots.weights import Weights

BOTS = Levels(
    "engineshed.games.planet_steam",
    players={
        "greedy": GreedyBot,
        "adviser": Adviser,
        "beginner": lambda weights: Beginner(Adviser(weights), weights.mistakes),
        "random": lambda _weights: RandomBot(),
        "strong": StrongBot,
        "search-to-the-end": lambda weights: SearchBot(
            Favourite(GreedyBot(weights)), by_policy(policy), lambda s: evaluate(s, weights), weights.search
        ),
        "playouts": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
