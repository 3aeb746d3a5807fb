"""Moves in text: short enough to type, clear enough for a log. ``docs/notation.md`` lists them."""

from __future__ import annotations

from collections.abc import Callable

from engineshed.core.errors import UnreadableMoveError, shown
from engineshed.core.notation import Notation, Reader, Words, read_number, read_one_of, word_of
from engineshed.games.planet_steam.rules import moves
from engineshed.games.planet_steam.rules.components import COMPANIES, GAME_ID, RESOURCES, WAYS
from engineshed.games.planet_steam.rules.moves import AnyMove
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.troubles import trouble

LICENCE_OR_CREDITS = ("licence", "credits")

ZONE_MOVES = (
    moves.Topple,
    moves.Name,
    moves.Claim,
    moves.Neutral,
    moves.Licence,
    moves.Tank,
    moves.Import,
    moves.Fit,
    moves.Supercharger,
    moves.ReturnConverter,
    moves.Work,
)
NUMBER_MOVES = (moves.Roll, moves.Bid, moves.Card, moves.Buy, moves.Sell)
RESOURCE_MOVES = (moves.Take, moves.Unload, moves.Upgrade)
SEAT_MOVES = (moves.First, moves.Sabotage)
EXCHANGES = (moves.MoveTank, moves.MoveConverter, moves.MoveSupercharger)
SPECIAL = (moves.Engineer, moves.Order, moves.Manipulate, moves.Shift, moves.Anchor, moves.Converter)
ALONE = tuple(
    kind
    for kind in moves.KINDS
    if kind not in (*ZONE_MOVES, *NUMBER_MOVES, *RESOURCE_MOVES, *SEAT_MOVES, *EXCHANGES, *SPECIAL)
)
"""Moves that are a single word."""


# -- writing ---------------------------------------------------------------------------------------------------------


def write(s: State, m: AnyMove) -> str:
    kind = type(m).__name__.lower()
    told = " ".join(_details(s, m))
    return f"{kind} {told}" if told else kind


def _details(s: State, m: AnyMove) -> list[str]:  # noqa: C901  (one line per form of a move)
    names = s.board.names
    match m:
        case moves.Converter(zone, resource):
            return [names[zone], RESOURCES[resource]]
        case moves.MoveTank(start, goal) | moves.MoveConverter(start, goal) | moves.MoveSupercharger(start, goal):
            return [names[start], names[goal]]
        case moves.Order(resource, number):
            return [RESOURCES[resource], str(number)]
        case moves.Shift(resource, spaces):
            return [RESOURCES[resource], f"{spaces:+}"]
        case moves.Take(resource) | moves.Unload(resource) | moves.Upgrade(resource):
            return [RESOURCES[resource]]
        case moves.Roll(number) | moves.Bid(number) | moves.Card(number) | moves.Buy(number) | moves.Sell(number):
            return [str(number)]
        case moves.First(seat) | moves.Sabotage(seat):
            return [COMPANIES[seat]]
        case moves.Engineer(credits):
            return [LICENCE_OR_CREDITS[credits]]
        case moves.Manipulate(way):
            return [WAYS[way]]
        case moves.Anchor(row):
            return [str(row + 1)]
        case _:
            return [names[zone] for zone in _fields(m)]


def _fields(m: AnyMove) -> list[int]:
    """The zone of a move that has only a zone; nothing for a move that is a single word."""
    return [getattr(m, name) for name in m.__struct_fields__]


# -- reading ---------------------------------------------------------------------------------------------------------


def read_zone(s: State, name: str) -> int:
    found = s.board.find(name)
    if found is None:
        raise UnreadableMoveError(trouble("no-zone"), name=shown(name), last=s.board.names[-1])
    return found


def read_resource(word: str) -> int:
    return read_one_of(word, RESOURCES, f"{GAME_ID}:resource")


def read_seat(s: State, word: str) -> int:
    return read_one_of(word, COMPANIES[: s.seats], "player")


def _reader(kind: Callable[..., AnyMove], example: str, *parts: Callable[[State, str], int]) -> Reader[State, AnyMove]:
    """Reads a move that has as many words as ``parts``."""
    name = getattr(kind, "__name__", "").lower()

    def reader(s: State, words: Words) -> AnyMove:
        if len(words) != len(parts):
            if not parts:
                raise UnreadableMoveError("read.alone", move=name, more=shown(" ".join(words)))
            raise UnreadableMoveError(trouble("written-like"), move=name, example=f"{name} {example}")
        return kind(*(part(s, word) for part, word in zip(parts, words, strict=True)))

    return reader


def _number(_s: State, word: str) -> int:
    return read_number(word)


def _resource(_s: State, word: str) -> int:
    return read_resource(word)


def _row(_s: State, word: str) -> int:
    return read_number(word) - 1


def _way(_s: State, word: str) -> int:
    return read_one_of(word, WAYS, f"{GAME_ID}:way")


def _gift(_s: State, word: str) -> bool:
    return bool(read_one_of(word, LICENCE_OR_CREDITS, f"{GAME_ID}:gift"))


def _spaces(_s: State, word: str) -> int:
    """A number with at most one sign before it."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    number = read_number(digits if digits.isdecimal() else word)
    return -number if word.startswith("-") else number


READERS: dict[str, Reader[State, AnyMove]] = {
    **{word_of(kind): _reader(kind, "C3", read_zone) for kind in ZONE_MOVES},
    **{word_of(kind): _reader(kind, "5", _number) for kind in NUMBER_MOVES},
    **{word_of(kind): _reader(kind, "ore", _resource) for kind in RESOURCE_MOVES},
    **{word_of(kind): _reader(kind, "green", read_seat) for kind in SEAT_MOVES},
    **{word_of(kind): _reader(kind, "C3 C4", read_zone, read_zone) for kind in EXCHANGES},
    **{word_of(kind): _reader(kind, "") for kind in ALONE},
    "engineer": _reader(moves.Engineer, "licence", _gift),
    "order": _reader(moves.Order, "water 4", _resource, _number),
    "manipulate": _reader(moves.Manipulate, "weak", _way),
    "shift": _reader(moves.Shift, "ore +2", _resource, _spaces),
    "anchor": _reader(moves.Anchor, "3", _row),
    "converter": _reader(moves.Converter, "C3 ore", read_zone, _resource),
}

read = Notation(READERS, examples=("pass", "done"), nature=moves.NATURE).read
