"""Described positions: keys that are left out, mistakes, impossible positions, and reading descriptions back."""

from __future__ import annotations

from datetime import date
from itertools import islice
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.games.steam_power.play import GAME, RED, acting, described, play, position, row

BY_HAND = " (by_hand = true would allow it)"
LINKED = {"map": row("Coalville", "Slateford", "Saltash"), "links": {"red": ["Coalville se ne"]}}
"""City tiles come in the order of the box, so all three cities are black."""


def trouble(**doc: Any) -> str:
    with pytest.raises(Trouble) as caught:
        position(**doc)
    return str(caught.value)


# -- keys that are left out -----------------------------------------------------------------------------------------


def test_an_empty_description_is_the_first_turn_of_two_players_on_the_first_map() -> None:
    doc = described(position())
    assert (doc["map"], doc["players"], doc["options"]) == ("steel-belt", 2, {})
    assert (doc["stage"], doc["round"], doc["first"], doc["turn"], doc["actions"]) == ("action", 1, "red", "red", 2)
    assert (doc["money"], doc["bank"]) == ({"red": 5, "blue": 5}, 240)
    assert doc["links"] == {"red": [], "blue": []}
    assert (doc["factories"], doc["goods"], doc["aside"]) == ({}, {}, [])


def test_tiles_and_contracts_come_in_the_order_of_the_box() -> None:
    doc = described(position())
    assert list(doc["cities"].values()) == [
        *["black"] * 7,
        *["white"] * 7,
        *["orange"] * 7,
        *["grey"] * 7,
        *["vp"] * 2,
    ]
    assert doc["spare"] == ["vp"] * 3
    assert doc["hands"] == {"red": ["A1", "A2", "A3", "A4", "A5"], "blue": ["A6", "A7", "A8", "A9", "A10"]}
    assert doc["bag"][:3] == ["A11", "A12", "B1"]


def test_named_tiles_and_contracts_are_taken_out_of_the_rest() -> None:
    doc = described(
        position(
            map=row("Ashford", "Bedford"), cities={"Bedford": "black"}, hands={"blue": ["A1"]}, done={"red": ["A3"]}
        )
    )
    assert doc["cities"] == {"Ashford": "black", "Bedford": "black"}
    assert doc["spare"].count("black") == 5
    assert doc["hands"] == {"red": ["A2", "A4", "A5", "A6", "A7"], "blue": ["A1"]}
    assert doc["bag"][0] == "A8"


def test_a_factory_has_five_goods_and_the_bank_has_the_rest_of_the_money() -> None:
    doc = described(position(**LINKED, factories={"Coalville": "blue"}, money={"red": 20}))
    assert doc["goods"] == {"Coalville": 5}
    assert doc["bank"] == 250 - 25


def test_a_solo_position_has_one_purse_and_one_train_less_in_the_bag() -> None:
    doc = described(position(players=1, turn="green"))
    assert (doc["money"], doc["actions"]) == ({"red": 5}, 1)
    assert doc["trains"] == {"red": 2, "blue": 2, "green": 1, "yellow": 2, "purple": 2}
    assert described(position(players=1, stage="train"))["trains"]["red"] == 2


@pytest.mark.parametrize(
    ("stage", "known", "dealt"),
    [("tiles", False, 0), ("deal", True, 0), ("first", True, 5), ("action", True, 5)],
)
def test_positions_during_setup_have_no_tiles_or_contracts_yet(stage: str, known: bool, dealt: int) -> None:
    doc = described(position(stage=stage))
    assert bool(doc["cities"]) is known
    assert [len(hand) for hand in doc["hands"].values()] == [dealt] * 2
    assert ("first" in doc) is (stage == "action")


# -- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({"hand": {}}, "a position has no key 'hand'; did you mean hands or by_hand?"),
        ({"players": 6}, "position, players: this should be a whole number from 1 to 5, not 6"),
        ({"players": "2"}, "position, players: this should be a whole number from 1 to 5, not '2'"),
        ({"map": "irland"}, "there is no map 'irland'; did you mean ireland?"),
        ({"options": {"map": "ireland"}}, "position, options: the map is not one of the options; give it as map = ..."),
        ({"options": {"take_money": 4}}, "option take_money cannot be 4; choose from 3, 5"),
        ({"stage": "routes"}, "position, stage: there is no 'routes'; did you mean route?"),
        ({"stage": ["action"]}, "position, stage: this should be a text in quotes, not ['action']"),
        ({"turn": "green"}, "position, turn: there is no 'green'; choose from red, blue"),
        ({"first": "purple"}, "position, first: there is no 'purple'; choose from red, blue"),
        ({"round": 0}, "position, round: this should be a whole number from 1 to 10000, not 0"),
        ({"last_round": 1}, "position, last_round: this should be true or false, not 1"),
        ({"money": [5]}, "position, money: this should be a table, not [5]"),
        ({"money": {"red": -1}}, "position, money, red: this should be a whole number from 0 to 10000, not -1"),
        ({"money": {"pink": 1}}, "position, money: there is no 'pink'; choose from red, blue"),
        ({"cities": {"Chicgo": "black"}}, "position, cities: there is no 'Chicgo'; did you mean Chicago?"),
        ({"cities": {"Chicago": "balck"}}, "position, cities: there is no 'balck'; did you mean black?"),
        ({"spare": "vp"}, "position, spare: this should be a list, not 'vp'"),
        ({"hands": {"red": ["A13"]}}, "position, hands: there is no contract 'A13'; they are called A1 to D12"),
        ({"hands": {"red": [["A1"]]}}, "position, hands: this should be a text in quotes, not ['A1']"),
        (
            {"links": {"red": ["Chicago n"]}},
            "position, links: 'Chicago n' should be a city and then two edges or more, as in 'Essen ne se'",
        ),
        (
            {"links": {"red": ["n se"]}},
            "position, links: 'n se' should be a city and then two edges or more, as in 'Essen ne se'",
        ),
        (
            {"links": {"red": ["Chicago ne sw"]}},
            "position, links: 'Chicago ne sw' leaves the map, passes through a city or turns back",
        ),
        (
            {"links": {"red": ["Toronto n n n"]}},
            "position, links: 'Toronto n n n' leaves the map, passes through a city or turns back",
        ),
        (
            {"links": {"red": ["Chicago s s", "Toledo s s"]}},
            "position, links, red: there are two unfinished links (R20)",
        ),
    ],
)
def test_mistakes_in_a_position_are_reported(doc: dict[str, Any], sentence: str) -> None:
    assert trouble(**doc) == sentence


PER_SEAT: list[Any] = [1, -1, "x", True, [], ["x"], [1], [["A1"]], {}, ["Derry n n"], ["Derry s se"]]
PER_CITY: list[Any] = [1, -1, 1000, "red", "black", "vp", [], {}]
SHIPMENTS: list[dict[str, Any]] = [{}, {"needs": {"black": 9}}, {"needs": 3}, {"at": "Derry"}, {"at": []}]
JUNK: list[Any] = [
    *(None, True, -1, 0, 7, 3.5, "x", "red", "train", "over", date(2024, 2, 14)),
    *([], ["x"], [1], [["A1"]], [None], [{}], {}, {1: 2}, {"x": 1}),
    *({"red": value} for value in PER_SEAT),
    *({"Derry": value} for value in PER_CITY),
    *({"contract": "A1", **shipment} for shipment in SHIPMENTS),
    *({"terrain": value} for value in (3, None, "A", date(2024, 2, 14))),
]


@pytest.mark.parametrize("key", [*described(position(players=1)), "shipment", "by_hand"])
def test_no_junk_is_accepted_as_a_position(key: str) -> None:
    """Any value of a key is either refused with a sentence or gives a position that can be played on."""
    for base in ({"by_hand": False}, {"stage": "plan"}, {"stage": "route"}, {"players": 1}):
        for value in JUNK:
            _refused_or_playable({"map": row("Derry", "Omagh"), "by_hand": True, **base, key: value})


def _refused_or_playable(doc: dict[str, Any]) -> None:
    try:
        state = GAME.speech.arrange(doc)
    except Trouble:
        return
    for seat in GAME.rules.to_act(state):
        moves = list(islice(GAME.rules.legal(state, seat), 50))
        assert moves
        for move in (moves[0], moves[-1]):
            GAME.rules.check(state, seat, move)
            GAME.rules.apply(state, seat, move)
    assert GAME.rules.view(state, RED)
    assert GAME.rules.scores(state)


# -- impossible positions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doc", "fault"),
    [
        ({"links": {"red": ["Coalville s nw"]}}, "ends towards the nw where it could never go on (R30)"),
        ({"links": {"red": ["Coalville s ne nw"]}}, "red's link from Coalville comes back to where it began (R18)"),
        (
            {"links": {"red": ["Coalville se ne", "Saltash s nw"]}},
            "red's link from Saltash does not touch the network it had (R17)",
        ),
        (
            {"links": {"red": ["Coalville se se"], "blue": ["Slateford s nw"]}},
            "the loose ends of blue and red meet (R21)",
        ),
        ({"cities": dict.fromkeys(("Coalville", "Saltash"), "vp"), "spare": ["vp"]}, "are not the 33 of the box (R3)"),
        (
            {**LINKED, "factories": {"Saltash": "red"}},
            "the factory in Saltash stands where no finished link leads (R33)",
        ),
        (
            {**LINKED, "factories": {"Coalville": "red"}, "goods": {"Coalville": 0}, "cities": {"Coalville": "vp"}},
            "there is a factory in the VP city Coalville (R35)",
        ),
        (
            {**LINKED, "factories": {"Coalville": "red"}, "goods": {"Coalville": 7}},
            "there are 7 goods in Coalville (R34)",
        ),
        ({"hands": {"red": ["A1"], "blue": ["A1"]}}, "in bag, hands and piles are not the 48 of the box (R3)"),
        ({"bag": ["A1"]}, "in bag, hands and piles are not the 48 of the box (R3)"),
        ({"bank": 100}, "money of players and bank makes 110 instead of 250"),
        ({"last_round": True}, "the last round has begun before somebody has 14 contracts (R54)"),
        (
            {"players": 5, "done": {"red": [f"D{n}" for n in range(1, 9)]}},
            "the last round has not begun, though somebody has 8 contracts (R54)",
        ),
        ({"stage": "over"}, "the game is over before its last round (R55, R62)"),
        ({"stage": "over", "players": 1, "round": 7}, "the game is over before its last round (R55, R62)"),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(doc: dict[str, Any], fault: str) -> None:
    whole = {"map": row("Coalville", "Slateford", "Saltash"), **doc}
    sentence = trouble(**whole)
    assert sentence.startswith("this position could not arise: ")
    assert fault in sentence
    assert sentence.endswith(BY_HAND)
    position(**whole, by_hand=True)


@pytest.mark.parametrize(
    ("doc", "fault"),
    [
        ({"actions": 3}, "3 actions are left (R10)"),
        ({"actions": 0}, "0 actions are left (R10)"),
        ({"stage": "laying", "steps": 2}, "2 steps of building are left (R13)"),
        ({"steps": 1}, "1 steps of building are left (R13)"),
        ({"stage": "draw"}, "0 contracts are still to be drawn (R50)"),
        ({"stage": "draw", "draws": 3}, "3 contracts are still to be drawn (R50)"),
        ({"stage": "bonus"}, "there is no bonus action to take (R48)"),
        ({"bonus": "track"}, "a bonus action is pending at the wrong time (R48)"),
        ({"stage": "laying", "bonus": "factory"}, "a bonus action is pending at the wrong time (R48)"),
        ({"stage": "train"}, "train is no stage of a game for 2 (R61)"),
        ({"stage": "first", "players": 1}, "first is no stage of a game for 1 (R61)"),
        ({"players": 1, "trains": {"red": 3}}, "there are not 0 to 2 trains of each company in the bag (R60)"),
        ({"goods": {"Derry": 1}}, "there are 1 goods in Derry, where no factory can have made them (R34, R35)"),
        (
            {"cities": {"Derry": "vp"}, "factories": {"Derry": "red"}},
            "there are 5 goods in Derry, where no factory can have made them (R34, R35)",
        ),
        ({"stage": "plan"}, "only a plan, and every plan, is about a contract that is half completed (R36)"),
        ({"shipment": {"contract": "A1"}}, "only a plan, and every plan, is about a contract that is half completed"),
        ({"stage": "plan", "shipment": {"contract": "A1"}}, "no good is missing for A1, but it is not completed (R36)"),
        (
            {"stage": "plan", "shipment": {"contract": "A1", "needs": {"black": 1}}},
            "more goods are missing than A1 asks for or than can be had (R36)",
        ),
        (
            {"stage": "route", "shipment": {"contract": "A1", "at": "Derry"}},
            "the goods that are missing cannot be paid, or one cannot be brought home (R44)",
        ),
        (
            {"stage": "plan", "shipment": {"contract": "A1", "at": "Derry"}},
            "a good is on its way though no link is asked for, or none is though one is (R37)",
        ),
    ],
)
def test_a_position_that_could_not_be_played_on_is_refused_even_by_hand(doc: dict[str, Any], fault: str) -> None:
    sentence = trouble(map="ireland", by_hand=True, **doc)
    assert sentence.startswith("this position cannot be played on: ")
    assert fault in sentence


def test_track_without_a_tile_is_refused_even_by_hand() -> None:
    links = {"red": ["Coalville se ne"], "blue": ["Saltash sw nw", "Slateford sw nw"]}
    sentence = "position, links: no tile has the track that crosses in B1"
    assert trouble(map=row("Coalville", "Slateford", "Saltash"), links=links, by_hand=True) == sentence


# -- small maps -----------------------------------------------------------------------------------------------------


def test_a_small_map_can_be_part_of_the_position() -> None:
    doc = described(position(**LINKED))
    assert list(doc["cities"]) == ["Coalville", "Slateford", "Saltash"]
    assert 'terrain = "A . B . C\\n. . . . .\\n"' in doc["map"]
    assert described(position(**{**LINKED, "map": doc["map"]})) == doc


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ({}, "the map file: the key 'terrain' is missing"),
        ({"terrain": "A . B", "cities": []}, "position, cities: this should be a table, not []"),
        ({"terrain": "A B", "cities": {"A": "Ashford", "B": "Bedford"}}, "all cities are adjacent"),
        ({"terrain": "A ~ B", "cities": {"A": "Ashford", "B": "Bedford"}}, "no track over land can join Bedford"),
        ({"terrain": "A . C", "cities": {"A": "Ashford", "B": "Bedford"}}, "city C has no name"),
        (
            {"terrain": "A . B", "cities": {"A": "Ashford", "B": date(2024, 2, 14)}},
            "position, map, B: datetime.date(2024, 2, 14) cannot be in a map",
        ),
        ({"terrain": "A . B", "town": 3, "cities": {}}, "there is no key 'town'"),
    ],
)
def test_a_map_in_a_position_must_pass_the_checks_of_a_map_file(board: dict[str, Any], sentence: str) -> None:
    assert sentence in trouble(map=board)


# -- descriptions are read back -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "board"), [(1, "ireland"), (2, "germany"), (3, "great-britain"), (5, "steel-belt")])
def test_every_position_of_a_game_is_read_back_from_its_description(seats: int, board: str) -> None:
    """Plans are preferred, so that some of the positions have goods on their way."""
    table = Table(GAME, seats, {"map": board}, seed="there and back")
    stages = set()
    while not table.over:
        seat = acting(table.state)
        rng = Rng("play", seats, table.ply)
        moves = table.legal(seat)
        planned = [move for move in moves if GAME.speech.write(table.state, move).split()[0] in ("plan", "from", "via")]
        table.play(seat, rng.choice(planned or moves))
    for state in table.states:
        doc = described(state)
        stages.add(doc["stage"])
        again = GAME.speech.arrange(doc)
        assert again == state
        assert described(again) == doc
    assert {"tiles", "deal", "draw", "action", "laying", "bonus", "plan", "over"} <= stages


def test_positions_can_be_compared() -> None:
    """Both operators are tested, because a type can define them inconsistently."""
    state, same = position(map="ireland"), position(map="ireland")
    other = play(state, "money")
    assert [state == same, state == other] == [True, False]
    assert [state != same, state != other] == [False, True]


def test_what_follows_from_a_position_is_described_and_checked() -> None:
    doc = described(position(**LINKED))
    assert doc["derived"] == {
        "tiles": {"B1": "ne-nw"},
        "stock": [79, 10, 10],
        "trains": {"red": 17, "blue": 18},
        "networks": {"red": ["Coalville", "Slateford"], "blue": []},
        "exhausted": [],
    }
    doc["derived"]["stock"] = [80, 10, 10]
    assert trouble(**doc).startswith("position, derived: it should be {'tiles': {'B1': 'ne-nw'}")


def test_nature_is_to_act_when_something_is_drawn() -> None:
    for stage in ("tiles", "deal", "first"):
        assert GAME.rules.to_act(position(stage=stage)) == (CHANCE,)
    assert GAME.rules.to_act(position(stage="draw", draws=2)) == (CHANCE,)
