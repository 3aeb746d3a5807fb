"""The turns of a game, and the positions between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.table import Table


class Stretch(msgspec.Struct, frozen=True):
    """Plies in a row of one player, or of nature."""

    seat: int
    """-1: nature."""
    first: int
    """The position before it, as a number of plies."""
    end: int
    """The position after it."""

    @property
    def by_nature(self) -> bool:
        return self.seat == CHANCE


def stretches(table: Table[Any, Any, Any]) -> list[Stretch]:
    """All plies in order. Setting up, which is what nature does before anybody has played, is not among them."""
    plies = list(enumerate(table.plies))
    while plies and plies[0][1].seat == CHANCE:
        del plies[0]
    grouped = [[number for number, _ in group] for _, group in groupby(plies, lambda entry: entry[1].seat)]
    return [Stretch(int(table.plies[group[0]].seat), group[0], group[-1] + 1) for group in grouped]


def points(found: Sequence[Stretch]) -> list[int]:
    """The positions whose chances are wanted: before the first turn, and after each stretch."""
    return [found[0].first, *(stretch.end for stretch in found)] if found else []


def decisions(table: Table[Any, Any, Any], stretch: Stretch) -> list[int]:
    """The plies of a turn at which there was something to decide."""
    rules = table.game.rules
    return [
        ply
        for ply in range(stretch.first, stretch.end)
        if sum(1 for _, _ in zip(rules.legal(table.states[ply], Seat(stretch.seat)), range(2), strict=False)) > 1
    ]
