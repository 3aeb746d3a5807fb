"""The parts of the game, one file each: what may be done, why not, and what it does.

A function ``offer_...`` lists legal moves, ``check_...`` raises the refusal of any other, ``play_...`` changes the
state that it is given, which is a copy, and reports what happened.
"""
