"""What just happened: it follows from what the player saw, and is told in every language."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.bots.player import Player
from engineshed.bots.retelling import Changes, Seen, changes
from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from tests.bots.test_advising import TABLES

MOVES = 70
EVERY = 7


@pytest.mark.parametrize("game_id", list(TABLES))
def test_what_others_do_in_a_game_is_told_from_what_one_sees_in_every_language(game_id: str) -> None:
    game = find_game(game_id)
    table = Table(game, 3, TABLES[game_id], seed="told")
    players = [Player(game, "casual") for _ in range(3)]
    told: list[Changes] = []
    while not table.over and table.ply < MOVES:
        mover = table.to_act()[0]
        me, ply, before = Seat((mover + 1) % 3), table.ply, table.state
        (played, *_) = table.play(mover, players[mover].choose(before, mover, seed="told", ply=ply))
        if ply % EVERY:
            continue
        found = seen_by(game, me, mover, before, table.states[ply + 1], played.text)
        assert found == seen_by(game, me, mover, other_truth(game, before, me), table.states[ply + 1], played.text)
        told.append(found)
        for message in (*found.theirs, *found.mine):
            for language in game.languages:
                assert "{" not in game.speech.words_in(language).say(message)
    assert any(found.theirs for found in told)


def seen_by(game: Any, me: Seat, mover: Seat, before: Any, after: Any, text: str) -> Changes:
    views = [game.rules.view(state, me) for state in (before, after)]
    return changes(game, Seen(me, views[0], views[1], mover, (text,), "key"))


def other_truth(game: Any, state: Any, me: Seat) -> Any:
    """Another state that looks the same to this player."""
    return game.rules.guess(game.rules.view(state, me), Rng("other"))


def test_moves_that_cannot_be_played_again_tell_only_points_that_can_be_seen() -> None:
    game = find_game("steam-power")
    table = Table(game, 3, TABLES["steam-power"], seed="told")
    mover = table.to_act()[0]
    before = table.state
    table.play(mover, table.read("money"))
    me = Seat((mover + 1) % 3)
    views = [game.rules.view(state, me) for state in (before, table.state)]
    parts = {part.removeprefix("part.") for part in game.speech.words.templates if part.startswith("part.")}
    for moves in (None, ("deliver A1",)):
        found = changes(game, Seen(me, views[0], views[1], mover, moves, "key"))
        assert {message.id.removeprefix("changed.") for message in found.theirs} <= parts


def test_ones_own_moves_are_told_once() -> None:
    game = find_game("steam-power")
    table = Table(game, 3, TABLES["steam-power"], seed="told")
    me = table.to_act()[0]
    before = table.state
    (played, *_) = table.play(me, table.read("money"))
    found = seen_by(game, me, me, before, table.state, played.text)
    assert found.theirs
    assert found.mine == ()
