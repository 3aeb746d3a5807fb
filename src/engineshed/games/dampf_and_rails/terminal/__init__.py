"""Dampf & Rails in a terminal, drawn from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engineshed.core.words import Message, Param
from engineshed.games.dampf_and_rails.rules.board import Board
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import FIRST_EVENT, GOOD_IDS, NUMBERS, TRAIN_IDS, card_name
from engineshed.games.dampf_and_rails.rules.moves import Load
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, GOOD_WORDS
from engineshed.games.dampf_and_rails.rules.terms import UNSAID, Promise, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES
from engineshed.games.dampf_and_rails.rules.view import PlayerView, TrainView, View
from engineshed.games.dampf_and_rails.rules.viewing import proposal_of
from engineshed.games.dampf_and_rails.terminal.mileposts import PLAIN, SLOW, WATER, MilepostMap, short_names, width_of
from engineshed.games.dampf_and_rails.terminal.networks import connections, members, steps_to
from engineshed.terminal.look import Look, Sight
from engineshed.terminal.tables import numbers_table

COMPANY_STYLES = ("bold red", "bold blue", "bold green")
COMPANY_LETTERS = tuple(name[0] for name in COMPANIES)
SHARED = "#"
"""A milepost that belongs to several networks."""


class DampfAndRailsLook(Look):
    """The map, the players with their trains and networks, public orders, events, and where goods are found."""

    def table(self, sight: Sight) -> Group:
        view: View = sight.view
        return Group(
            self._map(view),
            self._towns(view),
            Text(self._say("connected", letter=COMPANY_LETTERS[0], company=COMPANY_WORDS[0]), style="dim"),
            *self.typed(good=GOOD_IDS, company=COMPANIES[: view.seats]),
            Text(self._ferry_lines(view), style="dim"),
            *self._networks(view),
            self._players(view),
            *([self._orders(view, self._say("public-orders"), view.public)] if view.public else []),
            *(Text(line, style="dim") for line in (*self._events(view), *self._agreements(view), self._moment(view))),
        )

    def own(self, sight: Sight) -> RenderableType:
        view: View = sight.view
        hand = view.players[view.seat].hand if view.seat is not None else None
        if view.seat is None or hand is None:
            return Group()
        return self._orders(view, self._say("orders-of", company=COMPANY_WORDS[view.seat]), hand)

    def best_first(self, view: View, moves: Sequence[Any]) -> Sequence[Any]:
        """Moves in the order in which they are suggested: goods to load that earn most come first."""
        if not isinstance(moves[0], Load):
            return moves
        cards = (*(view.players[view.active].hand or ()), *view.public)
        demands = sorted(
            (demand for card in cards for demand in _box(view).orders[card]), key=lambda demand: demand.pay
        )
        pays = {demand.good: demand.pay for demand in demands}
        return sorted(moves, key=lambda move: -pays.get(move.good, 0))

    def seat(self, number: int) -> Text:
        return Text(self.name(number), style=COMPANY_STYLES[number])

    def _good(self, good: int) -> str:
        return self.words.word(f"good.{GOOD_IDS[good]}")

    def _say(self, message: str, **params: Param) -> str:
        return self.words.text(Message(f"terminal.{message}", params))

    # The map

    def _map(self, view: View) -> MilepostMap:
        """Track and networks. Trains are listed below the map, so that it is not drawn again for every step."""
        networks = ", ".join(f"{COMPANY_LETTERS[seat]} {self.name(seat)}" for seat in range(view.seats))
        legend = self._say("legend", networks=networks, shared=SHARED, plain=PLAIN, slow=SLOW, water=WATER)
        board = _box(view).board
        drawing = MilepostMap(board, legend, self._say("too-narrow", columns=width_of(board)))
        drawing.tracks(
            {section: COMPANY_STYLES[seat] for seat, player in enumerate(view.players) for section in player.sections}
        )
        for post in _slow_posts(view):
            drawing.post(post, SLOW, "bold")
        for post, seats in members(view).items():
            seat = seats[0]
            letter, style = (SHARED, "bold") if len(seats) > 1 else (COMPANY_LETTERS[seat], COMPANY_STYLES[seat])
            drawing.post(post, letter, style)
        return drawing

    # Where goods are found

    def _towns(self, view: View) -> Columns:
        """Every place: where it is, who has connected it, how many players may, and what it offers."""
        known, board = members(view), _box(view).board
        order = sorted(range(len(board.places)), key=lambda place: board.place_names[place])
        return Columns([self._town(view, place, known) for place in order], padding=(0, 2), column_first=True)

    def _town(self, view: View, place: int, known: dict[int, list[int]]) -> Text:
        box, board = _box(view), _box(view).board
        at = board.places[place].at
        there = "".join(COMPANY_LETTERS[seat] for seat in known.get(at, ())) or "-"
        line = Text.assemble(
            (short_names(board.place_names)[place], "bold"), f" {board.place_names[place]} {board.own_names[at]} "
        )
        line.append(f"{there}/{box.limits[place]} ", "dim")
        if not board.places[place].is_town:
            return line.append(self._say("port"))
        goods = [f"{self._good(good)} {view.supply[good]}" for good in box.offers[place]]
        lying = [thing for thing in view.lying if thing.town == place]
        goods += [self._say("lying", good=GOOD_WORDS[thing.good], round=thing.until) for thing in lying]
        return line.append(", ".join(goods))

    def _ferry_lines(self, view: View) -> str:
        """Every ferry: where it runs, what connecting it costs, and who has done so."""
        told, board = [], _box(view).board
        for number, ferry in enumerate(board.ferries):
            ends = "–".join(board.place_names[end] for end in ferry.ends)
            names = [self.name(seat) for seat, player in enumerate(view.players) if number in player.ferries]
            told.append(" ".join([ferry.name, ends, str(ferry.price), *([f"({', '.join(names)})"] if names else [])]))
        return self._say("ferries", ferries="; ".join(told))

    # Players

    def _networks(self, view: View) -> Iterator[Text]:
        """A line for each player: the places that their track joins, how many steps apart, its ends, and ferries."""
        board = _box(view).board
        for seat, player in enumerate(view.players):
            if player.start is not None:
                ferries = [self._say("ferry", ferry=board.ferries[ferry].name) for ferry in player.ferries]
                network = ", ".join([*connections(board, player), *ferries]) or self._say("no-track")
                told = self._say("network", town=board.place_names[player.start], network=network)
                yield self.seat(seat).append(f" {told}", "not bold")

    def _players(self, view: View) -> Table:
        """A line for each train, in turn order."""
        numbers, words = ("cash", "orders", "points"), ("train", "at", "carries", "start-towns")
        table = numbers_table("", *map(self._say, numbers), words=[*map(self._say, words)])
        for step in range(view.seats):
            seat = (view.first + step) % view.seats
            player = view.players[seat]
            name, towns = self.marked_seat(seat, acts=seat == view.acting), self._start_towns(view, player)
            figures = [self._cash(player), str(player.orders)]
            for train, points in zip(player.trains, player.points, strict=True):
                table.add_row(name, *figures, str(points), *self._train(view, train), towns)
                name, figures, towns = Text(), ["", ""], ""
        return table

    def _cash(self, player: PlayerView) -> str:
        if player.cash is not None:
            return str(player.cash)
        return self._say("rich", money=NUMBERS.announce) if player.announced else self._say("hidden")

    def _train(self, view: View, train: TrainView) -> tuple[str, str, str]:
        box = _box(view)
        at = self._say("nowhere") if train.at is None else box.board.names[train.at]
        loads = ", ".join(map(self._good, train.loads)) or self._say("nothing")
        kind = box.trains[train.kind]
        where = self._say("derailed", post=at) if train.stuck else at
        name = kind.id if train.becomes is None else self._say("becomes", train=kind.id, next=TRAIN_IDS[train.becomes])
        return name, where, f"{loads} ({len(train.loads)}/{kind.holds})"

    def _start_towns(self, view: View, player: PlayerView) -> str:
        """The start towns that a player has connected; to win, all must be joined by their own track and ferries."""
        names = ", ".join(_box(view).board.place_names[town] for town in player.towns)
        return self._say("joined", towns=names) if player.linked else names

    # Cards

    def _orders(self, view: View, title: str, cards: Sequence[int]) -> Table:
        table = numbers_table(title, self._say("pays"), words=[*map(self._say, ("good", "to", "offered"))])
        box, board = _box(view), _box(view).board
        for card in cards:
            for number, demand in enumerate(box.orders[card]):
                steps = steps_to(board, demand.town)
                sources = sorted(box.goods[demand.good].towns, key=lambda town: steps[board.places[town].at])
                told = ", ".join(f"{board.place_names[town]} {steps[board.places[town].at]}" for town in sources)
                name = "" if number else card_name(card)
                table.add_row(name, str(demand.pay), self._good(demand.good), board.place_names[demand.town], told)
        return table

    def _events(self, view: View) -> Iterator[str]:
        rulebook = self.game.speech.rulebook_in(self.words.language)
        for running in view.running:
            rule = rulebook.rule(card_name(FIRST_EVENT + running.event))
            time = self._say("until" if running.begun else "from", company=COMPANY_WORDS[running.seat])
            yield f"{rule.title} ({time}): {rule.text}"

    # Beside the board

    def _agreements(self, view: View) -> Iterator[str]:
        """What is agreed, and what is being proposed, term by term."""
        board = _box(view).board
        for deal in view.tolls:
            runner, owner = COMPANY_WORDS[deal.runner], COMPANY_WORDS[deal.owner]
            yield self._say("agreed", runner=runner, owner=owner, money=deal.money or 0, turns=deal.turns or 0)
        for promise in view.promises:
            yield self._say(
                "promised",
                giver=COMPANY_WORDS[promise.giver],
                taker=COMPANY_WORDS[promise.taker],
                good=GOOD_WORDS[promise.good or 0],
                town=board.place_names[promise.town or 0],
                turns=promise.turns or 0,
            )
        proposal = proposal_of(view)
        if proposal is not None:
            terms = "; ".join(self._term(board, term) for term in proposal.terms) or self._say("nothing-yet")
            company, other = COMPANY_WORDS[view.active], COMPANY_WORDS[proposal.partner]
            yield self._say("proposed", company=company, other=other, terms=terms)

    def _term(self, board: Board, term: Term) -> str:
        """Who does what for whom, followed by the details so far."""
        said: list[tuple[str, int, Param]]
        match term:
            case Toll(runner, owner, money, turns):
                told = self._say("term-toll", runner=COMPANY_WORDS[runner], owner=COMPANY_WORDS[owner])
                said = [("money", money, money), ("turns", turns, turns)]
            case Sum(payer, payee, money):
                told = self._say("term-sum", payer=COMPANY_WORDS[payer], payee=COMPANY_WORDS[payee])
                said = [("money", money, money)]
            case Promise(giver, taker, good, town, turns):
                told = self._say("term-promise", giver=COMPANY_WORDS[giver], taker=COMPANY_WORDS[taker])
                said = [
                    ("good", good, GOOD_WORDS[good]),
                    ("town", town, board.place_names[town]),
                    ("turns", turns, turns),
                ]
        parts = [self._say(f"term-{name}", **{name: shown}) for name, number, shown in said if number != UNSAID]
        return f"{told}: {', '.join(parts)}" if parts else told

    def _moment(self, view: View) -> str:
        told = [self._say("round", round=view.round, goal=view.goal)]
        if view.stage == "build":
            told.append(self._say("outlay", spent=view.outlay, limit=view.limit))
        if view.paid:
            names = (self.words.word(f"company.{COMPANIES[seat]}") for seat in view.paid)
            told.append(self._say("paid", companies=self._say("and").join(names)))
        if view.final:
            told.append(self._say("final"))
        if view.options.idle_rounds and view.quiet:
            told.append(self._say("quiet", rounds=view.quiet, most=view.options.idle_rounds))
        message = "pile-under" if view.under else "pile"
        told.append(self._say(message, cards=view.pile, under=len(view.under)))
        return " ".join(told)


def _box(view: View) -> Box:
    return box_of(view.options.data)


def _slow_posts(view: View) -> list[int]:
    return [post for running in view.running if running.begun for post in _box(view).events[running.event].slow]


LOOK = DampfAndRailsLook
