"""Playing alone (R60 to R66)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.games.steam_power.play import (
    GAME,
    RED,
    STAR_CITIES,
    acting,
    offered,
    parts,
    play,
    position,
    refusal,
    row,
    star,
    told,
)

COMPANIES = ("red", "blue", "green", "yellow", "purple")


def alone(**more: Any) -> Any:
    """The Red company's network holds black of its own and grey of Blue's; Blue's link leads on to orange."""
    doc = {
        "map": row("Coalville", "Slateford", "Amberley"),
        "players": 1,
        "cities": {"Coalville": "black", "Slateford": "grey", "Amberley": "orange"},
        "links": {"red": ["Coalville se ne"], "blue": ["Slateford se ne"]},
        "factories": {"Coalville": "red", "Slateford": "blue"},
        "hands": {"red": ["A1", "A4", "A5", "A8", "A9"]},
    }
    return position(**{**doc, **more})


# -- companies and turns --------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R60")
def test_one_player_leads_all_five() -> None:
    doc = told(Table(GAME, 1, seed="alone").state)
    assert doc["money"] == {"red": 5}
    assert len(doc["hands"]["red"]) == 5
    assert tuple(doc["links"]) == COMPANIES
    assert doc["bank"] == 245
    assert sum(doc["trains"].values()) == 10 - 1, "the first train has been drawn"


@pytest.mark.refuses("steam-power", "R60")
def test_there_is_one_seat_only() -> None:
    """The other companies are no players: they have neither purse nor hand, and nobody sits there."""
    state = GAME.rules.start(1, GAME.rules.options())
    assert len(GAME.rules.scores(state)) == 1
    assert len(GAME.rules.view(state, None).players) == 1
    assert len(GAME.rules.view(state, None).companies) == 5


@pytest.mark.allows("steam-power", "R61", "R62")
def test_a_game_is_eight_turns_of_ten_actions() -> None:
    """Two of each company in every turn, seven contracts laid aside, and not one beyond the eightieth action."""
    table = Table(GAME, 1, seed="eighty")
    drawn: list[str] = []
    while not table.over:
        drawn.append(told(table.state)["turn"])
        table.play(RED, table.read("money"))
    assert len(drawn) == 80
    for turn in range(8):
        assert sorted(drawn[10 * turn : 10 * turn + 10]) == sorted(COMPANIES * 2)
    assert len(told(table.state)["aside"]) == 7
    assert GAME.rules.round(table.state) == 8
    assert told(table.state)["money"] == {"red": 5 + 80 * 3}


def test_a_company_is_as_likely_as_it_has_trains_in_the_bag() -> None:
    state = alone(stage="train", trains={"red": 2, "blue": 1, "green": 0, "yellow": 0, "purple": 2})
    outcomes = GAME.rules.outcomes(state)
    assert outcomes is not None
    chances = {GAME.speech.write(state, outcome.move): outcome.chance for outcome in outcomes}
    assert chances == {"train red": Fraction(2, 5), "train blue": Fraction(1, 5), "train purple": Fraction(2, 5)}
    drawn = [GAME.speech.write(state, GAME.rules.draw(state, Rng("train", number))) for number in range(1000)]
    assert all(abs(drawn.count(train) / 1000 - chance) < 0.05 for train, chance in chances.items())


@pytest.mark.refuses("steam-power", "R62")
def test_no_number_of_contracts_ends_it_earlier() -> None:
    done = [f"{letter}{number}" for letter in "BCD" for number in range(1, 7)]
    state = play(alone(done={"red": done}), "deliver A1", "done")
    assert len(told(state)["done"]["red"]) == 19
    assert GAME.rules.to_act(state) == (CHANCE,)
    assert not told(state)["last_round"]


# -- purse and hand -------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R63")
def test_a_fee_for_another_company_is_gone() -> None:
    """Orange of Blue's over Blue's link and grey of Blue's: $3 leave the purse, and the bank has them."""
    state = alone(factories={"Coalville": "red", "Slateford": "blue", "Amberley": "blue"})
    after = play(state, "deliver A4")
    assert told(after)["money"] == {"red": 5 - 3 + 2}
    assert told(after)["bank"] == 245 + 3 - 2


@pytest.mark.allows("steam-power", "R63")
def test_every_company_pays_from_and_into_the_same_purse() -> None:
    board = {"terrain": "A + B\n. . .\n", "cities": {"A": "Ashford", "B": "Bedford"}}
    state = position(map=board, players=1, turn="purple")
    state = play(state, "track B1 ne-nw", "done", "train green", "money")
    assert told(state)["money"] == {"red": 5 - 2 + 3}
    assert told(state)["links"]["purple"] == ["Bedford sw nw"]


@pytest.mark.allows("steam-power", "R64")
def test_any_company_may_complete_any_contract_of_the_hand() -> None:
    """For Blue, black is Red's and comes over Red's link: $2 each; grey is Blue's own."""
    after = play(alone(turn="blue"), "deliver A1")
    assert told(after)["money"] == {"red": 5 - 4 + 2}
    assert told(after)["done"] == {"red": ["A1"]}


@pytest.mark.refuses("steam-power", "R64")
def test_it_needs_a_network_of_its_own() -> None:
    assert refusal(alone(turn="green"), "deliver A1") == (
        "R45",
        "You need a finished link before you can complete A1",
    )


# -- score ----------------------------------------------------------------------------------------------------------


def with_vp_city(companies: int) -> Any:
    """This many companies have a link to Kingsbury in the middle; two contracts are completed, and $14 are left."""
    ways = ("n n", "ne ne", "se se", "s s", "sw sw")
    links = {name: [f"Kingsbury {way}"] for name, way in zip(COMPANIES, ways, strict=True)}
    return position(
        map=star("Kingsbury"),
        players=1,
        cities={"Kingsbury": "vp", **dict(zip(STAR_CITIES, ["black", "white"] * 3, strict=True))},
        links={name: links[name] for name in COMPANIES[:companies]},
        money={"red": 14},
        done={"red": ["A11", "A1"]},
    )


@pytest.mark.allows("steam-power", "R65")
@pytest.mark.parametrize("companies", [0, 1, 3, 5])
def test_a_vp_city_is_worth_a_point_for_each_company(companies: int) -> None:
    assert parts(with_vp_city(companies)) == {"contracts": 7, "cities": companies, "factories": 0, "money": 2}


@pytest.mark.allows("steam-power", "R65")
def test_exhausted_cities_score_whichever_company_built_there() -> None:
    state = alone(goods={"Coalville": 0, "Slateford": 0})
    assert parts(state)["factories"] == 4


@pytest.mark.refuses("steam-power", "R65")
def test_a_city_with_goods_left_scores_nothing_and_a_vp_city_is_not_shared_out() -> None:
    """Among players one connection to a VP city would be worth 4 and two 2 each; alone they are worth 1 and 2."""
    assert parts(alone(goods={"Coalville": 1, "Slateford": 0}))["factories"] == 2
    assert [parts(with_vp_city(companies))["cities"] for companies in (1, 2)] == [1, 2]


# -- each company's own ---------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R66")
def test_each_company_has_its_own_first_tile_and_unfinished_link() -> None:
    """Red's link is unfinished; Green may still begin one, and at any city, for it is Green's first tile."""
    state = alone(links={"red": ["Coalville se se"]}, factories={}, turn="green")
    state = play(state, "track D1 nw-s", "done", "train yellow", "track E2 n-nw")
    assert told(state)["links"] == {
        "red": ["Coalville se se"],
        "blue": [],
        "green": ["Slateford se s"],
        "yellow": ["Amberley s nw"],
        "purple": [],
    }


@pytest.mark.refuses("steam-power", "R66")
def test_each_company_is_foreign_to_the_others() -> None:
    """Blue may neither begin in a city of Red's network nor join Red's loose end."""
    assert refusal(alone(turn="blue"), "track A2 n-ne").rule == "R17"
    meeting = alone(turn="blue", links={"red": ["Coalville se se"], "blue": ["Amberley sw sw"]}, factories={})
    assert refusal(meeting, "track C2 ne-nw") == ("R21", "At edge nw of C2 it would join another company's track")


@pytest.mark.refuses("steam-power", "R66")
def test_sixteen_trains_are_left_for_links() -> None:
    """Two of the eighteen are in the bag; the fifteen factories are all there."""
    names = [f"{letter}ford" for letter in "ABCDEFGHIJKLMNOPQR"]
    links = [f"{name} se ne" for name in names[:16]]
    assert [company.trains for company in GAME.rules.view(alone(), None).companies] == [15, 15, 16, 16, 16]
    assert [company.factories for company in GAME.rules.view(alone(), None).companies] == [14, 14, 15, 15, 15]
    state = position(map=row(*names), players=1, links={"red": links})
    assert refusal(state, "track AH1 ne-nw") == (
        "R3",
        "All your trains are in use, on 16 links; a new link needs one",
    )


@pytest.mark.allows("steam-power", "R66")
def test_the_active_company_takes_the_bonus_action() -> None:
    state = play(alone(), "deliver A5", "factory Amberley 6", "train blue")
    assert told(state)["factories"]["Amberley"] == "red"


@pytest.mark.allows("steam-power", "R66")
def test_the_turns_go_on_with_an_empty_bag() -> None:
    rest = [f"{letter}{number}" for letter in "ABCD" for number in range(1, 13)]
    state = position(map="ireland", players=1, hands={"red": rest[:10]}, done={"red": rest[10:]}, bag=[])
    while GAME.rules.round(state) == 1:
        move = "money" if acting(state) == RED else GAME.speech.write(state, GAME.rules.draw(state, Rng("train")))
        facts = GAME.rules.apply(state, acting(state), GAME.speech.read(state, move)).facts
        state = play(state, move)
    assert told(state)["aside"] == []
    assert [GAME.speech.words.say(fact) for fact in facts][1:] == [
        "Turn 1 is over: no contract is left to be laid aside, and the trains go back into the bag"
    ]
    assert offered(state) == [f"train {company}" for company in COMPANIES]
