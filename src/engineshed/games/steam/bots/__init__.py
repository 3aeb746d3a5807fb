"""The greedy bot of Steam."""

from engineshed.games.steam.bots.greedy import GreedyBot

__all__ = ["GreedyBot"]
