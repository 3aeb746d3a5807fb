"""What things are worth to the greedy bot, in victory points. Each number has its reason; play has tuned them."""

from __future__ import annotations

from engineshed.games.steam_power.rules.components import NUMBERS

DOLLAR = 1 / NUMBERS.money_per_vp
"""What money is worth at the end; before, it buys about as much."""

HOARD = 15
"""Dollars that are surely of use: no contract costs much more."""

SURPLUS = 0.5
"""The part of its worth that each dollar above ``HOARD`` keeps: nobody wins by taking money."""

ACTION = 2.0
"""What an action earns that is left for later: the pace of a good game. Whatever earns less is not done."""

BONUS = 1.2
"""A contract's bonus action: less than one of the turn's, because its kind is prescribed."""

DELAY = 0.02
"""The part of a gain that is lost with every action before it: rivals take goods and places."""

UNFINISHED = 0.15
"""What each tile that has to wait for a later action is feared to cost: rivals may come in the way."""

ROUNDS_PER_CONTRACT = 1.35
"""Rounds that the leader takes for each contract that is missing, measured: tells when the game will end."""

USUAL_LENGTH = 1.8
"""Rounds per contract of the target in a long game; patience ends with it."""

USE = 0.6
"""Goods of one colour that a player takes in a round."""

JOIN = 0.4
"""How likely each rival is to join a VP city later, while more than ``EARLY`` rounds are left."""

EARLY = 10

ENDING = 5.0
"""What it is worth to end a game that I win, and what it costs to end one that I lose."""

CLEAR_LEAD = 4.0
"""A lead that no rival makes up for in his last turn: about what one contract brings."""
