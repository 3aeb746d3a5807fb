"""What every game is built on: the contract, keyed draws, tables, records, rulebooks, the registry.

Nothing here knows any particular game, reads a clock or uses a global random number.
"""
