"""The board's file: what it contains, and the messages for people who correct it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError, UnknownNameError
from engineshed.games.planet_steam.rules.board import CLOSED, NEUTRAL_MARKER, NOBODY, Board, load_board, read_board
from engineshed.games.planet_steam.rules.boardfile import BoardFile
from engineshed.games.planet_steam.rules.printed import PRINTED
from tests.games.planet_steam.play import GAME, as_own_design

STANDARD = load_board("standard")


def changed(*pairs: tuple[str, str]) -> Board:
    """The standard board with some of its text replaced, as an owner of the game might correct it."""
    return read_board(changed_text(*pairs), "mine.toml")


def changed_text(*pairs: tuple[str, str]) -> str:
    text = STANDARD.text
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def block(name: str, old: str, new: str) -> tuple[str, str]:
    """A change inside one block of the file."""
    start = STANDARD.text.index(f"[{name}]")
    end = STANDARD.text.find("\n[", start)
    whole = STANDARD.text[start:end]
    assert whole.count(old) == 1, old
    return whole, whole.replace(old, new)


def summary(board: Board, language: str = "en") -> list[str]:
    words = GAME.speech.words_in(language)
    return [line if isinstance(line, str) else words.text(line) for line in board.summary(language)]


def test_there_is_one_board() -> None:
    assert GAME.boards.maps() == ("standard",)
    assert GAME.boards.map_option("standard") == {"map": "standard"}
    with pytest.raises(UnknownNameError, match="there is no map 'atlantis'"):
        load_board("atlantis")


def test_the_board_has_everything_that_is_certain() -> None:
    board = STANDARD
    assert (board.rows, len(board.names), board.names[0], board.names[-1]) == (7, 42, "A1", "F7")
    assert board.shifts[3][14] == -3
    assert (board.colours[1][9], board.colours[2][4]) == (3, 2)
    assert board.capacities[2][2] == 7
    assert board.capacities[0][4] >= 10
    assert 20 in board.tank_prices
    assert [sum(owner == CLOSED for owner in board.setups[n]) for n in (2, 3, 4, 5)] == [12, 6, 0, 0]
    assert [board.setups[n].count(NEUTRAL_MARKER) for n in (2, 3, 4, 5)] == [6, 8, 10, 10]
    assert board.doubts == ()


def test_the_summary_describes_the_board() -> None:
    assert summary(STANDARD)[0] == "Planet Steam: 42 zones in 7 rows, 7 on the river"
    assert "price of energy: 1 to 12, first 3" in summary(STANDARD)
    assert "Preis für Energie: 1 bis 12, am Anfang 3" in summary(STANDARD, "de")


def test_boards_are_equal_if_their_files_are_equal() -> None:
    again = read_board(STANDARD.text, "again")
    assert (again == STANDARD, hash(again) == hash(STANDARD)) == (True, True)
    assert changed(('title = "Planet Steam"', 'title = "Mine"')) != again


def test_every_block_has_a_basis() -> None:
    for name in ("prices.water", "supplies.ore", "adjustment.blue", "carriers.water", "land", "setups.3"):
        start = STANDARD.text.index(f"[{name}]")
        with pytest.raises(BadFileError, match="the key 'basis' is missing"):
            read_board(STANDARD.text[:start] + STANDARD.text[start:].replace("basis =", "# basis =", 1), "mine.toml")


@pytest.mark.allows("planet-steam", "R13", "R15")
def test_a_correction_is_used() -> None:
    board = changed(block("prices.water", "highest = 14", "highest = 16"), block("carriers.ore", "13", "12"))
    assert board.highest[2] == 16
    assert board.capacities[1] == (0, 4, 7, 10, 12)


CORRECTIONS: list[tuple[str, str, str, str]] = [
    ("prices.ore", "start = 8", "start = 19", "prices, ore: 2, 19 and 18 should rise from lowest to highest"),
    ("prices.ore", "start = 8", "start = 8.5", "prices, ore, start: expected a whole number"),
    ("prices.ore", "lowest = 2", "lowst = 2", "prices, ore: there is no key 'lowst'"),
    ("prices.water", "highest = 14", "highest = 7", "an example in the rulebook has a price of 8"),
    ("prices.energy", "lowest = 1", "lowest = 2", "an example in the rulebook has a price of 1"),
    ("supplies.ore", "blue = 2", "blue = 5", "supplies, ore: the colours black, blue, green"),
    ("supplies.ore", "black = 0", "black = 1", "the lowest supply is 0, so black should begin there, not at 1"),
    ("supplies.ore", "yellow = 7", "pink = 7", "supplies, ore, colours: there is no key 'pink'"),
    ("supplies.ore", "highest = 18", "highest = 61", "supplies, ore, highest: expected a whole number <= 60"),
    (
        "supplies.water",
        "green = 4",
        "green = 5",
        "a supply of 4 is blue; in an example in the rulebook a supply of 4 is green",
    ),
    (
        "supplies.energy",
        "red = 14",
        "red = 15",
        "a supply of 14 is orange; in an example in the rulebook a supply of 14 is red",
    ),
    ("start_supplies", "5 = 16", "5 = 21", "with 5 players it starts above the highest number of the scale, 20"),
    ("start_supplies", "2 = 4, ", "", "start_supplies, quartz: the key '2' is missing"),
    ("adjustment.red", "-3", "-4", "adjustment, red, shift: it is −4; the rulebook says −3"),
    ("adjustment.blue", "shift = 1", "shift = 3", "the more there is, the lower the price should go"),
    ("tank_prices", "8, 6]", "8, 6, 4]", "there are 15 spaces; examples in the rulebook fill 14"),
    ("tank_prices", "22, 20, 18", "22, 19, 18", "in an example in the rulebook a tank costs 20"),
    ("tank_start", "5 = 14", "5 = 15", "with 5 players it starts with 15, but there are 14 spaces"),
    ("carriers.water", "[4, 7,", "[4, 8,", "class 2 holds 8; in an example in the rulebook class 2 holds 7"),
    (
        "carriers.quartz",
        "[4, 7, 10, 13]",
        "[4, 7, 8, 9]",
        "class 4 holds 9; in an example in the rulebook class 4 stores 10",
    ),
    ("carriers.energy", "[4, 7, 10, 13]", "[4, 7, 10]", "there should be 4 numbers, each above the one before"),
    ("carriers.energy", "[4,", "[3,", "class 1 holds 3, but start_goods gives 4"),
    (
        "land",
        "~ . . .\n. . . ~",
        "~ . . .\n. . . . . .\n. . . ~",
        "setups, 2, claims: it should have 8 rows of 6 zones",
    ),
    ("land", "~ . . .\n. . . ~ . .\n", "~ . . .\n. . . ~ .\n", "land, zones, row 3: it has 5 zones, but row 1 has 6"),
    ("land", "~ . . .\n. . . ~", "~ . . .\n. . . w", "land, zones, row 3: 'w' should be one of . ~"),
    ("setups.4", "A . n . . .", "A . n . . E", "setups, 4, claims, row 1: 'E' should be one of A B C D . n x"),
    ("setups.4", "A . n . . .", "A . n . . A", "every player should have the same number of zones"),
    ("setups.5", ". E . n n .", "x E . n n .", "all zones can be used with 4 or 5 players"),
    ("variable_claims", "5 = 5", "5 = 6", "variable_claims, highest_roll, 5: it is 6; the rulebook says 5"),
    (
        "start_supplies",
        "quartz = { 2 = 4",
        "quartz = { 2 = 9",
        "start_supplies, quartz, 2: it is 9; the rulebook says 4",
    ),
    ("start_goods", "4 = 120", "4 = 200", "start_goods, credits, 4: it is 200; the rulebook says 120"),
    ("reduced_goods", "5 = 110", "5 = 130", "reduced_goods, credits, 5: it is 130; the rulebook says 110"),
    ("values", "tank = 25", "tank = 30", "values, tank: it is 30; the rulebook says 25"),
    ("tank_costs", "ore = 1, quartz = 2", "ore = 1, quartz = 1", "tank_costs, supercharger, quartz: it is 1; the"),
    ("tank_costs", "{ credits = 2 }", "{ credits = 2, ore = 1 }", "tank_costs, energy_converter, ore: it is 1; the"),
    ("shortage", "rise = 4", "rise = 3", "shortage, rise: it is 3; the rulebook says 4"),
    ("independent_carrier", "holds = 3", "holds = 4", "independent_carrier, holds: it is 4; the rulebook says 3"),
    ("pieces", "tanks = 35", "tanks = 30", "pieces, tanks: it is 30; the rulebook says 35"),
    (
        "certificates",
        "licence_sale = 15",
        "licence_sale = 12",
        "certificates, licence_sale: it is 12; the rulebook says 15",
    ),
    ("sums", "grant = 2", "grant = 3", "sums, grant: it is 3; the rulebook says 2"),
    ("manipulation", "cost = 8", "cost = 9", "manipulation, strong, cost: it is 9; the rulebook says 8"),
    ("sabotage", "per_pip = 2", "per_pip = 1", "sabotage, per_pip: it is 1; the rulebook says 2"),
]
"""The block, the text that is replaced, its replacement, and the message."""

MISTAKES = [
    ('number = 5\nwho = ["engineer"]', 'number = 4\nwho = ["engineer"]', "it should have the cards 1 to 5, each once"),
    ('who = ["banker"]', 'who = ["engineer"]', "engineer should be on one card, not on 2"),
    ('who = ["speculator", "engineer"]', 'who = ["engineer"]', "speculator should be on one card, not on 0"),
    ('who = ["speculator", "banker"]', 'who = ["speculator", "banker", "banker"]', "banker should be on one card"),
    ('who = ["lady-steam", "airship-captain"]', 'who = ["lady-steam", "miner"]', "specialists 1, who 2"),
    ('game = "planet-steam"', 'game = "steam"', "this is a map for 'steam'"),
]


@pytest.mark.refuses("planet-steam", "R13", "R15")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        *((block(name, old, new), sentence) for name, old, new, sentence in CORRECTIONS),
        *(((old, new), sentence) for old, new, sentence in MISTAKES),
    ],
)
def test_a_mistake_in_the_board_is_reported(change: tuple[str, str], sentence: str) -> None:
    with pytest.raises(BadFileError) as caught:
        changed(change)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("mine.toml, ")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "mine.toml, specialists, Satz 5: engineer sollte auf einer Karte stehen, nicht auf 2"),
        ("pl", "mine.toml, specialists, zestaw 5: engineer powinien być na jednej karcie, a nie na 2"),
    ],
)
def test_a_mistake_in_the_board_is_reported_in_the_readers_language(language: str, sentence: str) -> None:
    with pytest.raises(BadFileError) as caught:
        changed(('who = ["banker"]', 'who = ["engineer"]'))
    assert caught.value.told(language) == sentence


def test_the_rulebook_applies_only_to_the_printed_board() -> None:
    """On a board of the user's own design, tanks may have other prices."""
    cheap = changed_text(block("tank_prices", "22, 20, 18", "22, 19, 18"), block("values", "tank = 25", "tank = 30"))
    own = read_board(as_own_design(cheap), "mine.toml")
    assert (20 in own.tank_prices, own.tank_value) == (False, 30)


def test_a_users_own_board_needs_enough_markers_for_its_river() -> None:
    many = as_own_design(changed_text(block("variable_claims", "5 = 5", "5 = 6")))
    with pytest.raises(BadFileError, match="with 5 players 16 neutral claim markers may be needed"):
        read_board(many, "mine.toml")


def test_everything_that_is_certain_is_compared_with_the_rulebook() -> None:
    """This excludes the cards, which are compared set by set."""
    assert certain(msgspec.to_builtins(read_toml(STANDARD.text, "standard.toml", BoardFile))) == PRINTED


def certain(blocks: dict[str, Any]) -> dict[str, Any]:
    """Only the blocks whose basis is certain, nested as in the file and without that basis."""
    found = {}
    for name, block_ in blocks.items():
        if isinstance(block_, dict) and "basis" not in block_:
            found[name] = certain(block_)
        elif isinstance(block_, dict) and block_["basis"] == "certain":
            found[name] = {key: value for key, value in block_.items() if key != "basis"}
    return {name: block_ for name, block_ in found.items() if block_}


@pytest.mark.parametrize(
    ("name", "changes", "doubt"),
    [
        ("prices.quartz", {"start = 12": "start = 7"}, "the prices do not begin in that order"),
        ("prices.water", {"start = 5": "start = 14"}, "these two do not begin near 15"),
        ("prices.quartz", {"start = 12": "start = 19"}, "a supercharger costs more than it is worth"),
        ("tank_prices", {"32, 30": "30, 32"}, "tanks do not get more expensive as they get fewer"),
        (
            "adjustment.orange",
            {"-2": "-1"},
            "adjustment, orange, shift: it is −1; the rulebook does not say so, but −2",
        ),
        (
            "adjustment.orange",
            {"-2": "-3"},
            "adjustment, orange, shift: it is −3; the rulebook does not say so, but −2",
        ),
        ("length", {"2 = 7": "2 = 8"}, "length, rounds, 2: it is 8; the rulebook does not say so, but 7"),
        ("tank_start", {"4 = 12": "4 = 11"}, "tank_start, tanks, 4: it is 11; the rulebook does not say so, but 12"),
        (
            "setups.4",
            {". A . D . .": ". . . . . .", ". B . n C .": ". . . n . ."},
            "with 4 players each begins with 1 zone instead of 2",
        ),
        (
            "setups.2",
            {"n . . . n .": "n n n n n n", "\n. . n . . .": "\nn n n n n n"},
            "with 2 players there are 15 neutral",
        ),
    ],
)
def test_an_unexpected_value_is_a_doubt(name: str, changes: dict[str, str], doubt: str) -> None:
    whole = block(name, "basis", "basis")[0]
    new = whole
    for old, better in changes.items():
        new = new.replace(old, better, 1)
    assert any(doubt in line for line in summary(changed((whole, new))))


SPECULATOR, CAPTAIN = 'number = 2\nwho = ["speculator"]', 'number = 3\nwho = ["airship-captain"]'


def test_the_cards_of_four_players_have_their_numbers() -> None:
    swapped = (SPECULATOR, SPECULATOR.replace("2", "3")), (CAPTAIN, CAPTAIN.replace("3", "2"))
    problem = "specialists, set 4, card 2: it is airship-captain; in an example in the rulebook it is speculator"
    with pytest.raises(BadFileError, match=problem):
        changed(*swapped)


def test_the_card_that_the_rulebook_shows_is_there() -> None:
    """In the sets for two and three players, the Engineer and the Captain have changed places."""
    swapped = (
        ('who = ["lady-steam", "airship-captain"]', 'who = ["lady-steam", "engineer"]'),
        ('who = ["speculator", "engineer"]', 'who = ["speculator", "airship-captain"]'),
        ('number = 3\nwho = ["engineer"]\nsets = [3]', 'number = 3\nwho = ["airship-captain"]\nsets = [3]'),
    )
    with pytest.raises(BadFileError, match="no card 1 has both lady-steam and airship-captain; the rulebook shows one"):
        changed(*swapped)


def test_another_order_of_the_cards_of_five_players_is_a_doubt() -> None:
    """Only the first edition shows their order."""
    engineer, banker = 'number = 5\nwho = ["engineer"]', 'number = 4\nwho = ["banker"]'
    swapped = (engineer, 'number = 5\nwho = ["banker"]'), (banker, 'number = 4\nwho = ["engineer"]')
    fourth, fifth = summary(changed(*swapped))[-2:]
    assert "specialists, set 5, card 4: it is engineer; the rulebook does not say so, but banker" in fourth
    assert "specialists, set 5, card 5: it is banker; the rulebook does not say so, but engineer" in fifth


def test_another_number_of_zones_is_a_doubt() -> None:
    """The board has another column, which nobody claims at the start."""
    wider = re.sub(r"(?m)^((?:[.~nxA-E] ){5}[.~nxA-E])$", r"\1 .", STANDARD.text)
    doubts = read_board(wider, "mine.toml").doubts
    assert [GAME.speech.words.text(doubt) for doubt in doubts] == [
        "unexpected: land, zones: there are 49 zones; the first edition had 42"
    ]


def test_a_users_own_board_can_be_played_on() -> None:
    board = changed(('title = "Planet Steam"', 'title = "Mine"'), block("length", "2 = 7", "2 = 1"))
    state = GAME.rules.start(2, GAME.rules.options(map=board.text))
    assert state.rounds == 1
    assert GAME.rules.load(GAME.rules.dump(state)) == state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_begins_with_equal_room(players: int) -> None:
    """Everybody has the same number of unclaimed neighbouring zones, and shares at most half of them."""
    owners = STANDARD.setups[players]
    room = {
        seat: {
            other
            for zone, owner in enumerate(owners)
            for other in STANDARD.neighbours[zone]
            if owner == seat and owners[other] == NOBODY
        }
        for seat in range(players)
    }
    assert len({len(zones) for zones in room.values()}) == 1
    for seat, zones in room.items():
        shared = [zone for zone in zones if any(zone in room[other] for other in room if other != seat)]
        assert 2 * len(shared) <= len(zones)
