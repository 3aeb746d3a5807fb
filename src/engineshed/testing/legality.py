"""Which moves are legal: ``legal`` lists them, ``check`` explains the others, and the two agree."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.loop import draw_rng
from engineshed.core.rng import Rng
from engineshed.testing.case import MANY_DRAWS, Position
from engineshed.testing.odd_moves import odd_moves
from engineshed.testing.speech import must_be_sayable

TRIES_PER_REFUSAL = 50


def refusal_of(game: AnyGame, state: Any, seat: Seat, move: Any) -> Illegal | None:
    try:
        game.rules.check(state, seat, move)
    except Illegal as illegal:
        return illegal
    return None


def legal_is_sorted_and_has_each_move_once(position: Position) -> None:
    for seat in position.to_act:
        moves = position.legal(seat)
        keys = [_order(position.game, move) for move in moves]
        for move, before, key in zip(moves[1:], keys, keys[1:], strict=False):
            if not before < key:
                raise AssertionError(f"legal({seat}) lists {move} {'twice' if before == key else 'out of order'}")


def _order(game: AnyGame, move: Any) -> tuple[Any, ...]:
    """Moves are listed by kind, then by fields; an empty field comes first."""
    return game.rules.moves.index(type(move)), *(_key(value) for value in msgspec.structs.astuple(move))


def _key(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple | list):
        return (1, *(_key(item) for item in value))
    return (0,) if value is None else (1, value)


def only_those_to_act_have_moves(position: Position) -> None:
    for seat in (*position.seats, CHANCE):
        moves = position.legal(seat)
        if seat in position.to_act and not moves:
            raise AssertionError(f"seat {seat} is to act and has no legal move")
        if seat not in position.to_act and moves:
            raise AssertionError(f"seat {seat} is not to act and may {moves[0]}")


def legal_moves_pass_check(position: Position) -> None:
    for seat in position.to_act:
        for move in position.legal(seat):
            illegal = refusal_of(position.game, position.state, seat, move)
            if illegal:
                raise AssertionError(f"legal({seat}) lists {move}, but check refuses it by {illegal}")


def those_not_to_act_are_refused(position: Position) -> None:
    """Whatever they try: it is not their turn, or the game is over. So are seats that do not exist."""
    rng = position.rng("not to act")
    moves = [rng.choice(position.walk.pool) for _ in range(5)]
    for seat in to_act_elsewhere(position):
        for move in (*moves, *(m for other in position.to_act for m in position.legal(other)[:5])):
            must_refuse(position, seat, move)


def to_act_elsewhere(position: Position) -> list[Seat]:
    everybody = [CHANCE, *position.seats, Seat(position.walk.seats), Seat(99)]
    return [seat for seat in everybody if seat not in position.to_act]


def must_refuse(position: Position, seat: Seat, move: Any) -> None:
    """The move is refused by a rule of the rulebook, with a sentence from the catalogue."""
    game = position.game
    illegal = refusal_of(game, position.state, seat, move)
    if illegal is None:
        raise AssertionError(f"check lets seat {seat} play {move}, which legal does not list")
    if illegal.rule not in [rule.id for rule in game.speech.rulebook.rules]:
        raise AssertionError(f"{move} is refused by {illegal.rule!r}, which is no rule of the rulebook")
    must_be_sayable(game, illegal.message, f"{move} is refused")


def other_moves_are_refused(position: Position, wanted: int) -> int:
    """Make up ``wanted`` different moves that ``legal`` does not list, and see each refused. Returns how many."""
    if position.of_nature and len(position.legal(CHANCE)) == MANY_DRAWS:
        return 0
    rng = position.rng("other moves")
    moves = odd_moves(position.game, position.walk.pool, rng)
    tried: set[tuple[Seat, bytes]] = set()
    for _ in range(wanted * TRIES_PER_REFUSAL):
        if len(tried) == wanted:
            break
        seat, move = _some_seat(position, rng), next(moves)
        if move not in position.legal(seat):
            must_refuse(position, seat, move)
            tried.add((seat, msgspec.json.encode(move)))
    return len(tried)


def _some_seat(position: Position, rng: Rng) -> Seat:
    """Usually a seat that is to act, because all others are refused for the same reason."""
    if position.to_act and rng.below(8):
        return rng.choice(position.to_act)
    return rng.choice((*position.seats, CHANCE))


def nature_draws_what_is_allowed(position: Position) -> None:
    if not position.of_nature:
        return
    for number in range(5):
        drawn = position.game.rules.draw(position.state, draw_rng(position.walk.seed, number))
        if drawn != position.game.rules.draw(position.state, draw_rng(position.walk.seed, number)):
            raise AssertionError("draw gives two moves for one stream of random numbers")
        illegal = refusal_of(position.game, position.state, CHANCE, drawn)
        if illegal:
            raise AssertionError(f"nature draws {drawn}, but check refuses it by {illegal}")
        if len(position.legal(CHANCE)) < MANY_DRAWS and drawn not in position.legal(CHANCE):
            raise AssertionError(f"nature draws {drawn}, which legal does not list")
