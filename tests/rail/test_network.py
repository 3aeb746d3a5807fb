"""Links and networks: paths of tiles, and the shortest routes over everybody's links."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES, NOWHERE, HexGrid
from engineshed.rail.network import UNREACHED, Network, bits
from engineshed.rail.paths import Path

GRID = HexGrid([(column, row) for column in range(5) for row in range(5)])
PLACES, OWNERS = 6, 3


def path(start: str, *edges: str) -> Path:
    hex_ = GRID.find(start)
    assert hex_ is not None
    return Path(hex_, tuple(EDGES.index(edge) for edge in edges))


def name_of(hex_: int) -> str:
    return "nowhere" if hex_ == NOWHERE else GRID.names[hex_]


# -- paths -------------------------------------------------------------------------------------------------------


def test_a_path_has_a_tile_for_every_edge_except_the_first() -> None:
    laid = path("A1", "se", "s", "ne")
    tiles = [(GRID.names[hex_], WAY_NAMES[way]) for hex_, way in laid.tiles(GRID)]
    assert tiles == [("B1", "s-nw"), ("B2", "n-ne")]
    assert name_of(laid.goal(GRID)) == "C2"
    assert laid.text() == "se s ne"


def test_a_path_without_a_second_edge_has_no_tile() -> None:
    assert path("A1", "se").tiles(GRID) == []
    assert name_of(path("A1", "se").goal(GRID)) == "B1"


def test_a_path_may_lead_off_the_map() -> None:
    assert path("A1", "se", "n").goal(GRID) == NOWHERE
    assert path("A1", "n", "n").goal(GRID) == NOWHERE


def test_a_path_grows_and_shrinks_by_its_last_tile() -> None:
    laid = path("A1", "se", "s")
    longer = laid.extended(EDGES.index("ne"))
    assert longer == path("A1", "se", "s", "ne")
    assert longer.shortened() == laid
    assert laid.shortened() is None


# -- networks ----------------------------------------------------------------------------------------------------

LINKS = st.lists(
    st.tuples(st.integers(0, OWNERS - 1), st.integers(0, PLACES - 1), st.integers(0, PLACES - 1)), max_size=10
)


def network(links: list[tuple[int, int, int]]) -> Network:
    net = Network.of(PLACES, OWNERS)
    for owner, a, b in links:
        net = net.joined(owner, a, b)
    return net


def slow_distances(links: list[tuple[int, int, int]], owner: int, avoid: list[int]) -> list[int]:
    """A slow, independent method for comparison: it relaxes every link until no distance gets shorter."""
    own = {place for who, a, b in links if who == owner for place in (a, b)}
    far = [0 if place in own and place not in avoid else UNREACHED for place in range(PLACES)]
    for _ in range(PLACES):
        for _, a, b in links:
            for here, there in ((a, b), (b, a)):
                if far[here] != UNREACHED and there not in avoid:
                    far[there] = min(far[there], far[here] + 1)
    return far


@given(st.integers(0, 2**40))
@settings(deadline=None, derandomize=True)
def test_bits_are_counted_from_the_lowest(mask: int) -> None:
    found = list(bits(mask))
    assert found == sorted(found)
    assert sum(1 << bit for bit in found) == mask


@given(LINKS)
@settings(deadline=None, derandomize=True)
def test_links_go_both_ways(links: list[tuple[int, int, int]]) -> None:
    net = network(links)
    for a in range(PLACES):
        for b in range(PLACES):
            assert (net.adjacent[a] >> b & 1) == (net.adjacent[b] >> a & 1)
            joined = [owner for owner in range(OWNERS) if net.between[owner][a] >> b & 1]
            assert bool(joined) == bool(net.adjacent[a] >> b & 1)
            assert joined == sorted({owner for owner, *ends in links if a != b and sorted(ends) == sorted((a, b))})


@given(LINKS)
@settings(deadline=None, derandomize=True)
def test_an_owner_has_the_places_that_their_links_touch(links: list[tuple[int, int, int]]) -> None:
    net = network(links)
    for owner in range(OWNERS):
        assert list(bits(net.owned[owner])) == sorted({p for who, a, b in links if who == owner for p in (a, b)})
    assert list(bits(net.connected)) == sorted({place for _, a, b in links for place in (a, b)})


@given(LINKS, st.integers(0, OWNERS - 1), st.lists(st.integers(0, PLACES - 1), max_size=3))
@settings(deadline=None, derandomize=True)
def test_distances_are_the_fewest_links(links: list[tuple[int, int, int]], owner: int, avoid: list[int]) -> None:
    net = network(links)
    mask = sum(1 << place for place in set(avoid))
    assert net.distances_avoiding(owner, mask) == slow_distances(links, owner, avoid)
    assert list(net.distances(owner)) == slow_distances(links, owner, [])


@given(LINKS, st.integers(0, OWNERS - 1), st.integers(0, PLACES - 1), st.integers(0, PLACES - 1))
@settings(deadline=None, derandomize=True)
def test_joining_does_not_change_the_old_network(links: list[tuple[int, int, int]], owner: int, a: int, b: int) -> None:
    net = network(links)
    before = net.adjacent, net.owned, net.between, net.distances(owner)
    assert net.joined(owner, a, b) == network([*links, (owner, a, b)])
    assert (net.adjacent, net.owned, net.between, net.distances(owner)) == before


@given(LINKS, st.lists(st.booleans(), min_size=10, max_size=10))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_known_distances_are_kept_only_if_they_still_hold(links: list[tuple[int, int, int]], asked: list[bool]) -> None:
    """A network passes its distances on to the next one unless the new link makes some of them shorter."""
    net = Network.of(PLACES, OWNERS)
    for number, (owner, a, b) in enumerate(links):
        if asked[number]:
            known = [net.distances(who) for who in range(OWNERS)]
            assert all(net.knows_distances(who) for who in range(OWNERS))
            assert [list(far) for far in known] == [slow_distances(links[:number], who, []) for who in range(OWNERS)]
        net = net.joined(owner, a, b)
    for who in range(OWNERS):
        assert list(net.distances(who)) == slow_distances(links, who, [])


def slow_route_lengths(
    links: list[tuple[int, int, int]], goals: set[int], here: int, been: tuple[int, ...]
) -> list[int]:
    """The lengths of all routes from a place to one of the goals that visit no place twice."""
    if here in goals:
        return [0]
    ahead = {(owner, b) for owner, a, b in links if a == here} | {(owner, a) for owner, a, b in links if b == here}
    return [
        1 + rest
        for _, there in ahead
        if there not in (*been, here)
        for rest in slow_route_lengths(links, goals, there, (*been, here))
    ]


@given(LINKS, st.integers(0, OWNERS - 1), st.integers(0, PLACES - 1))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_a_detour_is_how_much_longer_the_second_best_route_is(
    links: list[tuple[int, int, int]], owner: int, place: int
) -> None:
    goals = {end for who, *ends in links if who == owner for end in ends}
    lengths = sorted(slow_route_lengths(links, goals, place, ()))
    expected = lengths[1] - lengths[0] if len(lengths) > 1 else UNREACHED
    assert network(links).detour(owner, place) == expected


@given(LINKS)
@settings(deadline=None, derandomize=True)
def test_the_order_of_links_does_not_matter(links: list[tuple[int, int, int]]) -> None:
    assert network(links) == network(links[::-1])


def test_a_link_from_a_place_to_itself_only_adds_it_to_the_owners_places() -> None:
    net = network([(0, 2, 2)])
    assert net.distances(0) == (UNREACHED, UNREACHED, 0, UNREACHED, UNREACHED, UNREACHED)
    assert net.adjacent == (0,) * PLACES
    assert net != network([])


def test_a_network_cannot_be_a_dictionary_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(network([]))
    assert network([]) != "a network"
