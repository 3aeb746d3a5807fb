"""What things are worth to the greedy bot, in credits. Each number has its reason; play has tuned some."""

from __future__ import annotations

USUAL = (1.2, 1.1, 1.0, 1.5)
"""Usual prices of quartz, ore, water and energy, as parts of their first prices: where prices go back to. Energy runs
short in most games, and quartz is made into superchargers."""

SLUMP = 0.35
"""What each unit that is sold in a round takes off the price of all that are sold later."""

DEARTH = 0.4
"""What each unit of energy that tanks need and do not make costs beyond its worth: it may not be had at all."""

SURPLUS = 0.6
"""The part of its price that energy keeps when nobody's tanks need it."""

LEAST_GAIN = 0.5
"""What gains less is left alone: the outlook is not as exact as that."""

BUILT = 0.5
"""The part of what a tank would bring in a zone that counts when the zone is claimed: tanks are few."""

NEIGHBOUR = 1.0
"""What it is worth in each extraction to come that zones of mine lie side by side: their tanks help each other."""

ROOM = 0.2
"""The same for an unclaimed zone beside one of mine, which I may claim later."""

MODEST = 0.75
"""The part of a gain that is bid for it; bidding all would gain nothing."""

PLACE = 3.0
"""What it is worth to come before a rival: he finds dearer tanks and worse prices."""

LADY = 2.0
"""What opening the next auctions is worth beside the first place."""

RIVALS_GAIN = 0.4
"""What a rival's gain costs me, shared among all rivals."""

CARRIER = 0.4
"""Units of its resource that a carrier's next class is worth when nothing overflows yet; less with every class."""

NEW_TANK = 7.0
"""What a tank that is still to be bought brings in an extraction, its energy paid."""

SPARE_CARRIER = 3.0
"""What the Independent Carrier is worth for a round in which nothing overflows."""

RESERVE = 12
"""Credits that are kept for the next auctions, where nobody can do without."""

SHORTFALL = 0.3
"""What each credit costs that is missing for the next auctions and tanks."""

URGENT = 1.5
"""The same for water and energy in this round's trade: without them tanks stand idle."""

PURSE = 0.25
"""The part of all credits that is bid at most, while there is something else to buy."""

NEXT_TANKS = 3
"""Tanks for which water is kept: more are seldom bought in a turn. Play has tuned this and the next."""

NEXT_SUPERCHARGERS = 1
"""Superchargers for which quartz, ore and water are kept; whoever hoards for more has no money for tanks."""

ACTIVATION = 20.0
"""What a tank turn is worth: water for its activation is kept, whatever it costs."""

RIVALS_SELL = 0.5
"""The part of his stock that a rival is expected to sell when it is his turn."""

PLENTY = 2
"""Units on the market for each player with which nothing is scarce."""

STORED = 0.9
"""The part of its price that a resource keeps until the next round, when it is not needed."""
