"""What things are worth to the greedy bot, in victory points. Each number has its reason; play has tuned them."""

from __future__ import annotations

DOLLAR = 0.2
"""What a dollar is worth while there is something left to build: it saves a fifth of a step of income."""

PAID_OUT = 0.16
"""What a dollar of income is worth in each round to come; the richer one is, the less there is to buy for it."""

RICH = 4
"""Income above which further dollars are of little use."""

SPARE = 0.4
"""The part of its worth that each dollar of income above ``RICH`` keeps."""

MENDED = 0.6
"""The part of the price of a debt that is hoped to be saved, while many deliveries are to come."""

MENDING = 10
"""So many are many."""

FIRST_LINK = 1.0
"""What it is worth in each round to come to have a network at all, from which everything else grows."""

LATER = 0.97
"""What a delivery keeps for each one before it: rivals take cubes, and cities change."""

RANGE = 0.16
"""What a step of range is worth for each delivery to come, beyond the cubes that lie there now: networks grow."""

OVERREACH = 2
"""Steps of range beyond the number of own links that may still be of use, as those links come; none where each of them
costs upkeep."""

TILE = 0.25
"""What a placement is worth that is left for another link."""

URGENT = 5.0
"""What a first delivery is worth more to whoever has nothing to deliver, and upkeep to pay."""

UNFINISHED = 0.5
"""The part of a link's worth that it keeps when it cannot be finished in this turn."""

FOREIGN = 0.5
"""What a rival's point costs me, shared among all rivals."""

LOWEST_INCOME = -6
"""Below it nothing is bought: each round would cost more than a delivery earns."""

RESERVE = 2
"""Steps of income above the lowest one that are kept for the expenses, where a table has a shorter scale."""

EXPERT_LOWEST_INCOME = -5
"""Below it range is raised for longer deliveries only in the expert game, where it has to be paid in every round."""

HORIZON = 7
"""Rounds, or all that are left, that an expense must let one survive in the expert game: with fewer, debts that grow
slowly are overlooked, and with more nobody would dare to begin in the long game of three."""

FIRST_MOVE = 0.12
"""The part of the best delivery that moving first is worth: others might take the cube."""

ENGINEER = 0.9
"""What a fourth tile is worth while there is much to build."""

FIRST_BUILD = 0.6
"""The same of building first, in the first rounds."""

TURN_ORDER = 0.3
"""What choosing first in the next round is worth."""

PLACE = 1.0
"""Dollars that a better place in the turn order is worth, for each player who would come behind."""
