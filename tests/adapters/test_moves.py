"""Moves as numbers: every legal move has its numbers, and they lead back to it."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.adapters.choosing import Choice, NoChoiceError, numbers_of
from engineshed.adapters.course import Kind
from engineshed.adapters.moves import NoNumberError, Numbering
from engineshed.games.planet_steam.rules.moves import Bid, Shift
from engineshed.games.steam.rules.moves import Deliver
from engineshed.games.steam_power.rules.moves import Factory, Tiles, Track
from tests.adapters.walking import GAMES, kinds, met
from tests.soak import sized

POSITIONS = sized(2_500, 250_000)
"""Of each game; there are four."""
MOST_NUMBERS = 20_000


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_has_its_numbers_and_comes_back(game: str) -> None:
    proved: dict[int, set[Any]] = {}
    for position in met(game, POSITIONS):
        numbering, moves = position.kind.numbering, position.moves
        known = proved.setdefault(id(numbering), set())
        for move in moves:
            if move not in known:
                known.add(move)
                path = numbering[move]
                assert numbering.move(path) == move
                assert all(0 <= number < numbering.size for number in path)
        move = moves[position.number * 7919 % len(moves)]
        chosen: Any = Choice.among(moves, numbering)
        for number in numbers_of(numbering, moves, move):
            chosen = chosen.choose(number)
        assert chosen == move


@pytest.mark.parametrize("game", GAMES)
def test_the_space_is_bounded_and_its_blocks_fill_it(game: str) -> None:
    for kind in kinds(game):
        numbering = kind.numbering
        assert numbering.size < MOST_NUMBERS
        at = 0
        for block in numbering.blocks:
            assert block.start == at
            at += block.size
        assert at == numbering.size


@pytest.mark.parametrize("game", GAMES)
def test_every_number_says_something_else(game: str) -> None:
    numbering = kinds(game)[0].numbering
    told = {numbering.describe(number) for number in range(numbering.size)}
    assert len(told) == numbering.size


def steam_power() -> Numbering:
    return Kind("steam-power", seats=2, map="ireland").numbering


def test_fields_are_packed_as_far_as_there_is_room() -> None:
    numbering = steam_power()
    assert len(numbering[Factory(3, 5)]) == 1
    assert numbering.describe(numbering[Factory(3, 5)][0]) == "Factory city=3 goods=5"
    hex_, way = numbering[Track(17, 4)]
    assert (numbering.describe(hex_), numbering.describe(way)) == ("Track hex=17", "Track way=4")


def test_amounts_take_two_numbers_and_lists_one_for_each_item_and_the_end() -> None:
    planet = Kind("planet-steam", seats=3).numbering
    assert [planet.describe(number) for number in planet[Bid(130)]] == ["Bid amount/64=2", "Bid amount%64=2"]
    assert planet.move(planet[Shift(2, -1)]) == Shift(2, -1)
    steam = Kind("steam", seats=3).numbering
    move = Deliver(5, 1, 9, (2, 0, 1))
    assert len(steam[move]) == 6
    assert steam.describe(steam[move][-1]) == "Deliver gains end"
    assert steam.move(steam[move]) == move


def test_moves_of_nature_and_moves_beyond_the_bounds_have_no_numbers() -> None:
    numbering = steam_power()
    for move in (Tiles((1, 2)), Track(100_000, 0)):
        with pytest.raises(NoNumberError):
            numbering[move]
    path = numbering[Track(17, 4)]
    for wrong in (path[:1], (*path, 0), (-1,), (numbering.size,)):
        with pytest.raises(NoNumberError):
            numbering.move(wrong)


def test_what_all_moves_share_is_not_asked_for() -> None:
    numbering = steam_power()
    moves = [Track(3, 1), Track(3, 2), Factory(0, 4)]
    choice = Choice.among(moves, numbering)
    assert numbers_of(numbering, moves, Factory(0, 4)) == numbering[Factory(0, 4)]
    assert numbers_of(numbering, moves, Track(3, 2)) == numbering[Track(3, 2)]
    assert numbers_of(numbering, moves[1:], Track(3, 2)) == numbering[Track(3, 2)][:1]
    with pytest.raises(NoChoiceError, match="can be chosen"):
        choice.choose(numbering[Track(4, 1)][0])
    assert choice.chosen == (), "a choice never changes"


def test_bids_differ_in_the_last_number_only_when_all_are_small() -> None:
    numbering = Kind("planet-steam", seats=3).numbering
    bids = [Bid(amount) for amount in range(3, 9)]
    assert len(numbers_of(numbering, bids, Bid(5))) == 2
    many = [Bid(amount) for amount in range(3, 200)]
    assert numbers_of(numbering, many, Bid(150)) == numbering[Bid(150)]


def test_items_of_a_list_are_asked_for_from_the_first_that_differs() -> None:
    """Items share their numbers, so what all have in common looks like what is asked for."""
    numbering = Kind("steam", seats=5).numbering
    moves = [Deliver(180, 2, 177, gains) for gains in ((0, 0, 0, 1, 1), (0, 0, 1, 0, 1), (0, 0, 1, 1, 0))]
    for move in moves:
        chosen: Any = Choice.among(moves, numbering)
        for number in numbers_of(numbering, moves, move):
            chosen = chosen.choose(number)
        assert chosen == move


def test_numbers_are_the_same_in_every_position_and_process() -> None:
    """Data sets and trained networks keep them: a change must raise the version of the encoding."""
    numbering = steam_power()
    assert (numbering.size, numbering[Factory(3, 5)]) == (SIZE_ON_IRELAND, FACTORY_ON_IRELAND)


SIZE_ON_IRELAND, FACTORY_ON_IRELAND = 1030, (631,)
