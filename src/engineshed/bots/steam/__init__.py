"""The greedy bot of Steam."""

from engineshed.bots.steam.greedy import GreedyBot

__all__ = ["GreedyBot"]
