"""Moves that a client could send: legal elsewhere, legal but for one value, or entirely made up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import inspect

from engineshed.core.contract import AnyGame
from engineshed.core.rng import Rng

ODD_NUMBERS = (-1, 0, 1, 2, 5, 17, 255, 256, 1000, -(2**31), 2**62)
"""The ends of ranges, masks and tables; the last two catch careless shifts and indices."""


def decoder_of(game: AnyGame) -> msgspec.json.Decoder[Any]:
    """Reads moves as they come from outside: as JSON, distinguished by their tags."""
    return msgspec.json.Decoder(reduce(or_, game.rules.moves))


def odd_moves(game: AnyGame, pool: list[Any], rng: Rng) -> Iterator[Any]:
    """An endless stream of moves, most of them illegal, all of which pass the server's check of types."""
    decoder = decoder_of(game)
    ways: tuple[Callable[[], Any], ...] = (
        lambda: rng.choice(pool),
        lambda: _changed(rng.choice(pool), rng),
        lambda: _made_up(rng.choice(game.rules.moves), rng),
    )
    while True:
        try:
            yield decoder.decode(msgspec.json.encode(rng.choice(ways)()))
        except msgspec.ValidationError:
            continue


def _changed(move: Any, rng: Rng) -> Any:
    """The move with one of its values changed a little."""
    if not move.__struct_fields__:
        return move
    name = rng.choice(move.__struct_fields__)
    return msgspec.structs.replace(move, **{name: _nearby(getattr(move, name), rng)})


def _nearby(value: Any, rng: Rng) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-6, -3, -2, -1, 1, 2, 3, 6))
    if isinstance(value, tuple | list) and value:
        return _nearby_list(list(value), rng)
    return value


def _nearby_list(items: list[Any], rng: Rng) -> list[Any]:
    """One item changed, dropped or doubled, or all of them in another order."""
    place = rng.below(len(items))
    ways = (
        [*items[:place], _nearby(items[place], rng), *items[place + 1 :]],
        [*items[:place], *items[place + 1 :]],
        [*items, items[place]],
        rng.shuffled(items),
    )
    return rng.choice(ways)


def _made_up(kind: type[Any], rng: Rng) -> Any:
    fields = msgspec.structs.fields(kind)
    return kind(**{field.name: _any_value(inspect.type_info(field.type), rng) for field in fields})


def _any_value(kind: inspect.Type, rng: Rng) -> Any:
    """Some value of one of the types that moves use."""
    match kind:
        case inspect.Metadata(type=inner):
            return _any_value(inner, rng)
        case inspect.UnionType(types=types):
            return _any_value(rng.choice(types), rng)
        case inspect.TupleType(item_types=items):
            return tuple(_any_value(item, rng) for item in items)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return tuple(_any_value(item, rng) for _ in range(rng.below(6)))
        case inspect.StructType(cls=cls):
            return _made_up(cls, rng)
    return _any_scalar(kind, rng)


def _any_scalar(kind: inspect.Type, rng: Rng) -> Any:
    match kind:
        case inspect.BoolType():
            return bool(rng.below(2))
        case inspect.IntType():
            return rng.choice(ODD_NUMBERS) if rng.below(4) == 0 else rng.below(64)
        case inspect.StrType():
            return rng.choice(("", "a", "A1", "\u00e9", "x" * 1000))
        case inspect.LiteralType(values=values):
            return rng.choice(list(values))
        case inspect.EnumType(cls=cls):
            return rng.choice(list(cls))
        case inspect.NoneType():
            return None
    raise AssertionError(f"a move has a field of {kind}, for which no odd value is known")
