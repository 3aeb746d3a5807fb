"""Help and errors of the command line in languages other than English.

Cyclopts takes the English help from the docstrings of our commands, and speaks English itself. The other languages are
in ``words/usage.<language>.toml``: ``about`` has the commands, ``parameter`` their parameters (under ``any`` those that
several share), ``label`` the words around them and ``mistake`` the errors.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import takewhile
from typing import Any

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    Token,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)
from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from engineshed.core.datafile import packaged_text
from engineshed.core.errors import advice, say
from engineshed.core.words import ENGLISH, PLURALS, Message, Param, Words, known_language


@cache
def usage_words(language: str) -> Words:
    """The words of help and errors, in any language but English."""
    name = f"usage.{known_language(language, PLURALS)}.toml"
    return Words.parse(language, packaged_text("engineshed.cli", "words", name))


# -- help -----------------------------------------------------------------------------------------------------------


def translated_help(language: str) -> TranslatedHelp | None:
    """What prints help in this language; None for English, which cyclopts prints itself."""
    return None if language == ENGLISH else TranslatedHelp(usage_words(language))


class TranslatedHelp:
    """Prints as cyclopts does, with translated words."""

    def __init__(self, words: Words) -> None:
        self.words, self.plain = words, DefaultFormatter()
        self.command = ""
        """The command that is explained, such as ``map check``; the usage line, which comes first, names it."""

    def render_usage(self, console: Console, _options: ConsoleOptions, usage: Any) -> None:
        line = str(usage).removeprefix("Usage:").strip()
        self.command = " ".join(takewhile(_is_command, line.split()[1:]))
        for english in ("COMMAND", "OPTIONS", "ARGS"):
            line = line.replace(english, self.words.word(f"label.{english}"))
        console.print(Text(f"{self.words.word('label.usage')}: {line}\n", style="bold"))

    def render_description(self, console: Console, _options: ConsoleOptions, _description: Any) -> None:
        console.print(self.words.word(f"about.{self.command or 'engineshed'}"))
        console.print()

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        entries = [self._entry(panel, entry) for entry in panel.entries]
        title = self.words.word(f"label.{panel.title}")
        self.plain(console, options, panel.copy(title=title, entries=entries))

    def _entry(self, panel: HelpPanel, entry: HelpEntry) -> HelpEntry:
        label = getattr(entry, "positional_label", None) or (*entry.names, *entry.shorts)[0]
        name = label.lstrip("-").lower()
        if panel.format == "command":
            about = self.words.word(f"about.{f'{self.command} {name}'.strip()}")
            return entry.copy(description=about.partition("\n\n")[0])
        about = self.words.word(parameter_key(self.words, self.command, name))
        if entry.required:
            about += f" [{self.words.word('label.required')}]"
        if entry.default not in {None, "False", '""'}:
            about += f" [{self.words.word('label.default')}: {entry.default}]"
        if entry.choices:
            about += f" [{self.words.word('label.choices')}: {', '.join(entry.choices)}]"
        return entry.copy(description=about, required=False, default=None, choices=None)


def _is_command(word: str) -> bool:
    """Whether a word of a usage line is a command: arguments are in capitals, and options begin with a hyphen."""
    return word.islower() and not word.startswith("-")


def parameter_key(words: Words, command: str, name: str) -> str:
    """The id of a parameter's help: under its command, or under ``any`` if several commands share it."""
    own = f"parameter.{command}.{name}"
    return own if own in words.templates else f"parameter.any.{name}"


# -- mistakes -------------------------------------------------------------------------------------------------------


def told(error: CycloptsError, language: str) -> str:
    """An error in the command line, as a sentence; in cyclopts' own words if we have none."""
    if language == ENGLISH:
        return str(error)
    message, wrong, known = _mistake(error)
    sentence = usage_words(language).text(message)
    near = advice(wrong, known)
    return f"{sentence}; {say(near, language)}" if near else sentence


def _mistake(error: CycloptsError) -> tuple[Message, str, list[str]]:
    """What is wrong; for an unknown name, also that name and the known ones."""
    match error:
        case UnknownCommandError(unused_tokens=[str(name), *_]):
            return _message("command", name=name), name, _commands(error.app)
        case UnknownOptionError():
            name = error.token.keyword or error.token.value
            known = [known for argument in error.argument_collection for known in argument.names if known[0] == "-"]
            return _message("option", name=name), name, known
        case _:
            return _wrong_value(error), "", []


def _wrong_value(error: CycloptsError) -> Message:
    match error:
        case MissingArgumentError():
            name = error.keyword or _name(error)
            return _message("value" if name.startswith("-") else "missing", name=name)
        case CoercionError(token=Token() as token, target_type=type(__name__=("int" | "float") as kind)):
            return _message("kind", name=token.keyword or _name(error), value=token.value, kind=f"@kind.{kind}")
        case ValidationError() if bound := re.fullmatch(r"Must be (.+)\.", error.exception_message):
            return _message("bound", name=_name(error), bound=bound[1])
        case RepeatArgumentError():
            return _message("twice", name=error.token.keyword or _name(error))
        case UnusedCliTokensError(unused_tokens=[*words]):
            return _message("surplus", words=" ".join(words))
    return _message("other", text=str(error))


def _message(kind: str, /, **params: Param) -> Message:
    return Message(f"mistake.{kind}", params)


def _name(error: CycloptsError) -> str:
    return error.argument.name if error.argument else ""


def _commands(app: App | None) -> list[str]:
    return [name for name in app or () if not name.startswith("-")]
