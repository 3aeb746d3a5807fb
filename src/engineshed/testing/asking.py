"""What people ask before they move, and what they look at."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.testing.case import Playout, Position
from engineshed.testing.speech import must_be_sayable

EACH_KIND = 3
"""How many things of each kind are asked about in a position."""
SVG = "{http://www.w3.org/2000/svg}svg"


def tasks_can_be_told(position: Position) -> None:
    """Every seat and every spectator can be told what is to be done."""
    game = position.game
    for seat in (None, *position.seats):
        must_be_sayable(
            game, game.speech.task(game.rules.view(position.state, seat)), f"the task as seat {seat} sees it"
        )


def prices_are_never_negative(position: Position) -> None:
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


def things_explain_themselves(position: Position) -> None:
    """Some of every kind, to a spectator and to the seats that act; and everything in the legend."""
    game = position.game
    for seat in (None, *(seat for seat in position.to_act if seat != CHANCE)):
        view = game.rules.view(position.state, seat)
        by_kind: dict[str, list[str]] = {}
        for thing in game.explains.things(view):
            by_kind.setdefault(thing.partition(" ")[0], []).append(thing)
        rng = position.rng("things")
        asked = [thing for things in by_kind.values() for thing in rng.shuffled(things)[:EACH_KIND]]
        for thing in asked:
            must_explain_itself(game, view, thing)
    spectated = game.rules.view(position.state, None)
    for thing in game.explains.legend(spectated):
        must_explain_itself(game, spectated, thing)


def must_explain_itself(game: AnyGame, view: Any, thing: str) -> None:
    """An explanation has a name and sentences in every language, rules that exist, and refers to things that exist."""
    explained = game.explains.explain(view, thing)
    if explained is None:
        raise AssertionError(f"{thing!r} is on the table, but nothing explains it")
    for message in (explained.name, *explained.now):
        must_be_sayable(game, message, f"the explanation of {thing!r}")
    if not explained.rules:
        raise AssertionError(f"the explanation of {thing!r} names no rule")
    for rule in explained.rules:
        game.speech.rulebook.rule(rule)
    for other in explained.see:
        if game.explains.explain(view, other) is None:
            raise AssertionError(f"the explanation of {thing!r} refers to {other!r}, which nothing explains")
