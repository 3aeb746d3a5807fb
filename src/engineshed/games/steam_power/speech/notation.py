"""Moves in text: short enough to type, clear enough for a log. ``docs/notation.md`` lists them."""

from __future__ import annotations

from engineshed.core.errors import UnreadableMoveError, shown
from engineshed.core.notation import Notation, Reader, Words, alone, one, read_letters, read_one_of
from engineshed.games.steam_power.rules import moves
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, CONTRACT_OF, GOODS
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.phases.build_factory import usual_goods
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.troubles import trouble
from engineshed.games.steam_power.rules.truth import COMPANIES
from engineshed.rail import notation as rail
from engineshed.rail.faces import WAY_NAMES

TILE_LETTERS = "".join(good[0].upper() for good in GOODS) + "V"
SYNONYMS = {"pass": "done", "skip": "done"}


# -- writing --------------------------------------------------------------------------------------------------------


def write(s: State, m: AnyMove) -> str:  # noqa: C901  (one line per kind of move)
    match m:
        case moves.Track(hex_, way):
            return f"track {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case moves.Cross(hex_, way):
            return f"cross {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case moves.Replace(hex_, way):
            return f"replace {s.board.grid.names[hex_]} {WAY_NAMES[way]}"
        case moves.Remove(hex_):
            return f"remove {s.board.grid.names[hex_]}"
        case moves.Factory(city, goods):
            number = "" if goods == usual_goods(s, city) else f" {goods}"
            return f"factory {s.board.cities[city]}{number}"
        case moves.Deliver(contract):
            return f"deliver {CONTRACT_IDS[contract]}"
        case moves.Plan(contract):
            return f"plan {CONTRACT_IDS[contract]}"
        case moves.From(city):
            return f"from {s.board.cities[city]}"
        case moves.Via(company, city):
            return f"via {COMPANIES[company]} {s.board.cities[city]}"
        case moves.Tiles(tiles):
            return "tiles " + "".join(TILE_LETTERS[tile] for tile in tiles)
        case moves.Deal(contracts):
            return "deal " + " ".join(CONTRACT_IDS[contract] for contract in contracts)
        case moves.First(seat):
            return f"first {COMPANIES[seat]}"
        case moves.Draw(contract):
            return f"draw {CONTRACT_IDS[contract]}"
        case moves.Train(company):
            return f"train {COMPANIES[company]}"
        case moves.Aside(contract):
            return f"aside {CONTRACT_IDS[contract]}"
        case moves.Rest() | moves.Contracts() | moves.Money() | moves.Done():
            return type(m).__name__.lower()


# -- reading --------------------------------------------------------------------------------------------------------


def _place(kind: type[moves.Track | moves.Cross | moves.Replace]) -> Reader[State, AnyMove]:
    def reader(s: State, words: Words) -> AnyMove:
        name = kind.__name__.lower()
        if len(words) != 2:
            raise UnreadableMoveError(trouble("needs-hex-and-way"), move=name)
        return kind(read_hex(s, words[0]), rail.read_way(words[1]))

    return reader


def read_hex(s: State, name: str) -> int:
    return rail.read_hex(s.board.grid, name)


def _remove(s: State, words: Words) -> AnyMove:
    if len(words) != 1:
        raise UnreadableMoveError(trouble("needs-hex"))
    return moves.Remove(read_hex(s, words[0]))


def _factory(s: State, words: Words) -> AnyMove:
    goods = None
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 4:
        goods, words = int(words[-1]), words[:-1]
    city = read_city(s, words, "factory")
    return moves.Factory(city, usual_goods(s, city) if goods is None else goods)


def _from(s: State, words: Words) -> AnyMove:
    return moves.From(read_city(s, words, "from"))


def _via(s: State, words: Words) -> AnyMove:
    if len(words) < 2:
        raise UnreadableMoveError(trouble("needs-company-and-city"))
    city = read_city(s, words[1:], "via red")
    return moves.Via(_company(words[0]), s.board.places[s.board.place_of[city]][0])


def read_city(s: State, words: Words, move: str) -> int:
    """A city by its name, ignoring capitals, accents and dots."""
    if not words:
        raise UnreadableMoveError(trouble("needs-city"), move=move, city=s.board.cities[0])
    return rail.read_place(s.board.cities, " ".join(words), "city")


def _company(word: str) -> int:
    return read_one_of(word, COMPANIES, "company")


def read_contract(word: str) -> int:
    if word.upper() not in CONTRACT_OF:
        raise UnreadableMoveError(trouble("no-contract"), contract=shown(word))
    return CONTRACT_OF[word.upper()]


def _tiles(_s: State, words: Words) -> AnyMove:
    return moves.Tiles(read_letters(words, "tiles", TILE_LETTERS, "city-tile"))


def _deal(_s: State, words: Words) -> AnyMove:
    return moves.Deal(tuple(read_contract(word) for word in words))


READERS: dict[str, Reader[State, AnyMove]] = {
    "track": _place(moves.Track),
    "cross": _place(moves.Cross),
    "replace": _place(moves.Replace),
    "remove": _remove,
    "done": alone(moves.Done()),
    "factory": _factory,
    "deliver": one(moves.Deliver, "contract", "A5", read_contract),
    "plan": one(moves.Plan, "contract", "A5", read_contract),
    "from": _from,
    "via": _via,
    "rest": alone(moves.Rest()),
    "contracts": alone(moves.Contracts()),
    "money": alone(moves.Money()),
    "tiles": _tiles,
    "deal": _deal,
    "first": one(moves.First, "company", "red", _company),
    "draw": one(moves.Draw, "contract", "A5", read_contract),
    "train": one(moves.Train, "company", "red", _company),
    "aside": one(moves.Aside, "contract", "A5", read_contract),
}

read = Notation(READERS, examples=("money",), nature=moves.NATURE, synonyms=SYNONYMS).read
