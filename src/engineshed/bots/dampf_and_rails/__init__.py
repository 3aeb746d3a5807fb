"""The greedy bot of Dampf & Rails."""

from engineshed.bots.dampf_and_rails.greedy import GreedyBot

__all__ = ["GreedyBot"]
