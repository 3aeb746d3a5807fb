"""What players ask before they move: what to do now, what a move costs, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from engineshed.core.contract import Illegal, Seat
from engineshed.core.notation import word_of
from engineshed.core.questions import attempts, refusal_of
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules import moves
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import GOODS_IN_ALL, NUMBERS, ORDERS_IN_ALL, TRAIN_IDS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.phases import agreements, building, moving, workshop
from engineshed.games.dampf_and_rails.rules.stages import RULES
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage
from engineshed.games.dampf_and_rails.rules.view import View
from engineshed.games.dampf_and_rails.speech import notation

# -- what is to be done --------------------------------------------------------------------------------------------


def task(v: View) -> Message:
    """One sentence for the player who is to act."""
    match v.stage:
        case "keep":
            return Message("task.keep", {"cards": NUMBERS.cards_kept})
        case "move":
            return _moving(v)
        case "build":
            return Message("task.build-first" if v.round == 1 else "task.build", {"left": v.limit - v.outlay})
        case "terms" if v.proposal is not None:
            message = "task.more-terms" if v.proposal.terms else "task.terms"
            return Message(message, {"company": COMPANY_WORDS[v.proposal.partner]})
        case "money" | "turns" if v.proposal is not None:
            return Message(f"task.{v.stage}-{v.proposal.terms[-1].__struct_config__.tag}")
        case "answer":
            return Message("task.answer", {"company": COMPANY_WORDS[v.active]})
        case "start" | "goods" | "place" | "lose" | "over":
            return Message(f"task.{v.stage}")
        case _:
            return Message("task.nature")


def _moving(v: View) -> Message:
    points = v.players[v.active].points
    if len(points) > 1:
        return Message("task.move-two", {"first": points[0], "second": points[1]})
    return Message("task.move", {"points": points[0]})


# -- what it costs -------------------------------------------------------------------------------------------------


def price(s: State, m: AnyMove) -> int:
    """What is paid at once: track, ferries, trains, tolls, lump sums."""
    match m:
        case moves.Build(section):
            return building.section_price(s, section)
        case moves.Lay():
            return building.way_of(s, m).price
        case moves.Connect(ferry):
            return building.ferry_price(s, ferry)
        case moves.Work(train, kind):
            return workshop.WORK_PRICES[s.trains[s.active][train].kind][kind] or 0
        case moves.Buy():
            return s.box.numbers.second_train
        case moves.Step() | moves.Go() | moves.Cross():
            return moving.tolls_due(s, m)
        case moves.Accept():
            return agreements.the_proposal(s).sum_of(s.acting())
        case _:
            return 0


# -- why not -------------------------------------------------------------------------------------------------------

FARTHEST = (
    *("not-connected", "street", "open-water", "no-end", "no-track", "not-in-port", "not-first", "no-ferry-owner"),
    *("connected", "ferry-connected", "is-there", "not-there", "not-your-order"),
    *("not-loaded", "not-wanted", "no-chip", "full", "no-turning", "no-toll", "no-points", "no-way", "taken"),
    *("first-round-trains", "no-way-to-build", "strike-building", "flooded", "frozen", "exits", "blocking"),
    *("ferry-stopped", "no-room", "ferry-full", "limit", "no-cash"),
)
"""Refusals in the order in which a move runs into them."""


def why_not(s: State, seat: Seat, about: str) -> Illegal | None:
    """``about``: ``milepost K14``, ``town Kiel``, ``ferry Kattegat``, ``good beer``, ``order 12``, or an action."""
    refusal = refusal_of(attempts(s, about, THINGS, ACTS), lambda move: RULES.check(s, seat, move), FARTHEST)
    kind, *words = about.split()
    if kind == "milepost" and refusal is not None and refusal.message.id == "refuse.not-connected":
        return _why_no_way(s, notation.read_post(s.board, words, kind))
    return refusal


def _why_no_way(s: State, post: int) -> Illegal | None:
    """Why no way can be built there: no single section leads there, so the whole way is checked."""
    try:
        building.check_way_to(s, post)
    except Illegal as refusal:
        return refusal
    return None


def _at_post(s: State, post: int) -> Iterator[AnyMove]:
    """Stepping there, or building to it; also over open water, if the network is on the other side."""
    place = s.board.place_at[post]
    if place != NOWHERE:
        return _at_place(s, place)
    if s.stage != Stage.BUILD:
        return (moves.Step(train, post) for train in _trains(s))
    own = s.networks[s.active].posts
    joined = (moves.Build(section) for _, section in s.board.around[post])
    apart = enumerate(s.board.apart, len(s.board.ends))
    return chain(joined, (moves.Build(n) for n, (a, b) in apart if post in (a, b) and (own >> a | own >> b) & 1))


def _trains(s: State) -> range:
    return range(len(s.trains[s.active]))


def _others(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if seat != s.active]


def _at_place(s: State, place: int) -> Iterator[AnyMove]:
    """The moves that go to a place or build to it, by land or by ferry."""
    if s.stage == Stage.BUILD:
        yield from (moves.Build(section) for section in s.board.ways_in[place])
        yield moves.Lay(place)
    else:
        yield from (moves.Step(train, post) for train in _trains(s) for post in s.board.places[place].mileposts)
        yield from (moves.Go(train, place) for train in _trains(s))
    for ferry in s.box.ferries_at[place]:
        yield from _with_ferry(s, ferry)


def _with_ferry(s: State, ferry: int) -> Iterator[AnyMove]:
    if s.stage == Stage.BUILD:
        return iter((moves.Connect(ferry),))
    return (moves.Cross(train, ferry, owner) for train in _trains(s) for owner in range(s.seats))


def _with_good(s: State, good: int) -> Iterator[AnyMove]:
    for train in _trains(s):
        yield from (moves.Load(train, good), moves.Drop(train, good))
        yield from (moves.Deliver(train, card, good) for card in (*s.hands[s.active], *s.public))


def _with_order(s: State, card: int) -> Iterator[AnyMove]:
    goods = [demand.good for demand in s.box.orders[card]] if card < ORDERS_IN_ALL else [0]
    return (moves.Deliver(train, card, good) for train in _trains(s) for good in goods)


THINGS: dict[str, Callable[[State, Sequence[str]], Iterator[AnyMove]]] = {
    "milepost": lambda s, words: _at_post(s, notation.read_post(s.board, words, "milepost")),
    "town": lambda s, words: _at_place(s, notation.read_town(s, words, "town")),
    "ferry": lambda s, words: _with_ferry(s, notation.read_ferry(s, words, "ferry")),
    "good": lambda s, words: _with_good(s, notation.read_good(words, "good")),
    "order": lambda s, words: _with_order(s, notation.read_card(" ".join(words))),
}


def _only(move: AnyMove, _s: State) -> Iterator[AnyMove]:
    return iter((move,))


ACTS: dict[str, Callable[[State], Iterator[AnyMove]]] = {
    "keep": lambda s: iter((moves.Keep(s.hands[s.active][: NUMBERS.cards_kept]),)),
    "start": lambda s: (moves.Start(town) for town in s.box.start_towns),
    "step": lambda s: (moves.Step(train, post) for train in _trains(s) for post in range(s.board.size)),
    "go": lambda s: (moves.Go(train, place) for train in _trains(s) for place in range(len(s.board.places))),
    "cross": lambda s: (move for ferry in range(len(s.board.ferries)) for move in _crossings(s, ferry)),
    "load": lambda s: (moves.Load(train, good) for train in _trains(s) for good in range(GOODS_IN_ALL)),
    "drop": lambda s: (moves.Drop(train, good) for train in _trains(s) for good in range(GOODS_IN_ALL)),
    "deliver": lambda s: (move for card in (*s.hands[s.active], *s.public, 0) for move in _with_order(s, card)),
    "propose": lambda s: (moves.Propose(seat) for seat in _others(s)),
    **{word_of(type(move)): partial(_only, move) for move in (*agreements.TERMS, *agreements.OTHERS)},
    "money": lambda s: iter(s.box.sum_moves[:1]),
    "goods": lambda _s: iter(agreements.ALL_GOODS),
    "place": lambda s: iter(s.box.place_moves),
    "turns": lambda s: iter(s.box.turn_moves),
    "lose": lambda _s: (moves.Lose(good) for good in range(GOODS_IN_ALL)),
    "stop": lambda _s: iter((moves.Stop(),)),
    "build": lambda s: (moves.Build(section) for section in range(len(s.board.ends))),
    "lay": lambda s: (moves.Lay(place) for place in range(len(s.board.places))),
    "connect": lambda s: (moves.Connect(ferry) for ferry in range(len(s.board.ferries))),
    "train": lambda s: (moves.Work(train, kind) for train in _trains(s) for kind in range(len(TRAIN_IDS))),
    "buy": lambda s: (moves.Buy(town) for town in range(s.board.towns)),
    "exchange": lambda _s: iter((moves.Exchange(),)),
    "end": lambda _s: iter((moves.End(),)),
}


def _crossings(s: State, ferry: int) -> Iterator[AnyMove]:
    return (moves.Cross(train, ferry, owner) for train in _trains(s) for owner in range(s.seats))
