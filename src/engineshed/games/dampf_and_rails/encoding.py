"""What adapters need to make numbers of moves and views; see ``core.encoding``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from engineshed.core.encoding import (
    Column,
    Encoding,
    Table,
    amount,
    count,
    flag,
    flags,
    from_viewer,
    one_of,
)
from engineshed.games.dampf_and_rails.rules import moves
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import (
    CARDS,
    FIRST_EVENT,
    GOOD_IDS,
    TRAIN_IDS,
    TRAINS_EACH,
)
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.truth import Stage
from engineshed.games.dampf_and_rails.rules.view import AgreedToll, LumpSum, PromisedGood, TrainView, View

TYPES: Final = range(len(TRAIN_IDS))


def bounds(seats: int, options: Options) -> Mapping[str, range]:
    box = box_of(options.data)
    board, numbers = box.board, box.numbers
    return {
        **dict.fromkeys(("card", "cards"), range(FIRST_EVENT)),
        **dict.fromkeys(("town", "place"), range(len(board.places))),
        **dict.fromkeys(("seat", "owner"), range(seats)),
        "train": range(TRAINS_EACH),
        "to": range(board.size),
        "ferry": range(len(board.ferries)),
        "good": range(len(GOOD_IDS)),
        "money": range(max(numbers.lump_sum, numbers.toll) + 1),
        "turns": range(numbers.deal_rounds + 1),
        "section": range(len(board.ends)),
        "kind": range(len(TRAIN_IDS)),
    }


def tables(seats: int, options: Options) -> tuple[Table, ...]:
    box = box_of(options.data)
    return (
        *(_game(seats, box), _players(seats, box), _trains(seats), _agreements(seats)),
        *(_cards(seats), _goods(box), _ferries(seats, box), _sections(seats, box)),
    )


ENCODING: Final = Encoding(1, moves.NATURE, bounds, tables)


def _number(shown: int | None) -> int:
    return -1 if shown is None else shown


# -- the game and its players ----------------------------------------------------------------------------------------


def _game(seats: int, box: Box) -> Table:
    columns = (
        *flags("stage", "what happens next", Stage.NAMES),
        *flags("resume", "what goes on after cards are drawn and goods are lost", Stage.NAMES),
        count("round", "the round, from 1", 1000),
        Column("first", "who began", 0, seats - 1),
        Column("active", "whose turn it is", 0, seats - 1),
        Column("acting", "who is to act, or waits for nature; -1 when the game is over", -1, seats - 1),
        Column("partner", "to whom an agreement is being proposed; -1 for nobody", -1, seats - 1),
        count("pile", "cards in the pile"),
        count("under", "cards under it"),
        amount("outlay", "spent on building in this turn"),
        amount("limit", "what may be spent on building in a turn"),
        amount("goal", "the cash that is needed"),
        flag("laid-out", "the public orders have been laid out"),
        flag("acted", "something was done in this turn"),
        flag("final", "the round is played to its end"),
        flag("delivered", "an order was fulfilled in this round"),
        count("quiet", "rounds in a row in which none was"),
        *(count(f"exits-{place.name}", "sections built out of it in this turn") for place in box.board.places),
    )

    def part(v: View) -> object:
        return (
            *(v.seat, v.stage, v.resume, v.round, v.first, v.active, v.acting, v.proposal and v.proposal.partner),
            *(v.pile, len(v.under), v.outlay, v.limit, v.goal, v.laid_out, v.acted, v.final, v.delivered, v.quiet),
            v.exits,
        )

    def numbers(v: View) -> list[int]:
        partner = v.proposal.partner if v.proposal else None
        return [
            *one_of(v.stage, Stage.NAMES),
            *one_of(v.resume, Stage.NAMES),
            v.round,
            *(from_viewer(seat, v.seat, seats) for seat in (v.first, v.active, v.acting, partner)),
            *(v.pile, len(v.under), v.outlay, v.limit, v.goal),
            *(v.laid_out, v.acted, v.final, v.delivered, v.quiet),
            *v.exits,
        ]

    return Table("game", "The round and what happens in it.", 1, columns, part, numbers)


def _players(seats: int, box: Box) -> Table:
    columns = (
        Column("cash", "cash; -1 where it is hidden", -32768, 32767),
        count("orders", "orders in hand"),
        flag("announced", "has said that they are rich"),
        flag("linked", "all start towns are joined by their own track and ferries"),
        amount("goal", "the cash that ends the game"),
        Column("start", "the start town; -1 until it is chosen", -1, len(box.board.places) - 1),
        *(flag(f"joined-{box.board.places[town].name}", "is connected to this start town") for town in box.start_towns),
        flag("paid", "their toll is paid in this turn"),
        flag("asked", "an agreement was proposed to them in this turn"),
        count("losing", "goods that they are to lose"),
    )

    def part(v: View) -> object:
        return v.seat, v.players, v.paid, v.asked, v.losing

    def numbers(v: View) -> Iterator[int]:
        for step in range(seats):
            seat = ((v.seat or 0) + step) % seats
            player = v.players[seat]
            yield from (_number(player.cash), player.orders, player.announced, player.linked, player.goal)
            yield _number(player.start)
            yield from (int(town in player.towns) for town in box.start_towns)
            yield from (seat in v.paid, seat in v.asked, sum([loss.seat == seat for loss in v.losing]))

    return Table("players", "The players.", seats, columns, part, numbers)


def _trains(seats: int) -> Table:
    columns = (
        *flags("type", "what it is; none if the player does not have it", TRAIN_IDS),
        *flags("becomes", "the type that it changes into at the end of the round", TRAIN_IDS),
        Column("at", "its milepost; -1 for none", -1, 1000),
        Column("came", "the milepost it came from, where that counts; -1 for none", -1, 1000),
        count("stuck", "turns for which it does not move"),
        count("points", "points that it can use"),
        count("spent", "points that it has used in this turn"),
        flag("moved", "has run in this turn"),
        flag("crossed", "has crossed on a ferry in this turn"),
        *(count(good, "loaded") for good in GOOD_IDS),
    )
    none = [0] * len(columns)
    none[2 * len(TRAIN_IDS)] = none[2 * len(TRAIN_IDS) + 1] = -1

    def part(v: View) -> object:
        seen = [(player.trains, player.points) for player in v.players]
        return v.seat, v.active, seen, v.spent, v.moved, v.crossed

    @lru_cache(maxsize=4096)
    def row(train: TrainView, points: int, spent: int, moved: bool, crossed: bool) -> tuple[int, ...]:
        return (
            *one_of(train.kind, TYPES),
            *one_of(train.becomes, TYPES),
            *(_number(train.at), _number(train.came), train.stuck, points, spent, moved, crossed),
            *map(train.loads.count, range(len(GOOD_IDS))),
        )

    def numbers(v: View) -> list[int]:
        out: list[int] = []
        for step in range(seats):
            seat = ((v.seat or 0) + step) % seats
            player, acts = v.players[seat], seat == v.active
            for place, train in enumerate(player.trains):
                spent = v.spent[place] if acts and place < len(v.spent) else 0
                out += row(train, player.points[place], spent, acts and place in v.moved, acts and place in v.crossed)
            out += none * (TRAINS_EACH - len(player.trains))
        return out

    said = "The trains: the viewer's first and second one, then the next player's."
    return Table("trains", said, seats * TRAINS_EACH, columns, part, numbers)


# -- agreements ------------------------------------------------------------------------------------------------------


Term = AgreedToll | PromisedGood | LumpSum


def _agreements(seats: int) -> Table:
    agreed = (
        Column("toll", "what the first pays on the second's network; -1 without an agreement", -1, 1000),
        Column("toll-turns", "for how many more turns; -1 without an agreement", -1, 1000),
        Column("good", "the good that the first will set down for the second; -1 for none", -1, len(GOOD_IDS) - 1),
        Column("good-town", "in which town; -1 for none", -1, 1000),
        Column("good-turns", "within how many turns; -1 for none", -1, 1000),
    )
    columns = (
        *agreed,
        *(Column(f"proposed-{name}", f"in the proposal: {says}", low, most) for name, says, low, most in agreed),
        Column("proposed-sum", "in the proposal: what the first pays the second; -1 for none", -1, 1000),
    )
    width = len(columns)

    def part(v: View) -> object:
        return v.seat, v.tolls, v.promises, v.proposal

    def numbers(v: View) -> list[int]:
        out = [-1] * (width * seats * seats)

        for first, second, start, values in _said(v):
            row = from_viewer(first, v.seat, seats) * seats + from_viewer(second, v.seat, seats)
            start += width * row
            out[start : start + len(values)] = map(_number, values)
        return out

    said = "What every player has agreed with every other: viewer and viewer, viewer and next player, and so on."
    return Table("agreements", said, seats * seats, columns, part, numbers)


def _said(v: View) -> Iterator[tuple[int, int, int, tuple[int | None, ...]]]:
    """Each term: from whom to whom, its first column, its numbers."""
    terms: list[tuple[int, Term]] = [(0, toll) for toll in v.tolls]
    terms += [(0, promise) for promise in v.promises]
    terms += [(PROPOSED, term) for term in (v.proposal.terms if v.proposal else ())]
    for start, term in terms:
        match term:
            case AgreedToll(runner, owner, money, turns):
                yield runner, owner, start, (money, turns)
            case PromisedGood(giver, taker, good, town, turns):
                yield giver, taker, start + 2, (good, town, turns)
            case LumpSum(payer, payee, money):
                yield payer, payee, start + PROPOSED, (money,)


PROPOSED: Final = 5
"""The first column of what is only proposed."""


# -- cards, goods and the map ----------------------------------------------------------------------------------------


def _cards(seats: int) -> Table:
    columns = (
        count("hand", "in a hand that the viewer sees: 1 their own, 2 the next player's", seats),
        flag("public", "a public order"),
        flag("discarded", "discarded"),
        flag("under", "under the pile, put there by the viewer"),
        count("running", "an event: 1 drawn in this turn, 2 in force", 2),
    )
    width = len(columns)

    def part(v: View) -> object:
        return v.seat, [player.hand for player in v.players], v.public, v.discards, v.under, v.running

    def numbers(v: View) -> bytearray:
        out = bytearray(width * CARDS)
        for seat, player in enumerate(v.players):
            for card in player.hand or ():
                out[width * card] = 1 + from_viewer(seat, v.seat, seats)
        for card in v.public:
            out[width * card + 1] = 1
        for card in v.discards:
            out[width * card + 2] = 1
        for below in v.under:
            if below.card is not None:
                out[width * below.card + 3] = 1
        for running in v.running:
            out[width * (FIRST_EVENT + running.event) + 4] = 1 + running.begun
        return out

    return Table("cards", "The cards: orders, then events.", CARDS, columns, part, numbers)


def _goods(box: Box) -> Table:
    places = box.board.places
    columns = (
        count("supply", "in the supply"),
        *(count(f"lies-{place.name}", "lying in this town") for place in places),
    )
    width = len(columns)

    def part(v: View) -> object:
        return v.supply, v.lying

    def numbers(v: View) -> bytearray:
        out = bytearray(width * len(GOOD_IDS))
        out[::width] = bytes(v.supply)
        for lying in v.lying:
            out[width * lying.good + 1 + lying.town] += 1
        return out

    return Table("goods", "The goods, in their order.", len(GOOD_IDS), columns, part, numbers)


def _ferries(seats: int, box: Box) -> Table:
    columns = tuple(flag(f"owner-{seat}", "connected by: 0 the viewer, 1 the next player") for seat in range(seats))

    def part(v: View) -> object:
        return v.seat, [player.ferries for player in v.players]

    def numbers(v: View) -> bytearray:
        out = bytearray(seats * len(box.board.ferries))
        for seat, player in enumerate(v.players):
            for ferry in player.ferries:
                out[seats * ferry + from_viewer(seat, v.seat, seats)] = 1
        return out

    return Table("ferries", "The ferries, in their order.", len(box.board.ferries), columns, part, numbers)


def _sections(seats: int, box: Box) -> Table:
    columns = (count("owner", "whose track it has: 1 the viewer's, 2 the next player's; 0 for none", seats),)

    def part(v: View) -> object:
        return v.seat, [player.sections for player in v.players]

    def numbers(v: View) -> bytearray:
        out = bytearray(len(box.board.ends))
        for seat, player in enumerate(v.players):
            whose = 1 + from_viewer(seat, v.seat, seats)
            for section in player.sections:
                out[section] = whose
        return out

    return Table(
        "sections", "The sections between mileposts, in their order.", len(box.board.ends), columns, part, numbers
    )
