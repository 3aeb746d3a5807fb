"""Continuing from a record although the game no longer has the rules of its last part."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engineshed.core.contract import AnyGame
from engineshed.core.earlier import Doc
from engineshed.core.errors import BadRecordError, Trouble
from engineshed.core.options import read_options
from engineshed.core.record import IN_PARTS, Record, open_record, parts_of
from engineshed.core.table import Before, Part, Table
from engineshed.core.versions import carried, game_of, must_be_of_table


def rules_are_gone(record: Record, game: AnyGame) -> bool:
    """Whether the game has newer rules than those that the record ends with, and has not kept these."""
    return record.version < game.version and game_of(game, record.version) is None


def carried_on(record: Record, game: AnyGame) -> Table[Any, Any, Any]:
    """The table where such a record ends, under the current rules.

    The last part is replayed under them, from the position that it begins from. The game goes on from the position that
    this leads to, as a new part. Raises ``BadRecordError`` if one of the moves is no longer legal.
    """
    now = open_record(_under_current_rules(record, game), game).state
    return Table(
        game,
        record.seats,
        record.options,
        seed=record.seed,
        name=record.table,
        start=game.speech.describe(now),
        before=Before(parts_of(record), record.moves),
    )


def _under_current_rules(record: Record, game: AnyGame) -> Record:
    """The same record, as if its last part had been played under the current rules."""
    *before, last = parts_of(record)
    start = game.speech.describe(_start(record, game, last.start)) if isinstance(last.start, dict) else last.start
    again = Part(game.version, last.moves, start)
    return replace(record, format=max(record.format, IN_PARTS), version=game.version, parts=(*before, again))


def _start(record: Record, game: AnyGame, words: Doc) -> Any:
    """The described position that the last part begins from."""
    try:
        state = carried(game, words, record.version)
        must_be_of_table(game, state, record.seats, read_options(game.rules.options, record.options))
    except Trouble as trouble:
        raise BadRecordError("record.no-table", problem=trouble) from None
    except Exception:  # noqa: BLE001  (a game may raise anything at words that it did not write)
        raise BadRecordError("record.no-table", problem=Trouble("position.unreadable")) from None
    return state
