"""Contracts: their costs and rewards, what is open, and where new ones come from (R38 to R42, R47 to R53)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.rng import Rng
from tests.games.steam_power.play import (
    BLUE,
    GAME,
    GREEN,
    RED,
    acting,
    described,
    offered,
    parts,
    play,
    position,
    refusal,
    row,
)

CITIES = {"Coalville": "black", "Slateford": "grey", "Midford": "white", "Amberley": "orange"}
HAND = ["A1", "A4", "A8", "A11", "B1"]


def valley(**more: Any) -> Any:
    """Four cities in a row: Red's network is Coalville and Slateford, followed by Blue's link and then Green's."""
    links = {"red": ["Coalville se ne"], "blue": ["Slateford se ne"], "green": ["Midford se ne"]}
    doc = {"map": row(*CITIES), "players": 3, "cities": CITIES, "links": links, "hands": {"red": HAND}}
    return position(**{**doc, **more})


def money(state: Any) -> list[int]:
    return list(described(state)["money"].values())


# -- fees -----------------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R38")
def test_own_factories_and_links_cost_nothing() -> None:
    """Red completes a contract from their own factories and network without any money."""
    state = valley(factories={"Coalville": "red", "Slateford": "red"}, money={"red": 0})
    assert money(play(state, "deliver A1")) == [2, 5, 5]


@pytest.mark.allows("steam-power", "R38")
def test_a_good_pays_once_for_a_link_of_any_length() -> None:
    """Blue's link has three tiles, and each of the two goods pays $1 for it."""
    board = {
        "terrain": "A . B . . . C\n. . . . . . .\n",
        "cities": {"A": "Slateford", "B": "Midford", "C": "Coalville"},
    }
    state = position(
        map=board,
        cities={"Slateford": "grey", "Midford": "white", "Coalville": "black"},
        links={"red": ["Slateford se ne"], "blue": ["Midford se ne se ne"]},
        factories={"Slateford": "red", "Coalville": "red"},
        hands={"red": ["A1"]},
    )
    assert described(play(state, "deliver A1"))["money"] == {"red": 5 - 2 + 2, "blue": 7}


@pytest.mark.allows("steam-power", "R38")
def test_a_good_takes_the_shortest_route_by_default() -> None:
    """Orange is two links away, Blue's and Green's; the factory is also Green's."""
    state = valley(factories={"Coalville": "red", "Slateford": "red", "Amberley": "green"})
    assert money(play(state, "deliver A4")) == [5 - 3 + 2, 6, 7]


@pytest.mark.refuses("steam-power", "R37")
def test_a_link_that_leads_away_from_the_network_is_refused_at_any_price() -> None:
    """Links of Blue's and Green's lead from Dunford through Catford to Red's network; Eastford is a dead end."""
    state = position(
        map=row("Ashford", "Bedford", "Catford", "Dunford", "Eastford"),
        players=3,
        cities=dict(zip(("Ashford", "Bedford", "Dunford"), ("grey", "white", "black"), strict=True)),
        links={
            "red": ["Ashford se ne"],
            "blue": ["Bedford se ne", "Catford se ne", "Dunford se ne"],
            "green": ["Catford s se ne n"],
        },
        factories={"Ashford": "red", "Dunford": "red"},
        hands={"red": ["A1"]},
        money={"red": 30},
    )
    state = play(state, "plan A1", "from Dunford")
    assert offered(state, "via") == ["via blue Catford", "via green Catford"]
    assert refusal(state, "via blue Eastford") == ("R37", "By way of Eastford the good cannot reach your network")


@pytest.mark.refuses("steam-power", "R39")
def test_a_distant_factory_of_another_player_is_paid_in_addition_to_the_links() -> None:
    """Over the same two links, there is no factory fee if the factory is Red's, and a dollar more if it is Blue's."""
    factories = {"Coalville": "red", "Slateford": "red"}
    own = play(valley(factories={**factories, "Amberley": "red"}), "deliver A4")
    foreign = play(valley(factories={**factories, "Amberley": "blue"}), "deliver A4")
    assert money(own) == [5 - 2 + 2, 6, 6]
    assert money(foreign) == [5 - 3 + 2, 7, 6]


def left_after(delivery: str, state: Any) -> dict[str, int]:
    goods: dict[str, int] = described(play(state, delivery))["goods"]
    return goods


@pytest.mark.allows("steam-power", "R40")
@pytest.mark.parametrize(
    ("goods", "left"),
    [
        ((1, 1, 5), (1, 1, 3)),
        ((1, 5, 1), (1, 3, 1)),
        ((2, 1, 2), (1, 1, 1)),
        ((1, 1, 1), (0, 0, 1)),
    ],
)
def test_among_equally_cheap_goods_a_rivals_last_good_is_taken_last(
    goods: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """Red takes two black goods from Blue's factories, all in Red's network. Exhausting one would give Blue 2 VP."""
    names = ("Aford", "Bford", "Cford")
    state = position(
        map=row(*names, "Dford"),
        cities={**dict.fromkeys(names, "black"), "Dford": "grey"},
        links={"red": [f"{name} se ne" for name in names]},
        factories={**dict.fromkeys(names, "blue"), "Dford": "red"},
        goods=dict(zip(names, goods, strict=True)),
        hands={"red": ["A1"]},
    )
    assert left_after("deliver A1", state) == {**dict(zip(names, left, strict=True)), "Dford": 4}


@pytest.mark.allows("steam-power", "R40")
def test_among_a_players_own_cities_the_one_nearest_to_exhaustion_comes_first() -> None:
    """Both black cities are Red's, and Red gets the 2 VP for an exhausted one."""
    state = position(
        map=row("Aford", "Bford", "Cford"),
        cities={"Aford": "black", "Bford": "black", "Cford": "grey"},
        links={"red": ["Aford se ne", "Bford se ne"]},
        factories=dict.fromkeys(("Aford", "Bford", "Cford"), "red"),
        goods={"Aford": 5, "Bford": 2},
        hands={"red": ["A1"]},
    )
    assert left_after("deliver A1", state) == {"Aford": 5, "Bford": 0, "Cford": 4}


@pytest.mark.refuses("steam-power", "R40")
def test_a_single_route_from_a_single_city_leaves_nothing_to_plan() -> None:
    """Orange can only come from Amberley, over Blue's link and Green's. A detour that costs too much is no choice."""
    factories = {"Coalville": "red", "Slateford": "red", "Amberley": "green"}
    state = valley(factories=factories)
    assert offered(state, "plan") == []
    assert refusal(state, "plan A4") == ("R40", "There is only one way to supply A4; no choice is left to make")
    board = {**row(*CITIES), "terrain": "A . B . C . D\n. . . . . . .\n. . . . . . .\n"}
    links = described(state)["links"]
    beside = {**links, "green": [*links["green"], "Slateford s se ne n"]}
    assert "plan A4" in offered(valley(map=board, factories=factories, links=beside))


@pytest.mark.allows("steam-power", "R40")
def test_the_hints_show_what_each_contract_would_cost() -> None:
    state = valley(factories={"Coalville": "red", "Slateford": "blue", "Amberley": "green"})
    hand = GAME.boards.hints(state, RED).hand
    assert [(hint.cost, hint.bought) for hint in hand] == [(1, 0), (4, 0), (16, 2), (14, 2), (1, 0)]
    assert GAME.rules.view(state, RED).hand == tuple(hint.contract for hint in hand)
    for cost, contract in zip((hint.cost for hint in hand), HAND, strict=True):
        if cost <= 5:
            reward = 2
            assert described(play(state, f"deliver {contract}"))["money"]["red"] == 5 - cost + reward
        else:
            assert f"costs at least ${cost} now" in refusal(state, f"deliver {contract}").sentence
    assert [hint.cost for hint in GAME.boards.hints(position(map="ireland"), RED).hand] == [None] * 5
    assert GAME.boards.hints(state, None).hand == ()


# -- goods ----------------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R41")
def test_delivered_goods_are_removed_from_the_map() -> None:
    """Three black goods are enough for one contract that needs two, but not for the next."""
    state = valley(factories={"Coalville": "red", "Slateford": "red"}, goods={"Coalville": 3}, money={"red": 0})
    state = play(state, "deliver A1", "done")
    assert described(state)["goods"] == {"Coalville": 1, "Slateford": 4}
    assert refusal(state, "deliver B1") == ("R44", "B1 costs at least $5 now (fees $0, bank $5); you have $2")


@pytest.mark.allows("steam-power", "R41")
def test_delivered_goods_can_be_used_again() -> None:
    """This table has 30 goods of each colour, and all black ones are in use; a new factory gets the two delivered."""
    names = [f"{letter}ford" for letter in "ABCDEFGH"]
    state = position(
        map=row(*names),
        options={"limited_goods": True},
        cities={**dict.fromkeys(names[:7], "black"), names[7]: "grey"},
        links={"red": [f"{name} se ne" for name in names[:7]]},
        factories={**dict.fromkeys(names[:6], "red"), names[7]: "red"},
        hands={"red": ["A1"]},
    )
    assert refusal(state, "factory Gford").rule == "R3"
    assert described(play(state, "deliver A1", "done", "factory Gford"))["goods"]["Gford"] == 2


@pytest.mark.refuses("steam-power", "R42")
def test_the_bank_sells_only_missing_goods() -> None:
    """The contract needs two black goods: one comes from the factory and only one from the bank."""
    state = valley(factories={"Coalville": "blue", "Slateford": "red"}, goods={"Coalville": 1}, money={"red": 10})
    after = play(state, "deliver A1")
    assert money(after) == [10 - 1 - 5 + 2, 6, 5]
    assert described(after)["goods"]["Coalville"] == 0


@pytest.mark.allows("steam-power", "R42")
def test_in_a_plan_the_bank_is_paid_first() -> None:
    """A good that the map cannot supply is not a choice; the plan asks only about the others."""
    state = valley(
        cities={**CITIES, "Midford": "orange"},
        factories={"Coalville": "blue", "Slateford": "red", "Midford": "green", "Amberley": "green"},
        goods={"Coalville": 1},
        hands={"red": ["A10"]},
        money={"red": 20},
    )
    state = play(state, "plan A10")
    assert money(state) == [15, 5, 5]
    assert described(state)["shipment"]["needs"] == {"black": 1, "white": 0, "orange": 2, "grey": 0}
    assert offered(state) == ["from Coalville", "from Midford", "from Amberley", "rest"]


# -- reward and secrets ---------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R47")
def test_points_are_not_money() -> None:
    """A11 is worth 5 VP and nothing else; the points go into the score, not into the purse."""
    state = valley(
        factories={"Slateford": "red", "Midford": "red", "Amberley": "red"},
        links={"red": ["Coalville se ne", "Slateford se ne", "Midford se ne"]},
    )
    after = play(state, "deliver A11")
    assert money(after) == [5, 5, 5]
    assert parts(after)["contracts"] == parts(state)["contracts"] + 5
    assert described(after)["stage"] == "action", "there is no bonus action either"


@pytest.mark.refuses("steam-power", "R48")
def test_a_bonus_that_was_declined_is_lost() -> None:
    state = valley(factories={"Coalville": "red", "Slateford": "red"})
    after = play(state, "deliver A1", "done")
    assert described(after)["actions"] == 1
    assert refusal(after, "done").rule == "R12"
    assert refusal(after, "factory Midford 6").rule == "R34"


def seen(state: Any, seat: Seat | None) -> list[tuple[int, int, int]]:
    return [(player.money, player.contracts, len(player.done)) for player in GAME.rules.view(state, seat).players]


@pytest.mark.allows("steam-power", "R49")
def test_money_piles_and_the_size_of_hands_are_open() -> None:
    state = valley(hands={"red": HAND, "blue": ["C1"]}, done={"green": ["D1", "D2"]}, money={"blue": 9})
    for seat in (RED, BLUE, GREEN, None):
        assert seen(state, seat) == [(5, 5, 0), (9, 1, 0), (5, 5, 2)]


@pytest.mark.refuses("steam-power", "R49")
def test_the_contracts_in_other_hands_are_hidden() -> None:
    """Red cannot tell the contracts in the bag from those in Blue's hand."""
    one = valley(hands={"red": HAND, "blue": ["C1"], "green": ["C2"]})
    other = valley(hands={"red": HAND, "blue": ["D12"], "green": ["C2"]})
    assert GAME.rules.view(one, RED) == GAME.rules.view(other, RED)
    assert GAME.rules.view(one, None).hand is None
    assert GAME.rules.view(one, BLUE) != GAME.rules.view(other, BLUE)


@pytest.mark.refuses("steam-power", "R49")
def test_only_the_player_who_draws_sees_the_contract() -> None:
    state = play(valley(), "contracts")
    step = GAME.rules.apply(state, CHANCE, GAME.speech.read(state, "draw D12"))
    assert [(GAME.speech.words.say(fact), fact.to) for fact in step.facts] == [("Red draws D12", (RED,))]
    assert step.reveals


# -- taking contracts ------------------------------------------------------------------------------------------------

ALL = [f"{letter}{number}" for letter in "ABCD" for number in range(1, 13)]


def empty_bag(red: int, blue: int, green: int) -> Any:
    """Hands of these sizes. All other contracts are completed, but nobody has enough to end the game."""
    hands, rest = {}, ALL
    for name, size in (("red", red), ("blue", blue), ("green", green)):
        hands[name], rest = rest[:size], rest[size:]
    done = {"red": rest[:10], "blue": rest[10:20], "green": rest[20:30]}
    assert len(rest) <= 30
    return position(map="ireland", players=3, hands=hands, done=done, bag=[])


@pytest.mark.allows("steam-power", "R52")
def test_contracts_are_drawn_from_all_tied_hands() -> None:
    """Blue and Green hold eight each and Red four, so sixteen contracts may be drawn, and each of them can be."""
    state = play(empty_bag(4, 8, 8), "contracts")
    assert offered(state) == [f"draw {contract}" for contract in ALL[4:20]]
    drawn = {GAME.speech.write(state, GAME.rules.draw(state, Rng("tie", number))) for number in range(300)}
    assert drawn == set(offered(state))


@pytest.mark.refuses("steam-power", "R52")
def test_the_fullest_hand_is_determined_again_for_each_contract() -> None:
    """Nobody draws from a smaller hand or from their own, although Red's is the largest here."""
    state = play(empty_bag(10, 4, 5), "contracts")
    assert offered(state) == [f"draw {contract}" for contract in ALL[14:19]]
    assert refusal(state, "draw A1", CHANCE) == ("R52", "That contract cannot be drawn now")
    state = play(state, f"draw {ALL[14]}")
    assert offered(state) == [f"draw {contract}" for contract in [*ALL[10:14], *ALL[15:19]]]


@pytest.mark.refuses("steam-power", "R52")
def test_a_players_own_hand_does_not_count_in_a_tie() -> None:
    state = play(empty_bag(7, 7, 6), "contracts")
    assert offered(state) == [f"draw {contract}" for contract in ALL[7:14]]


@pytest.mark.allows("steam-power", "R52")
def test_a_player_gets_fewer_contracts_if_fewer_are_left() -> None:
    done = {"red": ALL[:13], "blue": ALL[13:26]}
    one_left = position(map="ireland", hands={"red": ALL[26:47], "blue": [ALL[47]]}, done=done, bag=[])
    state = play(one_left, "contracts", f"draw {ALL[47]}")
    assert acting(state) == RED
    assert described(state)["actions"] == 1
    assert described(state)["hands"] == {"red": ALL[26:], "blue": []}


@pytest.mark.refuses("steam-power", "R52")
def test_nobody_can_take_contracts_when_there_are_none() -> None:
    """That would be passing. A bonus action without effect can only be declined."""
    done = {"red": ALL[:13], "blue": ALL[13:26]}
    none_left = {"map": "ireland", "hands": {"red": ALL[26:], "blue": []}, "done": done, "bag": []}
    state = position(**none_left)
    sentence = "There are no contracts to draw: the bag is empty, and nobody else holds any"
    assert "contracts" not in offered(state)
    assert refusal(state, "contracts") == ("R52", sentence)
    bonus = position(**none_left, stage="bonus", bonus="contracts")
    assert offered(bonus) == ["done"]
    assert refusal(bonus, "contracts") == ("R52", sentence)


@pytest.mark.parametrize(
    ("others", "sentences"),
    [
        (2, ["Red takes 2 contracts"]),
        (1, ["Red takes 1 contract", "There are no more contracts to draw"]),
    ],
)
def test_everybody_is_told_how_many_contracts_are_taken(others: int, sentences: list[str]) -> None:
    done = {"red": ALL[:13], "blue": ALL[13:26]}
    hands = {"red": ALL[26 : 48 - others], "blue": ALL[48 - others :]}
    state = position(map="ireland", hands=hands, done=done, bag=[])
    step = GAME.rules.apply(state, RED, GAME.speech.read(state, "contracts"))
    assert [GAME.speech.words.say(fact) for fact in step.facts] == sentences
    assert {fact.to for fact in step.facts} == {None}


# -- money ----------------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R53")
def test_money_comes_from_the_bank() -> None:
    state = play(position(map="ireland"), "money")
    assert described(state)["money"] == {"red": 8, "blue": 5}
    assert described(state)["bank"] == 237


@pytest.mark.refuses("steam-power", "R53")
def test_taking_money_takes_an_action() -> None:
    state = play(position(map="ireland"), "money", "money")
    assert described(state)["money"] == {"red": 11, "blue": 5}
    assert refusal(state, "money", RED) == ("R10", "It is Blue's turn")
