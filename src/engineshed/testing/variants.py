"""The tables at which a game is tested: every board, every number of seats, every value of every option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engineshed.core.contract import AnyGame
from engineshed.core.options import choices
from engineshed.testing.case import Case

OptionSet = Mapping[str, Any]


def default_option_sets(game: AnyGame) -> list[OptionSet]:
    """The printed rules, every other value of each option alone, and everything unusual together.

    Options whose values cannot be listed keep their defaults; those that choose the board are left alone.
    """
    others = {name: _other_values(game, name) for name in _free_options(game)}
    alone: list[OptionSet] = [{name: value} for name, values in others.items() for value in values]
    together = {name: values[-1] for name, values in others.items() if values}
    return [{}, *alone] if len(together) < 2 else [{}, *alone, together]


def _free_options(game: AnyGame) -> list[str]:
    taken = [name for board in game.boards.maps() for name in game.boards.map_option(board)]
    return [name for name in game.rules.options.__struct_fields__ if name not in taken]


def _other_values(game: AnyGame, name: str) -> list[Any]:
    default = getattr(game.rules.options(), name)
    values = [value for value in choices(game.rules.options, name) if value != default]
    return values if len(values) <= 4 else [values[0], values[len(values) // 2], values[-1]]


def cases(
    game: AnyGame,
    *,
    seats: Sequence[int] | None = None,
    maps: Sequence[str] | None = None,
    option_sets: Sequence[OptionSet] | None = None,
    games: int = 1,
) -> list[Case]:
    """Every board with every set of options and every number of seats; None means all of them."""
    boards: Sequence[str | None] = game.boards.maps() if maps is None else maps
    return [
        Case(game, count, board, dict(options), f"seed of table {number}")
        for board in boards or (None,)
        for options in (default_option_sets(game) if option_sets is None else option_sets)
        for count in (game.seats if seats is None else seats)
        for number in range(games)
    ]


def covering_cases(game: AnyGame) -> list[Case]:
    """A smaller selection: every board with every number of seats, and every set of options once."""
    by_seats = cases(game, option_sets=[{}])
    boards: Sequence[str | None] = game.boards.maps() or (None,)
    by_options = [
        Case(game, game.seats[number % len(game.seats)], boards[number % len(boards)], dict(options), "seed of table 0")
        for number, options in enumerate(default_option_sets(game))
        if options
    ]
    return by_seats + by_options
