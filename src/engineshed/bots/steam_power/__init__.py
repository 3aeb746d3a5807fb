"""The greedy bot of Steam Power."""

from engineshed.bots.steam_power.greedy import GreedyBot

__all__ = ["GreedyBot"]
