"""The steps of ways to build: which ones there are, whether one may be taken now, and its price (R23 to R28)."""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.blocking import shut_by_ferry, shut_by_section
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward


def is_open(s: State, step: Onward) -> bool:
    """Whether the active player may take this step of a way once they have connected its beginning."""
    if not is_open_to_all(s, step):
        return False
    if step.ferry != NOWHERE:
        return not s.board.places[step.left].is_town or not shut_by_ferry(s, step.ferry)
    return not shut_by_section(s, step.section)


def is_open_to_all(s: State, step: Onward) -> bool:
    """The same, ignoring the ways that must be left open for others."""
    if step.ferry != NOWHERE:
        # The ferry of a lone port was connected with it.
        return not s.board.places[step.left].is_town or may_take_ferry(s, step.ferry, step.left)
    if s.rails[step.section] or (s.weather.hindered[step.section] and not _weather_allows(s, step)):
        return False
    if step.left != NOWHERE and not may_leave(s, step.left):
        return False
    return step.entered == NOWHERE or may_enter(s, step.entered)


def _weather_allows(s: State, step: Onward) -> bool:
    return not s.weather.frozen[step.to] and not s.weather.flooded[step.section]


def may_leave(s: State, place: int) -> bool:
    """Whether one may build out of a connected place: not a third time in a turn out of a big city."""
    return place not in s.big_cities or s.exits[place] < NUMBERS.exits


def may_enter(s: State, place: int) -> bool:
    """Whether one may build into a place that is not connected yet; a lone port comes only with its ferry."""
    if not has_room(s, place):
        return False
    return s.box.port_ferry[place] == NOWHERE or may_take_ferry(s, s.box.port_ferry[place], place)


def has_room(s: State, place: int) -> bool:
    return s.joined[place].bit_count() < s.box.limits[place]


def may_take_ferry(s: State, ferry: int, place: int) -> bool:
    """Whether this place's ferry can be connected: it sails and has room, and the place across has room and no snow."""
    if s.weather.stopped >> ferry & 1 or s.ferries[ferry].bit_count() >= NUMBERS.port_places:
        return False
    across = s.board.ferries[ferry].across(place)
    if s.joined[across] >> s.active & 1:
        return True
    return has_room(s, across) and not s.weather.frozen[s.board.places[across].at]


def surcharge(s: State, ferry: int, place: int) -> int:
    """What the town at the far end of a ferry costs: nothing, unless the option ``far_end`` says so."""
    if s.options.far_end == "free":
        return 0
    across = s.board.ferries[ferry].across(place)
    if s.joined[across] >> s.active & 1 or not s.board.places[across].is_town:
        return 0
    return s.box.place_price[across]


def step_price(s: State, step: Onward, here: int) -> int:
    if s.options.far_end == "free":
        return step.price
    if step.ferry != NOWHERE:
        place = s.board.place_at[here]
        return step.price + (surcharge(s, step.ferry, place) if s.board.places[place].is_town else 0)
    entered = s.board.place_at[step.to]
    port = NOWHERE if entered == NOWHERE else s.box.port_ferry[entered]
    return step.price + (0 if port == NOWHERE else surcharge(s, port, entered))
