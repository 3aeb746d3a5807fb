"""Dampf & Rails by Michael Mette, the standard game and Variant I: the game object that wires its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, Fact, Illegal, Seat, Step
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.rng import Rng
from engineshed.core.words import ENGLISH
from engineshed.games.dampf_and_rails.boards.drawing import draw_board, draw_ground
from engineshed.games.dampf_and_rails.boards.layout import Layout, layout
from engineshed.games.dampf_and_rails.rules import moves, referee, scoring
from engineshed.games.dampf_and_rails.rules import view as views
from engineshed.games.dampf_and_rails.rules.board import GAME_ID, read_board
from engineshed.games.dampf_and_rails.rules.moves import BUILDING, KINDS, MOVING, NATURE, AnyMove
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, fact, refuse
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.phases import (
    agreements,
    building,
    cards,
    events,
    handling,
    moving,
    setup,
    turns,
    workshop,
)
from engineshed.games.dampf_and_rails.rules.state import (
    COMPANIES,
    LAST_OF_NATURE,
    TRUTH_FIELDS,
    Stage,
    State,
    Truth,
    new_state,
    with_consequences,
)
from engineshed.games.dampf_and_rails.speech import asking, notation
from engineshed.games.dampf_and_rails.speech.arrange import arrange, describe
from engineshed.games.dampf_and_rails.speech.languages import LANGUAGES, rulebook_in, words_in

NATURE_ACTS = (CHANCE,)
ACTS = tuple((Seat(seat),) for seat in range(len(COMPANIES)))
"""Who is to act, made once: it is asked several times in every move."""

END = moves.End()

Check = Callable[[State, Any], None]
Play = Callable[[State, Any, list[Fact]], None]

CHECKS: dict[type[Any], Check] = {
    moves.Deal: setup.check_deal,
    moves.First: setup.check_first,
    moves.Draw: cards.check_draw,
    moves.Keep: setup.check_keep,
    moves.Start: setup.check_start,
    moves.Step: moving.check_step,
    moves.Go: moving.check_go,
    moves.Cross: moving.check_cross,
    moves.Load: handling.check_load,
    moves.Drop: handling.check_drop,
    moves.Deliver: handling.check_deliver,
    moves.Ask: agreements.check_ask,
    moves.Grant: agreements.check_grant,
    moves.Terms: lambda _s, m: agreements.check_terms(m),
    moves.Lose: events.check_lose,
    moves.Build: building.check_build,
    moves.Lay: building.check_lay,
    moves.Connect: building.check_connect,
    moves.Work: workshop.check_work,
    moves.Buy: workshop.check_buy,
    moves.Exchange: lambda s, _m: cards.check_exchange(s),
}
"""What a move of each kind must keep beyond coming at the right time; the kinds left out need no more."""

PLAYS: dict[type[Any], Play] = {
    moves.Deal: setup.play_deal,
    moves.First: setup.play_first,
    moves.Draw: cards.play_draw,
    moves.Keep: setup.play_keep,
    moves.Start: setup.play_start,
    moves.Step: moving.play_step,
    moves.Go: moving.play_go,
    moves.Cross: moving.play_cross,
    moves.Load: handling.play_load,
    moves.Drop: handling.play_drop,
    moves.Deliver: handling.play_deliver,
    moves.Ask: agreements.play_proposal,
    moves.Grant: agreements.play_proposal,
    moves.Terms: agreements.play_terms,
    moves.Accept: lambda s, _m, facts: agreements.play_accept(s, facts),
    moves.Refuse: lambda s, _m, facts: agreements.play_refuse(s, facts),
    moves.Lose: events.play_lose,
    moves.Stop: lambda s, _m, facts: moving.play_stop(s, facts),
    moves.Build: building.play_build,
    moves.Lay: building.play_lay,
    moves.Connect: building.play_connect,
    moves.Work: workshop.play_work,
    moves.Buy: workshop.play_buy,
    moves.Exchange: lambda s, _m, facts: cards.play_exchange(s, facts),
    moves.End: lambda s, _m, facts: _play_end(s, facts),
}


def _play_end(s: State, facts: list[Fact]) -> None:
    facts.append(fact("end", company=COMPANY_WORDS[s.active]))
    turns.end_turn(s, facts)


def _offer_moving(s: State) -> list[AnyMove]:
    """The first part of a turn."""
    found: list[AnyMove] = []
    moving.offer_runs(s, found)
    handling.offer_handling(s, found)
    agreements.offer_proposals(s, found)
    found.append(moving.STOP)
    if cards.may_exchange(s):
        found.append(cards.EXCHANGE)
    return found


def _offer_building(s: State) -> list[AnyMove]:
    """The second part. In the first round it is the whole turn, which may be sat out."""
    found: list[AnyMove] = []
    building.offer_track(s, found)
    workshop.offer_workshop(s, found)
    if cards.may_exchange(s):
        found.append(cards.EXCHANGE)
    found.append(END)
    return found


OFFERS: dict[int, Callable[[State], Sequence[AnyMove]]] = {
    Stage.KEEP: setup.offer_keep,
    Stage.START: setup.offer_starts,
    Stage.MOVE: _offer_moving,
    Stage.TERMS: lambda _s: agreements.TERMS,
    Stage.ANSWER: lambda _s: agreements.ANSWERS,
    Stage.LOSE: events.offer_losses,
    Stage.BUILD: _offer_building,
}
"""What the acting player may do in each stage."""

NATURE_OFFERS: dict[int, Callable[[State], Iterator[AnyMove]]] = {
    Stage.DEAL: setup.offer_deal,
    Stage.FIRST: setup.offer_first,
    Stage.DRAW: cards.offer_cards,
}
DRAWS: dict[int, Callable[[State, Rng], AnyMove]] = {
    Stage.DEAL: setup.draw_deal,
    Stage.FIRST: setup.draw_first,
    Stage.DRAW: cards.draw_card,
}

TIMES: dict[int, tuple[str, tuple[type[Any], ...]]] = {
    Stage.DEAL: ("R3", (moves.Deal,)),
    Stage.FIRST: ("R6", (moves.First,)),
    Stage.DRAW: ("R4", (moves.Draw,)),
    Stage.KEEP: ("R3", (moves.Keep,)),
    Stage.START: ("R5", (moves.Start,)),
    Stage.MOVE: ("R9", MOVING),
    Stage.TERMS: ("A36", (moves.Terms,)),
    Stage.ANSWER: ("A36", (moves.Accept, moves.Refuse)),
    Stage.LOSE: ("R30", (moves.Lose,)),
    Stage.BUILD: ("R9", BUILDING),
}
"""By stage, the rule that asks for a move of these kinds and no others."""

WAITS = {Stage.ANSWER: "wait-answer", Stage.LOSE: "wait-lose"}
"""Stages in which somebody may be asked for something in another player's turn."""

PARTS_OF_A_TURN = (Stage.MOVE, Stage.BUILD)
OUT_OF_TIME: dict[type[Any], tuple[str, str]] = {
    moves.Keep: ("R3", "past-keep"),
    moves.Start: ("R5", "past-start"),
    moves.Ask: ("A36", "past-proposing"),
    moves.Grant: ("A36", "past-proposing"),
    moves.Terms: ("A36", "nothing-proposed"),
    moves.Accept: ("A36", "nothing-proposed"),
    moves.Refuse: ("A36", "nothing-proposed"),
    moves.Lose: ("R30", "nothing-lost"),
}
"""Moves that have a time of their own: what is said of them in a part of a turn where it is not their time."""

REVEALING = (moves.Step, moves.Go, moves.Cross)
"""Moves by which a toll may be paid to somebody whose cash is hidden."""


class DampfAndRails:
    """The contract's functions; the rules themselves stand in ``phases``."""

    id = GAME_ID
    title = "Dampf & Rails"
    version = 1
    seats = (2, 3)
    seat_names = COMPANIES
    moves = KINDS
    options = Options
    languages = LANGUAGES
    rulebook = rulebook_in(ENGLISH)
    words = words_in(ENGLISH)

    # -- reading ----------------------------------------------------------------------------------------------------

    words_in = staticmethod(words_in)
    rulebook_in = staticmethod(rulebook_in)

    # -- the board --------------------------------------------------------------------------------------------------

    def maps(self) -> Sequence[str]:
        """There is one board only."""
        return ()

    def map_option(self, name: str) -> Mapping[str, Any]:
        raise UnknownNameError("map", name, ())

    read_map = staticmethod(read_board)
    draw_map = staticmethod(draw_board)

    def layout(self, options: Options) -> Layout:
        return layout(options.variant)

    def draw_ground(self, options: Options, *, dark: bool) -> str:  # noqa: ARG002  (one board for all options)
        return draw_ground(dark=dark)

    # -- playing ----------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Options) -> State:
        if seats not in self.seats:
            raise Trouble(f"Dampf & Rails is for 2 or 3 players (R1), not for {seats}")
        return new_state(seats, options)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        stage = s.stage
        if stage == Stage.OVER:
            return ()
        return NATURE_ACTS if stage <= LAST_OF_NATURE else ACTS[s.acting()]

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        if seat not in self.to_act(s):
            return iter(())
        if seat == CHANCE:
            return NATURE_OFFERS[s.stage](s)
        return iter(OFFERS[s.stage](s))

    def draw(self, s: State, rng: Rng) -> AnyMove:
        return DRAWS[s.stage](s, rng)

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        self._check_seat(s, seat)
        _check_time(s, m)
        check = CHECKS.get(type(m))
        if check is not None:
            check(s, m)

    def _check_seat(self, s: State, seat: Seat) -> None:
        acting = self.to_act(s)
        if not acting:
            raise refuse("R32", "over")
        if acting == (seat,):
            return
        if acting == NATURE_ACTS:
            raise refuse("R4", "nature")
        company = COMPANY_WORDS[s.acting()]
        if s.stage in WAITS:
            raise refuse(_asking_rule(s), WAITS[s.stage], company=company)
        raise refuse("R6", "not-your-turn", company=company)

    def apply(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:  # noqa: ARG002  (the contract names the seat)
        facts: list[Fact] = []
        new = s.copy()
        PLAYS[type(m)](new, m, facts)
        reveals = s.stage <= LAST_OF_NATURE or new.stage == Stage.OVER or bool(s.announced and _tells(s, m))
        return Step(new, tuple(facts), reveals)

    # -- seeing -----------------------------------------------------------------------------------------------------

    view = staticmethod(views.view)
    guess = staticmethod(views.guess)
    arrange = staticmethod(arrange)
    describe = staticmethod(describe)
    price = staticmethod(asking.price)
    task = staticmethod(asking.task)
    scores = staticmethod(scoring.scores)
    result = staticmethod(scoring.result)
    faults = staticmethod(referee.faults)

    def why_not(self, s: State, seat: Seat, about: str) -> Illegal | None:
        return asking.why_not(s, about, lambda move: self.check(s, seat, move))

    def round(self, s: State) -> int:
        return s.round

    # -- writing ----------------------------------------------------------------------------------------------------

    write = staticmethod(notation.write)
    read = staticmethod(notation.read)

    def dump(self, s: State) -> bytes:
        return msgspec.msgpack.encode([getattr(s, name) for name in TRUTH_FIELDS])

    def load(self, data: bytes) -> State:
        return with_consequences(msgspec.msgpack.decode(data, type=Truth))


def _tells(s: State, m: AnyMove) -> bool:
    """Whether the mover learns that money of his ended the game, or did not."""
    return isinstance(m, REVEALING) and moving.reveals(s, m)


def _asking_rule(s: State) -> str:
    """The rule by which something is to be done now."""
    return events.rule_of_loss(s) if s.stage == Stage.LOSE else TIMES[s.stage][0]


def _check_time(s: State, m: AnyMove) -> None:
    """Is a move of this kind possible at all just now? If not, by which rule?"""
    kind = type(m)
    if kind in TIMES[s.stage][1]:
        return
    if kind in NATURE:
        raise refuse("R4", "not-nature")
    if s.stage == Stage.BUILD and s.round == 1 and kind in MOVING:
        raise refuse("R7", "first-round")
    if s.stage in PARTS_OF_A_TURN and kind in OUT_OF_TIME:
        rule, message = OUT_OF_TIME[kind]
        raise refuse(rule, message)
    raise refuse(_asking_rule(s), f"time-{Stage.NAMES[s.stage]}")


GAME = DampfAndRails()
