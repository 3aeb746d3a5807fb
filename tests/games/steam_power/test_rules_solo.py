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
    described,
    offered,
    parts,
    play,
    position,
    refusal,
    row,
    star,
)

COMPANIES = ("red", "blue", "green", "yellow", "purple")


def alone(**more: Any) -> Any:
    """Red's network has Red's black factory and Blue's grey one; Blue's link leads on to an orange city."""
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
def test_a_solo_player_runs_all_five_companies() -> None:
    doc = described(Table(GAME, 1, seed="alone").state)
    assert doc["money"] == {"red": 5}
    assert len(doc["hands"]["red"]) == 5
    assert tuple(doc["links"]) == COMPANIES
    assert doc["bank"] == 245
    assert sum(doc["trains"].values()) == 10 - 1, "the first train has been drawn"


@pytest.mark.refuses("steam-power", "R60")
def test_a_solo_game_has_only_one_seat() -> None:
    """The other companies are not players: they have neither a purse nor a hand."""
    state = GAME.rules.start(1, GAME.rules.options())
    assert len(GAME.rules.scores(state)) == 1
    assert len(GAME.rules.view(state, None).players) == 1
    assert len(GAME.rules.view(state, None).companies) == 5


@pytest.mark.allows("steam-power", "R61", "R62")
def test_a_solo_game_has_eight_turns_of_ten_actions() -> None:
    """Each turn has two actions per company. Seven contracts are set aside, and none after the last action."""
    table = Table(GAME, 1, seed="eighty")
    drawn: list[str] = []
    while not table.over:
        drawn.append(described(table.state)["turn"])
        table.play(RED, table.read("money"))
    assert len(drawn) == 80
    for turn in range(8):
        assert sorted(drawn[10 * turn : 10 * turn + 10]) == sorted(COMPANIES * 2)
    assert len(described(table.state)["aside"]) == 7
    assert GAME.rules.round(table.state) == 8
    assert described(table.state)["money"] == {"red": 5 + 80 * 3}


def test_the_chance_of_a_company_depends_on_its_trains_in_the_bag() -> None:
    state = alone(stage="train", trains={"red": 2, "blue": 1, "green": 0, "yellow": 0, "purple": 2})
    outcomes = GAME.rules.outcomes(state)
    assert outcomes is not None
    chances = {GAME.speech.write(state, outcome.move): outcome.chance for outcome in outcomes}
    assert chances == {"train red": Fraction(2, 5), "train blue": Fraction(1, 5), "train purple": Fraction(2, 5)}
    drawn = [GAME.speech.write(state, GAME.rules.draw(state, Rng("train", number))) for number in range(1000)]
    assert all(abs(drawn.count(train) / 1000 - chance) < 0.05 for train, chance in chances.items())


@pytest.mark.refuses("steam-power", "R62")
def test_no_number_of_contracts_ends_a_solo_game_early() -> None:
    done = [f"{letter}{number}" for letter in "BCD" for number in range(1, 7)]
    state = play(alone(done={"red": done}), "deliver A1", "done")
    assert len(described(state)["done"]["red"]) == 19
    assert GAME.rules.to_act(state) == (CHANCE,)
    assert not described(state)["last_round"]


# -- purse and hand -------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R63")
def test_fees_to_other_companies_go_to_the_bank() -> None:
    """Blue's orange over Blue's link and Blue's grey cost $3, which go from the purse to the bank."""
    state = alone(factories={"Coalville": "red", "Slateford": "blue", "Amberley": "blue"})
    after = play(state, "deliver A4")
    assert described(after)["money"] == {"red": 5 - 3 + 2}
    assert described(after)["bank"] == 245 + 3 - 2


@pytest.mark.allows("steam-power", "R63")
def test_every_company_pays_from_and_into_the_same_purse() -> None:
    board = {"terrain": "A + B\n. . .\n", "cities": {"A": "Ashford", "B": "Bedford"}}
    state = position(map=board, players=1, turn="purple")
    state = play(state, "track B1 ne-nw", "done", "train green", "money")
    assert described(state)["money"] == {"red": 5 - 2 + 3}
    assert described(state)["links"]["purple"] == ["Bedford sw nw"]


@pytest.mark.allows("steam-power", "R64")
def test_any_company_may_complete_any_contract_in_the_hand() -> None:
    """Blue pays $2 for each black good, from Red's factory over Red's link; grey is Blue's own."""
    after = play(alone(turn="blue"), "deliver A1")
    assert described(after)["money"] == {"red": 5 - 4 + 2}
    assert described(after)["done"] == {"red": ["A1"]}


@pytest.mark.refuses("steam-power", "R64")
def test_a_company_needs_its_own_network_to_complete_a_contract() -> None:
    assert refusal(alone(turn="green"), "deliver A1") == (
        "R45",
        "You need a finished link before you can complete A1",
    )


# -- score ----------------------------------------------------------------------------------------------------------


def with_vp_city(companies: int) -> Any:
    """This many companies have a link to Kingsbury in the middle; two contracts are completed, and $14 is left."""
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
def test_a_vp_city_scores_a_point_for_each_linked_company(companies: int) -> None:
    assert parts(with_vp_city(companies)) == {"contracts": 7, "cities": companies, "factories": 0, "money": 2}


@pytest.mark.allows("steam-power", "R65")
def test_exhausted_cities_score_whichever_company_built_the_factory() -> None:
    state = alone(goods={"Coalville": 0, "Slateford": 0})
    assert parts(state)["factories"] == 4


@pytest.mark.refuses("steam-power", "R65")
def test_a_city_with_goods_left_scores_nothing_and_a_vp_city_is_not_shared() -> None:
    """Among several players, one link to a VP city is worth 4 and two are worth 2 each; here they are worth 1 each."""
    assert parts(alone(goods={"Coalville": 1, "Slateford": 0}))["factories"] == 2
    assert [parts(with_vp_city(companies))["cities"] for companies in (1, 2)] == [1, 2]


# -- separate companies ---------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R66")
def test_each_company_has_its_own_first_tile_and_unfinished_link() -> None:
    """Red's link is unfinished. Green may still begin one at any city, because it is Green's first tile."""
    state = alone(links={"red": ["Coalville se se"]}, factories={}, turn="green")
    state = play(state, "track D1 nw-s", "done", "train yellow", "track E2 n-nw")
    assert described(state)["links"] == {
        "red": ["Coalville se se"],
        "blue": [],
        "green": ["Slateford se s"],
        "yellow": ["Amberley s nw"],
        "purple": [],
    }


@pytest.mark.refuses("steam-power", "R66")
def test_each_company_is_foreign_to_the_others() -> None:
    """Blue may neither start from a city in Red's network nor join Red's loose end."""
    assert refusal(alone(turn="blue"), "track A2 n-ne").rule == "R17"
    meeting = alone(turn="blue", links={"red": ["Coalville se se"], "blue": ["Amberley sw sw"]}, factories={})
    assert refusal(meeting, "track C2 ne-nw") == (
        "R21",
        "At the northwestern edge of C2 it would join another company's track",
    )


@pytest.mark.refuses("steam-power", "R66")
def test_sixteen_trains_are_left_for_links() -> None:
    """Two of the eighteen trains are in the bag; all fifteen factories are available."""
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
    assert described(state)["factories"]["Amberley"] == "red"


@pytest.mark.allows("steam-power", "R66")
def test_the_game_continues_with_an_empty_bag() -> None:
    rest = [f"{letter}{number}" for letter in "ABCD" for number in range(1, 13)]
    state = position(map="ireland", players=1, hands={"red": rest[:10]}, done={"red": rest[10:]}, bag=[])
    while GAME.rules.round(state) == 1:
        move = "money" if acting(state) == RED else GAME.speech.write(state, GAME.rules.draw(state, Rng("train")))
        facts = GAME.rules.apply(state, acting(state), GAME.speech.read(state, move)).facts
        state = play(state, move)
    assert described(state)["aside"] == []
    assert [GAME.speech.words.say(fact) for fact in facts][1:] == [
        "Turn 1 is over: no contract is left to be laid aside, and the trains go back into the bag"
    ]
    assert offered(state) == [f"train {company}" for company in COMPANIES]
