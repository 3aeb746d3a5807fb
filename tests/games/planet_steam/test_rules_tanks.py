"""Phase 2, the tank phase: R46 to R56."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from engineshed.games.planet_steam.rules.moves import REARRANGING
from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    acting,
    credits_of,
    described,
    goods_of,
    offered,
    play,
    position,
    refusal,
    said,
    zones,
)

RICH = {"quartz": 4, "ore": 4, "water": 4, "energy": 4}


@pytest.mark.allows("planet-steam", "R46")
@pytest.mark.refuses("planet-steam", "R46")
def test_a_player_finishes_before_the_next_begins() -> None:
    state = play(position(stage="activate"), "activate")
    assert refusal(state, "activate", GREEN) == ("R8", "It is Black's turn")
    assert acting(play(state, "done")) == GREEN


@pytest.mark.allows("planet-steam", "R47")
def test_payments_do_not_go_to_the_market() -> None:
    state = position(goods={"black": RICH}, zones=zones(black=["A1", "A2"]), tanks={"A1": "water"})
    after = play(state, "import A2", "supercharger A1", "upgrade ore", "converter A1 ore")
    assert goods_of(after) == (0, 2, 2, 3)
    assert after.supplies == state.supplies


@pytest.mark.allows("planet-steam", "R48")
@pytest.mark.refuses("planet-steam", "R48")
def test_a_player_who_does_not_pay_gets_water() -> None:
    state = position(stage="activate", goods={"black": {"water": 4}, "green": {}, "orange": {"water": 1}})
    assert offered(state) == ["activate", "idle"]
    rested = play(state, "idle")
    assert goods_of(rested)[2] == 4
    assert said(state, "idle")[1] == "Black has no room for 1 water, which goes to the general supply"
    assert goods_of(rested, GREEN)[2] == 1
    assert described(rested)["turn"] == "orange"
    dry = position(stage="activate", goods={"black": {}})
    assert refusal(dry, "activate").rule == "R48"
    assert refusal(state, "tank A1") == ("R48", "Pay the activation cost first")


@pytest.mark.refuses("planet-steam", "R49")
def test_other_moves_are_refused_in_the_tank_phase() -> None:
    assert refusal(position(), "sell 1") == ("R49", "This is the tank phase: buy, rearrange, or end your turn")


@pytest.mark.allows("planet-steam", "R49")
def test_actions_can_be_repeated_in_any_order() -> None:
    state = position(zones=zones(black=["A1", "A2", "A3"]), goods={"black": RICH}, credits={"black": 50})
    after = play(state, "tank A2", "converter A2 ore", "tank A1", "movetank A2 A3", "converter A1 energy")
    assert described(after)["tanks"] == {"A1": "energy", "A3": "ore"}


# -- tanks -----------------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R50")
@pytest.mark.refuses("planet-steam", "R50")
def test_the_price_of_a_local_tank() -> None:
    state = position(market=1, zones=zones(black=["A1", "A2"]), credits={"black": 40}, goods={"black": {"water": 2}})
    bought = play(state, "tank A1")
    assert (credits_of(bought), goods_of(bought)[2], bought.market) == (8, 1, 0)
    assert refusal(bought, "tank A2") == ("R50", "The local tank market is sold out")
    poor = position(market=1, credits={"black": 31}, zones=zones())
    assert refusal(poor, "tank A1") == ("R50", "This costs 32 credits; you have 31")
    dry = position(credits={"black": 31}, zones=zones(), goods={"black": {}})
    assert refusal(dry, "tank A1") == ("R50", "This takes 1 water; you have 0")


@pytest.mark.allows("planet-steam", "R51")
@pytest.mark.refuses("planet-steam", "R51")
def test_the_price_of_an_imported_tank() -> None:
    goods = {"black": {"quartz": 2, "water": 1}}
    state = position(market=0, zones=zones(black=["A1", "A2"]), credits={"black": 5}, goods=goods)
    imported = play(state, "import A1")
    assert (credits_of(imported), goods_of(imported), imported.market) == (0, (0, 0, 0, 0), 0)
    assert refusal(imported, "import A2").rule == "R51"
    poor = position(zones=zones(), credits={"black": 4}, goods=goods)
    assert refusal(poor, "import A1") == ("R51", "This costs 5 credits; you have 4")


@pytest.mark.allows("planet-steam", "R53")
@pytest.mark.refuses("planet-steam", "R53")
@pytest.mark.parametrize(("kind", "price"), [("quartz", 8), ("ore", 5), ("energy", 2)])
def test_what_a_converter_costs(kind: str, price: int) -> None:
    state = position(zones=zones(), tanks={"A1": "water"}, credits={"black": price})
    assert credits_of(play(state, f"converter A1 {kind}")) == 0
    poor = position(zones=zones(), tanks={"A1": "water"}, credits={"black": price - 1})
    assert refusal(poor, f"converter A1 {kind}").rule == "R53"


@pytest.mark.allows("planet-steam", "R53")
@pytest.mark.refuses("planet-steam", "R53")
def test_a_replaced_converter_goes_to_another_tank_or_back() -> None:
    own = zones(black=["A1", "A2", "A3"])
    state = position(zones=own, tanks={"A1": "ore", "A2": "water", "A3": "energy"}, credits={"black": 20})
    assert refusal(state, "converter A1 ore") == ("R53", "The tank in A1 has such a converter already")
    bought = play(state, "converter A1 quartz")
    assert offered(bought) == ["fit A2", "fit A3", "discard"]
    assert refusal(bought, "done").rule == "R53"
    taken_off = "The converter was taken off the tank in A1: fit it to another tank or give it back"
    assert refusal(bought, "fit A1") == ("R53", taken_off)
    assert described(play(bought, "fit A2"))["tanks"] == {"A1": "quartz", "A2": "ore", "A3": "energy"}
    assert described(play(bought, "discard"))["tanks"] == {"A1": "quartz", "A2": "water", "A3": "energy"}
    assert described(play(bought, "fit A3"))["tanks"] == {"A1": "quartz", "A2": "water", "A3": "ore"}
    assert said(bought, "fit A3")[-1] == "Black gives the replaced energy converter back"


@pytest.mark.allows("planet-steam", "R53")
@pytest.mark.refuses("planet-steam", "R53")
def test_a_replaced_converter_that_fits_no_other_tank_goes_back_at_once() -> None:
    own, tanks = zones(black=["A1", "A2", "A3"]), {"A1": "ore", "A2": "ore", "A3": "energy"}
    bought = play(position(zones=own, tanks=tanks, credits={"black": 20}), "converter A1 quartz")
    assert refusal(bought, "fit A2") == ("R53", "The tank in A2 has such a converter already")
    alone = position(zones=own, tanks={"A1": "ore", "A2": "ore"}, credits={"black": 20})
    assert described(play(alone, "converter A1 quartz"))["stage"] == "tank"
    assert said(alone, "converter A1 quartz")[-1] == "Black gives the replaced ore converter back"


@pytest.mark.allows("planet-steam", "R54")
@pytest.mark.refuses("planet-steam", "R54")
def test_a_tank_can_have_one_supercharger() -> None:
    state = position(zones=zones(), tanks={"A1": "ore"}, goods={"black": RICH})
    bought = play(state, "supercharger A1")
    assert (described(bought)["tanks"], goods_of(bought)) == ({"A1": "ore supercharged"}, (2, 3, 3, 4))
    assert refusal(bought, "supercharger A1") == ("R54", "The tank in A1 has a supercharger already")
    poor = position(zones=zones(), tanks={"A1": "ore"}, goods={"black": {"quartz": 1, "ore": 4, "water": 4}})
    assert refusal(poor, "supercharger A1").rule == "R54"


@pytest.mark.refuses("planet-steam", "R55")
def test_an_upgrade_costs_ore_and_energy() -> None:
    for goods in ({"ore": 1}, {"energy": 1}):
        assert refusal(position(goods={"black": goods}), "upgrade water").rule == "R55"


# -- rearranging -----------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R56")
@pytest.mark.refuses("planet-steam", "R56")
def test_parts_are_rearranged_free_of_charge() -> None:
    own = zones(black=["A1", "A2", "A3", "A4"])
    state = position(zones=own, tanks={"A1": "ore supercharged", "A2": "energy", "A3": "water"})
    moved = play(state, "movetank A1 A4")
    assert described(moved)["tanks"] == {"A2": "energy", "A3": "water", "A4": "ore supercharged"}
    swapped = play(state, "moveconverter A1 A2", "movesupercharger A1 A2")
    assert described(swapped)["tanks"] == {"A1": "energy", "A2": "ore supercharged", "A3": "water"}
    converted = play(state, "moveconverter A1 A2")
    assert described(converted)["tanks"] == {"A1": "energy supercharged", "A2": "ore", "A3": "water"}
    charged = play(state, "movesupercharger A1 A3", "returnconverter A2")
    assert described(charged)["tanks"] == {"A1": "ore", "A2": "water", "A3": "water supercharged"}
    assert charged.credits == state.credits
    assert charged.goods == state.goods


@pytest.mark.refuses("planet-steam", "R56")
def test_a_zone_receives_each_kind_of_part_once_per_turn() -> None:
    own = zones(black=["A1", "A2", "A3"])
    state = position(zones=own, tanks={"A1": "ore supercharged", "A2": "energy"})
    there = play(state, "movetank A1 A3", "movetank A3 A1")
    assert refusal(there, "movetank A1 A3") == (
        "R56", "A3 has received such a piece in this turn; take moves back to arrange it differently")  # fmt: skip
    converted = play(there, "moveconverter A1 A2", "moveconverter A2 A1")
    assert refusal(converted, "moveconverter A1 A2").rule == "R56"
    charged = play(converted, "movesupercharger A1 A2", "movesupercharger A2 A1")
    assert refusal(charged, "movesupercharger A1 A2").rule == "R56"
    assert not [text for text in offered(charged) if text.startswith("move")]
    assert play(charged, "done").moved == 0


@pytest.mark.refuses("planet-steam", "R22")
def test_a_tank_does_not_move_onto_another() -> None:
    state = position(zones=zones(black=["A1", "A2"]), tanks={"A1": "ore", "A2": "water"})
    assert refusal(state, "movetank A1 A2") == ("R22", "There is a tank in A2 already")


@pytest.mark.refuses("planet-steam", "R56")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("movetank F1 A1", "F1 is not yours"),
        ("movetank A1 F1", "F1 is not yours"),
        ("movetank A4 A1", "There is no tank in A4"),
        ("moveconverter A2 A1", "The tank in A2 has no converter"),
        ("moveconverter A1 A4", "There is no tank in A4"),
        ("moveconverter A1 A1", "That would change nothing"),
        ("movesupercharger A2 A3", "The tank in A2 has no supercharger"),
        ("movesupercharger A1 A1", "That would change nothing"),
        ("returnconverter A2", "The tank in A2 has no converter"),
    ],
)
def test_rearrangements_that_are_refused(move: str, sentence: str) -> None:
    own = zones(black=["A1", "A2", "A3", "A4"])
    state = position(zones=own, tanks={"A1": "ore supercharged", "A2": "water", "A3": "water", "F1": "water"})
    assert refusal(state, move) == ("R56", sentence)


def rearranged(state: Any) -> Iterator[Any]:
    """Every position that single steps of rearranging lead to, each once."""
    seen, waiting = {GAME.rules.dump(state)}, [state]
    while waiting:
        here = waiting.pop()
        yield here
        for move in GAME.rules.legal(here, BLACK):
            if isinstance(move, REARRANGING):
                after = GAME.rules.apply(here, BLACK, move).state
                if GAME.rules.dump(after) not in seen:
                    seen.add(GAME.rules.dump(after))
                    waiting.append(after)


@pytest.mark.allows("planet-steam", "R56")
@pytest.mark.parametrize("restricted", [False, True])
def test_every_arrangement_can_be_reached(restricted: bool) -> None:
    """With three zones, one of them on the river, the steps come to an end and reach every arrangement."""
    own = zones(black=["B1", "C1", "D1"])
    state = position(zones=own, tanks={"B1": "ore supercharged", "D1": "energy"},
                     options={"river_restriction": restricted})  # fmt: skip
    found = {tuple(sorted(described(after)["tanks"].items())) for after in rearranged(state)}
    wanted = set()
    for places in permutations(("B1", "C1", "D1"), 2):
        for converters in (
            ("ore", "energy"),
            ("energy", "ore"),
            ("ore", "water"),
            ("energy", "water"),
            ("water", "water"),
        ):
            for converter in (converters, converters[::-1]):
                tanks = dict(zip(places, converter, strict=True))
                if not (restricted and tanks.get("C1") == "ore"):
                    wanted |= {
                        tuple(sorted({**tanks, place: f"{tanks[place]} supercharged"}.items())) for place in places
                    }
    assert found == wanted
