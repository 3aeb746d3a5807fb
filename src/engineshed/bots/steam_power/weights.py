"""What things are worth to the greedy bot, in victory points. Each number has its reason; play has tuned them."""

from __future__ import annotations

from engineshed.games.steam_power.components import NUMBERS

DOLLAR = 1 / NUMBERS.money_per_vp
"""What money is worth at the end; before, it buys about as much."""

ACTION = 2.0
"""What an action earns when there is nothing special to do: draw two contracts, supply them, complete them."""

BONUS = 1.2
"""A contract's bonus action: less than one of the turn's, because its kind is prescribed."""

ROUNDS_PER_CONTRACT = 1.35
"""How many rounds a player takes for a contract, track and factories included: tells when the game will end."""

DELAY = 0.02
"""The part of a gain that is lost with every action before it: goods are taken, cities shared, games end."""

UNFINISHED = 0.15
"""What a tile still to be laid in a later action is feared to cost: rivals may come in the way."""

USE = 0.6
"""Goods of one colour that a player uses in a round."""

HOARD = 15
"""Dollars that are surely of use."""

SURPLUS = 0.5
"""What each further dollar counts."""

USUAL_LENGTH = 1.8
"""Rounds per contract of the target after which a game is running dry, so that actions earn less and less."""
