"""What the page receives: facts and refusals name things, and views use names and None."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Illegal
from engineshed.core.words import Message, Thing
from tests.games.planet_steam.play import BLACK, GAME, acting, position, random_game, random_steps, zones

OPTIONS = dict.fromkeys(("variable_claims", "price_manipulation", "sabotage", "independent_carrier"), True)
FACTS_ON_THE_MAP = {"name", "claim", "tank", "converter", "work", "extract", "anchor", "compensation", "roll"}


def things_of(message: Message) -> list[str]:
    found: list[Thing] = []
    for value in message.params.values():
        found += [value] if isinstance(value, Thing) else value if isinstance(value, tuple) else []
    return [f"{thing.kind} {thing.id}" for thing in found]


def facts(state: Any, text: str) -> dict[str, list[str]]:
    step = GAME.rules.apply(state, acting(state), GAME.speech.read(state, text))
    return {fact.id.removeprefix("fact."): things_of(fact) for fact in step.facts}


@pytest.mark.parametrize(
    ("doc", "move", "fact", "things"),
    [
        ({"zones": zones(black=["B3"])}, "tank B3", "tank", ["zone 13"]),
        ({"zones": {"black": ["A1", "B1"]}, "tanks": {"A1": "ore"}},
         "movetank A1 B1", "move-tank", ["zone 0", "zone 1"]),
        ({"stage": "anchor", "turn": "orange"}, "anchor 3", "anchor", ["row 2"]),
        ({"stage": "card"}, "card 2", "card-1", ["card 2"]),
        ({"stage": "trade", "resource": "ore"}, "buy 1", "buy", ["resource 1"]),
        ({"stage": "trade", "resource": "water"}, "pass", "trade-pass", ["resource 2"]),
    ],
)  # fmt: skip
def test_a_fact_names_the_things_it_is_about(doc: dict[str, Any], move: str, fact: str, things: list[str]) -> None:
    assert facts(position(**doc), move)[fact] == things


def test_facts_about_the_map_name_a_zone_or_row_to_highlight() -> None:
    seen = set()
    for before, step in random_steps(2, "lit", **OPTIONS):
        for fact in step.facts:
            kind = fact.id.removeprefix("fact.")
            if kind in FACTS_ON_THE_MAP:
                seen.add(kind)
                assert any(thing.startswith(("zone ", "row ")) for thing in things_of(fact)), (fact, before.stage)
    assert seen >= FACTS_ON_THE_MAP - {"compensation"}


def test_a_refusal_names_its_zone() -> None:
    state = position(zones=zones())
    with pytest.raises(Illegal) as caught:
        GAME.rules.check(state, BLACK, GAME.speech.read(state, "tank F1"))
    assert things_of(caught.value.message) == ["zone 5"]


def test_a_view_has_names_for_stages_and_none_for_nobody() -> None:
    view = msgspec.to_builtins(GAME.rules.view(position(stage="claim", players=3), BLACK))
    assert view["stage"] == "claim"
    assert [view[key] for key in ("airship", "zone", "resource", "manipulator", "carrier", "way", "leader")] == [
        None
    ] * 7
    assert {zone["owner"] for zone in view["zones"]} == {0, 1, 2, None, "neutral", "unavailable"}


def test_no_view_has_a_negative_number() -> None:
    for state in random_game(4, "numbers", **OPTIONS)[::5]:
        parts = (GAME.rules.view(state, BLACK), GAME.boards.hints(state, BLACK))
        assert all(number >= 0 for part in parts for number in numbers_in(msgspec.to_builtins(part)))


def numbers_in(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers_in(part)]
    if isinstance(value, list | tuple):
        return [number for part in value for number in numbers_in(part)]
    return [value] if isinstance(value, int) else []
