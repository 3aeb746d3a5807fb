"""What every game stands on: the contract, keyed draws, tables, records, rulebooks, the registry.

Nothing in here knows a game, and nothing in here reads a clock or a global random number.
"""
