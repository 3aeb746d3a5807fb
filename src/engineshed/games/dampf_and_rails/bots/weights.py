"""What things are worth to the greedy bot, in millions of kroner. Each number has its reason; play has tuned some."""

from __future__ import annotations

# -- ways: small whole numbers, because very many of them are added up -------------------------------------------------

STEP = 2
"""What a step of a train weighs when a way is chosen."""

MILLION = 3
"""The same of a million for track: a train earns it in about a step and a half."""

FERRY = 16
"""The same of a crossing: it costs half a turn of waiting on average, and half a turn at half speed."""

FERRY_ROUNDS = 0.9
"""The rounds that a crossing takes."""

# -- plans -------------------------------------------------------------------------------------------------------------

ROUND = {"standard": 5.0, "fast": 9.0}
"""What a round is worth: about what a train earns in it."""

TRACK = 0.7
"""The part of its price that track costs a plan: it will serve other plans, too."""

PUBLIC = 0.85
"""The part of its payment that a public order is worth: somebody else may be first."""

START_TOWN = 5.0
"""What it is worth to connect a start town by the way: all three must be connected in the end."""

PAIRED = 7
"""So many of the best orders are tried in pairs."""

HOPELESS = -8.0
"""A hand with which no plan is worth more is exchanged: new orders are mostly better, but a turn is lost."""

# -- what is built beside the plans ------------------------------------------------------------------------------------

TRAIN_TYPES = ("B12", "C15")
"""What a train becomes: speed earns more than a third hold, for plans are made for two orders."""

TO_EARN = 100
"""The money that must be missing to the goal for a better train to repay its price: a fifth of the time is saved."""

RESERVE = 10
"""The cash that is left beside what the plans need when a train is bought: track may become dearer than it seemed."""

LINKING = 80
"""The cash beyond what the plans need with which the start towns are linked."""
