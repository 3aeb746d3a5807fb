"""Which language the command line speaks: the one given by ``--language``, otherwise that of the environment.

``main`` finds it once, before it parses anything else, because even mistakes are answered in it. Every command gets it
as its parameter ``language``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import App, ArgumentCollection, Parameter, Token

from engineshed.core.words import ENGLISH, PLURALS, known_language

OPTION = "--language"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first one that is set decides, as usual."""

Language = Annotated[
    str,
    Parameter(
        name=OPTION,
        help="The language to speak: en, de or pl; that of the environment (LC_ALL, LC_MESSAGES, LANG) if not given.",
        show_default=False,
    ),
]


def environment_language(environment: Mapping[str, str]) -> str:
    """``de_DE.UTF-8`` is German; a language that we do not have, or none, is English."""
    value = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = value.replace(".", "_").partition("_")[0].lower()
    return language if language in PLURALS else ENGLISH


def take_language(typed: Sequence[str], otherwise: str) -> tuple[str, list[str]]:
    """The language asked for, wherever ``--language`` is in the line, and the line without it."""
    for place, word in enumerate(typed):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        behind = place + (1 if equals else 2)
        if name == OPTION and behind <= len(typed):
            asked = value if equals else typed[place + 1]
            return known_language(asked, PLURALS), [*typed[:place], *typed[behind:]]
    return otherwise, list(typed)


def speaking(language: str) -> Callable[[App, Sequence[str], ArgumentCollection], None]:
    """Makes a program pass this language on to each of its commands."""

    def pass_on(_app: Any, _commands: Any, arguments: ArgumentCollection) -> None:
        for argument in arguments:
            if OPTION in argument.names:
                argument.append(Token(keyword=OPTION, value=language, source="main"))

    return pass_on
