"""The greedy bot of Planet Steam."""

from engineshed.games.planet_steam.bots.greedy import GreedyBot

__all__ = ["GreedyBot"]
