"""The rules as plain Python, measured beside the compiled ones."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from engineshed.core import stages
from engineshed.core.contract import AnyGame
from engineshed.core.options import write_options
from engineshed.lab.bench import Chunk, Count, Subject


def is_compiled() -> bool:
    return not stages.__file__.endswith(".py")


def plain_subject(game: AnyGame, seats: int, options: msgspec.Struct) -> Subject:
    """The random games of ``game_subject`` by the plain rules, in a process that ends with this one."""
    process = subprocess.Popen(  # noqa: S603  (our own program)
        [sys.executable, "-m", "engineshed.lab.uncompiled", game.id, str(seats)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    requests, answers = process.stdin, process.stdout
    assert requests is not None
    assert answers is not None
    print(msgspec.json.encode(write_options(options)).decode(), file=requests, flush=True)

    def play_chunk(first: int) -> Chunk:
        print(first, file=requests, flush=True)
        return msgspec.json.decode(answers.readline(), type=Chunk)

    def play_game(_number: int) -> Count:
        raise NotImplementedError("it plays elsewhere")

    return Subject(f"{game.id}, plain Python", str(game.version), play_game, play_chunk)
