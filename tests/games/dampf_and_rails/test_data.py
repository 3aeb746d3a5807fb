"""The data files: what they contain, and how a mistake in one of them is reported."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from engineshed.core.errors import BadFileError
from engineshed.games import dampf_and_rails
from engineshed.games.dampf_and_rails.boards.coast import coast, read_coast
from engineshed.games.dampf_and_rails.rules.board import BAY, DRY, LANDS, RIVER, read_board
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.components import (
    CARDS,
    NUMBERS,
    card_name,
    find_card,
    read_events,
    read_goods,
    read_numbers,
    read_orders,
    read_trains,
)

BOX = box_of(())
BOARD = BOX.board
GOODS = BOX.goods
ORDERS = BOX.orders
EVENTS = BOX.events
OFFERS = BOX.offers
TRAINS = BOX.trains
LIMITS = BOX.limits

MAP, GOODS_FILE, ORDERS_FILE, EVENTS_FILE, NUMBERS_FILE, TRAINS_FILE, COAST_FILE = (
    files(dampf_and_rails).joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    for name in ("map", "goods", "orders", "events", "numbers", "trains", "coast")
)


# -- the board -----------------------------------------------------------------------------------------------------


def test_the_numbers_of_mileposts_towns_waters_and_ferries() -> None:
    assert (BOARD.size, BOARD.towns, len(BOARD.places), len(BOARD.ferries)) == (518, 22, 24, 5)
    waters = Counter(BOARD.water[section] for section, street in enumerate(BOARD.streets) if not street)
    assert waters == {DRY: 989, RIVER: 114, BAY: 173}
    assert sum(BOARD.streets) == 9
    assert Counter(place.kind for place in BOARD.places) == {"small": 12, "medium": 9, "hexagon": 1, "port": 2}
    assert {place.name: place.starts for place in BOARD.places if place.starts} == {
        "Århus": 1,
        "Odense": 3,
        "København": 1,
    }


def test_there_are_two_lands_that_only_ferries_join() -> None:
    for a, b in BOARD.ends:
        assert BOARD.lands[a] == BOARD.lands[b]
    for ferry in BOARD.ferries:
        assert sorted(BOARD.lands[post] for post in ferry.ports) == sorted(LANDS)


def test_neighbours_are_symmetric_and_at_most_six() -> None:
    for post, ways in enumerate(BOARD.around):
        assert 1 <= len(ways) <= 6
        for there, section in ways:
            assert (post, section) in BOARD.around[there]
            assert BOARD.ends[section] == tuple(sorted((post, there)))


def test_every_place_has_a_way_in_for_everybody_who_may_connect_it() -> None:
    assert all(len(ways) >= limit for ways, limit in zip(BOARD.ways_in, LIMITS, strict=True))
    assert len(BOARD.ways_in[BOARD.place_names.index("København")]) == 8


def test_distances_are_measured_as_the_crow_flies() -> None:
    middle = BOARD.names.index("Odense")
    assert len(BOARD.within(middle, 1)) == 7
    assert BOARD.within(middle, 0) == [middle]
    assert len(BOARD.within(BOARD.names.index("Ålborg"), 6)) == 81


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("N1 west -8.6 183.7", "N1 north -8.6 183.7", "should be a name, a land and a point"),
        ("N1 west -8.6 183.7", "N1 west x 183.7", "should end with two numbers"),
        ("N1 west -8.6 183.7", "N1 west -8.6 183.7\nN1 west 1 1", "N1 occurs twice"),
        ('at = "K8"', 'at = "A44"', "Ålborg: there is no milepost 'A44'"),
        ('at = "K8"', 'at = "E9"', "E9 belongs to Ålborg already"),
        ('name = "Thisted"', 'name = "Viborg"', "Viborg: two places have this name"),
        ('kind = "hexagon"', 'kind = "medium"', "København: a hexagon has a ring"),
        ('kind = "medium"', 'kind = "large"', "'large' is not one of the possible values"),
        ('ends = ["Knudshoved", "Korsør"]', 'ends = ["Knudshoved", "Korsor"]', "did you mean Korsør"),
        ('ends = ["Hals", "København"]', 'ends = ["Kiel", "København"]', "Hals: a port that is not a town has one"),
        ('"F38-G39"', '"F38-G40"', "Eider: 'F38-G40' should be two neighbouring mileposts"),
        ('"F38-G39"', '"N2-O3"', "cannot be joined, so nothing crosses the water there"),
        ('"F38-G39", "G38-G39"', '"F38-G39", "F38-G39"', "Eider: 'F38-G39' crosses another water already"),
        ("cannot be joined\nsections = [", '\nsections = ["N3-O3", ', "2 sections should lead there, not 1"),
        ("price = 6", "price = 0", "ferries 1, price: expected a whole number >= 1"),
        ('title = "Denmark"', 'titel = "Denmark"', "there is no key 'titel'; did you mean title?"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_map_is_reported(old: str, new: str, problem: str) -> None:
    assert old in MAP
    with pytest.raises(BadFileError) as caught:
        read_board(MAP.replace(old, new, 1), "my map")
    assert problem.lower() in str(caught.value).lower()
    assert str(caught.value).startswith("my map")


def test_a_place_that_nothing_leads_to_is_reported() -> None:
    ferries = MAP[MAP.index('[[ferries]]\nname = "Femern') : MAP.index("[rivers]")]
    cut = MAP.replace(ferries, "").replace(
        MAP[MAP.index('[[ferries]]\nname = "Århus') : MAP.index('[[ferries]]\nname = "Kattegat')], ""
    )
    for name in ("Storebælt", "Kattegat"):
        cut = cut.replace(
            f'name = "{name}"\nends = ["Knudshoved", "Korsør"]', f'name = "{name}"\nends = ["Knudshoved", "Kiel"]'
        )
        cut = cut.replace('ends = ["Hals", "København"]', 'ends = ["Hals", "Kiel"]')
    with pytest.raises(BadFileError, match="no track or ferry can lead there from Frederikshavn"):
        read_board(cut, "my map")


# -- cards and goods -----------------------------------------------------------------------------------------------


def test_the_numbers_of_goods_orders_and_events() -> None:
    assert (len(GOODS), sum(good.chips for good in GOODS), len(ORDERS), len(EVENTS), CARDS) == (20, 56, 63, 10, 73)
    assert all(OFFERS[town] for town in range(BOARD.towns))
    demands = [(demand.town, demand.good) for order in ORDERS for demand in order]
    assert len(set(demands)) == len(demands) == 189
    pays = sorted(demand.pay for order in ORDERS for demand in order)
    assert (pays[0], pays[-1], pays[94]) == (6, 39, 16)
    assert sum(event.lasts for event in EVENTS) == 8


def test_cards_have_names() -> None:
    assert [card_name(card) for card in (0, 62, 63, 72)] == ["1", "63", "E1", "E10"]
    assert all(find_card(card_name(card)) == card for card in range(CARDS))
    assert [find_card(name) for name in ("0", "64", "E0", "E11", "", "E", "x", "²", "1234")] == [None] * 9


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("chips = 4", "chips = 5", "there should be 56 chips, not 57"),
        ('towns = ["Lübeck"]', 'towns = ["Luebeck"]', "there is no town 'Luebeck'"),
        ('id = "beer"', 'id = "bacon"', "good 'beer': number 2 should be 'beer', not 'bacon'"),
        ('["Tønder", "Thisted"]', "[]", "expected a list of length >= 1"),
    ],
)
def test_a_mistake_in_the_goods_is_reported(old: str, new: str, problem: str) -> None:
    assert old in GOODS_FILE
    with pytest.raises(BadFileError, match=problem):
        read_goods(GOODS_FILE.replace(old, new, 1), "goods", BOARD)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('good = "oil", pay = 9', 'good = "oyl", pay = 9', "order 1: there is no good 'oyl'; did you mean oil"),
        (', { town = "Århus", good = "toys", pay = 12 }', "", "order 1: the rulebook prints 3 demands"),
    ],
)
def test_a_mistake_in_the_orders_is_reported(old: str, new: str, problem: str) -> None:
    assert old in ORDERS_FILE
    with pytest.raises(BadFileError, match=problem):
        read_orders(ORDERS_FILE.replace(old, new, 1), "orders", BOARD)


def test_a_missing_order_is_reported() -> None:
    lines = ORDERS_FILE.splitlines()
    with pytest.raises(BadFileError, match="there should be 63 order cards, not 62"):
        read_orders("\n".join([*lines[:-2], lines[-1]]), "orders", BOARD)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"Storebælt"', '"Storebelt"', "event 'kattegat-gale': there is no ferry 'Storebelt'"),
        ('"Gudenå"', '"Gudena"', "event 'spring-flood': there is no river 'Gudena'"),
        ('id = "fog"', 'id = "snow"', "event 'fog': number 4 should be 'fog', not 'snow'"),
        ('land = "east"', 'land = "north"', "'north' is not one of the possible values"),
        ('town = "Ålborg"', 'town = "Hals"', "there is no town 'Hals'"),
    ],
)
def test_a_mistake_in_the_events_is_reported(old: str, new: str, problem: str) -> None:
    assert old in EVENTS_FILE
    with pytest.raises(BadFileError, match=f"(?i){problem}"):
        read_events(EVENTS_FILE.replace(old, new, 1), "events", BOARD)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("cards_kept = 3", "cards_kept = 4", "cards_kept: it should be as many as a hand has"),
        ("announce = 200", "announce = 300", "announce: it should not be above the sum"),
        ("toll = 4 ", "toll = 0 ", "toll"),
        ("limit = 20", "", "the key 'limit' is missing"),
    ],
)
def test_a_mistake_in_the_numbers_is_reported(old: str, new: str, problem: str) -> None:
    assert old in NUMBERS_FILE
    with pytest.raises(BadFileError, match=problem):
        read_numbers(NUMBERS_FILE.replace(old, new, 1), "numbers")


def test_mistakes_in_trains_and_coast_are_reported() -> None:
    with pytest.raises(BadFileError, match="train 'A': this type is of stage 0, not 2"):
        read_trains(TRAINS_FILE.replace("stage = 0", "stage = 2"), "trains")
    with pytest.raises(BadFileError, match="train 'B9': number 2 should be 'B9', not 'A'"):
        read_trains(TRAINS_FILE.replace('id = "B9"', 'id = "A"'), "trains")
    with pytest.raises(BadFileError, match="land 1: 'x 1' should be two numbers, east and north"):
        read_coast('basis = "own"\nlands = ["x 1, 2 2"]', "coast")
    assert len(coast()) == len(tomllib.loads(COAST_FILE)["lands"])


def test_the_numbers_of_the_rules() -> None:
    assert (NUMBERS.money, NUMBERS.toll, NUMBERS.standard.limit, NUMBERS.fast.limit) == (50, 4, 20, 30)
    assert [(t.id, t.speed, t.fast_speed, t.holds) for t in TRAINS][-1] == ("C15", 15, 25, 2)
