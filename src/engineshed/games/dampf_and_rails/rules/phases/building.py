"""Building track and connecting ferries (R22 to R28)."""

from __future__ import annotations

from engineshed.core.contract import Illegal
from engineshed.core.stages import Log, refuse
from engineshed.core.words import Thing
from engineshed.games.dampf_and_rails.rules.blocking import first_shut, shut_by_ferry, shut_by_section, unsettled
from engineshed.games.dampf_and_rails.rules.board import FREE, NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.consequences import lay_track, take_ferry
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.laying import cheapest_way, places_in_reach
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Build, Connect, Lay
from engineshed.games.dampf_and_rails.rules.names import (
    COMPANY_WORDS,
    refuse_by_event,
    the_ferry,
    the_place,
    the_post,
    the_section,
)
from engineshed.games.dampf_and_rails.rules.onward import has_room, may_enter, may_leave, may_take_ferry, surcharge
from engineshed.games.dampf_and_rails.rules.phases.turns import settle
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Way
from engineshed.games.dampf_and_rails.rules.works import Shut

# -- what may be done ----------------------------------------------------------------------------------------------


def offer_track(s: State, moves: list[AnyMove]) -> None:
    """Sections, whole ways and ferries that can be paid for."""
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return
    network, box = s.networks[s.active], s.box
    affordable = [section for section, price in network.front.items() if price <= budget]
    affordable.sort()
    if s.weather.hinders_building:
        hindered = s.weather.hindered
        affordable = [section for section in affordable if not hindered[section] or not _weather_bars(s, section)]
    if s.options.far_end == "paid":
        affordable = [section for section in affordable if section_price(s, section) <= budget]
    doubtful = unsettled(s, network.edge) | network.edge & _doors(s)
    if doubtful:
        known: dict[int, bool] = {}
        bits = s.faces.bits
        affordable = [n for n in affordable if not bits[n] & doubtful or _is_open(s, n, known)]
    builds, lays = box.builds, box.lays
    moves += [builds[n] for n in affordable]
    moves += [lays[place] for place in places_in_reach(s)]
    for number, ferry in enumerate(s.board.ferries):
        if ferry.price <= budget and _may_connect(s, number) and ferry_price(s, number) <= budget:
            moves.append(box.connects[number])


def _doors(s: State) -> int:
    """The sections at places into or out of which one may not always build, as bits."""
    doors = s.crowded | s.box.lone_doors
    if s.exits is not s.box.no_exits:
        for city in s.big_cities:
            if not may_leave(s, city):
                doors |= s.box.doors[city]
    return doors


def _is_open(s: State, section: int, known: dict[int, bool]) -> bool:
    """Whether a section may be built; what this finds out about a place is cached for its other sections."""
    places = s.box.places_at[section]
    if places and not _is_inside(s, section):
        for place in places:
            if place not in known:
                known[place] = may_leave(s, place) if s.joined[place] >> s.active & 1 else may_enter(s, place)
            if not known[place]:
                return False
    return not shut_by_section(s, section)


def _is_inside(s: State, section: int) -> bool:
    """Whether both ends belong to the network already: such a section leads into a big city, not out of it (R24)."""
    own, (a, b) = s.networks[s.active].posts, s.board.ends[section]
    return bool(own >> a & own >> b & 1)


def _weather_bars(s: State, section: int) -> bool:
    return bool(s.weather.flooded[section]) or _is_snowed_in(s, section)


def _is_snowed_in(s: State, section: int) -> bool:
    return all(s.weather.frozen[post] for post in _entered(s, section))


def _entered(s: State, section: int) -> list[int]:
    """The ends that the section may be built to: the one that is newly connected, or either."""
    own = s.networks[s.active].posts
    ends = s.board.ends[section]
    return [post for post in ends if not own >> post & 1] or list(ends)


def section_price(s: State, section: int) -> int:
    """The price of a section for the active player, to whose network at least one end belongs."""
    price = s.networks[s.active].front[section]
    port = _port_entered(s, section) if s.box.places_at[section] else NOWHERE
    return price if port == NOWHERE else price + surcharge(s, s.box.port_ferry[port], port)


def _port_entered(s: State, section: int) -> int:
    """The lone port that a section would connect."""
    own = s.networks[s.active].posts
    for post in s.board.ends[section]:
        place = s.board.place_at[post]
        if place != NOWHERE and s.box.port_ferry[place] != NOWHERE and not own >> post & 1:
            return place
    return NOWHERE


def _may_connect(s: State, ferry: int) -> bool:
    if s.ferries[ferry] >> s.active & 1:
        return False
    end = _own_end(s, ferry)
    return end != NOWHERE and may_take_ferry(s, ferry, end) and not shut_by_ferry(s, ferry)


def _own_end(s: State, ferry: int) -> int:
    """The end of the ferry that the active player has connected."""
    for place in s.board.ferries[ferry].ends:
        if s.joined[place] >> s.active & 1:
            return place
    return NOWHERE


def ferry_price(s: State, ferry: int) -> int:
    """The price of a ferry for the active player, who has connected one end."""
    return s.board.ferries[ferry].price + surcharge(s, ferry, _own_end(s, ferry))


# -- why not -------------------------------------------------------------------------------------------------------


def check_build(s: State, m: Build) -> None:
    if not 0 <= m.section < len(s.board.pairs):
        raise refuse("R23", "no-section")
    if m.section >= len(s.board.ends):
        one, other = the_section(s, m.section)
        raise refuse("R23", "open-water", one=one, other=other)
    name, owner = the_section(s, m.section), s.rails[m.section]
    if owner == STREET:
        raise refuse("R24", "street")
    if owner != FREE:
        raise refuse("R25", "taken", section=name, company=COMPANY_WORDS[owner - 1])
    own = s.networks[s.active].posts
    if not any(own >> post & 1 for post in s.board.ends[m.section]):
        raise refuse("R24", "not-connected", section=name)
    _check_strike(s)
    _check_weather(s, m.section)
    _check_places(s, m.section)
    if shut_by_section(s, m.section):
        _refuse_shutting(s, first_shut(s, (m.section,)))
    check_price(s, section_price(s, m.section))


def _check_places(s: State, section: int) -> None:
    own = s.networks[s.active].posts
    for post in s.board.ends[section]:
        place = s.board.place_at[post]
        if place != NOWHERE:
            if not own >> post & 1:
                _check_enter(s, place)
            elif not _is_inside(s, section):
                _check_exits(s, place)


def _check_strike(s: State) -> None:
    struck = s.weather.closes(s.active)
    if struck != NOWHERE:
        raise refuse_by_event(struck, "strike-building")


def _check_weather(s: State, section: int) -> None:
    flooded = s.weather.floods(section)
    if flooded != NOWHERE:
        raise refuse_by_event(flooded, "flooded", section=the_section(s, section))
    if _is_snowed_in(s, section):
        _check_snow(s, _entered(s, section)[0], *the_section(s, section))


def _check_snow(s: State, post: int, *where: Thing) -> None:
    frozen = s.weather.freezes(post)
    if frozen != NOWHERE:
        raise refuse_by_event(frozen, "frozen", where=where)


def _check_exits(s: State, place: int) -> None:
    if place in s.big_cities and s.exits[place] >= NUMBERS.exits:
        rule = "A20" if s.options.big_cities == "hexagon" else "R24"
        raise refuse(rule, "exits", town=the_place(s, place), exits=NUMBERS.exits)


def _refuse_shutting(s: State, shut: Shut | None) -> None:
    """Refuse what would shut a player out of a place that has room for them."""
    assert shut is not None
    place, companies = the_place(s, shut.place), [COMPANY_WORDS[seat] for seat in shut.seats]
    if len(companies) == 1:
        raise refuse("R28", "shut-out", company=companies[0], place=place)
    raise refuse("R28", "shut-out-both", one=companies[0], other=companies[1], place=place)


def _check_enter(s: State, place: int) -> None:
    _check_room(s, place)
    if s.box.port_ferry[place] != NOWHERE:
        _check_ferry(s, s.box.port_ferry[place], place)


def _check_room(s: State, place: int) -> None:
    if not has_room(s, place):
        raise refuse("R28", "no-room", place=the_place(s, place), players=s.joined[place].bit_count())


def _check_ferry(s: State, ferry: int, place: int) -> None:
    """Whether a ferry can be taken from this place."""
    stopped = s.weather.stops(ferry)
    if stopped != NOWHERE:
        raise refuse_by_event(stopped, "ferry-stopped", ferry=the_ferry(s, ferry))
    if s.ferries[ferry].bit_count() >= NUMBERS.port_places:
        raise refuse("R28", "ferry-full", ferry=the_ferry(s, ferry))
    across = s.board.ferries[ferry].across(place)
    if not s.joined[across] >> s.active & 1:
        _check_snow(s, s.board.places[across].at, the_place(s, across))
        _check_room(s, across)


def check_price(s: State, price: int) -> None:
    """Whether the limit of the turn (another one in the fast game) and the cash allow it."""
    left = s.left()
    if price > left:
        raise refuse("V4" if s.fast else "R22", "limit", price=price, left=left)
    if price > s.cash[s.active]:
        raise refuse("R22", "no-cash", price=price, cash=s.cash[s.active])


def check_lay(s: State, m: Lay) -> None:
    if not 0 <= m.place < len(s.board.places):
        raise refuse("R23", "no-place")
    if s.joined[m.place] >> s.active & 1:
        raise refuse("R24", "connected", place=the_place(s, m.place))
    _check_strike(s)
    _check_snow(s, s.board.places[m.place].at, the_place(s, m.place))
    _check_enter(s, m.place)
    if cheapest_way(s, m.place) is None:
        raise _refuse_way(s, the_place(s, m.place))


def check_way_to(s: State, post: int) -> None:
    """Whether a way to this milepost, section by section, can be paid for in this turn."""
    _check_strike(s)
    _check_snow(s, post, the_post(s, post))
    if cheapest_way_to(s, post, s.budget()) is None:
        raise _refuse_way(s, the_post(s, post))


def _refuse_way(s: State, place: Thing) -> Illegal:
    """No way can be paid for: because of the limit of the turn (another one in the fast game), or of the cash."""
    rule = "V4" if s.fast and s.left() <= s.cash[s.active] else "R22"
    return refuse(rule, "no-way-to-build", place=place, money=max(0, s.budget()))


def check_connect(s: State, m: Connect) -> None:
    if not 0 <= m.ferry < len(s.board.ferries):
        raise refuse("R27", "no-ferry")
    name = the_ferry(s, m.ferry)
    if s.ferries[m.ferry] >> s.active & 1:
        raise refuse("R27", "ferry-connected", ferry=name)
    end = _own_end(s, m.ferry)
    if end == NOWHERE:
        raise refuse("R27", "no-end", ferry=name)
    _check_strike(s)
    _check_ferry(s, m.ferry, end)
    if shut_by_ferry(s, m.ferry):
        _refuse_shutting(s, first_shut(s, (), (m.ferry,)))
    check_price(s, ferry_price(s, m.ferry))


# -- what comes of it ----------------------------------------------------------------------------------------------


def play_build(s: State, m: Build, log: Log) -> None:
    """Build a section; a lone port comes with its ferry."""
    section, price, port = m.section, section_price(s, m.section), NOWHERE
    if s.box.places_at[section]:
        port = _port_entered(s, section)
        if not _is_inside(s, section):
            for place in s.box.places_at[section]:
                if s.joined[place] >> s.active & 1:
                    _count_exit(s, place)
    spend(s, price)
    lay_track(s, s.active, (section,))
    log.tell("build", company=COMPANY_WORDS[s.active], section=the_section(s, section), money=price)
    if port != NOWHERE:
        _take_along(s, s.box.port_ferry[port], log)
    settle(s, s.active, log)


def _take_along(s: State, ferry: int, log: Log) -> None:
    """A ferry that comes with a port or a way, whose price includes it."""
    take_ferry(s, s.active, ferry)
    log.tell("ferry", company=COMPANY_WORDS[s.active], ferry=the_ferry(s, ferry))


def _count_exit(s: State, place: int) -> None:
    """A section that begins in a connected place: if that is a big city, it counts as built out of it."""
    if place in s.big_cities:
        s.exits = (*s.exits[:place], s.exits[place] + 1, *s.exits[place + 1 :])


def spend(s: State, price: int) -> None:
    s.pay(s.active, price)
    s.acted, s.outlay = True, s.outlay + price


def way_of(s: State, m: Lay) -> Way:
    way = cheapest_way(s, m.place)
    assert way is not None
    return way


def play_lay(s: State, m: Lay, log: Log) -> None:
    """Pay for the whole way and build it; a lone port comes with its ferry."""
    way = way_of(s, m)
    by_land = [step for step in way.steps if step.section != NOWHERE]
    for step in by_land:
        _count_exit(s, step.left)
    spend(s, way.price)
    lay_track(s, s.active, tuple([step.section for step in by_land]))
    _tell_way(s, m, way, log)
    for step in way.steps:
        ferry = s.box.port_ferry[step.entered] if step.ferry == NOWHERE != step.entered else step.ferry
        if ferry != NOWHERE and not s.ferries[ferry] >> s.active & 1:
            _take_along(s, ferry, log)
    settle(s, s.active, log)


def _tell_way(s: State, m: Lay, way: Way, log: Log) -> None:
    """Report a way (by ferry alone, it has no sections). The sentence names only its end; the page shows all of it."""
    company, place = COMPANY_WORDS[s.active], the_place(s, m.place)
    posts = tuple([the_post(s, step.to) for step in way.steps])
    sections = sum([step.section != NOWHERE for step in way.steps])
    if sections:
        log.tell("lay", company=company, place=place, sections=sections, money=way.price, way=posts)
    else:
        log.tell("lay-ferry", company=company, place=place, money=way.price, way=posts)


def play_connect(s: State, m: Connect, log: Log) -> None:
    price = ferry_price(s, m.ferry)
    spend(s, price)
    take_ferry(s, s.active, m.ferry)
    log.tell("connect", company=COMPANY_WORDS[s.active], ferry=the_ferry(s, m.ferry), money=price)
    settle(s, s.active, log)
