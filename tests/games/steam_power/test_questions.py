"""What players can ask before they move: what to do, what it costs, and why something is not allowed."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.errors import UnreadableMoveError
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.games.steam_power.play import BLUE, GAME, RED, offered, play, position, row


def opening() -> Any:
    table: Table[Any, Any, Any] = Table(GAME, 2, {"map": "germany", "start_player": "red"}, seed="asking")
    table.let_nature_move()
    return table.state


def why(state: Any, about: str, seat: Seat = RED) -> tuple[str, str] | None:
    refusal = GAME.speech.why_not(state, seat, about)
    return None if refusal is None else (refusal.rule, refusal.message.id)


@pytest.mark.parametrize("about", ["money", "contracts", "track"])
def test_there_is_no_reason_against_a_possible_action(about: str) -> None:
    assert why(opening(), about) is None


def test_every_hex_either_has_a_move_or_a_reason() -> None:
    state = opening()
    layout = GAME.boards.layout(GAME.rules.options(map="germany"))
    open_hexes = {text.split()[1] for text in offered(state, "track")}
    for hex_ in layout.hexes:
        assert (why(state, f"hex {hex_.name}") is None) == (hex_.name in open_hexes), hex_.name


def test_every_hex_either_has_a_move_or_a_reason_throughout_a_game() -> None:
    """This includes hexes where track can only be replaced or removed."""
    table: Table[Any, Any, Any] = Table(GAME, 3, {"map": "ireland"}, seed="hexes")
    hexes = GAME.boards.layout(table.options).hexes
    asked = 0
    while table.ply < 120:
        (seat,) = table.to_act()
        legal = table.legal(seat)
        if GAME.rules.view(table.state, seat).stage == "action":
            usable = {hexes[move.hex].name for move in legal if hasattr(move, "hex")}
            track = [hex_.name for hex_ in hexes if hex_.terrain not in ("city", "water")]
            assert {name for name in track if why(table.state, f"hex {name}", seat) is None} == usable
            asked += 1
        table.play(seat, Rng("hexes", table.ply).choice(legal))
    assert asked > 20


def test_the_last_tile_of_an_unfinished_link_can_be_asked_about() -> None:
    """Nothing can be laid on B1, but its tile can be replaced or removed; A2 is not part of the link."""
    state = position(map=row("Ashford", "Bedford", "Catford"), links={"red": ["Ashford se se"]})
    assert {text.split()[1] for text in offered(state, "re")} == {"B1"}
    assert why(state, "hex B1") is None
    assert why(state, "hex A2") == ("R20", "refuse.unfinished")


def test_an_empty_hand_is_given_as_the_reason() -> None:
    state = position(map="ireland", hands={"red": []})
    assert why(state, "deliver") == ("R36", "refuse.empty-hand")
    assert why(state, "contract A1") == ("R36", "refuse.empty-hand")


def test_the_reason_is_the_last_obstacle() -> None:
    """Next to a city, where track may begin, the reason is money; farther away, there is nowhere to begin."""
    state = opening()
    poor = GAME.speech.arrange({**GAME.speech.describe(state), "money": {"red": 0, "blue": 5}, "by_hand": True})
    near = next(text.split()[1] for text in offered(state, "track") if text not in offered(poor, "track"))
    assert why(poor, f"hex {near}") == ("R14", "refuse.track-price")
    far = next(
        hex_.name
        for hex_ in GAME.boards.layout(GAME.rules.options(map="germany")).hexes
        if why(state, f"hex {hex_.name}") == ("R16", "refuse.first-tile")
    )
    assert far


def test_not_being_on_turn_is_the_first_reason() -> None:
    state = opening()
    for about in ("money", "track", "contract A1", "hex A1"):
        reason = why(state, about, BLUE)
        assert reason == ("R10", "refuse.not-your-turn"), about


def test_a_question_about_a_city_is_about_building_a_factory_there() -> None:
    state = opening()
    city = GAME.boards.layout(GAME.rules.options(map="germany")).cities[0].name
    reason = why(state, f"city {city}")
    assert reason is not None
    assert reason[1] in ("refuse.factory-unconnected", "refuse.factory-vp")


def test_a_contract_in_another_hand_is_refused_as_such() -> None:
    state = opening()
    contracts = GAME.boards.layout(GAME.rules.options(map="germany")).contracts
    mine = [contracts[number].id for number in GAME.rules.view(state, RED).hand]
    other = next(contract.id for contract in contracts if contract.id not in mine)
    assert why(state, f"contract {other}") == ("R36", "refuse.not-yours")
    assert why(state, f"contract {mine[0]}") == ("R45", "refuse.no-network")
    assert why(state, "deliver") == ("R45", "refuse.no-network")


@pytest.mark.parametrize("about", ["", "x", "money now", "hex Z99", "city Nowhere", "contract Z1", "hex"])
def test_questions_about_unknown_things_are_refused(about: str) -> None:
    with pytest.raises(UnreadableMoveError):
        GAME.speech.why_not(opening(), RED, about)


def test_the_price_of_a_move_is_what_the_player_pays() -> None:
    """This follows a whole game of random moves, and ignores what a completed contract or the bank pays out."""
    table: Table[Any, Any, Any] = Table(GAME, 3, {"map": "france"}, seed="prices")
    table.let_nature_move()
    kinds = set()
    while not table.over:
        (seat,) = table.to_act()
        move = Rng("prices", table.ply).choice(table.legal(seat))
        before, after = table.view(seat), GAME.rules.view(GAME.rules.apply(table.state, seat, move).state, seat)
        paid = before.players[seat].money - after.players[seat].money
        kind = type(move).__name__
        if kind in ("Track", "Cross", "Via", "Factory", "Replace", "Remove", "Done", "Contracts"):
            kinds.add(kind)
            assert GAME.speech.price(table.state, move) == paid, GAME.speech.write(table.state, move)
        elif kind == "Deliver":
            kinds.add(kind)
            contract = GAME.boards.layout(table.options).contracts[move.contract]
            assert GAME.speech.price(table.state, move) == paid + contract.money
        table.play(seat, move)
    assert {"Track", "Deliver", "Contracts"} <= kinds


def test_the_task_follows_the_stage() -> None:
    state = opening()
    assert GAME.speech.task(GAME.rules.view(state, RED)).params == {"left": 2}
    laid = play(state, offered(state, "track")[0])
    assert GAME.speech.task(GAME.rules.view(laid, None)).id == "task.laying"


def test_the_layout_agrees_with_the_map() -> None:
    layout = GAME.boards.layout(GAME.rules.options(map="germany"))
    by_hex = {city.hex: city.name for city in layout.cities}
    assert all((hex_.terrain == "city") == (number in by_hex) for number, hex_ in enumerate(layout.hexes))
    for number, hex_ in enumerate(layout.hexes):
        for edge, other in enumerate(hex_.beside):
            if other is not None:
                assert layout.hexes[other].beside[(edge + 3) % 6] == number
    assert {tuple(way.edges) for way in layout.ways} == {(a, b) for a in range(6) for b in range(a + 1, 6)}
