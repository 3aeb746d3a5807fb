"""One file per step of the round, named as the rulebook names it.

Each begins its step (``begin_...``, which returns whether somebody is to act), offers the moves of its step
(``offer_...``), says why one is refused (``check_...``) and plays it (``play_...``, which returns whether the step is
over).
"""
