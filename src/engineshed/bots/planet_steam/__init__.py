"""The greedy bot of Planet Steam."""

from engineshed.bots.planet_steam.greedy import GreedyBot

__all__ = ["GreedyBot"]
