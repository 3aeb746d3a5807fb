"""What people ask before they move, and what they look at meanwhile."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec

from engineshed.core.contract import CHANCE
from engineshed.testing.case import Playout, Position
from engineshed.testing.speech import must_be_sayable

SVG = "{http://www.w3.org/2000/svg}svg"


def tasks_can_be_told(position: Position) -> None:
    """To every seat, and to spectators."""
    game = position.game
    for seat in (None, *position.seats):
        must_be_sayable(
            game, game.speech.task(game.rules.view(position.state, seat)), f"the task as seat {seat} sees it"
        )


def prices_are_never_below_nothing(position: Position) -> None:
    for seat in position.to_act:
        if seat == CHANCE:
            continue
        for move in position.legal(seat):
            price = position.game.speech.price(position.state, move)
            if price < 0:
                raise AssertionError(f"{move} has the price {price}")


def the_table_can_be_drawn(playout: Playout) -> None:
    """The layout can be sent, and the ground is an SVG picture that differs between the light and the dark theme."""
    game, options = playout.game, playout.table.options
    msgspec.json.encode(game.boards.layout(options))
    pictures = [game.boards.draw_ground(options, dark=dark) for dark in (False, True)]
    if pictures[0] == pictures[1]:
        raise AssertionError("the ground looks the same in the dark theme")
    for picture in pictures:
        root = ElementTree.fromstring(picture)  # noqa: S314  (our own drawing)
        if root.tag != SVG:
            raise AssertionError(f"the ground is not SVG but {root.tag}")
