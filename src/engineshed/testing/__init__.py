"""Tests for anybody's game: hold it to the contract, and keep what it does today on paper.

Everything here plays at random and needs no test framework, so that a package that brings a game of its own
can test it with one call.
"""

from engineshed.testing.case import Case
from engineshed.testing.suite import Report, check_case, check_game
from engineshed.testing.variants import cases, covering_cases, default_option_sets

__all__ = ["Case", "Report", "cases", "check_case", "check_game", "covering_cases", "default_option_sets"]
