"""What follows from the truth: computed from scratch, and kept up to date as track is laid and the weather changes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engineshed.core.errors import Trouble, of_game
from engineshed.core.state import completed, truth_alone
from engineshed.games.dampf_and_rails.rules.board import FREE, GAME_ID, NOWHERE, Board
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import NUMBERS, Good
from engineshed.games.dampf_and_rails.rules.faces import faces
from engineshed.games.dampf_and_rails.rules.memo import NO_DRAFTS, Memo
from engineshed.games.dampf_and_rails.rules.networks import Network, network_of, tracks_of, with_track
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.passages import passages
from engineshed.games.dampf_and_rails.rules.regions import regions_of
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import PLAYER_COUNTS, Running, Train, Truth
from engineshed.games.dampf_and_rails.rules.weather import Weather, weather_of


def new_state(seats: int, options: Options) -> State:
    """The state before anything is drawn; always the same for the same table."""
    if seats not in PLAYER_COUNTS:
        raise Trouble(of_game(GAME_ID, "trouble.seats"), seats=seats)
    return _new_state(seats, options)


@lru_cache(maxsize=64)
def _new_state(seats: int, options: Options) -> State:
    box = box_of(options.data)
    return with_consequences(
        Truth(
            options=options,
            seats=seats,
            cash=(NUMBERS.money,) * seats,
            rails=box.no_rails,
            ferries=box.no_ferries,
            exits=box.no_exits,
            hands=((),) * seats,
            starts=(NOWHERE,) * seats,
            trains=((Train(),),) * seats,
        )
    )


# -- all of it -----------------------------------------------------------------------------------------------------


def with_consequences(truth: Truth) -> State:
    box, rails = box_of(truth.options.data), truth.rails
    networks = tuple(network_of(box, rails, truth.ferries, seat, truth.starts[seat]) for seat in range(truth.seats))
    joined = joined_by(box.board, networks)
    pace = NUMBERS.fast if truth.options.variant == "fast" else NUMBERS.standard
    ground = passages(box, truth.seats, truth.options.far_end == "paid", pace.limit)
    taken = sections_taken(rails) | ground.all_room_gone(joined, truth.ferries)
    areas = faces(ground)
    return completed(
        truth,
        State,
        box=box,
        board=box.board,
        pace=pace,
        speeds=box.speeds[truth.options.variant],
        big_cities=box.big_cities[truth.options.big_cities],
        networks=networks,
        tracks=tracks_of(box.board, rails),
        builders=builders_of(truth),
        joined=joined,
        full=places_with_room(box, joined, 0),
        scarce=places_with_room(box, joined, 1),
        crowded=crowded_by(box, joined),
        passages=ground,
        taken=taken,
        faces=areas,
        regions=regions_of(areas, taken),
        calm=(0,) * truth.seats,
        spared={},
        fences={},
        ways={},
        lasting={},
        supply=chips_left(truth, box.goods),
        weather=weather_by(box, truth.running),
        memo=Memo(),
        drafts=NO_DRAFTS,
    )


def sections_taken(rails: bytes) -> int:
    """All sections with track, as bits."""
    return int(rails.translate(_ONES)[::-1], 2)


_ONES: Final = b"0" + b"1" * 255


def builders_of(truth: Truth) -> int:
    ferries = [seat for seat in range(truth.seats) if any(owners >> seat & 1 for owners in truth.ferries)]
    return sum(1 << seat for seat in range(truth.seats) if seat in ferries or seat + 1 in truth.rails)


def joined_by(board: Board, networks: tuple[Network, ...]) -> tuple[int, ...]:
    """For each place, the seats that have connected it."""
    return tuple(
        sum(1 << seat for seat, network in enumerate(networks) if network.posts >> place.at & 1)
        for place in board.places
    )


def places_with_room(box: Box, joined: tuple[int, ...], room: int) -> int:
    """The places with room for so many more players, as bits of their mileposts."""
    found = 0
    for place, limit, seats in zip(box.board.places, box.limits, joined, strict=True):
        found |= 1 << place.at if limit - seats.bit_count() == room else 0
    return found


def crowded_by(box: Box, joined: tuple[int, ...]) -> int:
    """The sections that lead to places where there is no room left, as bits."""
    crowded = 0
    for place, seats in enumerate(joined):
        crowded |= box.doors[place] if seats.bit_count() >= box.limits[place] else 0
    return crowded


def chips_left(truth: Truth, goods: tuple[Good, ...]) -> tuple[int, ...]:
    out = [0] * len(goods)
    for trains in truth.trains:
        for train in trains:
            for good in train.loads:
                out[good] += 1
    for lying in truth.lying:
        out[lying.good] += 1
    return tuple(good.chips - used for good, used in zip(goods, out, strict=True))


def weather_by(box: Box, running: tuple[Running, ...]) -> Weather:
    return weather_of(box, tuple([(event.event, event.seat) for event in running if event.begun]))


# -- networks ------------------------------------------------------------------------------------------------------


def join(s: State, seat: int, posts: tuple[int, ...], built: tuple[int, ...] = ()) -> None:
    """Mileposts become part of a player's network; ``built``: by track on these sections, which are no longer free."""
    s.networks = tuple(
        [
            network.with_posts(s.box, s.rails, posts, built) if number == seat else network.without_sections(built)
            for number, network in enumerate(s.networks)
        ]
    )
    _take_places(s, seat, posts)
    # Nothing has changed for the others, and a network that already joined the start towns still does.
    s.memo = Memo({other: linked for other, linked in s.memo.linked.items() if linked or other != seat})


def _take_places(s: State, seat: int, posts: tuple[int, ...]) -> None:
    for post in posts:
        place = s.board.place_at[post]
        if place >= 0 and not s.joined[place] >> seat & 1:
            s.joined = (*s.joined[:place], s.joined[place] | 1 << seat, *s.joined[place + 1 :])
            _count_room(s, place, s.box.limits[place] - s.joined[place].bit_count())
            _take_room(s)


def _count_room(s: State, place: int, room: int) -> None:
    """Note for how many players a place has room now."""
    at = 1 << s.board.places[place].at
    if room == 1:
        s.scarce |= at
    elif room == 0:
        s.full, s.scarce = s.full | at, s.scarce & ~at
        s.crowded |= s.box.doors[place]


def _take_room(s: State) -> None:
    if s.passages.narrow:
        taken = s.taken | s.passages.all_room_gone(s.joined, s.ferries)
        if taken != s.taken:
            s.taken, s.regions = taken, s.regions.copy()
            touched = s.regions.take_room(taken)
            s.calm = tuple([calm & ~touched for calm in s.calm])


def lay_track(s: State, seat: int, sections: tuple[int, ...]) -> None:
    """Make these sections the player's."""
    rails, regions, touched = bytearray(s.rails), s.regions.copy(), 0
    for section in sections:
        rails[section] = seat + 1
        s.taken |= 1 << section
        touched |= regions.open(section)
    s.regions, s.calm = regions, tuple([calm & ~touched for calm in s.calm])
    if s.spared:
        _check_spared(s)
    s.rails = bytes(rails)
    s.builders |= 1 << seat
    s.tracks = with_track(s.board, s.tracks, sections, seat + 1)
    join(s, seat, tuple([post for section in sections for post in s.board.ends[section]]), sections)


def _check_spared(s: State) -> None:
    """Forget that nobody needs a section if what must stay free for that is taken."""
    calm = list(s.calm)
    for (seat, section), needs in s.spared.items():
        if needs & s.taken:
            calm[seat] &= ~(1 << section)
    s.calm = tuple(calm)
    s.spared = {key: needs for key, needs in s.spared.items() if not needs & s.taken}


def take_ferry(s: State, seat: int, ferry: int) -> None:
    """Connect a ferry: both its ends join the player's network."""
    s.ferries = (*s.ferries[:ferry], s.ferries[ferry] | 1 << seat, *s.ferries[ferry + 1 :])
    s.builders |= 1 << seat
    _take_room(s)
    join(s, seat, s.board.ferries[ferry].ports)


def tear_up(s: State, sections: tuple[int, ...]) -> None:
    """Remove the track on these sections, of any owner."""
    gone = [section for section in sections if s.rails[section] != FREE]
    if gone:
        rails = bytearray(s.rails)
        for section in gone:
            rails[section] = FREE
        s.rails = bytes(rails)
        s.become(with_consequences(truth_alone(s)))


# -- weather -------------------------------------------------------------------------------------------------------


def set_running(s: State, running: tuple[Running, ...]) -> None:
    s.running = running
    weather = weather_by(s.box, running)
    if weather is not s.weather:
        s.weather, s.memo, s.drafts = weather, Memo(s.memo.linked), NO_DRAFTS
