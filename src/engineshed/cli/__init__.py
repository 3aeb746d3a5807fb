"""The command line. Each command is a function in its own file; here they become one program."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from cyclopts import App, CycloptsError, Parameter

from engineshed import __version__
from engineshed.cli.analyse import analysis
from engineshed.cli.arena import arena
from engineshed.cli.data import data
from engineshed.cli.games import games
from engineshed.cli.language import environment_language, speaking, take_language
from engineshed.cli.learn import learn
from engineshed.cli.maps import maps
from engineshed.cli.play import play
from engineshed.cli.puzzles import puzzle, workshop
from engineshed.cli.records import replay, verify
from engineshed.cli.report import report
from engineshed.cli.rules import rules
from engineshed.cli.scenario import scenario
from engineshed.cli.simulate import simulate
from engineshed.cli.tune import tune
from engineshed.cli.usage import told, translated_help
from engineshed.core.errors import Trouble

TROUBLE = 2
INTERRUPTED = 130
UNHEARD = 1
"""Exit codes: a person's mistake, Ctrl-C (as shells count it), and output that nobody reads any more."""


def program(language: str) -> App:
    """All commands, with their help in this language."""
    app = App(
        name="engineshed",
        help="Steam-age economic board games: play them, simulate them, study them.",
        version=__version__,
        default_parameter=Parameter(negative=()),
        config=speaking(language),
        help_formatter=translated_help(language),
        result_action="return_int_as_exit_code_else_zero",
        suppress_keyboard_interrupt=False,
    )
    for command in (
        games,
        rules,
        learn,
        puzzle,
        workshop,
        play,
        simulate,
        arena,
        tune,
        report,
        replay,
        verify,
        scenario,
        maps,
        data,
    ):
        app.command(command)
    app.command(analysis, name="analyse")
    # These are imported when they are called, because importing the web framework takes half a second.
    app.command("engineshed.cli.serve:serve", name="serve", help="Serve tables over HTTP and WebSocket until Ctrl-C.")
    for name, about in (
        ("backup", "Save everything that a server keeps in one file; it may be running."),
        ("restore", "Restore a backup to a new database."),
        ("check", "Check a database or a backup: the file itself, every log, and unfinished games by replaying them."),
    ):
        app.command(f"engineshed.cli.keeping:{name}", name=name, help=about)
    app.command(
        "engineshed.cli.admin:admin",
        name="admin",
        help="Look after a running server: close tables, silence or ban guests, read reports.",
    )
    app.command("engineshed.cli.bench:bench", name="bench", help="Measure random play on one core, or a server.")
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. A person's mistake gets a sentence, never a traceback."""
    _take_any_text()
    language = environment_language(os.environ)
    try:
        language, typed = take_language(sys.argv[1:] if arguments is None else arguments, language)
        code: int = program(language)(typed, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (Trouble, CycloptsError) as trouble:
        sentence = trouble.told(language) if isinstance(trouble, Trouble) else told(trouble, language)
        print(f"engineshed: {' '.join(sentence.split())}", file=sys.stderr)
        return TROUBLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return UNHEARD
    return code


def _take_any_text() -> None:
    """Replace characters that the terminal's encoding lacks with question marks, in input and output."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """The reader of our output has gone (``engineshed rules steam-power | head``); that needs no message."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
