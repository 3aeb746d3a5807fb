"""Facts, views and hints as the page reads them: they refer to things by name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Fact
from engineshed.core.errors import Trouble
from engineshed.core.words import Thing
from tests.games.steam_power.play import GAME, RED, acting, described, play, position, row

CITIES = {"Coalville": "black", "Slateford": "grey", "Midford": "white", "Amberley": "orange"}


def valley(**more: Any) -> Any:
    """Four cities in a row: Red's network is Coalville and Slateford, followed by Blue's link and then Green's."""
    links = {"red": ["Coalville se ne"], "blue": ["Slateford se ne"], "green": ["Amberley sw nw"]}
    factories = {"Coalville": "red", "Slateford": "red", "Amberley": "green"}
    doc = {"map": row(*CITIES), "players": 3, "cities": CITIES, "links": links, "factories": factories}
    return position(**{**doc, "hands": {"red": ["A4"]}, **more})


def facts(state: Any, text: str) -> list[Fact]:
    seat, move = acting(state), GAME.speech.read(state, text)
    return list(GAME.rules.apply(state, seat, move).facts)


def things(fact: Fact) -> dict[str, str]:
    """The things in a fact, as the page names them."""
    return {name: f"{it.kind} {it.id}" for name, it in fact.params.items() if isinstance(it, Thing)}


def hexes(state: Any) -> dict[str, str]:
    """The hexes of the cities, as the page names them."""
    layout = GAME.boards.layout(GAME.rules.options(map=described(state)["map"]))
    return {city.name: f"hex {city.hex}" for city in layout.cities}


def test_facts_contain_the_things_that_they_are_about() -> None:
    state = position(map=row("Coalville", "Slateford"), links={})
    laid, finished = facts(state, "track B1 ne-nw")
    there = hexes(state)
    layout = GAME.boards.layout(GAME.rules.options(map=described(state)["map"]))
    (hex_,) = (number for number, info in enumerate(layout.hexes) if info.name == "B1")
    assert things(laid) == {"hex": f"hex {hex_}"}
    assert things(finished) == {"start": there["Slateford"], "goal": there["Coalville"], "link": "link red-0"}
    assert GAME.speech.words.say(finished) == "Red finishes the link Slateford–Coalville"


def test_the_facts_of_a_delivery_name_its_links() -> None:
    """Orange comes from Amberley: over Green's link, then over Blue's."""
    state = valley()
    carried = [fact for fact in facts(state, "deliver A4") if fact.id == "fact.carried"]
    there = hexes(state)
    assert [things(fact) for fact in carried] == [
        {"start": there["Amberley"], "goal": there["Midford"], "link": "link green-0"},
        {"start": there["Midford"], "goal": there["Slateford"], "link": "link blue-0"},
    ]


def test_links_of_one_owner_are_numbered_in_the_order_they_were_built() -> None:
    links = {"red": ["Coalville se ne"], "blue": ["Amberley sw nw", "Midford sw nw"], "green": []}
    state = valley(links=links)
    carried = [fact for fact in facts(state, "deliver A4") if fact.id == "fact.carried"]
    assert [things(fact)["link"] for fact in carried] == ["link blue-0", "link blue-1"]


def test_contracts_are_things_one_by_one_and_in_lists() -> None:
    (shown, *_) = facts(valley(), "deliver A4")
    assert things(shown) == {"contract": "contract 3"}
    (dealt,) = facts(position(map="ireland", stage="deal", turn="red"), "deal A1 A4 B2 C3 D12")
    assert [(it.kind, it.id, it.name) for it in dealt.params["contracts"]][-1] == ("contract", 47, "D12")  # type: ignore[union-attr]
    assert GAME.speech.words.say(dealt) == "Red is dealt A1, A4, B2, C3, D12"
    assert dealt.to == (RED,)


def test_the_hint_of_a_step_names_its_link() -> None:
    """From Midford the good can take Blue's link or Green's."""
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


def test_a_view_has_names_for_stages_and_tiles_and_none_for_nobody() -> None:
    start = sent(GAME.rules.start(2, GAME.rules.options()))
    assert (start["stage"], start["first"], start["bonus"]) == ("tiles", None, "none")
    assert {city["tile"] for city in start["cities"]} == {None}
    later = sent(valley())
    assert (later["stage"], later["first"]) == ("action", 0)
    assert [city["tile"] for city in later["cities"]] == list(CITIES.values())


def test_a_view_shows_the_shipment_being_planned() -> None:
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
        ("de", "den Auftrag „E1“ gibt es nicht; sie heißen A1 bis D12"),
        ("pl", "nie ma kontraktu „E1”; kontrakty nazywają się od A1 do D12"),
    ],
)
def test_troubles_are_in_the_readers_language(language: str, sentence: str) -> None:
    with pytest.raises(Trouble) as caught:
        GAME.speech.read(valley(), "deliver E1")
    assert caught.value.told(language) == sentence
