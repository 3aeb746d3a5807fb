"""Terms of agreements in words, for described positions: ``red on blue 2 for 3``, ``red pays blue 20`` and ``red brings
blue fish to Kiel within 3``. An incomplete term stops earlier.
"""

from __future__ import annotations

from collections.abc import Callable

from engineshed.games.dampf_and_rails.rules.board import Board
from engineshed.games.dampf_and_rails.rules.components import GOOD_IDS
from engineshed.games.dampf_and_rails.rules.terms import UNSAID, Promise, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES


def write_term(board: Board, term: Term) -> str:
    match term:
        case Toll(runner, owner, money, turns):
            return _joined((COMPANIES[runner], "on", COMPANIES[owner]), (money,), ("for", turns))
        case Sum(payer, payee, money):
            return _joined((COMPANIES[payer], "pays", COMPANIES[payee]), (money,))
        case Promise(giver, taker, good, town, turns):
            said = (GOOD_IDS[good] if good != UNSAID else UNSAID,)
            place = board.place_names[town] if town != UNSAID else UNSAID
            return _joined((COMPANIES[giver], "brings", COMPANIES[taker]), said, ("to", place), ("within", turns))


def _joined(*parts: tuple[str | int, ...]) -> str:
    """The parts up to the first that is missing."""
    words: list[str] = []
    for part in parts:
        if UNSAID in part:
            break
        words += map(str, part)
    return " ".join(words)


Number = Callable[[str], int]
Find = Callable[[str, tuple[str, ...]], int]


def read_term(board: Board, text: str, find: Find, number: Number) -> Term | None:
    """None if it cannot be read. ``find`` looks up a name in a list, ``number`` reads a number."""
    words = text.split()
    said = _said(board, words, find, number) if len(words) >= 3 else None
    if said is None:
        return None
    one, other = find(words[0], COMPANIES), find(words[2], COMPANIES)
    match words[1]:
        case "on":
            return Toll(one, other, *said)
        case "pays":
            return Sum(one, other, *said)
        case _:
            return Promise(one, other, *said)


def _said(board: Board, words: list[str], find: Find, number: Number) -> list[int] | None:
    """The parts of a term besides the players."""
    match words[1:2] + words[3:]:
        case ["on" | "pays" | "brings"]:
            return []
        case ["on" | "pays", money]:
            return [number(money)]
        case ["on", money, "for", turns]:
            return [number(money), number(turns)]
        case ["brings", good]:
            return [find(good, GOOD_IDS)]
        case ["brings", good, "to", town]:
            return [find(good, GOOD_IDS), find(town, board.place_names)]
        case ["brings", good, "to", town, "within", turns]:
            return [find(good, GOOD_IDS), find(town, board.place_names), number(turns)]
        case _:
            return None
