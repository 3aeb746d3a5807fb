"""What goes over the wire names things: facts, views and hints as the page reads them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Fact
from engineshed.core.errors import Trouble
from engineshed.core.words import Thing
from tests.games.steam_power.play import GAME, RED, acting, play, position, row, told

CITIES = {"Coalville": "black", "Slateford": "grey", "Midford": "white", "Amberley": "orange"}


def valley(**more: Any) -> Any:
    """Four cities in a row: Red's network is Coalville and Slateford, Blue's link leads on, then Green's."""
    links = {"red": ["Coalville se ne"], "blue": ["Slateford se ne"], "green": ["Amberley sw nw"]}
    factories = {"Coalville": "red", "Slateford": "red", "Amberley": "green"}
    doc = {"map": row(*CITIES), "players": 3, "cities": CITIES, "links": links, "factories": factories}
    return position(**{**doc, "hands": {"red": ["A4"]}, **more})


def facts(state: Any, text: str) -> list[Fact]:
    seat, move = acting(state), GAME.speech.read(state, text)
    return list(GAME.rules.apply(state, seat, move).facts)


def things(fact: Fact) -> dict[str, str]:
    """As the page calls them."""
    return {name: f"{it.kind} {it.id}" for name, it in fact.params.items() if isinstance(it, Thing)}


def hexes(state: Any) -> dict[str, str]:
    """Where the cities lie, as the page calls it."""
    layout = GAME.boards.layout(GAME.rules.options(map=told(state)["map"]))
    return {city.name: f"hex {city.hex}" for city in layout.cities}


def test_facts_carry_what_they_speak_of() -> None:
    state = position(map=row("Coalville", "Slateford"), links={})
    laid, finished = facts(state, "track B1 ne-nw")
    there = hexes(state)
    layout = GAME.boards.layout(GAME.rules.options(map=told(state)["map"]))
    (hex_,) = (number for number, info in enumerate(layout.hexes) if info.name == "B1")
    assert things(laid) == {"hex": f"hex {hex_}"}
    assert things(finished) == {"start": there["Slateford"], "goal": there["Coalville"], "link": "link red-0"}
    assert GAME.speech.words.say(finished) == "Red finishes the link Slateford–Coalville"


def test_goods_travel_over_links_that_the_page_finds() -> None:
    """Orange comes from Amberley: over Green's link, then over Blue's."""
    state = valley()
    carried = [fact for fact in facts(state, "deliver A4") if fact.id == "fact.carried"]
    there = hexes(state)
    assert [things(fact) for fact in carried] == [
        {"start": there["Amberley"], "goal": there["Midford"], "link": "link green-0"},
        {"start": there["Midford"], "goal": there["Slateford"], "link": "link blue-0"},
    ]


def test_a_link_keeps_its_name_while_others_are_built() -> None:
    links = {"red": ["Coalville se ne"], "blue": ["Amberley sw nw", "Midford sw nw"], "green": []}
    state = valley(links=links)
    carried = [fact for fact in facts(state, "deliver A4") if fact.id == "fact.carried"]
    assert [things(fact)["link"] for fact in carried] == ["link blue-0", "link blue-1"]


def test_contracts_are_things_alone_and_together() -> None:
    (shown, *_) = facts(valley(), "deliver A4")
    assert things(shown) == {"contract": "contract 3"}
    (dealt,) = facts(position(map="ireland", stage="deal", turn="red"), "deal A1 A4 B2 C3 D12")
    assert [(it.kind, it.id, it.name) for it in dealt.params["contracts"]][-1] == ("contract", 47, "D12")  # type: ignore[union-attr]
    assert GAME.speech.words.say(dealt) == "Red is dealt A1, A4, B2, C3, D12"
    assert dealt.to == (RED,)


def test_what_would_be_carried_is_hinted() -> None:
    """Two ways lead on from Midford: over Blue's link and over Green's."""
    links = {
        "red": ["Coalville se ne"],
        "blue": ["Slateford se ne"],
        "green": ["Slateford s se ne n", "Amberley sw nw"],
    }
    board = {**row(*CITIES), "terrain": "A . B . C . D\n. . . . . . .\n. . . . . . .\n"}
    state = play(valley(map=board, links=links, money={"red": 9}), "plan A4", "from Amberley")
    hinted = {
        GAME.speech.write(state, move): GAME.boards.hint(state, move) for move in GAME.rules.legal(state, acting(state))
    }
    assert {text: hint and hint.link for text, hint in hinted.items()} == {
        "via blue Slateford": "blue-0",
        "via green Slateford": "green-0",
        "rest": None,
    }


def test_stages_and_tiles_are_names_and_nobody_is_none() -> None:
    start = sent(GAME.rules.start(2, GAME.rules.options()))
    assert (start["stage"], start["first"], start["bonus"]) == ("tiles", None, "none")
    assert {city["tile"] for city in start["cities"]} == {None}
    later = sent(valley())
    assert (later["stage"], later["first"]) == ("action", 0)
    assert [city["tile"] for city in later["cities"]] == list(CITIES.values())


def test_a_shipment_says_where_the_good_is() -> None:
    """Green has a second link to Slateford, so that there is something to plan."""
    board = {**row(*CITIES), "terrain": "A . B . C . D\n. . . . . . .\n. . . . . . .\n"}
    links = {
        "red": ["Coalville se ne"],
        "blue": ["Slateford se ne"],
        "green": ["Slateford s se ne n", "Amberley sw nw"],
    }
    state = play(valley(map=board, links=links), "plan A4")
    assert sent(state)["shipment"] == {"contract": 3, "needs": [1, 0, 1, 1], "at": None, "visited": []}


def sent(state: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(GAME.rules.view(state, RED)))
    return found


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "there is no contract 'E1'; they are called A1 to D12"),
        ("de", "den Auftrag 'E1' gibt es nicht; sie heißen A1 bis D12"),
        ("pl", "nie ma kontraktu 'E1'; kontrakty nazywają się od A1 do D12"),
    ],
)
def test_troubles_are_told_in_the_language_of_the_reader(language: str, sentence: str) -> None:
    with pytest.raises(Trouble) as caught:
        GAME.speech.read(valley(), "deliver E1")
    assert caught.value.told(language) == sentence
