"""The numbers in a file of weights that can be turned, and how far.

A dial is turned in proportion: at 0 it is where it was, at 1 it is twice, and at -1 half of that. So numbers of all
sizes are searched alike, and none changes its sign. A weight of 0 has no proportion, so it is no dial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from engineshed.core.errors import UnknownNameError

FARTHEST = 4.0
"""Nothing becomes more than 16 times as large or as small."""
DIGITS = 4


class Dial(NamedTuple):
    path: tuple[str | int, ...]
    """Where the number is: keys of tables, places in lists."""
    start: float
    whole: bool
    """Whether it must stay a whole number."""

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path))

    def turned(self, turn: float) -> float:
        value = self.start * 2 ** max(-FARTHEST, min(FARTHEST, turn))
        return round(value) if self.whole else float(f"{value:.{DIGITS}g}")


def dials_of(weights: Mapping[str, Any], only: Sequence[str] = ()) -> list[Dial]:
    """All dials in these weights, or those that are named; the name of a table or list stands for all in it."""
    found = list(_dials(weights, ()))
    for name in only:
        if not any(_covers(name, dial) for dial in found):
            raise UnknownNameError("weight", name, [dial.name for dial in found])
    return [dial for dial in found if not only or any(_covers(name, dial) for name in only)]


def _dials(value: Any, path: tuple[str | int, ...]) -> Iterator[Dial]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _dials(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _dials(inner, (*path, place))
    elif isinstance(value, int | float) and not isinstance(value, bool) and value != 0:
        yield Dial(path, value, isinstance(value, int))


def _covers(name: str, dial: Dial) -> bool:
    return f"{dial.name}.".startswith(f"{name}.")


def with_dials(weights: Mapping[str, Any], dials: Sequence[Dial], turns: Sequence[float]) -> dict[str, Any]:
    """The same weights with these dials turned."""
    turned = deepcopy(dict(weights))
    for dial, turn in zip(dials, turns, strict=True):
        inside: Any = turned
        for step in dial.path[:-1]:
            inside = inside[step]
        inside[dial.path[-1]] = dial.turned(turn)
    return turned
