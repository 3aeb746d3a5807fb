"""One file per phase or action, named as the rulebook names it.

Each offers the moves of its phase (``offer_...``), says why one is refused (``check_...``) and plays it
(``play_...``).
"""
