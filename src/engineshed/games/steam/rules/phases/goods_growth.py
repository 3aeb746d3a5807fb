"""Goods Growth in the build turn, and the choice of cubes from the supply (ST-GROW, ST-URB-3)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.moves import AnyMove, Group, Grow
from engineshed.games.steam.rules.names import company_word, the_cubes, the_place
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NO_CUBES, NOWHERE, Stage, Tile


def has_groups(s: State) -> bool:
    """Whether any supply field still has cubes."""
    return any(field != NO_CUBES for field in s.fields)


def can_grow(s: State) -> bool:
    return has_groups(s) and len(s.grown) < len(s.board.cities)


def for_new_city(s: State) -> bool:
    """Whether the cubes that are being chosen are the first ones of a New City."""
    return s.growing >= len(s.board.cities)


def growth_pending(s: State) -> bool:
    """The player holds Goods Growth, has not used it in this turn, and still could."""
    player = s.players[s.active]
    return player.tile == Tile.GROWTH and not player.idle and not s.acted and can_grow(s)


def offer_growth(s: State) -> list[AnyMove]:
    if not growth_pending(s):
        return []
    return [Grow(city.hex) for number, city in enumerate(s.board.cities) if number not in s.grown]


def offer_groups(s: State) -> list[AnyMove]:
    return [Group(number) for number, field in enumerate(s.fields) if field != NO_CUBES]


def check_grow(s: State, m: Grow) -> None:
    player = s.players[s.active]
    if player.tile != Tile.GROWTH:
        raise refuse("ST-GROW-1", "not-growing")
    if player.idle:
        raise refuse("ST-ACT-4", "idle-tile")
    if s.acted:
        raise refuse("ST-GROW-1", "acted")
    if not 0 <= m.hex < s.ground.size or s.city_number(m.hex) < 0:
        raise refuse("ST-GROW-1", "grow-no-city")
    number = s.city_number(m.hex)
    if number >= len(s.board.cities) or number in s.grown:
        raise refuse("ST-GROW-2", "grown", city=the_place(s, m.hex))
    if not has_groups(s):
        raise refuse("ST-GROW-3", "supply-empty")


def check_group(s: State, m: Group) -> None:
    if not 0 <= m.field < len(s.fields):
        raise refuse("ST-GROW-1", "no-field", most=len(s.fields))
    if s.fields[m.field] == NO_CUBES:
        raise refuse("ST-GROW-3", "field-empty", field=m.field + 1)


def play_grow(s: State, m: Grow, log: Log) -> None:
    number = s.city_number(m.hex)
    s.grown = tuple(sorted((*s.grown, number)))
    s.acted, s.fresh, s.growing, s.stage = True, NOWHERE, number, Stage.GROUP
    log.tell("grow", company=company_word(s.active), city=the_place(s, m.hex))


def play_group(s: State, m: Group, log: Log) -> None:
    cubes, city = s.fields[m.field], s.growing
    filled = tuple(a + b for a, b in zip(s.cubes[city], cubes, strict=True))
    s.cubes = (*s.cubes[:city], filled, *s.cubes[city + 1 :])
    s.fields = (*s.fields[: m.field], NO_CUBES, *s.fields[m.field + 1 :])
    s.growing, s.stage = NOWHERE, Stage.BUILD
    log.tell("group", city=the_place(s, s.city_hexes()[city]), cubes=the_cubes(cubes))
