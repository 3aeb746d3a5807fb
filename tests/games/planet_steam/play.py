"""Planet Steam as the tests see it."""

from __future__ import annotations

from typing import Any, cast

from engineshed.core.contract import AnyGame, Seat
from engineshed.games.planet_steam import GAME as PLANET_STEAM
from tests.games.at_table import AtTable

GAME = cast(AnyGame, PLANET_STEAM)
BLACK, GREEN, ORANGE, PURPLE, YELLOW = map(Seat, range(5))

_TABLE = AtTable(GAME)
position, told, acting, offered, play = _TABLE.position, _TABLE.told, _TABLE.acting, _TABLE.offered, _TABLE.play
refusal, refusal_of, said, started = _TABLE.refusal, _TABLE.refusal_of, _TABLE.said, _TABLE.started
random_game, random_steps = _TABLE.random_game, _TABLE.random_steps

APART = {"black": ["A1"], "green": ["F1"], "orange": ["A7"], "purple": ["F7"]}
"""Four players with one zone each, far from each other; all others are unclaimed."""

ALL_ZONES = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]


def zones(**more: list[str]) -> dict[str, list[str]]:
    """These zones for those who are named, one each for the others."""
    return {**APART, **more}


def full_map(*free: str) -> dict[str, list[str]]:
    """Everything claimed but these zones: eight or more each for four players, the rest neutral."""
    names = [name for name in ALL_ZONES if name not in free]
    own = {name: names[8 * seat : 8 * seat + 8] for seat, name in enumerate(("black", "green", "orange", "purple"))}
    return {**own, "neutral": names[32:]}


def of_ones_own(text: str) -> str:
    """The same board as somebody's own design, which need not follow the rulebook."""
    printed = 'players = [2, 5]\nbasis = "reconstructed"'
    assert text.count(printed) == 1
    return text.replace(printed, 'players = [2, 5]\nbasis = "own"')


def credits_of(state: Any, seat: Seat = BLACK) -> int:
    credits_: int = state.credits[seat]
    return credits_


def goods_of(state: Any, seat: Seat = BLACK) -> tuple[int, ...]:
    """Quartz, ore, water, energy."""
    goods: tuple[int, ...] = state.goods[4 * seat : 4 * seat + 4]
    return goods
