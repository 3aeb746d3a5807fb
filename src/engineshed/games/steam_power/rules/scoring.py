"""Victory points and their parts (R56 to R59, solo R65)."""

from __future__ import annotations

from typing import Final

from engineshed.core.contract import Result, Score
from engineshed.core.words import Message
from engineshed.games.steam_power.rules.components import NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import Stage

SPARE_TILES_THAT_COUNT: Final = 2


def scores(s: State) -> tuple[Score, ...]:
    """Each player's points if the game ended now."""
    cities, exhausted = _city_points(s), _exhausted_cities(s)
    return tuple(_score(s, seat, cities[seat], exhausted) for seat in range(s.seats))


def _score(s: State, seat: int, cities: int, exhausted: list[int]) -> Score:
    own = exhausted if s.solo else [city for city in exhausted if s.factories[city] == seat + 1]
    parts = {
        "contracts": sum([s.ground.contracts[contract].vp for contract in s.done[seat]]),
        "cities": cities,
        "factories": NUMBERS.factory_vp * len(own),
        "money": s.money[seat] // NUMBERS.money_per_vp,
    }
    if s.options.spare_tile_bonus:
        parts["spare-tiles"] = _spare_tile_bonus(s, own)
    return Score(sum(parts.values()), parts, (len(s.done[seat]),))


def _exhausted_cities(s: State) -> list[int]:
    return [city for city, factory in enumerate(s.factories) if factory and not s.goods[city]]


def _spare_tile_bonus(s: State, exhausted: list[int]) -> int:
    """Optional: each of the first two spare tiles raises the value of exhausted factories of its colour."""
    raised = s.spare[:SPARE_TILES_THAT_COUNT]
    return sum(raised.count(s.colours[city]) for city in exhausted)


def _city_points(s: State) -> list[int]:
    """Each player's points for VP cities: the companies that have one in their network share it."""
    connected = [connected_companies(s, city) for city, tile in enumerate(s.colours) if tile == VP_CITY]
    if s.solo:
        return [NUMBERS.solo.vp_per_company * sum(map(len, connected))]
    points = [0] * s.seats
    for sharing in connected:
        for company in sharing:
            points[company] += NUMBERS.vp_city // len(sharing)
    return points


def connected_companies(s: State, city: int) -> list[int]:
    """The companies that have a VP city in their network, as the table counts it (R58)."""
    if s.options.vp_cities == "network":
        place = s.board.place_of[city]
        return [company for company in range(s.companies) if s.net.owned[company] >> place & 1]
    return [company for company in range(s.companies) if _links_to(s, company, s.board.city_hex[city])]


def _links_to(s: State, company: int, hex_: int) -> bool:
    grid = s.board.grid
    return any(hex_ in (path.start, path.goal(grid)) for path in s.links[company])


def result(s: State) -> Result | None:
    if s.stage != Stage.OVER:
        return None
    final = scores(s)
    keys = [(score.total, score.tiebreak) for score in final]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    if s.solo:
        return Result(ranks, final, Message("end.solo", {"turns": s.round}))
    tied = sum(score.total == max(keys)[0] for score in final)
    contracts = NUMBERS.targets[s.seats]
    reason = Message("end.contracts-tie" if tied > ranks.count(1) else "end.contracts", {"contracts": contracts})
    return Result(ranks, final, reason)
