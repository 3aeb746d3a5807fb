"""Victory points and their parts (R56 to R59, solo R65)."""

from __future__ import annotations

from engineshed.core.contract import Result, Score
from engineshed.core.words import Message
from engineshed.games.steam_power.rules.components import NUMBERS, VP_CITY
from engineshed.games.steam_power.rules.state import Stage, State

SPARE_TILES_THAT_COUNT = 2


def scores(s: State) -> tuple[Score, ...]:
    """Each player's points if the game ended now."""
    return tuple(_score(s, seat) for seat in range(s.seats))


def _score(s: State, seat: int) -> Score:
    own = range(s.companies) if s.solo else range(seat, seat + 1)
    parts = {
        "contracts": sum(s.ground.contracts[contract].vp for contract in s.done[seat]),
        "cities": _solo_cities(s) if s.solo else _shared_cities(s, seat),
        "factories": _exhausted_factories(s, own),
        "money": s.money[seat] // NUMBERS.money_per_vp,
    }
    if s.options.spare_tile_bonus:
        parts["spare-tiles"] = _spare_tile_bonus(s, own)
    return Score(sum(parts.values()), parts, (len(s.done[seat]),))


def _exhausted_factories(s: State, companies: range) -> int:
    return sum(NUMBERS.factory_vp for city in _exhausted_cities(s, companies))


def _exhausted_cities(s: State, companies: range) -> list[int]:
    return [city for city in range(len(s.colours)) if s.exhausted(city) and s.factories[city] - 1 in companies]


def _spare_tile_bonus(s: State, companies: range) -> int:
    """Optional: each of the first two spare tiles raises the value of exhausted factories of its colour."""
    raised = s.spare[:SPARE_TILES_THAT_COUNT]
    return sum(raised.count(s.colours[city]) for city in _exhausted_cities(s, companies))


def _vp_cities(s: State) -> list[int]:
    return [city for city, tile in enumerate(s.colours) if tile == VP_CITY]


def connected_companies(s: State, city: int) -> list[int]:
    """The companies that have a VP city in their network, as the table counts it (R58)."""
    if s.options.vp_cities == "network":
        place = s.board.place_of[city]
        return [company for company in range(s.companies) if s.net.owned[company] >> place & 1]
    return [company for company in range(s.companies) if _links_to(s, company, s.board.city_hex[city])]


def _links_to(s: State, company: int, hex_: int) -> bool:
    grid = s.board.grid
    return any(hex_ in (path.start, path.goal(grid)) for path in s.links[company])


def _shared_cities(s: State, seat: int) -> int:
    total = 0
    for city in _vp_cities(s):
        connected = connected_companies(s, city)
        if seat in connected:
            total += NUMBERS.vp_city // len(connected)
    return total


def _solo_cities(s: State) -> int:
    return sum(NUMBERS.solo.vp_per_company * len(connected_companies(s, city)) for city in _vp_cities(s))


def result(s: State) -> Result | None:
    if s.stage != Stage.OVER:
        return None
    final = scores(s)
    keys = [(score.total, score.tiebreak) for score in final]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    if s.solo:
        return Result(ranks, final, Message("end.solo", {"turns": s.round}))
    return Result(ranks, final, Message("end.contracts", {"contracts": NUMBERS.targets[s.seats]}))
