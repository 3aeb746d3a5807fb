"""``engineshed games``: what can be played, on which maps, with which options and bots."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import bot_names, find_game, game_ids


def games() -> None:
    """List the games with their seats, maps, options and bots."""
    console = terminal()
    for game_id in game_ids():
        game = find_game(game_id)
        console.print(Text.assemble((game.id, "bold cyan"), "  ", (game.title, "bold")))
        console.print(_facts(game))
        console.print(_options(game))
        console.print()


def _facts(game: AnyGame) -> Table:
    table = _indented()
    table.add_row("seats", ", ".join(str(seats) for seats in game.seats))
    if game.boards.maps():
        table.add_row("maps", ", ".join(game.boards.maps()))
    table.add_row("bots", ", ".join(bot_names(game.id)))
    return table


def _options(game: AnyGame) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=False)
    for heading in ("  option", "default", "values", "meaning"):
        table.add_column(heading, overflow="fold")
    meanings = game.speech.words.templates
    for name, schema in _properties(game.rules.options).items():
        default = _typed(schema.get("default"))
        table.add_row(f"  {name}", default, _values(schema), meanings.get(f"option.{name}", ""))
    return table


def _properties(kind: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """The options as JSON schema knows them: default and values by name."""
    schema = msgspec.json.schema(kind)
    found: dict[str, dict[str, Any]] = schema["$defs"][kind.__name__]["properties"]
    return found


def _values(schema: dict[str, Any]) -> str:
    """What may be typed after the equals sign."""
    if "enum" in schema:
        return ", ".join(_typed(value) for value in schema["enum"])
    if schema.get("type") == "boolean":
        return "yes, no"
    if "minimum" in schema or "maximum" in schema:
        return f"{schema.get('minimum', '')} to {schema.get('maximum', '')}".strip()
    return {"integer": "a number", "string": "a text"}.get(str(schema.get("type")), "")


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _indented() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    return table
