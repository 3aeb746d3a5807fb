"""The greedy bot of Dampf & Rails."""

from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot

__all__ = ["GreedyBot"]
