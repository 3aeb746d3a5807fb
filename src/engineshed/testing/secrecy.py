"""Who knows what: neither what a seat sees, nor what it may do, nor why it may not, depends on what is hidden."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from engineshed.core.contract import Fact, Illegal, Seat
from engineshed.testing.case import Playout, Position
from engineshed.testing.legality import refusal_of
from engineshed.testing.odd_moves import odd_moves

TRIED_MOVES = 10
OPEN_POSITIONS = 8


def views_can_be_sent(position: Position) -> None:
    """A view can be sent as JSON, and does not contain the seed."""
    for seat in (*position.seats, None):
        game, state = position.game, position.state
        sent = msgspec.json.encode((game.rules.view(state, seat), game.boards.hints(state, seat)))
        if position.walk.seed.encode() in sent:
            raise AssertionError(f"the view of seat {seat} contains the seed")


def views_tell_nothing_hidden(position: Position) -> None:
    """Two states that differ only in what is hidden look the same."""
    game = position.game
    for seat in (*position.seats, None):
        view, hints = game.rules.view(position.state, seat), game.boards.hints(position.state, seat)
        for truth in position.guesses(seat):
            for fault in game.rules.faults(truth):
                raise AssertionError(f"seat {seat} guesses a broken state: {fault}")
            if game.rules.view(truth, seat) != view:
                raise AssertionError(f"seat {seat} sees something else when what it cannot see is changed")
            if game.boards.hints(truth, seat) != hints:
                raise AssertionError(f"seat {seat} gets other hints when what it cannot see is changed")
            if game.rules.to_act(truth) != position.to_act:
                raise AssertionError(f"whose turn it is depends on what is hidden from seat {seat}")


def nothing_is_hidden_where_the_game_says_so(playout: Playout) -> None:
    """With the options of ``open_with``, players see what spectators can know, now and in the log."""
    game = playout.game
    if game.hides(playout.table.options):
        return
    for ply in playout.plies:
        if any(fact.to is not None for fact in ply.facts):
            raise AssertionError(f"only some are told about {ply.move}, but the game says that nothing is hidden")
    for position in playout.sample(OPEN_POSITIONS):
        for truth in position.guesses(None):
            for seat in position.seats:
                if game.rules.view(truth, seat) != game.rules.view(position.state, seat):
                    raise AssertionError(f"seat {seat} sees what is hidden, but the game says that nothing is")


def legal_moves_tell_nothing_hidden(position: Position) -> None:
    for seat in position.seats:
        for truth in position.guesses(seat):
            if list(position.game.rules.legal(truth, seat)) != position.legal(seat):
                raise AssertionError(f"seat {seat} has other legal moves when what it cannot see is changed")


def refusals_tell_nothing_hidden(position: Position) -> None:
    """Neither the rule nor the sentence of a refusal may depend on anything hidden."""
    game = position.game
    moves = list(islice(odd_moves(game, position.walk.pool, position.rng("refusals")), TRIED_MOVES))
    for seat in position.seats:
        for truth in position.guesses(seat):
            for move in moves:
                known = _told(refusal_of(game, position.state, seat, move))
                if _told(refusal_of(game, truth, seat, move)) != known:
                    raise AssertionError(f"why seat {seat} may not play {move} depends on what is hidden from it")


def _told(illegal: Illegal | None) -> Any:
    return None if illegal is None else (illegal.rule, illegal.message)


def moves_that_reveal_say_so(position: Position) -> None:
    """After a move that claims to reveal nothing, everything that its player thought possible is still possible.

    Showing your own hidden things does not count as revealing: taking that back harms nobody else.
    """
    game = position.game
    for mover in position.to_act:
        if mover not in position.seats:
            continue
        for move in position.rng("reveals").shuffled(position.legal(mover))[:TRIED_MOVES]:
            step = game.rules.apply(position.state, mover, move)
            if step.reveals:
                continue
            seen = game.rules.view(step.state, mover)
            for truth in position.guesses(mover):
                if game.rules.view(game.rules.apply(truth, mover, move).state, mover) != seen:
                    raise AssertionError(f"{move} shows its player something new but does not say that it reveals")


def secret_moves_look_alike_to_those_not_told(position: Position) -> None:
    """If only some seats, or none, learn of a move, the others see the same whichever move it was.

    Moves that everybody learns of are left out: the log may sum up what all can see on the board.
    """
    game = position.game
    for mover in position.to_act:
        seen: dict[tuple[Seat | None, bytes], Any] = {}
        for move in position.rng("secret moves").shuffled(position.legal(mover))[:TRIED_MOVES]:
            step = game.rules.apply(position.state, mover, move)
            if step.facts and all(fact.to is None for fact in step.facts):
                continue
            for seat in (*(seat for seat in position.seats if seat != mover), None):
                view = game.rules.view(step.state, seat)
                if seen.setdefault((seat, _heard(step.facts, seat)), view) != view:
                    raise AssertionError(f"{move} was not told to seat {seat} in full, which sees it all the same")


def _heard(facts: tuple[Fact, ...], seat: Seat | None) -> bytes:
    return msgspec.json.encode([fact for fact in facts if fact.to is None or seat in fact.to])
