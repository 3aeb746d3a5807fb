"""Moves in text: short enough to type, clear enough for a log.

A milepost is a column's letter and a row's number, or the name of the place there. Moves of the second train end
with ``by 2``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engineshed.core.errors import UnreadableMoveError, of_game, shown
from engineshed.core.notation import Notation, Reader, Words, alone, one, read_number, read_one_of
from engineshed.core.words import Param
from engineshed.games.dampf_and_rails.rules import moves
from engineshed.games.dampf_and_rails.rules.board import GAME_ID, Board
from engineshed.games.dampf_and_rails.rules.components import (
    EVENTS_IN_ALL,
    GOOD_IDS,
    ORDERS_IN_ALL,
    TRAIN_IDS,
    card_name,
    find_card,
)
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES
from engineshed.rail.notation import read_place

BY, ON, QUICKEST = "by", "on", "quickest"
TRAIN = "train"
"""How work on a train is written."""

# -- writing -------------------------------------------------------------------------------------------------------


def write(s: State, m: AnyMove) -> str:
    train = getattr(m, "train", 0)
    return f"{_written(s, m)} {BY} {train + 1}" if train else _written(s, m)


def _written(s: State, m: AnyMove) -> str:  # noqa: C901  (one line per kind of move)
    kind = type(m).__name__.lower()
    match m:
        case moves.Step(_, post):
            return f"{kind} {s.board.names[post]}"
        case moves.Go(_, place, quickest=True):
            return f"{kind} {s.board.place_names[place]} {QUICKEST}"
        case moves.Go(_, place) | moves.Lay(place) | moves.Start(place) | moves.Buy(place) | moves.Place(place):
            return f"{kind} {s.board.place_names[place]}"
        case moves.Cross(_, ferry, owner):
            return f"{kind} {s.box.ferry_names[ferry]}" + ("" if owner == s.active else f" {ON} {COMPANIES[owner]}")
        case moves.Connect(ferry):
            return f"{kind} {s.box.ferry_names[ferry]}"
        case moves.Build(section):
            return f"{kind} {' '.join(s.board.names[post] for post in s.board.pairs[section])}"
        case moves.Load(_, good) | moves.Drop(_, good) | moves.Lose(good) | moves.Goods(good):
            return f"{kind} {GOOD_IDS[good]}"
        case moves.Deliver(_, card, good):
            return f"{kind} {GOOD_IDS[good]} {card_name(card)}"
        case moves.Work(_, type_):
            return f"{TRAIN} {TRAIN_IDS[type_]}"
        case moves.Propose(seat) | moves.First(seat):
            return f"{kind} {COMPANIES[seat]}"
        case moves.Money(number) | moves.Turns(number):
            return f"{kind} {number}"
        case moves.Deal(cards) | moves.Keep(cards):
            return f"{kind} {' '.join(map(card_name, cards))}"
        case moves.Draw(card):
            return f"{kind} {card_name(card)}"
        case _:
            return kind


# -- reading -------------------------------------------------------------------------------------------------------


def _unreadable(problem: str, **params: Param) -> UnreadableMoveError:
    """``problem``: a message of the game's words under ``trouble``."""
    return UnreadableMoveError(of_game(GAME_ID, f"trouble.{problem}"), **params)


def _split_train(words: Words) -> tuple[Words, int]:
    """Which train is meant: the first, unless the line ends with ``by`` and a number."""
    if len(words) > 1 and words[-2].lower() == BY:
        number = read_number(words[-1], "train")
        if number not in (1, 2):
            raise _unreadable("read-by", number=number)
        return words[:-2], number - 1
    return words, 0


def read_post(board: Board, words: Words, move: str) -> int:
    """A milepost by column and row, or by the name of a place."""
    given = _joined(words, move, "post", "K14")
    found = board.find(given)
    if found is not None:
        return found
    if len(given) <= 3 and given[-1:].isdecimal():
        raise _unreadable("read-post", name=shown(given))
    return board.places[read_place(board.place_names, given, "town-or-port")].at


def read_town(s: State, words: Words, move: str) -> int:
    """A place by its name."""
    given = _joined(words, move, "place", "Kiel")
    return read_place(s.board.place_names, given, "town-or-port")


def read_ferry(s: State, words: Words, move: str) -> int:
    return read_place(s.box.ferry_names, _joined(words, move, "ferry", s.box.ferry_names[0]), "ferry")


def _joined(words: Words, move: str, what: str, example: str) -> str:
    if not words:
        raise _unreadable(f"needs-{what}", move=move, example=example)
    return " ".join(words)


def read_good(words: Words, move: str) -> int:
    return _one_of(words, move, "good", GOOD_IDS)


def read_company(words: Words, move: str) -> int:
    return _one_of(words, move, "player", COMPANIES)


def _one_of(words: Words, move: str, what: str, names: Sequence[str]) -> int:
    return read_one_of(_joined(words, move, what, names[0]), names, what)


def read_card(word: str) -> int:
    card = find_card(word)
    if card is None:
        raise _unreadable("no-card", name=shown(word), orders=ORDERS_IN_ALL, events=EVENTS_IN_ALL)
    return card


def _cards(words: Words) -> tuple[int, ...]:
    return tuple(read_card(word) for word in words)


def _cross(s: State, words: Words, train: int) -> AnyMove:
    """``cross Kattegat``; on another player's account ``cross Kattegat on blue``. If there is only one owner, they need
    not be named."""
    if len(words) > 2 and words[-2].lower() == ON:
        return moves.Cross(train, read_ferry(s, words[:-2], "cross"), read_company(words[-1:], "cross Kattegat on"))
    ferry = read_ferry(s, words, "cross")
    owners = [seat for seat in range(s.seats) if s.ferries[ferry] >> seat & 1]
    return moves.Cross(train, ferry, owners[0] if len(owners) == 1 else s.active)


def _deliver(_s: State, words: Words, train: int) -> AnyMove:
    if len(words) != 2:
        raise _unreadable("read-deliver")
    return moves.Deliver(train, read_card(words[1]), read_good(words[:1], "deliver"))


def _work(_s: State, words: Words, train: int) -> AnyMove:
    ids = [id_.lower() for id_ in TRAIN_IDS]
    if len(words) != 1 or words[0].lower() not in ids:
        raise _unreadable("read-train", types=", ".join(TRAIN_IDS))
    return moves.Work(train, ids.index(words[0].lower()))


def _build(s: State, words: Words) -> AnyMove:
    """Two mileposts; names of places are single words. Open water between them is for the rules to refuse."""
    if len(words) != 2:
        raise _unreadable("read-build")
    ends = sorted(read_post(s.board, [word], "build K14") for word in words)
    section = s.board.pair_numbers.get((ends[0], ends[1]))
    if section is None:
        raise _unreadable("read-section", one=shown(words[0]), other=shown(words[1]))
    return moves.Build(section)


def _go(s: State, words: Words, train: int) -> AnyMove:
    """``go Kiel``, or ``go Kiel quickest``."""
    if len(words) > 1 and words[-1].lower() == QUICKEST:
        return moves.Go(train, read_town(s, words[:-1], "go"), quickest=True)
    return moves.Go(train, read_town(s, words, "go"))


def _of_a_train(read: Callable[[State, Words, int], AnyMove]) -> Reader[State, AnyMove]:
    def reader(s: State, words: Words) -> AnyMove:
        return read(s, *_split_train(words))

    return reader


TRAIN_READERS: dict[str, Callable[[State, Words, int], AnyMove]] = {
    "step": lambda s, words, train: moves.Step(train, read_post(s.board, words, "step")),
    "go": _go,
    "cross": _cross,
    "load": lambda _s, words, train: moves.Load(train, read_good(words, "load")),
    "drop": lambda _s, words, train: moves.Drop(train, read_good(words, "drop")),
    "deliver": _deliver,
    TRAIN: _work,
}
"""What one of a player's trains does."""

READERS: dict[str, Reader[State, AnyMove]] = {
    **{word: _of_a_train(reader) for word, reader in TRAIN_READERS.items()},
    "keep": lambda _s, words: moves.Keep(_cards(words)),
    "start": lambda s, words: moves.Start(read_town(s, words, "start")),
    "propose": lambda _s, words: moves.Propose(read_company(words, "propose")),
    "ask": alone(moves.Ask()),
    "grant": alone(moves.Grant()),
    "pay": alone(moves.Pay()),
    "charge": alone(moves.Charge()),
    "bring": alone(moves.Bring()),
    "request": alone(moves.Request()),
    "money": one(moves.Money, "number", "2", read_number),
    "goods": lambda _s, words: moves.Goods(read_good(words, "goods")),
    "place": lambda s, words: moves.Place(read_town(s, words, "place")),
    "turns": one(moves.Turns, "number", "3", read_number),
    "send": alone(moves.Send()),
    "withdraw": alone(moves.Withdraw()),
    "accept": alone(moves.Accept()),
    "refuse": alone(moves.Refuse()),
    "lose": lambda _s, words: moves.Lose(read_good(words, "lose")),
    "stop": alone(moves.Stop()),
    "build": _build,
    "lay": lambda s, words: moves.Lay(read_town(s, words, "lay")),
    "connect": lambda s, words: moves.Connect(read_ferry(s, words, "connect")),
    "buy": lambda s, words: moves.Buy(read_town(s, words, "buy")),
    "exchange": alone(moves.Exchange()),
    "end": alone(moves.End()),
    "deal": lambda _s, words: moves.Deal(_cards(words)),
    "first": lambda _s, words: moves.First(read_company(words, "first")),
    "draw": one(moves.Draw, "card", "12", read_card),
}

read = Notation(READERS, examples=("stop", "end"), nature=moves.NATURE).read
