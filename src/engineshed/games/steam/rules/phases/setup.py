"""Setting up: the goods, and the action tiles that are dealt to see who begins (ST-SETUP, ST-ORD, ST-XORD)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.components import ACTIONS, CUBES, NUMBERS, PLAYER_COUNTS
from engineshed.games.steam.rules.consequences import with_consequences
from engineshed.games.steam.rules.moves import Cubes, Deal
from engineshed.games.steam.rules.names import company_word, the_companies
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.phases.rounds import begin_round
from engineshed.games.steam.rules.phases.turn_order import begin_opening
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NO_CUBES, Player, Stage, Truth

ALL_CUBES: Final = tuple(colour for colour, count in enumerate(CUBES) for _ in range(count))
TILES: Final = tuple(action.number for action in ACTIONS)


def new_state(seats: int, options: Options) -> State:
    """The state before anything is drawn."""
    if seats not in PLAYER_COUNTS:
        raise Trouble("steam:trouble.seats", seats=seats)
    return _start(seats, options)


@lru_cache(maxsize=16)
def _start(seats: int, options: Options) -> State:
    """States are values, so many games may begin with the same one."""
    new = with_consequences(Truth(options=options, seats=seats, players=(Player(),) * seats))
    needed = sum(cube_counts(new))
    if needed > sum(CUBES):
        fields = options.supply_fields
        raise Trouble("steam:trouble.supply-fields", fields=fields, needed=needed, cubes=sum(CUBES))
    return new


def cube_counts(s: State) -> list[int]:
    """How many cubes there are in each city and on each supply field at the start."""
    cities = [s.board.cubes(city, s.seats) for city in range(len(s.board.cities))]
    return cities + [NUMBERS.supply_cubes[s.seats]] * s.options.supply_fields


# -- goods ----------------------------------------------------------------------------------------------------------


def offer_cubes(s: State) -> Iterator[Cubes]:
    """Every way to draw the cubes, lazily: there are far too many to list."""
    return map(Cubes, _draws(list(CUBES), sum(cube_counts(s)), ()))


def _draws(left: list[int], wanted: int, drawn: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(drawn) == wanted:
        yield drawn
        return
    for colour, count in enumerate(left):
        if count:
            left[colour] -= 1
            yield from _draws(left, wanted, (*drawn, colour))
            left[colour] += 1


def draw_cubes(s: State, rng: Rng) -> Cubes:
    return Cubes(tuple(rng.shuffled(ALL_CUBES)[: sum(cube_counts(s))]))


def check_cubes(s: State, m: Cubes) -> None:
    wanted = sum(cube_counts(s))
    used = Counter(m.cubes)
    if len(m.cubes) != wanted or any(not 0 <= c < len(CUBES) or n > CUBES[c] for c, n in used.items()):
        raise refuse("ST-SETUP-1", "cubes", count=wanted)


def play_cubes(s: State, m: Cubes, log: Log) -> None:
    groups: list[tuple[int, ...]] = []
    start = 0
    for count in cube_counts(s):
        groups.append(counted(m.cubes[start : start + count]))
        start += count
    cities = len(s.board.cities)
    s.cubes, s.fields = tuple(groups[:cities]), tuple(groups[cities:])
    s.stage = Stage.DEAL
    log.tell("cubes", cities=cities, fields=len(s.fields))


def counted(cubes: Sequence[int]) -> tuple[int, ...]:
    """How many of each colour."""
    counts = list(NO_CUBES)
    for colour in cubes:
        counts[colour] += 1
    return tuple(counts)


# -- who begins -----------------------------------------------------------------------------------------------------


def offer_deal(s: State) -> Iterator[Deal]:
    return map(Deal, permutations(TILES, s.seats))


def draw_deal(s: State, rng: Rng) -> Deal:
    return Deal(tuple(rng.shuffled(TILES)[: s.seats]))


def check_deal(s: State, m: Deal) -> None:
    if len(m.tiles) != s.seats or len(set(m.tiles)) != s.seats or not set(m.tiles) <= set(TILES):
        raise refuse("ST-ORD-1", "deal", count=s.seats)


def play_deal(s: State, m: Deal, log: Log) -> None:
    """Base: the lowest tile begins and the others follow clockwise. Expert: all in the order of their tiles."""
    lowest = m.tiles.index(min(m.tiles))
    clockwise = tuple((lowest + step) % s.seats for step in range(s.seats))
    log.tell("first", company=company_word(lowest))
    if s.expert:
        s.order = tuple(sorted(range(s.seats), key=lambda seat: m.tiles[seat]))
        log.tell("order", order=the_companies(s.order))
        begin_round(s)
    elif s.options.opening == "auction":
        begin_opening(s, clockwise)
    else:
        s.order = clockwise
        log.tell("order", order=the_companies(s.order))
        for place, seat in enumerate(clockwise):
            s.change(seat, cash=place * NUMBERS.compensation)
            log.tell("starting-money", company=company_word(seat), money=place * NUMBERS.compensation)
        begin_round(s)
