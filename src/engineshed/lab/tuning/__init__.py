"""Better weights by playing: a bot's numbers are turned as long as it wins more games.

The search is CMA-ES (the library ``cma``). Each generation tries some sets of weights, all in the same games against
the same opponents, and moves towards those that did best. What was tried and how it went is kept in a file, so a run
that was interrupted goes on, and so that anybody can see what moved.
"""
