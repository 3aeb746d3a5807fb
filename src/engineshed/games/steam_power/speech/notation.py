"""Moves in text: short enough to type, clear enough for a log. ``docs/notation.md`` lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engineshed.core.errors import UnreadableMoveError, suggest
from engineshed.games.steam_power.rules.components import CONTRACT_OF, CONTRACTS, GOODS, NUMBERS
from engineshed.games.steam_power.rules.moves import (
    NATURE,
    AnyMove,
    Aside,
    Contracts,
    Cross,
    Deal,
    Deliver,
    Done,
    Draw,
    Factory,
    First,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Tiles,
    Track,
    Train,
    Via,
)
from engineshed.games.steam_power.rules.state import COMPANIES, State
from engineshed.rail import notation as rail
from engineshed.rail.faces import WAY_NAMES

TILE_LETTERS = "".join(good[0].upper() for good in GOODS) + "V"
SYNONYMS = {"pass": "done", "skip": "done"}


# -- writing --------------------------------------------------------------------------------------------------------


def write(s: State, m: AnyMove) -> str:  # noqa: C901  (one line per kind of move)
    match m:
        case Track(hex_, way):
            return f"track {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case Cross(hex_, way):
            return f"cross {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case Replace(hex_, way):
            return f"replace {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case Remove(hex_):
            return f"remove {s.board.grid.names[hex_]}"
        case Factory(city, goods):
            number = "" if goods == NUMBERS.factory_goods else f" {goods}"
            return f"factory {s.board.cities[city]}{number}"
        case Deliver(contract):
            return f"deliver {CONTRACTS[contract].id}"
        case Plan(contract):
            return f"plan {CONTRACTS[contract].id}"
        case From(city):
            return f"from {s.board.cities[city]}"
        case Via(company, city):
            return f"via {COMPANIES[company]} {s.board.cities[city]}"
        case Tiles(tiles):
            return "tiles " + "".join(TILE_LETTERS[tile] for tile in tiles)
        case Deal(contracts):
            return "deal " + " ".join(CONTRACTS[contract].id for contract in contracts)
        case First(seat):
            return f"first {COMPANIES[seat]}"
        case Draw(contract):
            return f"draw {CONTRACTS[contract].id}"
        case Train(company):
            return f"train {COMPANIES[company]}"
        case Aside(contract):
            return f"aside {CONTRACTS[contract].id}"
        case Rest() | Contracts() | Money() | Done():
            return type(m).__name__.lower()


# -- reading --------------------------------------------------------------------------------------------------------

Words = Sequence[str]


def read(s: State, text: str) -> AnyMove:
    words = text.split()
    if not words:
        raise UnreadableMoveError("an empty line is no move; try 'money'")
    kind = SYNONYMS.get(words[0].lower(), words[0].lower())
    reader = _READERS.get(kind)
    if reader is None:
        raise UnreadableMoveError(f"there is no move {words[0]!r}{suggest(kind, _PLAYERS_WORDS)}")
    return reader(s, words[1:])


def _place(kind: type[Track | Cross | Replace]) -> Callable[[State, Words], AnyMove]:
    def reader(s: State, words: Words) -> AnyMove:
        name = kind.__name__.lower()
        if len(words) != 2:
            raise UnreadableMoveError(f"{name} needs a hex and a way, as in '{name} D7 n-se'")
        return kind(read_hex(s, words[0]), rail.read_way(words[1]))

    return reader


def read_hex(s: State, name: str) -> int:
    return rail.read_hex(s.board.grid, name)


def _remove(s: State, words: Words) -> AnyMove:
    if len(words) != 1:
        raise UnreadableMoveError("remove needs a hex, as in 'remove D7'")
    return Remove(read_hex(s, words[0]))


def _factory(s: State, words: Words) -> AnyMove:
    goods = NUMBERS.factory_goods
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 4:
        goods, words = int(words[-1]), words[:-1]
    return Factory(read_city(s, words, "factory"), goods)


def _from(s: State, words: Words) -> AnyMove:
    return From(read_city(s, words, "from"))


def _via(s: State, words: Words) -> AnyMove:
    if len(words) < 2:
        raise UnreadableMoveError("via needs a company and a city, as in 'via red Essen'")
    city = read_city(s, words[1:], "via red")
    return Via(_company(words[0]), s.board.places[s.board.place_of[city]][0])


def read_city(s: State, words: Words, move: str) -> int:
    """A city by its name, capitals, accents and dots apart."""
    if not words:
        raise UnreadableMoveError(f"{move} needs a city, as in '{move} {s.board.cities[0]}'")
    return rail.read_place(s.board.cities, " ".join(words), "city")


def _company(word: str) -> int:
    if word.lower() not in COMPANIES:
        raise UnreadableMoveError(f"there is no company {word!r}{suggest(word, list(COMPANIES))}")
    return COMPANIES.index(word.lower())


def read_contract(word: str) -> int:
    if word.upper() not in CONTRACT_OF:
        raise UnreadableMoveError(f"there is no contract {word!r}; they are called A1 to D12")
    return CONTRACT_OF[word.upper()]


def _one_contract(kind: type[Deliver | Plan | Draw | Aside]) -> Callable[[State, Words], AnyMove]:
    def reader(_s: State, words: Words) -> AnyMove:
        if len(words) != 1:
            name = kind.__name__.lower()
            raise UnreadableMoveError(f"{name} needs one contract, as in '{name} A5'")
        return kind(read_contract(words[0]))

    return reader


def _one_company(kind: type[First | Train]) -> Callable[[State, Words], AnyMove]:
    def reader(_s: State, words: Words) -> AnyMove:
        if len(words) != 1:
            name = kind.__name__.lower()
            raise UnreadableMoveError(f"{name} needs one company, as in '{name} red'")
        return kind(_company(words[0]))

    return reader


def _alone(move: AnyMove) -> Callable[[State, Words], AnyMove]:
    def reader(_s: State, words: Words) -> AnyMove:
        if words:
            raise UnreadableMoveError(f"{type(move).__name__.lower()} stands alone, without {' '.join(words)!r}")
        return move

    return reader


def _tiles(_s: State, words: Words) -> AnyMove:
    letters = "".join(words).upper()
    if not letters or letters.strip(TILE_LETTERS):
        raise UnreadableMoveError(f"tiles needs letters out of {TILE_LETTERS}, one for each city tile")
    return Tiles(tuple(TILE_LETTERS.index(letter) for letter in letters))


def _deal(_s: State, words: Words) -> AnyMove:
    return Deal(tuple(read_contract(word) for word in words))


_READERS: dict[str, Callable[[State, Words], AnyMove]] = {
    "track": _place(Track),
    "cross": _place(Cross),
    "replace": _place(Replace),
    "remove": _remove,
    "done": _alone(Done()),
    "factory": _factory,
    "deliver": _one_contract(Deliver),
    "plan": _one_contract(Plan),
    "from": _from,
    "via": _via,
    "rest": _alone(Rest()),
    "contracts": _alone(Contracts()),
    "money": _alone(Money()),
    "tiles": _tiles,
    "deal": _deal,
    "first": _one_company(First),
    "draw": _one_contract(Draw),
    "train": _one_company(Train),
    "aside": _one_contract(Aside),
}

_PLAYERS_WORDS = [word for word in _READERS if word not in {kind.__name__.lower() for kind in NATURE}]
