"""Texts are measured before they are parsed.

A short text can keep a parser busy for hours: with TOML, the time grows with the square of the number of parts in a
key. Measuring a text takes time that grows only with its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engineshed.core.errors import BadFileError
from engineshed.core.words import Message

LONGEST_TEXT = 200_000
"""Characters; the longest file that comes with a game has a quarter of that."""
MOST_LINES = 5_000
LONGEST_LINE = 8_000
"""A list may be on one line; the longest line of our own files is a rule with 600 characters."""
MOST_KEY_PARTS = 8
"""``a.b.c`` has three parts; our own files have at most two."""
DEEPEST = 16
"""How deeply lists and tables may be nested."""

TOKEN = re.compile(
    r"""
    \"{3} (?: \\.? | [^\\] )*? (?: \"{3} | \Z )   # a text over several lines, or what is left if it is not closed
    | '{3} .*? (?: '{3} | \Z )
    | \" (?: \\. | [^\"\\\n] )* \"?
    | ' [^'\n]* '?
    | \# [^\n]*
    | [\[\]{}.,=\n]
    """,
    re.VERBOSE | re.DOTALL,
)
"""What is counted. Texts and comments are matched as a whole, so that nothing inside them is counted."""

OPENING, CLOSING, PARTING = "[{", "]}", "=,\n"


class _Sign(NamedTuple):
    sign: str
    at: int


def check_measures(text: str, source: str) -> None:
    """Raises ``BadFileError``, with the line, if a text is longer or more complicated than any honest file."""
    if len(text) > LONGEST_TEXT:
        raise BadFileError(source, "", "file.long", length=len(text), most=LONGEST_TEXT)
    lines = text.split("\n", MOST_LINES)
    if len(lines) > MOST_LINES:
        raise BadFileError(source, "", "file.lines", most=MOST_LINES)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadFileError(source, _line(number), "file.line-long", length=len(line), most=LONGEST_LINE)
    _check_intricacy(text, source)


def _check_intricacy(text: str, source: str) -> None:
    """How many parts the keys have, and how deeply lists and tables are nested."""
    depth, parts = 0, 1
    for sign, at in _signs(text):
        if sign == ".":
            parts += 1
            if parts > MOST_KEY_PARTS:
                raise BadFileError(source, _place(text, at), "file.key-parts", most=MOST_KEY_PARTS)
        elif sign in OPENING:
            depth, parts = depth + 1, 1
            if depth > DEEPEST:
                raise BadFileError(source, _place(text, at), "file.nested")
        elif sign in CLOSING:
            depth, parts = max(0, depth - 1), 1
        elif sign in PARTING:
            parts = 1


def _signs(text: str) -> Iterator[_Sign]:
    for found in TOKEN.finditer(text):
        sign = found[0]
        if len(sign) == 1 and sign not in "\"'#":
            yield _Sign(sign, found.start())


def _place(text: str, at: int) -> Message:
    return _line(text.count("\n", 0, at) + 1)


def _line(number: int) -> Message:
    return Message("place.line-only", {"line": number})
