"""Everything that msgspec must know about a struct is known before a thread reads one."""

from __future__ import annotations

import subprocess
import sys

STARTING = """
import sys
from engineshed.core.registry import find_game, game_ids
from engineshed.server.structs import prepare_structs

looked_at = []

def note(frame, event, _given):
    if event != "call" or frame.f_code.co_name != "get_class_annotations":
        return
    if frame.f_back.f_code.co_name != "fields":  # which keeps nothing
        looked_at.append(frame.f_locals["obj"])

def start_every_game():
    for name in game_ids():
        game = find_game(name)
        state = game.rules.start(game.seats[-1], game.rules.options())
        game.rules.load(game.rules.dump(state))

{first}
sys.setprofile(note)
start_every_game()
sys.setprofile(None)
print(len(looked_at))
"""


def found_out_late(first: str) -> int:
    """How many structs msgspec looks at while games are started in a new process."""
    command = [sys.executable, "-c", STARTING.replace("{first}", first)]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)


def test_no_struct_is_looked_at_once_a_server_runs() -> None:
    assert found_out_late("prepare_structs()") == 0


def test_without_preparation_starting_games_would_look_at_some() -> None:
    """Two threads that do so at once can kill the process."""
    assert found_out_late("") > 0


def test_a_struct_that_nobody_can_read_does_not_keep_a_server_from_starting() -> None:
    """For example one whose fields have types that are only imported for checking them."""
    odd = "import msgspec\nclass Odd(msgspec.Struct):\n    other: 'NeverImported'\nprepare_structs()"
    assert found_out_late(odd) == 0
