"""Positions across versions of a game's rules: they are carried over as descriptions, which outlive the code."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyGame
from engineshed.core.earlier import Doc
from engineshed.core.errors import Trouble


def game_of(game: AnyGame, version: int) -> AnyGame | None:
    """The game in this version of its rules; None if it no longer has them."""
    if version == game.version:
        return game
    kept = game.earlier.kept.get(version)
    return None if kept is None else kept()


def carried(game: AnyGame, doc: Doc, version: int) -> Any:
    """A position that was described under a version of the rules, as a state of this version.

    A position that could not arise under the present rules may well have arisen under the earlier ones, so it is
    accepted if it can be played on. Raises ``Trouble`` if it cannot.
    """
    doc = doc if version == game.version else game.earlier.reword(doc, version)
    try:
        return game.speech.arrange(doc)
    except Trouble as trouble:
        try:
            return game.speech.arrange({**doc, "by_hand": True})
        except Trouble:
            raise trouble from None


SETTINGS = ("players", "map", "options")
"""The keys of a description that are about the table."""


def must_be_of_table(game: AnyGame, state: Any, seats: int, options: Any) -> None:
    """Raise ``Trouble`` unless a position is one of a table with these seats and options."""
    usual, found = game.speech.describe(game.rules.start(seats, options)), game.speech.describe(state)
    same = all(usual.get(key) == found.get(key) for key in SETTINGS)
    if len(game.rules.scores(state)) != seats or not same:
        raise Trouble("position.other-table")


def reloaded(game: AnyGame, data: bytes, version: int) -> Any:
    """A position from bytes that a version of the rules has written.

    Bytes do not say what they mean, so those of another version are only accepted if the referee finds no fault.
    """
    if version == game.version:
        return game.rules.load(data)
    state = game.rules.load(game.earlier.recode(data, version))
    faults = list(game.rules.faults(state))
    if faults:
        raise Trouble("position.faulty", faults="; ".join(faults))
    return state
