"""Positions from words: what a scenario file says becomes a position; ``describe`` goes the other way.

What a description leaves out has its start value; orders that it does not mention are dealt in the order of their
numbers, and everybody begins in Odense. A position that the rules could not produce is refused with its faults, unless
it says ``by_hand = true``; one that could not be played on is refused in any case.

Track is given by mileposts, ``Odense N27 M28``. A train is its type, where it is and what it carries, ``B12 Kiel
beer fish``, then ``stuck 1``, ``came K14`` and ``becomes C15`` if they apply. ``terms.py``
says how agreements are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeVar

from engineshed.core.description import Reading, bad, flag, known_keys, listed, number, sound, table
from engineshed.core.errors import BadFileError, UnreadableMoveError, of_game, shown
from engineshed.core.options import read_options
from engineshed.core.words import Param
from engineshed.games.dampf_and_rails.rules.board import FREE, GAME_ID, NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.components import (
    CARDS,
    EVENT_IDS,
    FIRST_EVENT,
    GOOD_IDS,
    NUMBERS,
    TRAIN_IDS,
)
from engineshed.games.dampf_and_rails.rules.consequences import with_consequences
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.referee import SETTING_UP, faults, unplayable
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import Promise, Proposal, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, Lying, Running, Stage, Train, Truth
from engineshed.games.dampf_and_rails.speech.describe import NONE, derived
from engineshed.games.dampf_and_rails.speech.notation import read_card, read_post
from engineshed.games.dampf_and_rails.speech.terms import read_term

Doc = Mapping[str, Any]
T = TypeVar("T", bound=Term)


KEYS = (
    *("options", "players", "by_hand", "stage", "round", "first", "turn", "cash", "hands", "pile", "under"),
    *("discards", "public", "laid_out", "starts", "track", "ferries", "trains", "lying", "running", "tolls"),
    *(
        "promises",
        "acted",
        "spent",
        "moved",
        "crossed",
        "paid",
        "asked",
        "outlay",
        "exits",
        "proposal",
        "losing",
        "resume",
    ),
    *("announced", "final", "delivered", "quiet", "derived"),
)


def arrange(doc: Doc) -> State:
    known_keys(doc, KEYS)
    s = with_consequences(_Reader(doc).truth())
    return sound(doc, s, unplayable, faults, derived)


def _bad(key: str, problem: str, **params: Param) -> BadFileError:
    """``problem``: a message of the game's words under ``trouble``."""
    return bad(key, of_game(GAME_ID, f"trouble.{problem}"), **params)


class _Reader(Reading):
    """Reads a description key by key."""

    def __init__(self, doc: Doc) -> None:
        super().__init__(doc, COMPANIES, seats=2)
        self.options = read_options(Options, dict(table(doc, "options")))
        self.box = box_of(self.options.data)
        self.board = self.box.board
        self.stage = self._index("stage", doc.get("stage", "move"), Stage.NAMES)
        self.setting_up = self.stage in SETTING_UP
        self.round = number(doc, "round", 1 if self.setting_up else 2, least=1)

    def truth(self) -> Truth:
        first = self._seat("first", 0)
        active = self._seat("turn", first)
        starts = self._starts()
        trains = self._trains(starts)
        hands, public, pile, under, discards = self._cards(trains)
        resume = "build" if self.stage == Stage.BUILD or self.round == 1 else "move"
        return Truth(
            options=self.options,
            seats=self.seats,
            stage=self.stage,
            round=self.round,
            first=first,
            active=active,
            cash=self._per_seat("cash", (NUMBERS.money,) * self.seats),
            hands=hands,
            pile=pile,
            under=under,
            discards=discards,
            public=public,
            laid_out=flag(self.doc, "laid_out") if "laid_out" in self.doc else len(public) == NUMBERS.public_orders,
            starts=starts,
            rails=self._rails(),
            ferries=self._ferries(),
            trains=trains,
            lying=tuple(sorted(self._lying(text) for text in self._texts("lying"))),
            running=tuple(self._running(text) for text in self._texts("running")),
            tolls=tuple(self._only(Toll, "tolls", text) for text in self._texts("tolls")),
            promises=tuple(self._only(Promise, "promises", text) for text in self._texts("promises")),
            acted=flag(self.doc, "acted") if "acted" in self.doc else self.stage == Stage.BUILD and self.round > 1,
            spent=self._spent(len(trains[active])),
            moved=self._train_bits("moved"),
            crossed=self._train_bits("crossed"),
            paid=self._seat_bits("paid"),
            asked=self._seat_bits("asked"),
            outlay=number(self.doc, "outlay", 0),
            exits=self._exits(),
            proposal=self._proposal() if "proposal" in self.doc else None,
            losing=tuple(self._losing(text) for text in self._texts("losing")),
            resume=self._index("resume", self.doc.get("resume", resume), Stage.NAMES),
            announced=self._seat_bits("announced"),
            final=flag(self.doc, "final"),
            delivered=flag(self.doc, "delivered"),
            quiet=number(self.doc, "quiet", 0),
        )

    # Names

    def _seat_bits(self, key: str) -> int:
        seats = {self._index(key, name, self.names) for name in listed(self.doc, key)}
        return sum(1 << seat for seat in sorted(seats))

    def _train_bits(self, key: str) -> int:
        return sum(1 << place for place in (0, 1) if place + 1 in listed(self.doc, key))

    def _texts(self, key: str) -> list[str]:
        return [str(text) for text in listed(self.doc, key)]

    def _post(self, key: str, name: str) -> int:
        try:
            return read_post(self.board, [name], key)
        except UnreadableMoveError as error:
            raise bad(key, "file.misfit", problem=error) from None

    def _number(self, key: str, word: str) -> int:
        value: Any = int(word) if word.isdecimal() and word.isascii() and len(word) < 6 else word
        return number({key: value}, key, 0)

    # Places and track

    def _starts(self) -> tuple[int, ...]:
        given = table(self.doc, "starts")
        default = NONE if self.setting_up else "Odense"
        names = [NONE, *self.board.place_names]
        for name in given:
            self._index("starts", name, self.names)
        return tuple(self._index("starts", given.get(name, default), names) - 1 for name in self.names)

    def _rails(self) -> bytes:
        rails = bytearray(self.box.no_rails)
        given = table(self.doc, "track")
        for name in given:
            seat = self._index("track", name, self.names)
            for text in listed(given, name):
                for a, b in pairwise(self._post("track", word) for word in str(text).split()):
                    section = self.board.section.get((min(a, b), max(a, b)), NOWHERE)
                    if section == NOWHERE:
                        raise _bad("track", "unjoined", one=self.board.names[a], other=self.board.names[b])
                    if rails[section] not in (FREE, STREET):
                        raise _bad("track", "joined-twice", one=self.board.names[a], other=self.board.names[b])
                    if rails[section] == FREE:
                        rails[section] = seat + 1
        return bytes(rails)

    def _ferries(self) -> tuple[int, ...]:
        ferries = [0] * len(self.board.ferries)
        given = table(self.doc, "ferries")
        for name in given:
            seat = self._index("ferries", name, self.names)
            for ferry in listed(given, name):
                ferries[self._index("ferries", ferry, self.box.ferry_names)] |= 1 << seat
        return tuple(ferries)

    def _exits(self) -> tuple[int, ...]:
        given = table(self.doc, "exits")
        for name in given:
            self._index("exits", name, self.board.place_names)
        return tuple(number(given, name, 0, table="exits") for name in self.board.place_names)

    # Trains and goods

    def _trains(self, starts: tuple[int, ...]) -> tuple[tuple[Train, ...], ...]:
        given = table(self.doc, "trains")
        for name in given:
            self._index("trains", name, self.names)
        found = []
        for name, start in zip(self.names, starts, strict=True):
            at = NOWHERE if start == NOWHERE else self.board.places[start].at
            texts = listed(given, name) if name in given else []
            found.append(tuple(self._train(str(text)) for text in texts) or (Train(at=at),))
        return tuple(found)

    def _train(self, text: str) -> Train:
        words, marks = text.split(), {"stuck": 0, "came": NOWHERE, "becomes": NOWHERE}
        while len(words) > 2 and words[-2] in marks:
            mark, value = words[-2:]
            marks[mark] = self._mark(mark, value)
            words = words[:-2]
        if len(words) < 2:
            raise _bad("trains", "told-train", text=shown(text))
        at = NOWHERE if words[1] == NONE else self._post("trains", words[1])
        loads = tuple(sorted(self._index("trains", good, GOOD_IDS) for good in words[2:]))
        return Train(self._index("trains", words[0], TRAIN_IDS), at, loads, **marks)

    def _mark(self, mark: str, value: str) -> int:
        match mark:
            case "stuck":
                return self._number("trains", value)
            case "came":
                return self._post("trains", value)
            case _:
                return self._index("trains", value, TRAIN_IDS)

    def _spent(self, trains: int) -> tuple[int, ...]:
        given = listed(self.doc, "spent")
        return tuple(number({"spent": value}, "spent", 0) for value in given) or (0,) * trains

    def _lying(self, text: str) -> Lying:
        """``Kiel beer red 7``: where, what, whose, until which round."""
        words = text.split()
        if len(words) != 4:
            raise _bad("lying", "told-lying", text=shown(text))
        town = self._index("lying", words[0], self.board.place_names)
        seat, until = self._index("lying", words[2], self.names), self._number("lying", words[3])
        return Lying(town, self._index("lying", words[1], GOOD_IDS), until, seat)

    def _losing(self, text: str) -> tuple[int, int]:
        """``red 1``: whose train, and which."""
        words = text.split()
        if len(words) != 2 or words[1] not in ("1", "2"):
            raise _bad("losing", "told-losing", text=shown(text))
        return self._index("losing", words[0], self.names), int(words[1]) - 1

    # Events and agreements

    def _running(self, text: str) -> Running:
        """``snow red``, who drew it; ``snow red begun`` when that turn is over."""
        words = text.split()
        if not 2 <= len(words) <= 3 or words[2:] not in ([], ["begun"]):
            raise _bad("running", "told-running", text=shown(text))
        event, seat = self._index("running", words[0], EVENT_IDS), self._index("running", words[1], self.names)
        return Running(event, seat, len(words) == 3)

    def _term(self, key: str, text: str) -> Term:
        term = read_term(
            self.board, text, lambda name, names: self._index(key, name, names), lambda n: self._number(key, n)
        )
        if term is None:
            raise _bad(key, "told-term", text=shown(text))
        return term

    def _only(self, kind: type[T], key: str, text: str) -> T:
        term = self._term(key, text)
        if not isinstance(term, kind):
            raise _bad(key, "told-term", text=shown(text))
        return term

    def _proposal(self) -> Proposal:
        """``{ to = "blue", terms = [...] }``"""
        given = table(self.doc, "proposal")
        known_keys(given, ("to", "terms"))
        texts = [str(text) for text in listed(given, "terms")]
        partner = self._index("proposal", given.get("to", NONE), self.names)
        return Proposal(partner, tuple(self._term("proposal", text) for text in texts))

    # Cards

    def _card(self, key: str, name: Any) -> int:
        try:
            return read_card(str(name))
        except UnreadableMoveError as error:
            raise bad(key, "file.misfit", problem=error) from None

    def _cards(
        self, trains: tuple[tuple[Train, ...], ...]
    ) -> tuple[
        tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]
    ]:
        given = table(self.doc, "hands")
        for name in given:
            self._index("hands", name, self.names)
        hands = [
            sorted(self._card("hands", card) for card in listed(given, name)) if name in given else None
            for name in self.names
        ]
        public = [self._card("public", card) for card in listed(self.doc, "public")]
        discards = [self._card("discards", card) for card in listed(self.doc, "discards")]
        under = [self._under(text) for text in self._texts("under")]
        pile = [self._card("pile", card) for card in listed(self.doc, "pile")]
        used = [*public, *discards, *pile, *(card for card, _ in under), *(c for hand in hands for c in hand or ())]
        left = [card for card in range(CARDS) if card not in used]
        orders = [card for card in left if card < FIRST_EVENT]
        filled = []
        for hand, own in zip(hands, trains, strict=True):
            count = self._hand_size(len(own)) if hand is None else 0
            filled.append(tuple(hand if hand is not None else orders[:count]))
            orders = orders[count:]
        if "public" not in self.doc and self.round >= NUMBERS.public_from:
            public, orders = orders[: NUMBERS.public_orders], orders[NUMBERS.public_orders :]
        rest = [*orders, *(card for card in left if card >= FIRST_EVENT)] if "pile" not in self.doc else []
        return (
            tuple(filled),
            tuple(sorted(public)),
            tuple(sorted((*pile, *rest))),
            tuple(under),
            tuple(sorted(discards)),
        )

    def _hand_size(self, trains: int) -> int:
        if self.stage == Stage.DEAL:
            return 0
        if self.stage in (Stage.FIRST, Stage.KEEP):
            return NUMBERS.cards_dealt
        return NUMBERS.hand if trains < 2 else NUMBERS.hand_second_train

    def _under(self, text: str) -> tuple[int, int]:
        """``12 red``: a card, and who put it there."""
        words = text.split()
        if len(words) != 2:
            raise _bad("under", "told-under", text=shown(text))
        return self._card("under", words[0]), self._index("under", words[1], self.names)
