"""Where trains can run (R11 to R14): what a step costs, and the cheapest and quickest ways within a turn.

Players may use their own track, the streets of København, and every network whose toll is paid or can be paid. So ways
are searched for once for each set of networks, and there are at most four sets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engineshed.games.dampf_and_rails.rules.board import NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.networks import Tracks
from engineshed.games.dampf_and_rails.rules.runs import BITS, POST, Fares, Run
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, Train
from engineshed.games.dampf_and_rails.rules.ways import Trip, Trips

PRINTED_TOLLS: Final = (NUMBERS.toll,) * len(COMPANIES)
ALL_TOLLS: Final = sum(PRINTED_TOLLS)
"""More cash than this makes no difference."""


def toll_of(s: State, runner: int, owner: int) -> int:
    """What one player pays on another's network, by agreement or by the rules."""
    return tolls_of(s, runner)[owner]


def tolls_of(s: State, runner: int) -> tuple[int, ...]:
    """What a player pays on each network."""
    tolls = PRINTED_TOLLS
    for deal in s.tolls:
        if deal.runner == runner:
            tolls = (*tolls[: deal.owner], deal.money, *tolls[deal.owner + 1 :])
    return tolls


def fares(s: State, seat: int) -> Fares:
    tolls = tolls_of(s, seat) if s.tolls else PRINTED_TOLLS
    return fares_for(s.seats, tolls, s.paid | 1 << seat, min(s.cash[seat], ALL_TOLLS), s.weather.struck)


@lru_cache(maxsize=4096)
def fares_for(seats: int, tolls: tuple[int, ...], paid: int, cash: int, struck: int) -> Fares:
    """Fares, computed from everybody's toll, who has been paid, how much cash there is, and whose network is closed."""
    table: list[int | None] = [None] * (STREET + 1)
    table[STREET] = 0
    for owner, toll in enumerate(tolls[:seats]):
        if not struck >> owner & 1 and (paid >> owner & 1 or toll <= cash):
            table[owner + 1] = 0 if paid >> owner & 1 else toll
    free = sum(1 << owner for owner, fare in enumerate(table) if fare == 0)
    return Fares(tuple(table), free, sum(1 << owner for owner, fare in enumerate(table) if fare), cash)


def step_cost(s: State, here: int, there: int) -> int:
    slow = s.weather.slow
    return 2 if slow[here] or slow[there] else 1


def landing(s: State, ferry: int, post: int) -> int:
    """The milepost to which a ferry sails from a milepost of one of its ports."""
    return s.board.places[s.board.ferries[ferry].across(s.board.place_at[post])].at


def may_turn(s: State, seat: int, post: int, came: int) -> bool:
    """Whether a player's train may go back where it came from: anywhere, or in places and where the track ends (A10).

    For a player, track ends where neither their own network continues nor the one they came by, or where a strike has
    closed these: nobody should have to pay another toll, which they may not be able to afford, just to turn back.
    """
    if came == NOWHERE or s.board.place_at[post] != NOWHERE:
        return True
    onward = 1 << seat + 1
    for there, owner in s.tracks.get(post, ()):
        if there == came:
            onward |= owner
    onward &= ~(s.weather.struck << 1)
    return not any(owner & onward for there, owner in s.tracks.get(post, ()) if there != came)


# -- within a turn -------------------------------------------------------------------------------------------------


def is_directed(s: State) -> bool:
    """Whether it matters where a train came from."""
    return s.options.turn_back == "towns"


def whereabouts(s: State, train: Train) -> int:
    return train.at | (train.came + 1) << BITS if is_directed(s) else train.at


def spread(s: State, start: int, networks: int, most: int) -> Run:
    """What the active player can reach with at least this many points on the networks whose bits are set."""
    runner = s.active if is_directed(s) else NOWHERE
    key = start, networks, runner
    run = s.memo.runs.get(key)
    if run is None or run.most < most:
        run = s.memo.runs[key] = spread_from(s, [start], networks, most, runner)
    return run


def steps_to(s: State, post: int, networks: int) -> dict[int, int]:
    """How far every milepost of these networks is from this one, if trains may turn back anywhere; also cached."""
    key = post, networks, NOWHERE
    run = s.memo.runs.get(key)
    if run is None or run.most < s.board.size:
        run = s.memo.runs[key] = spread_from(s, [post], networks, s.board.size)
    return run.points


def spread_from(s: State, starts: list[int], networks: int, most: int, runner: int = NOWHERE) -> Run:
    """Where a train can get to from any of these whereabouts, point by point; a slow step takes two.

    ``runner``: whose train it is, if it matters where it came from.
    """
    directed = runner != NOWHERE
    if not directed and s.weather.slow is s.box.clear:
        return _spread_evenly(s.tracks, starts, networks, most)
    slow, tracks = s.weather.slow, s.tracks
    before: dict[int, int] = {}
    following: list[int] = []
    points, met, wave, spent = dict.fromkeys(starts, 0), 0, starts, 0
    while (wave or following) and spent < most:
        next_wave, following = following, []
        for here in wave:
            post, barred = here & POST, NOWHERE
            if points[here] < spent or post not in tracks:
                continue
            if directed and not may_turn(s, runner, post, (here >> BITS) - 1):
                barred = (here >> BITS) - 1
            for there, owner in tracks[post]:
                met |= owner
                if not networks & owner or there == barred:
                    continue
                to = there | (post + 1) << BITS if directed else there
                is_slow = slow[post] or slow[there]
                sum_ = spent + 2 if is_slow else spent + 1
                if (to not in points or sum_ < points[to]) and sum_ <= most:
                    points[to] = sum_
                    before[to] = here
                    (following if is_slow else next_wave).append(to)
        wave, spent = next_wave, spent + 1
    return Run(most, points, before, met)


def _spread_evenly(tracks: Tracks, starts: list[int], networks: int, most: int) -> Run:
    """The same if every step costs one point and trains may turn back anywhere, which is nearly always so."""
    before: dict[int, int] = {}
    points, met, wave, spent = dict.fromkeys(starts, 0), 0, starts, 0
    while wave and spent < most:
        spent += 1
        next_wave = []
        for here in wave:
            for there, owner in tracks.get(here, ()):
                met |= owner
                if there not in points and networks & owner:
                    points[there] = spent
                    before[there] = here
                    next_wave.append(there)
        wave = next_wave
    return Run(most, points, before, met)


def open_networks(fares_: Fares, met: int) -> list[tuple[int, int]]:
    """Every set of networks that could be used and paid: its toll and its bits, the cheapest first."""
    sets = [(0, fares_.free)]
    for owner, fare in enumerate(fares_.table):
        if fare and met >> owner & 1:
            sets += [(toll + fare, bits | 1 << owner) for toll, bits in sets if toll + fare <= fares_.cash]
    return sorted(sets)


def trips(s: State, train: Train, fares_: Fares, points: int) -> dict[int, Trips]:
    """The cheapest and the quickest way to each place within this many points.

    The quickest is the quickest of all ways, whatever they cost; if it cannot be paid, only the cheapest is left. If it
    were the quickest that can be paid, the way of a train would show the others how much hidden cash there is.
    """
    start = whereabouts(s, train)
    key, known = (start, s.active, points, fares_), s.memo.trips
    if key not in known:
        found = _find_trips(s, start, fares_, points)
        rich = fares_of_the_rich(s)
        if fares_.cash < sum([fare for fare in rich.table if fare]) and met_from(s, start, rich, points) & rich.payable:
            best = trips(s, train, rich, points)
            for place, ways in found.items():
                if ways.quickest.points > best[place].quickest.points:
                    found[place] = Trips(ways.cheapest, ways.cheapest)
        known[key] = found
    return known[key]


def fares_of_the_rich(s: State) -> Fares:
    """The fares of the active player if they could pay every toll."""
    return fares_for(s.seats, tolls_of(s, s.active), s.paid | 1 << s.active, ALL_TOLLS, s.weather.struck)


def _find_trips(s: State, start: int, fares_: Fares, points: int) -> dict[int, Trips]:
    met = met_from(s, start, fares_, points)
    if not met & fares_.payable:
        free = _places(s, spread(s, start, fares_.free, points), 0, points)
        return {place: Trips(trip, trip) for place, trip in free.items()}
    found: dict[int, Trips] = {}
    for toll, networks in open_networks(fares_, met):
        for place, trip in _places(s, spread(s, start, networks, points), toll, points).items():
            found[place] = found[place].and_dearer(trip) if place in found else Trips(trip, trip)
    return dict(sorted(found.items()))


def met_from(s: State, start: int, fares_: Fares, points: int) -> int:
    """Whose track can be met from here at all, as bits: if it is only the player's own, one search is enough."""
    met = spread(s, start, fares_.free, points).met
    if met & fares_.payable and fares_.payable.bit_count() > 1:
        met |= spread(s, start, fares_.free | met & fares_.payable, points).met
    return met


def _places(s: State, run: Run, toll: int, most: int) -> dict[int, Trip]:
    """The quickest way to each place, except for the one where the train is."""
    points = run.points
    return {
        place: Trip(points[there], toll, run, there)
        for place, there in run.arrivals(s.board.place_at).items()
        if points[there] <= most
    }
