"""Planet Steam as the tests use it."""

from __future__ import annotations

from typing import Any, cast

from engineshed.core.contract import AnyGame, Seat
from engineshed.games.planet_steam import GAME as PLANET_STEAM
from tests.games.at_table import AtTable

GAME = cast(AnyGame, PLANET_STEAM)
BLACK, GREEN, ORANGE, PURPLE, YELLOW = map(Seat, range(5))

_TABLE = AtTable(GAME)
position, described, acting, offered, play = (
    _TABLE.position,
    _TABLE.described,
    _TABLE.acting,
    _TABLE.offered,
    _TABLE.play,
)
refusal, refusal_of, said, started = _TABLE.refusal, _TABLE.refusal_of, _TABLE.said, _TABLE.started
random_game, random_steps = _TABLE.random_game, _TABLE.random_steps

APART = {"black": ["A1"], "green": ["F1"], "orange": ["A7"], "purple": ["F7"]}
"""Four players with one zone each, far apart; all other zones are unclaimed."""

ALL_ZONES = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]


def zones(**more: list[str]) -> dict[str, list[str]]:
    """These zones for the named players, and one zone each for the others."""
    return {**APART, **more}


def full_map(*free: str) -> dict[str, list[str]]:
    """Every zone is claimed except these: four players have eight each, and the rest are neutral."""
    names = [name for name in ALL_ZONES if name not in free]
    own = {name: names[8 * seat : 8 * seat + 8] for seat, name in enumerate(("black", "green", "orange", "purple"))}
    return {**own, "neutral": names[32:]}


def as_own_design(text: str) -> str:
    """The same board marked as the user's own design, which need not follow the rulebook."""
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
