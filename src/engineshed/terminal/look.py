"""How a terminal shows a game without its own terminal display."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
from rich.console import Group, RenderableType
from rich.pretty import Pretty
from rich.text import Text

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.house import house_words
from engineshed.core.words import Message, Words


class Sight(NamedTuple):
    """What a seat sees of a position: the view, and the hints that help to show it."""

    view: Any
    hints: Any


def see(game: AnyGame, state: Any, seat: Seat | None) -> Sight:
    return Sight(game.rules.view(state, seat), game.boards.hints(state, seat))


class Look:
    """Shows any view field by field. A game with a board has its own ``Look``, derived from this one.

    Everything is shown in the reader's language, and a line says how to type the words that are typed differently.
    """

    def __init__(self, game: AnyGame, words: Words | None = None) -> None:
        """``words``: the game's catalogue in the reader's language; English if not given."""
        self.game = game
        self.words = words or game.speech.words

    def table(self, sight: Sight) -> Group:
        """What everybody sees, part by part: the board, the players, the supply."""
        return Group(Pretty(msgspec.to_builtins(sight.view), expand_all=True))

    def own(self, _sight: Sight) -> RenderableType:
        """What only this seat sees, such as its hand; nothing for a spectator."""
        return Group()

    def task(self, view: Any) -> str:
        """What the seat is to do now, in a sentence."""
        return self.words.say(self.game.speech.task(view))

    def best_first(self, _view: Any, moves: Sequence[Any]) -> Sequence[Any]:
        """Moves of one kind in the order in which they are suggested; the complete list keeps its own order."""
        return moves

    def name(self, number: int) -> str:
        """A seat's colour in the reader's language, as used in lists and within sentences."""
        notation = self.game.seat_names[number]
        return self.words.templates.get(f"company.{notation}", notation).lower()

    def typed(self, **families: Iterable[str]) -> list[Text]:
        """A line with the words that are not typed as they are shown; no line if there are none.

        ``families``: words of the notation, by the part of the catalogue that has their names.
        """
        names = {word: self.words.word(f"{family}.{word}") for family in families for word in families[family]}
        pairs = ", ".join(f"{name} = {word}" for word, name in names.items() if name.lower() != word)
        line = house_words(self.words.language).text(Message("terminal.typed", {"words": pairs}))
        return [Text(line, style="dim")] if pairs else []

    def seat(self, number: int) -> Text:
        """A seat's name, printed in its colour, which only repeats what the word says."""
        return Text(self.name(number), style="bold")

    def marked_seat(self, number: int, *, acts: bool) -> Text:
        """A seat's name in a list of all seats, with a mark if it is to act."""
        return Text("▶ " if acts else "  ").append_text(self.seat(number))


def look_of(game: AnyGame, words: Words | None = None) -> Look:
    """The game's own ``LOOK``, from the module ``terminal`` of its package; the general one if it has none."""
    name = f"{game.package}.terminal"
    if not game.package or find_spec(name) is None:
        return Look(game, words)
    look: Look = import_module(name).LOOK(game, words)
    return look
