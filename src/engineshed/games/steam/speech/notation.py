"""Moves in text: short enough to type, clear enough for a log. ``docs/notation.md`` lists them."""

from __future__ import annotations

from engineshed.core.errors import UnreadableMoveError
from engineshed.core.notation import Notation, Reader, Words, alone, one, read_letters, read_number, read_one_of
from engineshed.games.steam.rules.components import ACTIONS, GOODS
from engineshed.games.steam.rules.deliveries import results_from
from engineshed.games.steam.rules.moves import (
    NATURE,
    AnyMove,
    Bid,
    Capital,
    Choose,
    Cross,
    Cubes,
    Deal,
    Deliver,
    Done,
    Group,
    Grow,
    Income,
    Pass,
    Plan,
    Points,
    Redirect,
    Second,
    Skip,
    TakeBack,
    Town,
    Track,
    Upgrade,
    Urbanise,
    Via,
)
from engineshed.games.steam.rules.names import place_name
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Stage
from engineshed.rail import notation as rail
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.network import bits

CUBE_LETTERS = "".join(good[0].upper() for good in GOODS)
IDLE = "pass"
TILE_NAMES = tuple(action.id for action in ACTIONS)
"""The word for taking a tile only for its number."""
TO = ">"

# -- writing --------------------------------------------------------------------------------------------------------


def write(s: State, m: AnyMove) -> str:  # noqa: C901  (one line per kind of move)
    kind = type(m).__name__.lower()
    match m:
        case Track(hex_, way) | Second(hex_, way) | Cross(hex_, way) | Redirect(hex_, way):
            return f"{kind} {s.ground.names[hex_]} {WAY_NAMES[way]}"
        case Town(hex_, exits):
            return f"{kind} {place_name(s, hex_)} {' '.join(EDGES[edge] for edge in bits(exits))}"
        case Urbanise(hex_, colour):
            return f"{kind} {place_name(s, hex_)} {GOODS[colour]}"
        case Grow(hex_):
            return f"{kind} {place_name(s, hex_)}"
        case Deliver(city, colour, goal, gains):
            shares = " ".join(f"{COMPANIES[seat]} {points}" for seat, points in enumerate(gains) if points)
            return f"{kind} {GOODS[colour]} {place_name(s, city)} {TO} {place_name(s, goal)} {shares}"
        case Plan(city, colour):
            return f"{kind} {GOODS[colour]} {place_name(s, city)}"
        case Via(edge):
            return f"{kind} {EDGES[edge]}"
        case Choose(tile, idle):
            return f"{kind} {tile} {IDLE}" if idle else f"{kind} {tile}"
        case Bid(number) | Capital(number):
            return f"{kind} {number}"
        case Group(field):
            return f"{kind} {field + 1}"
        case Cubes(cubes):
            return f"{kind} {''.join(CUBE_LETTERS[colour] for colour in cubes)}"
        case Deal(tiles):
            return f"{kind} {' '.join(map(str, tiles))}"
        case _:
            return kind


# -- reading --------------------------------------------------------------------------------------------------------


def read_spot(s: State, words: Words, move: str) -> int:
    """The hex of a city or town by its name, or any hex by its own."""
    if not words:
        raise UnreadableMoveError("steam:trouble.read-place", move=move, city=s.board.cities[0].name)
    given = " ".join(words)
    names = [*(city.name for city in s.board.cities), *(town.name for town in s.board.towns)]
    hexes = [*(city.hex for city in s.board.cities), *(town.hex for town in s.board.towns)]
    found = s.board.grid.find(given)
    return hexes[rail.read_place(names, given, "steam:city-or-town")] if found is None else found


def read_colour(word: str) -> int:
    return read_one_of(word, GOODS, "colour")


def _tile_move(kind: type[Track | Second | Cross | Redirect]) -> Reader[State, AnyMove]:
    def reader(s: State, words: Words) -> AnyMove:
        name = kind.__name__.lower()
        if len(words) != 2:
            raise UnreadableMoveError("steam:trouble.read-tile", move=name)
        return kind(rail.read_hex(s.board.grid, words[0]), rail.read_way(words[1]))

    return reader


def _town(s: State, words: Words) -> AnyMove:
    """A name, then edges."""
    count = next((n for n, word in enumerate(reversed(words)) if word.lower() not in EDGES), len(words))
    edges = [rail.read_edge(word) for word in words[len(words) - count :]]
    if not edges:
        raise UnreadableMoveError("steam:trouble.read-town", town=_some_town(s))
    return Town(read_spot(s, words[: len(words) - count], "town"), sum(1 << edge for edge in sorted(set(edges))))


def _some_town(s: State) -> str:
    return s.board.towns[0].name if s.board.towns else "D7"


def _urbanise(s: State, words: Words) -> AnyMove:
    if len(words) < 2:
        raise UnreadableMoveError("steam:trouble.read-urbanise", town=_some_town(s))
    return Urbanise(read_spot(s, words[:-1], "urbanise"), read_colour(words[-1]))


def _grow(s: State, words: Words) -> AnyMove:
    return Grow(read_spot(s, words, "grow"))


def _deliver(s: State, words: Words) -> AnyMove:
    """``deliver red Albany > Boston orange 2 black 1``; who gains what may be left out if there is no choice."""
    if TO not in words or len(words) < 4:
        raise UnreadableMoveError("steam:trouble.read-deliver")
    middle = words.index(TO)
    goal_words, gains = _shares(s, words[middle + 1 :])
    colour = read_colour(words[0])
    city, goal = read_spot(s, words[1:middle], "deliver red"), read_spot(s, goal_words, f"deliver red Albany {TO}")
    return Deliver(city, colour, goal, _only_gains(s, city, colour, goal) if gains is None else gains)


def _shares(s: State, words: Words) -> tuple[Words, tuple[int, ...] | None]:
    """The name, and the points of each seat after it, if they are given."""
    gains = [0] * s.seats
    end = len(words)
    while end >= 2 and words[end - 2].lower() in COMPANIES and words[end - 1].isdecimal():
        seat = COMPANIES.index(words[end - 2].lower())
        if seat >= s.seats:
            raise UnreadableMoveError("steam:trouble.not-playing", company=words[end - 2])
        gains[seat] = read_number(words[end - 1], "points")
        end -= 2
    return words[:end], tuple(gains) if end < len(words) else None


def _only_gains(s: State, city: int, colour: int, goal: int) -> tuple[int, ...]:
    """What everybody gains if the text does not say so; left open if there is no such delivery."""
    moves = deliveries_to(s, city, colour, goal)
    if len(moves) > 1:
        texts = ", ".join(repr(write(s, move)) for move in moves[:3])
        raise UnreadableMoveError("steam:trouble.several", moves=texts)
    return moves[0].gains if moves else ()


def deliveries_to(s: State, city: int, colour: int, goal: int) -> list[Deliver]:
    """Deliveries of such a cube between these cities by the player to move, whether or not there is a cube."""
    if s.stage != Stage.MOVE:
        return []
    results = results_from(s, s.active, city, 1 << colour).get(colour, [])
    return [result.move for result in results if result.move.goal == goal]


def _plan(s: State, words: Words) -> AnyMove:
    if len(words) < 2:
        raise UnreadableMoveError("steam:trouble.read-plan")
    return Plan(read_spot(s, words[1:], "plan red"), read_colour(words[0]))


def _via(_s: State, words: Words) -> AnyMove:
    if len(words) != 1:
        raise UnreadableMoveError("steam:trouble.read-via")
    return Via(rail.read_edge(words[0]))


def _choose(_s: State, words: Words) -> AnyMove:
    """``choose 3``, or by its name: ``choose engineer``, ``choose first build``."""
    idle = len(words) > 1 and words[-1].lower() == IDLE
    name = "-".join(words[:-1] if idle else words).lower()
    if name in TILE_NAMES:
        return Choose(1 + TILE_NAMES.index(name), idle)
    if len(words) != 1 + idle:
        raise UnreadableMoveError("steam:trouble.read-choose")
    return Choose(read_number(words[0], "tile"), idle)


def _group(_s: State, words: Words) -> AnyMove:
    if len(words) != 1 or read_number(words[0], "supply-field") < 1:
        raise UnreadableMoveError("steam:trouble.read-group")
    return Group(int(words[0]) - 1)


def _cubes(_s: State, words: Words) -> AnyMove:
    return Cubes(read_letters(words, "cubes", CUBE_LETTERS, "cube"))


def _deal(_s: State, words: Words) -> AnyMove:
    return Deal(tuple(read_number(word, "tile") for word in words))


READERS: dict[str, Reader[State, AnyMove]] = {
    "bid": one(Bid, "number", "2", lambda word: read_number(word, "bid")),
    "skip": alone(Skip()),
    "pass": alone(Pass()),
    "capital": one(Capital, "number", "2", lambda word: read_number(word, "units")),
    "choose": _choose,
    "track": _tile_move(Track),
    "second": _tile_move(Second),
    "cross": _tile_move(Cross),
    "redirect": _tile_move(Redirect),
    "town": _town,
    "urbanise": _urbanise,
    "grow": _grow,
    "group": _group,
    "takeback": alone(TakeBack()),
    "done": alone(Done()),
    "upgrade": alone(Upgrade()),
    "deliver": _deliver,
    "plan": _plan,
    "via": _via,
    "points": alone(Points()),
    "income": alone(Income()),
    "cubes": _cubes,
    "deal": _deal,
}

read = Notation(READERS, examples=("pass", "done"), nature=NATURE).read
