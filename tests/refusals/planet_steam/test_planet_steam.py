"""Planet Steam refuses a move by a rule that it breaks, in a true sentence, and allows every other move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from engineshed.core.contract import AnyGame
from engineshed.games.planet_steam import GAME as PLANET
from tests.refusals.judge import Survey, Trial, named_by
from tests.refusals.planet_steam import claims, predicates_rearranging, predicates_zones
from tests.refusals.planet_steam.moves import any_moves, moves
from tests.refusals.planet_steam.position import Position
from tests.refusals.planet_steam.predicates import CODE
from tests.refusals.positions import from_play, from_scenarios, with_steps
from tests.soak import sized

GAME = cast(AnyGame, PLANET)
FILLED_BY = (claims, predicates_rearranging, predicates_zones)
"""The modules that register predicates and claims in ``CODE``."""
CARDS = {"price_manipulation": True, "sabotage": True, "independent_carrier": True}
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (2, CARDS),
    (3, {**CARDS, "variable_claims": True, "variable_trade_order": True, "river_restriction": True}),
    (5, {**CARDS, "free_zone_choice": True, "reduced_start": True, "immobile_tanks": True}),
)
BY_NATURE = {"R17", "R118"}
"""Rules that only a roll can break."""


def crowded(doc: dict[str, Any]) -> dict[str, Any]:
    """The same position, but one player has fourteen zones, thirteen superchargers and a carrier of the top class."""
    me = doc["turn"]
    mine = [f"{column}{row}" for row in (1, 2, 3) for column in "ABCDEF"][:14]
    others = {seat: [z for z in zones if z not in mine] for seat, zones in doc["zones"].items() if seat != me}
    tanks = {zone: tank for zone, tank in doc["tanks"].items() if any(zone in zones for zones in others.values())}
    tanks = {zone: tank.removesuffix(" supercharged") for zone, tank in tanks.items()}
    kinds = ("water", "water", "ore", "energy")
    own = {zone: f"{kinds[number % 4]} supercharged" for number, zone in enumerate(mine[:13])} | {mine[13]: "water"}
    carriers = {**doc["carriers"], me: {**doc["carriers"][me], "ore": 4}}
    changed = {"zones": {**others, me: mine}, "tanks": {**tanks, **own}, "carriers": carriers}
    kept = {
        key: value for key, value in doc.items() if key not in ("derived", "moved", "refitted", "recharged", "fallen")
    }
    return {**kept, **changed}


def full(doc: dict[str, Any]) -> dict[str, Any]:
    """The same position, but all 35 tanks are on the map and zones are left for more."""
    zones = [f"{column}{row}" for row in range(1, 8) for column in "ABCDEF"]
    owners = {seat: zones[number::4] for number, seat in enumerate(doc["credits"])}
    return {**crowded(doc), "zones": owners, "tanks": dict.fromkeys(zones[:35], "water")}


def arranged() -> Iterator[tuple[str, Any]]:
    """Positions that are rare in play: some pieces have run out."""
    played = from_play(GAME, 4, {}, "crowded", every=1, most=200, whims=9)
    docs = [doc for doc in (GAME.speech.describe(state) for _, state in played) if doc["stage"] == "tank"]
    for number, doc in enumerate(docs[:12]):
        yield f"crowded {number}", GAME.speech.arrange(crowded(doc))
        yield f"full {number}", GAME.speech.arrange(full(doc))


def positions() -> Iterator[tuple[str, Any]]:
    yield from from_scenarios(GAME)
    yield from arranged()
    for number in range(sized(1, 30)):
        for seats, options in TABLES:
            yield from from_play(GAME, seats, options, f"refusals {number}", every=4, most=700, whims=5)


@lru_cache(maxsize=1)
def survey() -> Survey:
    return Trial(GAME, CODE, Position, moves, any_moves).survey(with_steps(GAME, positions()))


def test_engine_and_predicates_agree() -> None:
    assert survey().report() == ""


def test_every_rule_with_a_predicate_refused_something() -> None:
    assert sorted(CODE.rules - set(survey().met)) == []


def test_every_rule_that_a_refusal_names_has_a_predicate() -> None:
    named = named_by(GAME) - BY_NATURE
    assert sorted(named - CODE.rules) == []
