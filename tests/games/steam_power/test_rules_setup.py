"""The pieces, and how a game begins (R1, R3 to R9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.testing.odd_moves import decoder_of
from tests.games.steam_power.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    described,
    offered,
    play,
    position,
    refusal,
    row,
)

BOX = {"black": 7, "white": 7, "orange": 7, "grey": 7, "vp": 5}


def set_up(seats: int, **options: Any) -> Any:
    """A game after nature has made its setup draws."""
    return Table(GAME, seats, options, seed="a morning in May").state


# -- players --------------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_one_to_five_players_may_play(seats: int) -> None:
    state = GAME.rules.start(seats, GAME.rules.options())
    assert GAME.rules.to_act(state) == (CHANCE,)
    assert len(GAME.rules.scores(state)) == seats


@pytest.mark.refuses("steam-power", "R1")
@pytest.mark.parametrize(("seats", "said"), [(-1, "−1"), (0, "0"), (6, "6"), (7, "7")])
def test_other_numbers_of_players_are_refused(seats: int, said: str) -> None:
    with pytest.raises(Trouble, match=rf"for 2 to 5 players, or for 1 alone \(R1\), not for {said}"):
        GAME.rules.start(seats, GAME.rules.options())


# -- city tiles -----------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R3", "R4")
@pytest.mark.parametrize("board", ["ireland", "germany"])
def test_every_city_gets_a_city_tile(board: str) -> None:
    doc = described(set_up(3, map=board))
    assert Counter([*doc["cities"].values(), *doc["spare"]]) == BOX
    assert len(doc["cities"]) == {"ireland": 25, "germany": 33}[board]


@pytest.mark.allows("steam-power", "R5")
def test_everybody_sees_the_spare_tiles() -> None:
    state = set_up(3, map="ireland")
    spare = GAME.rules.view(state, None).spare
    assert len(spare) == 33 - 25
    assert all(GAME.rules.view(state, Seat(seat)).spare == spare for seat in range(3))


@pytest.mark.refuses("steam-power", "R5")
def test_spare_tiles_are_not_in_play() -> None:
    """All white tiles are spare, so no city can make white goods, and spare tiles score nothing."""
    state = position(
        map=row("Ashford", "Bedford"),
        cities={"Ashford": "black", "Bedford": "vp"},
        links={"red": ["Ashford se ne"]},
        factories={"Ashford": "red"},
        hands={"red": ["A2"]},
    )
    assert described(state)["spare"].count("white") == BOX["white"]
    assert offered(state, "factory") == []
    assert described(play(state, "deliver A2"))["money"]["red"] == 5 - 5 + 2
    assert GAME.rules.scores(state)[RED].parts == {"contracts": 0, "cities": 4, "factories": 0, "money": 1}


# -- pieces, contracts, money ---------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R6")
@pytest.mark.parametrize("seats", [2, 5])
def test_each_player_has_pieces_of_one_colour(seats: int) -> None:
    companies = GAME.rules.view(set_up(seats), None).companies
    assert [(company.trains, company.factories) for company in companies] == [(18, 15)] * seats


@pytest.mark.refuses("steam-power", "R6")
def test_pieces_belong_to_their_owner() -> None:
    """Red's link and factory use Red's pieces, and Blue may not extend Red's link."""
    state = position(map=row("Ashford", "Bedford", "Catford"), links={"red": ["Ashford se ne"]})
    state = play(state, "factory Ashford", "track D1 nw-s", "done")
    red, blue = GAME.rules.view(state, None).companies
    assert (red.trains, red.factories) == (16, 14)
    assert (blue.trains, blue.factories) == (18, 15)
    assert acting(state) == BLUE
    assert refusal(state, "track D2 n-se").rule == "R16"


@pytest.mark.allows("steam-power", "R7", "R8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_starts_with_five_contracts_and_five_dollars(seats: int) -> None:
    doc = described(set_up(seats))
    hands = list(doc["hands"].values())
    assert [len(hand) for hand in hands] == [5] * seats
    assert len({contract for hand in [*hands, doc["bag"]] for contract in hand}) == 48
    assert list(doc["money"].values()) == [5] * seats
    assert doc["bank"] == 250 - 5 * seats


@pytest.mark.allows("steam-power", "R7")
@pytest.mark.refuses("steam-power", "R7")
def test_contracts_are_dealt_in_any_order() -> None:
    """However they come: as text or as JSON."""
    state = GAME.rules.start(2, GAME.rules.options())
    state = GAME.rules.apply(state, CHANCE, GAME.rules.draw(state, Rng("tiles"))).state
    dealt = GAME.speech.read(state, "deal A1 A2 A3 A4 A5")
    mixed = msgspec.json.encode({"type": "deal", "contracts": dealt.contracts[::-1]})
    for same in (GAME.speech.read(state, "deal A5 A1 A4 A2 A3"), decoder_of(GAME).decode(mixed)):
        GAME.rules.check(state, CHANCE, same)
        assert same == dealt
    for wrong in ("deal A1 A2 A3 A4", "deal A1 A2 A3 A4 A4"):
        assert refusal(state, wrong) == ("R7", "5 different contracts from the bag are dealt")


@pytest.mark.refuses("steam-power", "R7")
def test_only_its_owner_sees_a_hand() -> None:
    """Two deals that differ only in Red's hand look different to Red and the same to everybody else."""
    hands = [["A1", "A2", "A3", "A4", "A5"], ["D1", "D2", "D3", "D4", "D5"]]
    one, other = (
        position(map="ireland", players=3, hands={"red": hand, "blue": ["B1"], "green": ["C1"]}) for hand in hands
    )
    for seat in (BLUE, GREEN, None):
        assert GAME.rules.view(one, seat) == GAME.rules.view(other, seat)
    assert GAME.rules.view(one, RED) != GAME.rules.view(other, RED)


@pytest.mark.refuses("steam-power", "R8")
def test_nobody_can_spend_more_than_the_start_money() -> None:
    """The rest of the money is in the bank: after a mountain for $4, a hill for $2 is too expensive."""
    state = position(map={"terrain": "A ^ + B\n. . . .", "cities": {"A": "Ashford", "B": "Bedford"}})
    state = play(state, "track B1 ne-nw")
    assert described(state)["money"]["red"] == 1
    assert described(state)["bank"] == 244
    assert refusal(state, "track C1 se-sw") == ("R14", "Building in C1 costs $2; you have $1")


@pytest.mark.allows("steam-power", "R9")
def test_chance_draws_the_start_player() -> None:
    firsts = {described(Table(GAME, 3, seed=f"seed {number}").state)["first"] for number in range(20)}
    assert firsts == {"red", "blue", "green"}
