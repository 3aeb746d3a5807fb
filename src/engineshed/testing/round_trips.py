"""What goes out comes back the same: moves as JSON and text, states as bytes and descriptions, whole games."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.contract import Seat
from engineshed.core.record import digest_of, open_record, read_record, record_of, verify, write_record
from engineshed.core.table import MOVE_LENGTH
from engineshed.testing.case import Playout, Position
from engineshed.testing.odd_moves import decoder_of


def moves_survive_json(position: Position) -> None:
    decoder = decoder_of(position.game)
    for seat in position.to_act:
        for move in position.legal(seat):
            back = decoder.decode(msgspec.json.encode(move))
            if back != move:
                raise AssertionError(f"{move} comes back from JSON as {back}")


def moves_survive_text(position: Position) -> None:
    game, state = position.game, position.state
    for seat in position.to_act:
        for move in position.legal(seat):
            text = game.speech.write(state, move)
            if not text.isprintable() or len(text) > MOVE_LENGTH:
                raise AssertionError(f"{move} is written as {text!r}, which is not one short line")
            back = game.speech.read(state, text)
            if back != move:
                raise AssertionError(f"{move} is written as {text!r}, which is read as {back}")


def states_survive_bytes(position: Position) -> None:
    _must_be_the_same(position, position.game.rules.load(position.game.rules.dump(position.state)), "dump and load")


def states_survive_description(position: Position) -> None:
    """A state survives being described, also if the description has been written to a file and read back."""
    described = position.game.speech.describe(position.state)
    _must_be_the_same(position, position.game.speech.arrange(described), "describe and arrange")
    written = msgspec.json.decode(msgspec.json.encode(described))
    _must_be_the_same(position, position.game.speech.arrange(written), "a written description")


def _must_be_the_same(position: Position, back: Any, way: str) -> None:
    """Equal, and equal in everything derived from it, because a state may also hold cached values."""
    game, state = position.game, position.state
    if (back == state) == (back != state):
        raise AssertionError(f"after {way} the state is equal and unequal at once: == and != disagree")
    if back != state:
        raise AssertionError(f"the state is another one after {way}")
    if game.rules.dump(back) != game.rules.dump(state):
        raise AssertionError(f"the state has other bytes after {way}")
    for seat in _players_to_act(position):
        if list(game.rules.legal(back, seat)) != position.legal(seat):
            raise AssertionError(f"seat {seat} has other legal moves after {way}")
    for looker in (*position.seats, None):
        if game.rules.view(back, looker) != game.rules.view(state, looker):
            raise AssertionError(f"seat {looker} sees something else after {way}")
    if game.rules.scores(back) != game.rules.scores(state) or game.rules.result(back) != game.rules.result(state):
        raise AssertionError(f"the scores are others after {way}")


def _players_to_act(position: Position) -> tuple[Seat, ...]:
    return () if position.of_nature else position.to_act


def the_game_survives_its_record(playout: Playout) -> None:
    table, game = playout.table, playout.game
    record = record_of(table)
    back = read_record(write_record(record))
    if back != record:
        raise AssertionError("the record is read differently from how it was written")
    verdict = verify(back, game)
    if not (verdict.over and verdict.draws_proved):
        raise AssertionError(f"the record of a whole game is not proved: {verdict}")
    opened = open_record(back, game)
    if digest_of(opened) != digest_of(table):
        raise AssertionError("the game has another digest after it was opened from its record")
    for number, (before, after) in enumerate(zip(table.states, opened.states, strict=True)):
        if before != after:
            raise AssertionError(f"the record leads to another state at ply {number}")
