"""Dampf & Rails in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import (
    EVENTS,
    FIRST_EVENT,
    GOOD_IDS,
    GOODS,
    NUMBERS,
    OFFERS,
    ORDERS,
    TRAINS,
    card_name,
)
from engineshed.games.dampf_and_rails.rules.moves import Load
from engineshed.games.dampf_and_rails.rules.networks import network_of
from engineshed.games.dampf_and_rails.rules.prices import LIMITS
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, START_TOWNS, Running, Stage, Train
from engineshed.games.dampf_and_rails.rules.view import PlayerView, View
from engineshed.games.dampf_and_rails.terminal.mileposts import PLAIN, SHORT, SLOW, WATER, MilepostMap
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import counted, numbers_table

COMPANY_STYLES = ("bold red", "bold blue", "bold green")
COMPANY_LETTERS = tuple(name[0] for name in COMPANIES)
SHARED = "#"
"""A milepost of several networks."""
ARROW = "→"

LEGEND = (
    f"{', '.join(COMPANY_LETTERS)} networks  {SHARED} several networks  {PLAIN} milepost  {SLOW} slow  {WATER} water"
)
CONNECTED = (
    f"{COMPANY_LETTERS[0]}/3: connected by {COMPANIES[0]}, and 3 may connect it; numbers are chips in the supply"
)


class DampfAndRailsLook(Look):
    """The map, the players with their trains and networks, public orders, events, and where goods are found."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        return Group(
            _map(view),
            _towns(view),
            Text(CONNECTED, style="dim"),
            Text(_ferry_lines(view), style="dim"),
            *_networks(self, view),
            _players(self, view),
            *([_orders("Public orders", view.public)] if view.public else []),
            *(Text(line, style="dim") for line in (*_events(self, view), *_agreements(view), _moment(view))),
        )

    def own(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        hand = view.players[view.seat].hand if view.seat is not None else None
        if view.seat is None or hand is None:
            return Group()
        return _orders(f"{COMPANIES[view.seat].capitalize()}'s orders", hand)

    def best_first(self, view: View, moves: Sequence[Any]) -> Sequence[Any]:
        """Of goods to load, those that bring most."""
        if not isinstance(moves[0], Load):
            return moves
        cards = (*(view.players[view.acting].hand or ()), *view.public)
        demands = sorted((demand for card in cards for demand in ORDERS[card]), key=lambda demand: demand.pay)
        pays = {demand.good: demand.pay for demand in demands}
        return sorted(moves, key=lambda move: -pays.get(move.good, 0))

    def seat(self, number: int) -> Text:
        return Text(COMPANIES[number], style=COMPANY_STYLES[number])


# -- the map --------------------------------------------------------------------------------------------------------


def _map(view: View) -> MilepostMap:
    """Track and networks. Where trains stand is told beside it, so that it is not drawn again for every step."""
    drawing = MilepostMap(LEGEND)
    built = {section: owner - 1 for section, owner in enumerate(view.rails) if 0 < owner <= view.seats}
    drawing.tracks({section: COMPANY_STYLES[seat] for section, seat in built.items()})
    for post in _slow_posts(view):
        drawing.post(post, SLOW, "bold")
    for post, seats in _members(view).items():
        letter, style = (SHARED, "bold") if len(seats) > 1 else (COMPANY_LETTERS[seats[0]], COMPANY_STYLES[seats[0]])
        drawing.post(post, letter, style)
    return drawing


def _slow_posts(view: View) -> list[int]:
    return [post for running in view.running if running.begun for post in EVENTS[running.event].slow]


def _members(view: View) -> dict[int, list[int]]:
    """The mileposts of all networks, each with the seats that have it."""
    found: dict[int, list[int]] = {}
    for seat, player in enumerate(view.players):
        for post in network_of(bytes(view.rails), view.ferries, seat, player.start).members:
            found.setdefault(post, []).append(seat)
    return found


# -- where goods are found ------------------------------------------------------------------------------------------


def _towns(view: View) -> Columns:
    """Every place: where it lies, who has connected it, of how many who may, and what it offers."""
    members = _members(view)
    order = sorted(range(len(BOARD.places)), key=lambda place: BOARD.place_names[place])
    return Columns([_town(view, place, members) for place in order], padding=(0, 2), column_first=True)


def _town(view: View, place: int, members: dict[int, list[int]]) -> Text:
    at = BOARD.places[place].at
    there = "".join(COMPANY_LETTERS[seat] for seat in members.get(at, ())) or "-"
    line = Text.assemble((SHORT[place], "bold"), f" {BOARD.place_names[place]} {BOARD.own_names[at]} ")
    line.append(f"{there}/{LIMITS[place]} ", "dim")
    goods = [f"{GOOD_IDS[good]} {view.supply[good]}" for good in OFFERS[place]]
    goods += [f"{GOOD_IDS[lying.good]} (until round {lying.until})" for lying in view.lying if lying.town == place]
    return line.append(", ".join(goods) if BOARD.places[place].is_town else "port")


def _ferry_lines(view: View) -> str:
    """Every ferry: where it runs, what connecting it costs, and who has done so."""
    told = []
    for ferry, owners in zip(BOARD.ferries, view.ferries, strict=True):
        ends = "–".join(BOARD.place_names[end] for end in ferry.ends)
        names = [COMPANIES[seat] for seat in range(view.seats) if owners >> seat & 1]
        told.append(" ".join([ferry.name, ends, str(ferry.price), *([f"({', '.join(names)})"] if names else [])]))
    return f"Ferries: {'; '.join(told)}."


# -- networks -------------------------------------------------------------------------------------------------------


def _networks(look: DampfAndRailsLook, view: View) -> Iterator[Text]:
    """A line for each player: which places track joins, in how many steps; where it ends; and ferries."""
    for seat, player in enumerate(view.players):
        told = [*_connections(view, seat), *(f"ferry {name}" for name in _ferries(view, seat))]
        if player.start != NOWHERE:
            begins = f" from {BOARD.place_names[player.start]}: "
            yield look.seat(seat).append(begins, "not bold").append(", ".join(told) or "no track yet", "not bold")


def _ferries(view: View, seat: int) -> list[str]:
    return [ferry.name for ferry, owners in zip(BOARD.ferries, view.ferries, strict=True) if owners >> seat & 1]


def _connections(view: View, seat: int) -> Iterator[str]:
    """``Odense–Nyborg 3`` joins two places, ``Odense → K14 2`` ends somewhere."""
    ways = _ways(view, seat)
    places = [post for post in ways if BOARD.place_at[post] != NOWHERE]
    ended: list[int] = []
    for start in places:
        for post, steps in _until_places(ways, start).items():
            if BOARD.place_at[post] != NOWHERE and start < post:
                yield f"{BOARD.names[start]}–{BOARD.names[post]} {steps}"
            elif BOARD.place_at[post] == NOWHERE and len(ways[post]) == 1 and post not in ended:
                ended.append(post)
                yield f"{BOARD.names[start]} {ARROW} {BOARD.names[post]} {steps}"


def _ways(view: View, seat: int) -> dict[int, list[int]]:
    """Where a player's track leads from each milepost; a hexagon is one milepost, its middle."""
    ways: dict[int, list[int]] = {}
    for section, owner in enumerate(view.rails):
        if owner == seat + 1:
            first, second = (_middle(post) for post in BOARD.ends[section])
            ways.setdefault(first, []).append(second)
            ways.setdefault(second, []).append(first)
    return ways


def _middle(post: int) -> int:
    place = BOARD.place_at[post]
    return post if place == NOWHERE else BOARD.places[place].at


def _until_places(ways: dict[int, list[int]], start: int) -> dict[int, int]:
    """How many steps it is to each milepost on the way to the next places, and to these."""
    steps = {start: 0}
    waiting = [start]
    for here in waiting:
        if here == start or BOARD.place_at[here] == NOWHERE:
            for there in ways[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
    del steps[start]
    return steps


# -- players --------------------------------------------------------------------------------------------------------


def _players(look: DampfAndRailsLook, view: View) -> Table:
    """A line for each train, in the order of turns."""
    table = numbers_table("", "cash", "orders", "points", words=("train", "at", "carries", "start towns"))
    for step in range(view.seats):
        seat = (view.first + step) % view.seats
        player = view.players[seat]
        acts = seat == view.acting and view.stage != Stage.OVER
        name, figures, towns = (
            look.marked_seat(seat, acts=acts),
            [_cash(player), str(player.orders)],
            _start_towns(player),
        )
        for train, points in zip(player.trains, player.points, strict=True):
            table.add_row(name, *figures, str(points), *_train(train), towns)
            name, figures, towns = Text(), ["", ""], ""
    return table


def _cash(player: PlayerView) -> str:
    if player.cash is not None:
        return str(player.cash)
    return f"{NUMBERS.announce} or more" if player.announced else "hidden"


def _train(train: Train) -> tuple[str, str, str]:
    at = "nowhere yet" if train.at == NOWHERE else BOARD.names[train.at]
    derailed = ", derailed" if train.stuck else ""
    holds = TRAINS[train.kind].holds
    loads = ", ".join(GOOD_IDS[good] for good in train.loads) or "nothing"
    return TRAINS[train.kind].id, at + derailed, f"{loads} ({len(train.loads)}/{holds})"


def _start_towns(player: PlayerView) -> str:
    """Those that are connected; all of them must be, and joined by own track and ferries, to win."""
    names = [BOARD.place_names[town] for town, have in zip(START_TOWNS, player.towns, strict=True) if have]
    return ", ".join(names) + (" (joined)" if player.linked else "")


# -- orders ---------------------------------------------------------------------------------------------------------


def _orders(title: str, cards: Sequence[int]) -> Table:
    table = numbers_table(title, "pays", words=("good", "to", "offered in (steps from there)"))
    for card in cards:
        for number, demand in enumerate(ORDERS[card]):
            steps = _steps_to(demand.town)
            sources = sorted(GOODS[demand.good].towns, key=lambda town: steps[BOARD.places[town].at])
            told = ", ".join(f"{BOARD.place_names[town]} {steps[BOARD.places[town].at]}" for town in sources)
            name = "" if number else card_name(card)
            table.add_row(name, str(demand.pay), GOOD_IDS[demand.good], BOARD.place_names[demand.town], told)
    return table


@cache
def _steps_to(town: int) -> dict[int, int]:
    """From every milepost, if there were track everywhere; a ferry counts as one step."""
    across: dict[int, list[int]] = {}
    for ferry in BOARD.ferries:
        for here, there in (ferry.ports, ferry.ports[::-1]):
            across.setdefault(here, []).append(there)
    steps = {BOARD.places[town].at: 0}
    waiting = list(steps)
    for here in waiting:
        for there in (*(post for post, _ in BOARD.around[here]), *across.get(here, ())):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


# -- beside the board -----------------------------------------------------------------------------------------------


def _events(look: DampfAndRailsLook, view: View) -> Iterator[str]:
    for running in view.running:
        rule = look.game.speech.rulebook.rule(card_name(FIRST_EVENT + running.event))
        yield f"{rule.title} ({_time_left(running)}): {rule.text}"


def _time_left(running: Running) -> str:
    name = COMPANIES[running.seat]
    return f"until {name} ends the next turn" if running.begun else f"from the end of this turn of {name} on"


def _agreements(view: View) -> Iterator[str]:
    for deal in view.tolls:
        runner, owner, turns = COMPANIES[deal.runner], COMPANIES[deal.owner], counted(deal.turns, "turn")
        yield f"Agreed: {runner} pays {deal.toll} on the network of {owner}, for {turns} of {runner}."


def _moment(view: View) -> str:
    told = [f"Round {view.round}. Money is in millions; {view.goal} and all start towns joined win."]
    if view.stage == Stage.BUILD:
        told.append(f"Spent on building in this turn: {view.outlay} of {view.limit}.")
    paid = [COMPANIES[seat] for seat in range(view.seats) if _has_paid(view, seat)]
    if paid:
        told.append(f"Toll is paid to {' and '.join(paid)} in this turn.")
    if view.final:
        told.append("The goal is reached: this is the last round.")
    if view.options.idle_rounds and view.quiet:
        told.append(f"Rounds without a delivery: {view.quiet} of {view.options.idle_rounds}.")
    under = f", {len(view.under)} under it" if view.under else ""
    told.append(f"Cards in the pile: {view.pile}{under}.")
    return " ".join(told)


def _has_paid(view: View, seat: int) -> bool:
    return bool(view.paid >> seat & 1)


LOOK = DampfAndRailsLook
