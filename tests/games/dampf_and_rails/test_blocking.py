"""Nobody is ever shut out (R28). The tests count ways with a plain maximum-flow search on the board's mileposts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.blocking import CALM, first_shut, judge, shut_by_section
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.consequences import lay_track, take_ferry
from engineshed.games.dampf_and_rails.rules.memo import NO_DRAFTS
from engineshed.games.dampf_and_rails.rules.moves import Build, Connect, Lay
from engineshed.games.dampf_and_rails.rules.regions import regions_of
from engineshed.games.dampf_and_rails.rules.state import State
from tests.games.dampf_and_rails.play import GAME, acting, position
from tests.games.dampf_and_rails.test_ways import changed
from tests.soak import sized

BOX = box_of(())
BOARD = BOX.board
RICH = 1000

# -- counting ways -------------------------------------------------------------------------------------------------


def node_of(post: int) -> int:
    """Mileposts that are always connected together are one node: a hexagon, or a lone port and a small town across.

    A node has the number of its place's milepost; a lone port and a town together have the town's.
    """
    place = BOARD.place_at[post]
    if place == NOWHERE:
        return post
    ferry = BOX.port_ferry[place]
    if ferry != NOWHERE:
        town = BOARD.ferries[ferry].across(place)
        if BOX.limits[town] == BOX.limits[place]:
            return BOARD.places[town].at
    return BOARD.places[place].at


NODES = [node_of(post) for post in range(BOARD.size)]
PLACE_OF = {NODES[place.at]: number for number, place in reversed(list(enumerate(BOARD.places)))}


class Flow:
    """A flow from players through free sections and ferries into a place."""

    def __init__(self, s: State, place: int, group: Iterable[int]) -> None:
        self.capacity: dict[tuple[Any, Any], int] = {}
        self.next: dict[Any, set[Any]] = {}
        self.sink = NODES[BOARD.places[place].at], "in"
        for seat in group:
            self._pipe("source", f"player {seat}", 1)
            for post in range(BOARD.size):
                if s.networks[seat].posts >> post & 1:
                    # Players have connected their own towns and ports already, so their ways take up no room there.
                    self._pipe(f"player {seat}", (NODES[post], "out"), 9)
                    self._pipe(f"player {seat}", (NODES[post], "in"), 9)
        for node in set(NODES):
            self._pipe((node, "in"), (node, "out"), self._room(s, node))
        for section, (a, b) in enumerate(BOARD.ends):
            if not s.rails[section] and NODES[a] != NODES[b]:
                self._both(NODES[a], NODES[b], 1)
        for number, ferry in enumerate(BOARD.ferries):
            one, other = (NODES[post] for post in ferry.ports)
            if one != other:
                self._both(one, other, BOX.numbers.port_places - s.ferries[number].bit_count())

    def _room(self, s: State, node: int) -> int:
        place = PLACE_OF.get(node)
        return 9 if place is None else BOX.limits[place] - s.joined[place].bit_count()

    def _both(self, one: int, other: int, most: int) -> None:
        """A section can be used once, in either direction; flow in the other direction cancels out."""
        middle = (min(one, other), max(one, other), len(self.capacity))
        self._pipe((one, "out"), (middle, "in"), most)
        self._pipe((other, "out"), (middle, "in"), most)
        self._pipe((middle, "in"), (middle, "out"), most)
        self._pipe((middle, "out"), (one, "in"), most)
        self._pipe((middle, "out"), (other, "in"), most)

    def _pipe(self, here: Any, there: Any, most: int) -> None:
        self.capacity[here, there] = self.capacity.get((here, there), 0) + most
        self.capacity.setdefault((there, here), 0)
        self.next.setdefault(here, set()).add(there)
        self.next.setdefault(there, set()).add(here)

    def most(self) -> int:
        total = 0
        while self._push():
            total += 1
        return total

    def _push(self) -> bool:
        before: dict[Any, Any] = {"source": None}
        waiting: list[Any] = ["source"]
        for here in waiting:
            if here == self.sink:
                while before[here] is not None:
                    self.capacity[before[here], here] -= 1
                    self.capacity[here, before[here]] += 1
                    here = before[here]
                return True
            for there in self.next[here]:
                if there not in before and self.capacity[here, there] > 0:
                    before[there] = here
                    waiting.append(there)
        return False


def ways_into(s: State, place: int, group: tuple[int, ...]) -> int:
    return Flow(s, place, group).most()


def groups_at(s: State, place: int) -> Iterator[tuple[int, ...]]:
    """Groups of as many players as a place still has room for; with a lone port they connect the town across, too."""
    out = [seat for seat in range(s.seats) if not s.joined[place] >> seat & 1]
    room = BOX.limits[place] - s.joined[place].bit_count()
    town = BOARD.ferries[BOX.port_ferry[place]].across(place) if BOX.port_ferry[place] != NOWHERE else NOWHERE
    for group in combinations(out, min(room, len(out))):
        strangers = [seat for seat in group if town != NOWHERE and not s.joined[town] >> seat & 1]
        if town == NOWHERE or len(strangers) <= BOX.limits[town] - s.joined[town].bit_count():
            yield group


def shut_out(s: State, places: Iterable[int] = range(len(BOARD.places))) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (BOARD.place_names[place], group)
        for place in places
        for group in groups_at(s, place)
        if group and ways_into(s, place, group) < len(group)
    ]


# -- building ------------------------------------------------------------------------------------------------------


def start(players: int, rng: Rng, **options: Any) -> State:
    towns = ["Odense", "Odense", "Odense"]
    towns[rng.below(3)] = "København"
    towns[rng.below(3)] = "Århus"
    starts = dict(zip(("red", "blue", "green"), towns[:players], strict=False))
    state: State = position(players=players, stage="build", round=3, starts=starts, options=options)
    return changed(state, cash=(RICH,) * players)


def building_moves(s: State) -> list[Any]:
    return [move for move in GAME.rules.legal(s, acting(s)) if isinstance(move, Build | Lay | Connect)]


def play_move(s: State, move: Any) -> State:
    after: State = GAME.rules.apply(s, acting(s), move).state
    return after


def next_turn(s: State) -> State:
    """The next player builds, with more money than they can spend. No cards are drawn, so nothing is flooded."""
    after = s.copy()
    after.active, after.cash = (s.active + 1) % s.seats, (RICH,) * s.seats
    after.outlay, after.exits, after.drafts = 0, BOX.no_exits, NO_DRAFTS
    return after


def build_at_random(s: State, rng: Rng, turns: int) -> Iterator[State]:
    for _ in range(turns):
        while moves := building_moves(s):
            if rng.below(6) == 0:
                break
            s = play_move(s, rng.choice(moves))
            yield s
        s = next_turn(s)
    yield s


@pytest.mark.parametrize(("seed", "options"), [("a", {}), ("b", {"far_end": "paid", "variant": "fast"})])
@pytest.mark.parametrize("players", [2, 3])
def test_after_random_building_everybody_has_ways_everywhere(players: int, seed: str, options: dict[str, Any]) -> None:
    rng = Rng("building", seed)
    s = start(players, rng, **options)
    assert shut_out(s) == []
    for number, after in enumerate(build_at_random(s, rng, 9)):
        s = after
        if number % 24 == 23:
            assert shut_out(s) == []
    assert shut_out(s) == []


# -- at a glance ---------------------------------------------------------------------------------------------------


def after_section(s: State, section: int) -> State:
    """The same position with one more section of the active player, whether they may build it or not."""
    after = s.copy()
    lay_track(after, s.active, (section,))
    for place in BOX.places_at[section]:
        if BOX.port_ferry[place] != NOWHERE:
            take_ferry(after, s.active, BOX.port_ferry[place])
    return after


@pytest.mark.parametrize("players", [2, 3])
def test_what_looks_harmless_at_a_glance_shuts_nobody_out(players: int) -> None:
    rng, seen = Rng("glance", str(players)), {True: 0, False: 0}
    s = start(players, rng)
    for number, after in enumerate(build_at_random(s, rng, 14)):
        if number % 6 != 5 or not GAME.rules.to_act(after):
            continue
        front = sorted(after.networks[after.active].front)
        for section in rng.shuffled(front)[:12]:
            is_harmless = judge(after, (after.active, (section,), ())) == CALM
            seen[is_harmless] += 1
            assert shut_by_section(after, section) == (first_shut(after, (section,)) is not None)
            assert not is_harmless or first_shut(after, (section,)) is None
        near = rng.choice(front)
        if judge(after, (after.active, (near,), ())) == CALM:
            place = BOARD.nearest[BOARD.ends[near][0]][0]
            assert shut_out(after_section(after, near), [place]) == []
    assert seen[True] > seen[False] > 0


@pytest.mark.parametrize("players", [2, 3])
def test_what_was_found_out_earlier_changes_no_answer(players: int) -> None:
    """Moves are the same as in a position that was just loaded, where nothing is known yet."""
    for game in range(sized(1, 30)):
        rng = Rng("kept", str(players), str(game))
        for number, after in enumerate(build_at_random(start(players, rng), rng, 9)):
            if not GAME.rules.to_act(after):
                break
            moves = building_moves(after)
            if number % 3 == 2:
                assert moves == building_moves(GAME.rules.load(GAME.rules.dump(after)))


def test_regions_are_kept_up_to_date() -> None:
    rng = Rng("regions")
    for after in build_at_random(start(3, rng), rng, 6):
        assert after.regions.same_as(regions_of(after.faces, after.taken))
        assert crossed_with_another(after) == []


def crossed_with_another(s: State) -> list[int]:
    """Sections that are said to lie alone between two regions, and do not."""
    regions, found = s.regions, []
    for section, (left, right) in enumerate(s.faces.beside):
        if regions.lone >> section & 1:
            one, other = regions.of[left], regions.of[right]
            between = regions.rims[one] & regions.rims[other] & (s.passages.sections | regions.halves)
            if one == other or between != 1 << section:
                found.append(section)
    return found


def test_lines_part_the_places_that_cannot_be_reached_any_more() -> None:
    """Rays say the same of a line that closed up as a search by land."""
    rng, seen = Rng("parts"), 0
    for attempt in range(4):
        s = start(2, rng).copy()
        s.regions = s.regions.copy()
        rails = bytearray(s.rails)
        place = BOARD.places[rng.below(len(BOARD.places))]
        near = {post for post in range(BOARD.size) if distance(post, place.at) <= attempt}
        for section, (a, b) in enumerate(BOARD.ends):
            if (a in near) != (b in near):
                s.regions.open(section)
                rails[section] = 1
        for piece in s.regions.pieces:
            inside = [bool(piece >> place.at & 1) for place in BOARD.places]
            for here in range(len(BOARD.places)):
                for there in range(here) if inside[here] else ():
                    seen += 1
                    assert inside[there] == is_joined_by_land(rails, here, there)
    assert seen


def is_joined_by_land(rails: bytearray, here: int, there: int) -> bool:
    waiting = list(BOARD.places[here].mileposts)
    reached = set(waiting)
    for post in waiting:
        for beside, section in BOARD.around[post]:
            if beside not in reached and (not rails[section] or BOARD.streets[section]):
                reached.add(beside)
                waiting.append(beside)
    return BOARD.places[there].at in reached


def test_faces_fit_the_board() -> None:
    """Euler's formula: in each connected part of the board, mileposts and faces outnumber the sections by two."""
    faces = start(2, Rng("faces")).faces
    reached: set[int] = set()
    parts = 0
    for post in range(BOARD.size):
        parts += post not in reached
        waiting = [post]
        while waiting:
            here = waiting.pop()
            if here not in reached:
                reached.add(here)
                waiting += [there for there, _ in BOARD.around[here]]
    assert BOARD.size + faces.count == len(BOARD.ends) + 2 * parts


# -- walling in ----------------------------------------------------------------------------------------------------


def distance(post: int, goal: int) -> int:
    reached, waiting = {goal: 0}, [goal]
    for here in waiting:
        if here == post:
            return reached[here]
        for there, _ in BOARD.around[here]:
            if there not in reached:
                reached[there] = reached[here] + 1
                waiting.append(there)
    return BOARD.size


def wall_in(s: State, place: int, turns: int) -> State:
    """The active player tries to cut off a place, always with the move that leaves the others the fewest ways."""
    others = tuple(seat for seat in range(s.seats) if seat != s.active and not s.joined[place] >> seat & 1)
    at = BOARD.places[place].at
    near = {post for post in range(BOARD.size) if distance(post, at) <= 2}
    for _ in range(turns if others else 0):
        while True:
            moves: list[Any] = [
                move
                for move in building_moves(s)
                if (isinstance(move, Build) and near.intersection(BOARD.ends[move.section]))
                or (isinstance(move, Connect) and place in BOARD.ferries[move.ferry].ends)
            ]
            moves = moves or [move for move in building_moves(s) if isinstance(move, Lay) and move.place == place]
            if not moves:
                break
            s = min([play_move(s, move) for move in moves], key=lambda after: ways_left(after, place, others))
        for _ in range(s.seats):
            s = next_turn(s)
    return s


def ways_left(s: State, place: int, others: tuple[int, ...]) -> int:
    """The ways of all opponents together, no matter how many each of them has."""
    flow = Flow(s, place, others)
    for seat in others:
        flow.capacity["source", f"player {seat}"] = 9
    return flow.most()


TARGETS = (
    "Helsingør",
    "Århus",
    "Odense",
    "Korsør",
    "Nyborg",
    "Frederikshavn",
    "Hals",
    "København",
    "Esbjerg",
    "Tønder",
)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_nobody_can_wall_a_place_in(players: int, late: bool) -> None:
    rng = Rng("walls", str(players), str(late))
    for name in TARGETS[late::3] if players == 2 else TARGETS[late::5]:
        place = BOARD.place_names.index(name)
        s = start(players, rng)
        if late:
            *_, s = build_at_random(s, rng, 8)
        s = wall_in(s, place, 2)
        assert shut_out(s, [place, *range(0, len(BOARD.places), 3)]) == []
