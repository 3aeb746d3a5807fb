"""Any position in the words of ``arrange``, as a scenario file would describe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engineshed.core.options import write_options
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import EVENT_IDS, FIRST_EVENT, GOOD_IDS, TRAIN_IDS, card_name
from engineshed.games.dampf_and_rails.rules.phases.turns import is_linked
from engineshed.games.dampf_and_rails.rules.referee import SETTING_UP
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, Stage, Train
from engineshed.games.dampf_and_rails.speech.terms import write_term

NONE = "-"
"""A train without a place."""


def describe(s: State) -> dict[str, Any]:
    names = COMPANIES[: s.seats]
    doc: dict[str, Any] = {
        "options": write_options(s.options),
        "players": s.seats,
        "stage": Stage.NAMES[s.stage],
        "round": s.round,
        "first": COMPANIES[s.first],
        "turn": COMPANIES[s.active],
        "cash": dict(zip(names, s.cash, strict=True)),
        "hands": {name: _cards(hand) for name, hand in zip(names, s.hands, strict=True)},
        "pile": _cards(s.pile),
        "under": [f"{card_name(card)} {COMPANIES[seat]}" for card, seat in s.under],
        "discards": _cards(s.discards),
        "public": _cards(s.public),
        "laid_out": s.laid_out,
        "starts": {name: _start(s, town) for name, town in zip(names, s.starts, strict=True)},
        "track": {name: _chains(s, seat) for seat, name in enumerate(names)},
        "ferries": {name: _ferries(s, seat) for seat, name in enumerate(names)},
        "trains": {name: [_train(s, train) for train in own] for name, own in zip(names, s.trains, strict=True)},
        "lying": [f"{s.board.place_names[x.town]} {GOOD_IDS[x.good]} {COMPANIES[x.seat]} {x.until}" for x in s.lying],
        "running": [f"{EVENT_IDS[r.event]} {COMPANIES[r.seat]}{' begun' if r.begun else ''}" for r in s.running],
        "tolls": [write_term(s.board, deal) for deal in s.tolls],
        "promises": [write_term(s.board, promise) for promise in s.promises],
        "acted": s.acted,
        "spent": list(s.spent),
        "moved": _trains_of(s.moved),
        "crossed": _trains_of(s.crossed),
        "paid": _seats_of(s.paid, names),
        "asked": _seats_of(s.asked, names),
        "outlay": s.outlay,
        "exits": {s.board.place_names[place]: used for place, used in enumerate(s.exits) if used},
        "losing": [f"{COMPANIES[seat]} {train + 1}" for seat, train in s.losing],
        "resume": Stage.NAMES[s.resume],
        "announced": _seats_of(s.announced, names),
        "final": s.final,
        "delivered": s.delivered,
        "quiet": s.quiet,
        "derived": derived(s),
    }
    if s.proposal is None:
        return doc
    terms = [write_term(s.board, term) for term in s.proposal.terms]
    return {**doc, "proposal": {"to": COMPANIES[s.proposal.partner], "terms": terms}}


def _cards(cards: tuple[int, ...]) -> list[Any]:
    """Orders as numbers, events as E1 to E10."""
    return [card + 1 if card < FIRST_EVENT else card_name(card) for card in cards]


def _start(s: State, town: int) -> str:
    return NONE if town == NOWHERE else s.board.place_names[town]


def _seats_of(bits: int, names: Sequence[str]) -> list[str]:
    return [name for seat, name in enumerate(names) if bits >> seat & 1]


def _trains_of(bits: int) -> list[int]:
    return [number + 1 for number in (0, 1) if bits >> number & 1]


def _ferries(s: State, seat: int) -> list[str]:
    return [s.box.ferry_names[ferry] for ferry, owners in enumerate(s.ferries) if owners >> seat & 1]


def _train(s: State, train: Train) -> str:
    at = NONE if train.at == NOWHERE else s.board.names[train.at]
    words = [TRAIN_IDS[train.kind], at, *(GOOD_IDS[good] for good in train.loads)]
    words += ["stuck", str(train.stuck)] if train.stuck else []
    words += ["came", s.board.names[train.came]] if train.came != NOWHERE else []
    words += ["becomes", TRAIN_IDS[train.becomes]] if train.becomes != NOWHERE else []
    return " ".join(words)


def _chains(s: State, seat: int) -> list[str]:
    """A player's sections as lines, each as long as possible."""
    left = {section: s.board.ends[section] for section, owner in enumerate(s.rails) if owner == seat + 1}
    chains = []
    while left:
        first = next(iter(left))
        line = [*left.pop(first)]
        while (section := _next_section(s, left, line[-1])) != NOWHERE:
            a, b = left.pop(section)
            line.append(b if line[-1] == a else a)
        chains.append(" ".join(s.board.names[post] for post in line))
    return chains


def _next_section(s: State, left: Mapping[int, tuple[int, int]], post: int) -> int:
    return next((section for _, section in s.board.around[post] if section in left), NOWHERE)


def derived(s: State) -> dict[str, Any]:
    """What follows from the rest, for scenarios to look at."""
    names = COMPANIES[: s.seats]
    places = enumerate(s.joined)
    trains = s.trains[s.active]
    return {
        "connected": {s.board.place_names[place]: _seats_of(joined, names) for place, joined in places if joined},
        "linked": [name for seat, name in enumerate(names) if is_linked(s, seat)],
        "points": [] if s.stage in SETTING_UP else [s.points_left(number) for number in range(len(trains))],
        "budget": s.budget(),
        "supply": dict(zip(GOOD_IDS, s.supply, strict=True)),
    }
