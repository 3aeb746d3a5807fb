"""The greedy bot of Steam Power."""

from engineshed.games.steam_power.bots.greedy import GreedyBot

__all__ = ["GreedyBot"]
