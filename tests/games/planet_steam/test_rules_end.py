"""Phase 4, the End phase, and the end of the game: R75 to R94."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.planet_steam.play import BLACK, GAME, acting, described, play, position, refusal, said, zones


def ended(**doc: Any) -> Any:
    """The position after the last certificate of a round."""
    return play(position(stage="certificate", turn="purple", **doc), "pass")


@pytest.mark.allows("planet-steam", "R75")
@pytest.mark.refuses("planet-steam", "R75", "R76")
def test_quartz_and_water_are_never_short() -> None:
    """If ore or energy is missing, no tank is made, however much there is of the other."""
    scarce = {"quartz": 0, "ore": 1, "water": 0, "energy": 0}
    state = ended(supplies=scarce, market=5, round=5)
    assert state.prices == (12, 8, 5, 7)
    assert (state.market, state.supplies) == (5, (0, 1, 0, 0))


def test_the_log_does_not_say_that_the_highest_price_rises() -> None:
    state = position(stage="certificate", turn="purple", supplies={"energy": 0}, prices={"energy": 12})
    assert "energy has run out on the market, so no tanks are made; its price stays at 12, the highest" in [
        sentence.lower() for sentence in said(state, "pass")
    ]


@pytest.mark.allows("planet-steam", "R76")
def test_prices_stay_even_if_production_takes_the_last_resource() -> None:
    state = ended(supplies={"ore": 4, "energy": 4}, market=5, round=5)
    assert (state.market, state.supplies[1], state.supplies[3], state.prices) == (9, 0, 0, (12, 8, 5, 3))


CROWDED = {
    "black": [f"A{row}" for row in range(1, 8)] + ["B1", "B2", "B3"],
    "green": [f"D{row}" for row in range(1, 8)] + ["B4"],
    "orange": [f"E{row}" for row in range(1, 8)] + ["B5", "B6"],
    "purple": [f"F{row}" for row in range(1, 8)] + ["B7", "C7", "C6"],
}
"""37 claimed zones, two more than there are tanks."""


def tanks_except_in(*empty: str) -> dict[str, str]:
    return {name: "water" for names in CROWDED.values() for name in names if name not in empty}


@pytest.mark.refuses("planet-steam", "R77")
def test_the_number_of_pieces_limits_purchases_but_not_production() -> None:
    tanks = tanks_except_in("A1", "A2")
    assert len(tanks) == 35
    assert ended(zones=CROWDED, tanks=tanks, market=3, supplies={"ore": 2, "energy": 3}, round=5).market == 5
    assert refusal(position(zones=CROWDED, tanks=tanks), "tank A1") == ("R52", "All 35 tanks are on the map")


@pytest.mark.allows("planet-steam", "R52")
@pytest.mark.refuses("planet-steam", "R52")
def test_the_last_tank_costs_what_the_marker_says() -> None:
    state = position(zones=CROWDED, tanks=tanks_except_in("A1", "A2", "A3"), market=6, credits={"black": 60})
    bought = play(state, "tank A1")
    assert (bought.market, bought.credits[0]) == (5, 38)
    assert refusal(bought, "tank A2").rule == "R52"


@pytest.mark.allows("planet-steam", "R78")
def test_the_next_round_begins_without_cards_airship_and_order() -> None:
    state = ended(airship=3, cards={"black": 3, "green": 1, "orange": 2, "purple": 4})
    assert (state.round, state.cards, state.airship, state.order) == (2, (0, 0, 0, 0), -1, ())
    assert described(state)["turn"] == "green"


@pytest.mark.refuses("planet-steam", "R78", "R92")
@pytest.mark.parametrize("move", ["pass", "bid 1"])
def test_after_the_last_round_nothing_can_be_done(move: str) -> None:
    over = ended(round=5)
    assert GAME.rules.to_act(over) == ()
    assert refusal(over, move, BLACK) == ("R78", "The game is over")


@pytest.mark.allows("planet-steam", "R93")
@pytest.mark.refuses("planet-steam", "R93")
def test_licences_carriers_and_converters_are_worth_nothing() -> None:
    plain = position(zones=zones(), tanks={"A1": "water"}, goods={"black": {"ore": 2}})
    rich = position(zones=zones(), tanks={"A1": "ore"}, goods={"black": {"ore": 2}}, licences={"black": 3},
                    carriers={"black": dict.fromkeys(("quartz", "ore", "water", "energy"), 4)})  # fmt: skip
    scores = [GAME.rules.scores(state)[BLACK] for state in (plain, rich)]
    assert scores[0] == scores[1]
    assert scores[0].parts == {
        "credits": 120, "resources": 16, "zones": 25, "tanks": 25, "superchargers": 0, "quarters": 0}  # fmt: skip


@pytest.mark.allows("planet-steam", "R94")
@pytest.mark.refuses("planet-steam", "R94")
def test_tied_players_share_their_rank() -> None:
    same: dict[str, Any] = {"stage": "over", "round": 5, "zones": zones()}
    result = GAME.rules.result(position(**same, credits={"black": 50, "green": 50, "orange": 60, "purple": 10}))
    assert result is not None
    assert result.ranks == (2, 2, 1, 4)
    shared = GAME.rules.result(position(**same))
    assert shared is not None
    assert shared.ranks == (1, 1, 1, 1)


def test_an_unfinished_game_has_no_result() -> None:
    assert GAME.rules.result(position()) is None
    assert acting(position()) == BLACK
