"""The game and its setup: R1 to R31."""

from __future__ import annotations

import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options
from engineshed.games.planet_steam.rules.moves import First, Take, Upgrade
from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    ORANGE,
    acting,
    credits_of,
    described,
    goods_of,
    offered,
    play,
    position,
    random_game,
    random_steps,
    refusal,
    refusal_of,
    started,
    zones,
)

COUNTS = (2, 3, 4, 5)


@pytest.mark.allows("planet-steam", "R1")
@pytest.mark.parametrize("seats", COUNTS)
def test_two_to_five_players_can_play(seats: int) -> None:
    assert len(random_game(seats, "how many")[-1].credits) == seats


@pytest.mark.refuses("planet-steam", "R1")
@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Trouble, match="R1"):
        GAME.rules.start(seats, GAME.rules.options())


@pytest.mark.allows("planet-steam", "R2")
def test_resources_have_their_numbers() -> None:
    assert described(started(4))["markers"] == {"quartz": 1, "ore": 2, "water": 3, "energy": 4}


@pytest.mark.refuses("planet-steam", "R2")
@pytest.mark.parametrize("resource", [-1, 4])
def test_there_are_no_other_resources(resource: int) -> None:
    bonus = position(stage="bonus", cards={"black": 1}, bonus=["ore"])
    for state, move in ((started(4), Upgrade(resource)), (bonus, Take(resource))):
        assert refusal_of(state, move) == ("R2", "There is no such resource")


@pytest.mark.allows("planet-steam", "R4", "R5")
@pytest.mark.refuses("planet-steam", "R3", "R4", "R5", "R47")
@pytest.mark.parametrize("seats", COUNTS)
def test_supplies_and_prices_change_only_as_the_rules_say(seats: int) -> None:
    """Payments, gains and extraction do not change the market."""
    supplies = {"buy", "sell", "bonus", "bonus-full", "card-1", "card-2", "production", "round"}
    prices = {"buy", "sell", "trade-pass", "shortage"}
    changes = {"supplies": 0, "prices": 0}
    for before, step in random_steps(seats, "the market"):
        after, facts = step.state, [fact.id.removeprefix("fact.") for fact in step.facts]
        if before.supplies != after.supplies and before.round == after.round and any(before.cards):
            assert supplies & set(facts), facts
            changes["supplies"] += 1
        if before.prices != after.prices:
            assert prices & set(facts), facts
            changes["prices"] += 1
    assert min(changes.values()) > 10


@pytest.mark.refuses("planet-steam", "R6")
def test_a_supply_stops_at_the_top_of_its_scale() -> None:
    state = position(stage="trade", resource="quartz", supplies={"quartz": 13}, goods={"black": {"quartz": 4}},
                     credits={"black": 0})  # fmt: skip
    sold = play(state, "sell 4")
    assert sold.supplies[0] == 14
    assert credits_of(sold) == 4 * state.prices[0]


MANY = [f"{column}{row}" for row in range(1, 8) for column in "BCDE"]


@pytest.mark.allows("planet-steam", "R7")
@pytest.mark.refuses("planet-steam", "R7")
def test_parts_that_have_run_out_cannot_be_bought() -> None:
    own = zones(black=["F7"], green=MANY[:7], orange=MANY[7:14], purple=["F6"])
    tanks = {**dict.fromkeys(MANY[:14], "ore"), "F7": "water"}
    state = position(zones=own, tanks=tanks, credits={"black": 20})
    assert refusal(state, "converter F7 ore") == ("R7", "No ore converter is left")
    assert offered(state, "converter") == ["converter F7 quartz", "converter F7 energy"]
    tanks = {**dict.fromkeys(MANY[:13], "water supercharged"), "F7": "water"}
    state = position(zones=own, tanks=tanks, goods={"black": {"quartz": 2, "ore": 1, "water": 1}})
    assert refusal(state, "supercharger F7") == ("R7", "No supercharger is left")


@pytest.mark.refuses("planet-steam", "R7")
def test_a_player_without_claim_markers_is_not_asked() -> None:
    own = zones(green=MANY[:14], orange=["A7"])
    assert acting(play(position(stage="claim", zones=own), "pass")) == ORANGE
    bidders = play(position(stage="name", turn="green", zones=own), "name F6", "bid 1").queue
    assert bidders == (3, 0)


@pytest.mark.allows("planet-steam", "R9")
@pytest.mark.refuses("planet-steam", "R9")
def test_players_see_only_their_own_credits() -> None:
    state = started(3)
    seen = [[player.credits for player in GAME.rules.view(state, seat).players] for seat in (BLACK, GREEN, None)]
    assert seen == [[110, None, None], [None, 110, None], [None, None, None]]
    open_ = GAME.rules.view(started(3, open_credits=True), None)
    assert [player.credits for player in open_.players] == [110, 110, 110]


@pytest.mark.allows("planet-steam", "R9")
def test_all_credits_are_shown_at_the_end() -> None:
    over = random_game(3, "the end")[-1]
    assert [player.credits for player in GAME.rules.view(over, None).players] == list(over.credits)


@pytest.mark.allows("planet-steam", "R10", "R12", "R13", "R14", "R15", "R16")
@pytest.mark.refuses("planet-steam", "R12", "R19")
@pytest.mark.parametrize(
    ("seats", "licences", "quarters", "market", "supplies", "start", "rounds"),
    [
        (2, 6, 4, 9, (4, 7, 6, 10), (100, 0, 1, 3, 3), 7),
        (3, 6, 5, 10, (5, 8, 7, 12), (110, 0, 2, 4, 2), 6),
        (4, 7, 6, 12, (6, 9, 8, 14), (120, 1, 2, 3, 3), 5),
        (5, 7, 7, 14, (7, 10, 10, 16), (130, 1, 2, 3, 4), 4),
    ],
)
def test_the_setup_follows_the_tables(
    seats: int,
    licences: int,
    quarters: int,
    market: int,
    supplies: tuple[int, ...],
    start: tuple[int, ...],
    rounds: int,
) -> None:
    state = started(seats)
    assert (state.licence_stock, state.quarters_stock, state.market, state.supplies) == (
        licences, quarters, market, supplies)  # fmt: skip
    assert (credits_of(state), *goods_of(state)) == start
    assert state.prices == (12, 8, 5, 3)
    assert set(state.classes) == {1}
    assert [len(own) for own in state.own] == [2] * seats
    assert not any(state.tanks)
    last = random_game(seats, "rounds")[-1]
    assert GAME.rules.round(last) == rounds


@pytest.mark.refuses("planet-steam", "R10")
def test_certificates_can_run_out() -> None:
    goods = {"black": {"quartz": 1, "ore": 1, "water": 1}}
    state = position(stage="certificate", goods=goods, licence_stock=0, licences={"green": 7}, quarters={"green": 6})
    assert offered(state) == ["pass"]
    assert refusal(state, "buylicence").rule == "R74"
    assert refusal(state, "buyquarters").rule == "R74"


@pytest.mark.refuses("planet-steam", "R11")
def test_there_are_as_many_cards_as_players() -> None:
    state = position(stage="card")
    assert offered(state) == ["card 1", "card 2", "card 3", "card 4"]
    assert refusal(state, "card 5") == ("R11", "There are specialist cards 1 to 4")


@pytest.mark.refuses("planet-steam", "R14", "R24")
def test_a_carrier_of_class_1_holds_four() -> None:
    state = position(stage="trade", resource="water", goods={"black": {"water": 4}}, credits={"black": 50})
    assert goods_of(play(state, "buy 2"))[2] == 4
    with pytest.raises(Trouble, match="more than the carriers hold"):
        position(goods={"black": {"water": 5}})


@pytest.mark.refuses("planet-steam", "R16", "R20")
@pytest.mark.allows("planet-steam", "R20")
@pytest.mark.parametrize(("seats", "closed"), [(2, 12), (3, 6), (4, 0), (5, 0)])
def test_with_few_players_some_zones_are_unavailable(seats: int, closed: int) -> None:
    state = position(players=seats, stage="claim")
    assert state.owners.count(253) == closed
    if closed:
        assert refusal(state, "claim A7") == ("R20", "A7 cannot be used in this game")
    assert refusal_of(state, GAME.rules.moves[12](99)) == ("R20", "There is no such zone on this board")


@pytest.mark.allows("planet-steam", "R17")
@pytest.mark.refuses("planet-steam", "R17")
def test_chance_decides_who_begins() -> None:
    state = GAME.rules.start(3, GAME.rules.options())
    assert list(GAME.rules.legal(state, CHANCE)) == [First(0), First(1), First(2)]
    assert refusal_of(state, First(3), CHANCE) == ("R17", "There is no such player")
    assert refusal(state, "upgrade ore", BLACK).rule == "R17"
    assert acting(GAME.rules.apply(state, CHANCE, First(2)).state) == Seat(2)


@pytest.mark.allows("planet-steam", "R18")
@pytest.mark.refuses("planet-steam", "R18")
def test_everybody_upgrades_one_carrier() -> None:
    state = GAME.rules.apply(GAME.rules.start(3, GAME.rules.options()), CHANCE, First(1)).state
    assert refusal(state, "bid 1").rule == "R18"
    after = play(state, "upgrade water", "upgrade ore", "upgrade water")
    assert after.classes == (1, 1, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1)
    assert goods_of(after) == goods_of(state)
    assert acting(after) == GREEN


@pytest.mark.allows("planet-steam", "R19")
def test_a_tank_has_to_be_bought_first() -> None:
    state = play(position(stage="activate"), "activate")
    assert {text.split()[0] for text in offered(state)} == {"tank", "upgrade", "done"}


@pytest.mark.allows("planet-steam", "R21")
@pytest.mark.refuses("planet-steam", "R21")
def test_river_zones_are_claimed_like_others() -> None:
    state = position(stage="name", turn="green", zones=zones(orange=["C1"]))
    assert "name C2" in offered(state)
    assert refusal(state, "name C1") == ("R38", "C1 belongs to Orange")


@pytest.mark.allows("planet-steam", "R22", "R23")
@pytest.mark.refuses("planet-steam", "R22", "R23")
def test_where_tanks_can_be_placed_and_what_they_extract() -> None:
    state = position(zones=zones(black=["A1", "A2"]), tanks={"A1": "water"}, credits={"black": 50})
    assert refusal(state, "tank A1") == ("R22", "There is a tank in A1 already")
    assert refusal(state, "tank F1") == ("R22", "F1 is not yours")
    assert refusal(state, "converter A1 water") == ("R23", "Converters are for quartz, ore and energy")
    after = play(state, "tank A2", "converter A2 ore")
    assert described(after)["tanks"] == {"A1": "water", "A2": "ore"}


@pytest.mark.allows("planet-steam", "R24", "R25")
@pytest.mark.refuses("planet-steam", "R25")
def test_a_carrier_can_be_upgraded_to_class_4() -> None:
    state = position(goods={"black": {"ore": 4, "energy": 4}})
    after = play(state, "upgrade water", "upgrade water", "upgrade water")
    assert described(after)["derived"]["capacities"]["black"] == {"quartz": 4, "ore": 4, "water": 13, "energy": 4}
    assert refusal(after, "upgrade water") == ("R25", "Your water carrier has the highest class already")


# -- specialists -----------------------------------------------------------------------------------------------------


@pytest.mark.refuses("planet-steam", "R26", "R35")
@pytest.mark.parametrize("seats", COUNTS)
def test_everybody_has_one_card_in_each_round(seats: int) -> None:
    """After the auction every card has an owner, and nobody with a card is asked again."""
    for state in random_game(seats, "cards"):
        if described(state)["stage"] == "name":
            assert sorted(state.cards) == list(range(1, seats + 1))
        if described(state)["stage"] == "auction":
            assert not any(state.cards[seat] for seat in (state.active, *state.queue))


@pytest.mark.allows("planet-steam", "R26")
def test_two_specialists_on_a_card_give_both_abilities() -> None:
    state = position(players=2, stage="card", cards={"black": 1}, turn="green")
    named = play(state, "card 2", "engineer credits")
    assert (credits_of(named, GREEN), described(named)["stage"], acting(named)) == (115, "name", GREEN)


@pytest.mark.allows("planet-steam", "R27")
@pytest.mark.refuses("planet-steam", "R27")
def test_lady_steam_opens_the_next_auction_but_not_this_one() -> None:
    state = play(position(stage="card", turn="orange"), "card 1")
    assert acting(state) == BLACK
    over = play(position(stage="certificate", turn="orange", cards={"purple": 3, "orange": 4, "green": 1, "black": 2}),
                "pass")  # fmt: skip
    assert (GAME.rules.round(over), acting(over)) == (2, GREEN)


@pytest.mark.refuses("planet-steam", "R28", "R29")
def test_only_the_specialist_uses_its_ability() -> None:
    for stage, turn in (("name", "black"), ("anchor", "green")):
        with pytest.raises(Trouble, match="another specialist"):
            position(stage=stage, turn=turn)
    assert refusal(position(stage="name", turn="green"), "name B1", ORANGE).rule == "R8"


@pytest.mark.allows("planet-steam", "R28")
def test_the_speculator_names_the_zone() -> None:
    state = position(stage="name", turn="green", zones=zones())
    assert described(play(state, "name B1"))["zone"] == "B1"


@pytest.mark.refuses("planet-steam", "R30")
def test_without_licences_the_engineer_gets_credits() -> None:
    state = position(stage="card", licence_stock=0, cards={"green": 1})
    assert credits_of(play(state, "card 4")) == 135
    offer = play(position(stage="card", cards={"green": 1}), "card 4")
    assert offered(offer) == ["engineer licence", "engineer credits"]
    assert refusal(offer, "take ore").rule == "R30"


@pytest.mark.allows("planet-steam", "R31")
@pytest.mark.refuses("planet-steam", "R31")
def test_the_banker_gives_a_resource_or_an_upgrade() -> None:
    state = position(players=5, stage="card", goods={"black": {"water": 4}}, carriers={"black": {"ore": 4}})
    offer = play(state, "card 4")
    assert offered(offer) == [
        "take quartz", "take ore", "take energy", "upgrade quartz", "upgrade water", "upgrade energy"]  # fmt: skip
    assert refusal(offer, "take water") == ("R31", "You have no room for more water")
    taken = play(offer, "take quartz")
    assert (goods_of(taken)[0], taken.supplies) == (1, state.supplies)
    assert play(offer, "upgrade water").classes[:4] == (1, 4, 2, 1)


def test_an_option_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(Trouble, match="river_neutrals"):
        read_options(GAME.rules.options, {"river_neutrals": 3})
