"""``engineshed games``: what can be played, on which maps, with which options and bots."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from engineshed.cli.language import Language
from engineshed.cli.phrases import Phrases, game_language
from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import bot_names, find_game, game_ids
from engineshed.core.words import ENGLISH


def games(*, language: Language = ENGLISH) -> None:
    """List the games with their seats, maps, options and bots."""
    console, phrases = terminal(), Phrases(language)
    for game_id in game_ids():
        game = find_game(game_id)
        console.print(Text.assemble((game.id, "bold cyan"), "  ", (game.title, "bold")))
        console.print(_facts(game, phrases))
        console.print(_options(game, phrases))
        console.print()


def _facts(game: AnyGame, phrases: Phrases) -> Table:
    table = _indented()
    table.add_row(phrases.text("games.seats"), ", ".join(str(seats) for seats in game.seats))
    if game.boards.maps():
        table.add_row(phrases.text("games.maps"), ", ".join(game.boards.maps()))
    table.add_row(phrases.text("games.bots"), ", ".join(bot_names(game.id)))
    return table


def _options(game: AnyGame, phrases: Phrases) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=False)
    table.add_column(f"  {phrases.text('games.option')}", overflow="fold")
    for heading in ("default", "values", "meaning"):
        table.add_column(phrases.text(f"games.{heading}"), overflow="fold")
    meanings = game.speech.words_in(game_language(game, phrases.language)).templates
    for name, schema in _properties(game.rules.options).items():
        default = _typed(schema.get("default"))
        table.add_row(f"  {name}", default, _values(schema, phrases), meanings.get(f"option.{name}", ""))
    return table


def _properties(kind: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """The options as their JSON schema has them: default and values, by name."""
    schema = msgspec.json.schema(kind)
    found: dict[str, dict[str, Any]] = schema["$defs"][kind.__name__]["properties"]
    return found


def _values(schema: dict[str, Any], phrases: Phrases) -> str:
    """What can be typed after the equals sign; corrected files are given with ``--data`` instead."""
    if "enum" in schema:
        return ", ".join(_typed(value) for value in schema["enum"])
    match schema:
        case {"type": "boolean"}:
            return ", ".join(_typed(value) for value in (True, False))
        case {"minimum": low, "maximum": high}:
            return phrases.text("number.range", low=str(low), high=str(high))
        case {"minimum": low}:
            return phrases.text("games.least", low=str(low))
        case {"maximum": high}:
            return phrases.text("games.most", high=str(high))
        case {"type": "integer"}:
            return phrases.text("games.number")
        case {"type": "string"}:
            return phrases.text("games.text")
        case {"type": "array"}:
            return "--data"
    return ""


def _typed(value: Any) -> str:
    """A value as it is typed, which is the same in every language."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value == () else str(value)


def _indented() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    return table
