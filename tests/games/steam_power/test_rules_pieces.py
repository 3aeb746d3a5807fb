"""What happens when pieces run out (R3), and which ones come back."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.rng import Rng
from tests.games.steam_power.play import BLUE, GAME, RED, described, offered, play, position, refusal, row

NAMES = tuple(f"{letter}ford" for letter in "ABCDEFGHIJKLMNOPQRST")
"""Twenty cities in a row, with room for nineteen links."""


def links_between(first: int, last: int) -> list[str]:
    return [f"{city} se ne" for city in NAMES[first:last]]


# -- trains and factories -------------------------------------------------------------------------------------------


def with_links(count: int, **more: Any) -> Any:
    return position(map=row(*NAMES), links={"red": links_between(0, count)}, **more)


@pytest.mark.allows("steam-power", "R3", "R22")
def test_the_eighteenth_train_can_be_used() -> None:
    state = play(with_links(17), "track AJ1 ne-nw")
    assert len(described(state)["links"]["red"]) == 18
    assert described(state)["derived"]["trains"]["red"] == 0


@pytest.mark.refuses("steam-power", "R3", "R22")
def test_there_is_no_train_for_a_nineteenth_link() -> None:
    state = with_links(18)
    assert offered(state, "track") == []
    assert refusal(state, "track AL1 ne-nw") == (
        "R3",
        "All your trains are in use, on 18 links; a new link needs one",
    )


@pytest.mark.refuses("steam-power", "R3")
def test_a_player_has_fifteen_factories() -> None:
    cities = dict(zip(NAMES, ["black", "white", "orange", "grey"] * 5, strict=True))
    fourteen = with_links(18, cities=cities, factories=dict.fromkeys(NAMES[:14], "red"))
    fifteen = play(fourteen, "factory Oford")
    assert offered(fifteen, "factory") == []
    assert refusal(fifteen, "factory Pford") == ("R3", "All your 15 factories are built")


# -- track tiles ----------------------------------------------------------------------------------------------------


ZIGZAG = {
    "terrain": "\n".join([". A . . . . . .", ". . . . . . . .", "B . . . . . . .", *[". . . . . . . ."] * 5]),
    "cities": {"A": "Ashford", "B": "Bedford"},
}


def after_tight_curves(count: int) -> Any:
    """Blue's unfinished link has a straight in B2 and then this many tight curves; it is Red's turn."""
    edges = ("s", *("s", "ne") * 6)
    return position(map=ZIGZAG, links={"blue": [f"Ashford {' '.join(edges[: count + 2])}"]})


@pytest.mark.allows("steam-power", "R3")
def test_the_tenth_tile_of_a_stock_can_be_laid() -> None:
    state = after_tight_curves(9)
    assert described(state)["derived"]["stock"] == [79, 1, 10]
    assert described(play(state, "track A4 n-ne"))["derived"]["stock"] == [79, 0, 10]
    assert described(play(state, "cross B2 ne-sw"))["derived"]["stock"] == [80, 0, 10]


@pytest.mark.refuses("steam-power", "R3")
def test_the_eleventh_tile_of_a_stock_is_refused_with_either_face() -> None:
    state = after_tight_curves(10)
    assert described(state)["derived"]["stock"] == [79, 0, 10]
    assert refusal(state, "track A4 n-ne") == ("R3", "No tile with this face is left (tight curve)")
    assert refusal(state, "cross B2 ne-sw") == ("R3", "No tile with this face is left (straight crossing)")
    assert "cross B2 se-sw" in offered(state), "mixed crossings have their own stock"


@pytest.mark.allows("steam-power", "R3")
def test_a_removed_tile_can_be_laid_again() -> None:
    state = play(after_tight_curves(10), "money", "money")
    (remove,) = offered(state, "remove")
    state = play(state, remove, "done", "money")
    assert described(state)["derived"]["stock"] == [79, 1, 10]
    assert "track A4 n-ne" in offered(state)


COLUMNS = {
    "terrain": "\n".join(["A . B . C . D", *[". . . . . . ."] * 38, "E . F . G . H"]),
    "cities": dict(zip("ABCDEFGH", NAMES, strict=False)),
}
"""Two tall columns of straight track, A to E and B to F, use 76 simple tiles."""


@pytest.mark.allows("steam-power", "R28")
def test_a_removed_crossing_stays_for_the_other_track_if_no_simple_tile_is_left() -> None:
    """All 80 simple tiles are on the map, and Blue's last tile is a crossing over Red's straight track.

    The link can still be shortened, and the crossing stays on the map.
    """
    down = " s" * 39
    state = position(
        map=COLUMNS,
        turn="blue",
        links={
            "red": [f"Aford{down}", "Aford se ne", f"Bford{down}", "Eford ne se"],
            "blue": ["Cford se ne", "Cford s sw sw sw"],
        },
    )
    assert described(state)["derived"]["stock"] == [0, 9, 10]
    assert "remove C3" in offered(state)
    step = GAME.rules.apply(state, BLUE, GAME.speech.read(state, "remove C3"))
    assert [GAME.speech.words.say(fact) for fact in step.facts] == [
        "Blue removes the last tile in C3",
        "No simple tile is left: the crossing in C3 stays there for the other track",
    ]
    after = play(state, "remove C3")
    assert described(after)["links"] == {**described(state)["links"], "blue": ["Cford se ne", "Cford s sw sw"]}
    assert described(after)["derived"]["tiles"]["C3"] == "n-s"
    assert described(after)["derived"]["stock"] == [0, 9, 10]
    again = play(after, "remove D2")
    assert described(again)["derived"]["stock"] == [0, 10, 10], "a simple tile has come back and replaces the crossing"


# -- goods and money ------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R3")
def test_goods_never_run_out() -> None:
    """Seven black cities with five goods each need more than the thirty goods in the box."""
    names = NAMES[:8]
    state = position(
        map=row(*names),
        cities={**dict.fromkeys(names[:7], "black"), names[7]: "white"},
        links={"red": links_between(0, 7)},
        factories=dict.fromkeys(names[:6], "red"),
    )
    assert described(play(state, f"factory {names[6]}"))["goods"] == dict.fromkeys(names[:7], 5)


@pytest.mark.allows("steam-power", "R3")
def test_money_never_runs_out() -> None:
    state = play(position(map="ireland", money={"red": 200, "blue": 49}), "money")
    assert described(state)["money"]["red"] == 203
    assert described(state)["bank"] == -2
    assert GAME.rules.view(state, RED).bank == 0, "people see an empty bank"
    guess = GAME.rules.guess(GAME.rules.view(state, RED), Rng("guess"))
    assert list(GAME.rules.faults(guess)) == []
    assert described(guess)["bank"] == -2
