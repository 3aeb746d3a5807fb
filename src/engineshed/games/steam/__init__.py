"""Steam by Martin Wallace, the base game and the expert game: the game object that wires its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, Fact, Illegal, Seat, Step
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.words import ENGLISH
from engineshed.games.steam.boards.drawing import draw_board, draw_ground
from engineshed.games.steam.boards.layout import Layout, layout
from engineshed.games.steam.rules import referee, scoring
from engineshed.games.steam.rules import view as views
from engineshed.games.steam.rules.board import GAME_ID, board_ids, load_board, read_board
from engineshed.games.steam.rules.moves import (
    BUILDING,
    KINDS,
    MOVING,
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
from engineshed.games.steam.rules.names import company_word, refuse
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.phases import (
    acquire_capital,
    build_track,
    build_turn,
    choose_action,
    goods_growth,
    move_goods,
    setup,
    track_refusals,
    turn_order,
    urbanisation,
)
from engineshed.games.steam.rules.state import (
    COMPANIES,
    LAST_OF_NATURE,
    TRUTH_FIELDS,
    Stage,
    State,
    Truth,
    new_state,
    with_consequences,
)
from engineshed.games.steam.speech import asking, notation
from engineshed.games.steam.speech.arrange import arrange, describe
from engineshed.games.steam.speech.languages import LANGUAGES, rulebook_in, words_in

NATURE_ACTS = (CHANCE,)
ACTS = tuple((Seat(seat),) for seat in range(len(COMPANIES)))
"""Who is to act, made once: it is asked several times in every move."""

Check = Callable[[State, Any], None]
Play = Callable[[State, Any, list[Fact]], None]

CHECKS: dict[type[Any], Check] = {
    Cubes: setup.check_cubes,
    Deal: setup.check_deal,
    Bid: turn_order.check_bid,
    Skip: lambda s, _m: turn_order.check_skip(s),
    Pass: lambda s, _m: turn_order.check_pass(s),
    Capital: acquire_capital.check_capital,
    Choose: choose_action.check_choose,
    Track: track_refusals.check_track,
    Second: track_refusals.check_second,
    Cross: track_refusals.check_cross,
    Redirect: track_refusals.check_redirect,
    Town: track_refusals.check_town,
    Urbanise: urbanisation.check_urbanise,
    Grow: goods_growth.check_grow,
    Group: goods_growth.check_group,
    TakeBack: lambda s, _m: build_turn.check_take_back(s),
    Done: lambda s, _m: build_turn.check_done(s),
    Upgrade: lambda s, _m: move_goods.check_upgrade(s),
    Deliver: move_goods.check_deliver,
    Plan: move_goods.check_plan,
    Via: move_goods.check_via,
}
"""What a move of each kind must keep beyond coming at the right time; the kinds left out need no more."""


def _play_pass(s: State, _m: Pass, facts: list[Fact]) -> None:
    if s.stage == Stage.MOVE:
        move_goods.play_pass(s, facts)
    else:
        turn_order.play_pass(s, facts)


PLAYS: dict[type[Any], Play] = {
    Cubes: setup.play_cubes,
    Deal: setup.play_deal,
    Bid: turn_order.play_bid,
    Skip: lambda s, _m, facts: turn_order.play_skip(s, facts),
    Pass: _play_pass,
    Capital: acquire_capital.play_capital,
    Choose: choose_action.play_choose,
    Track: build_track.play_track,
    Second: build_track.play_second,
    Cross: build_track.play_cross,
    Redirect: build_track.play_redirect,
    Town: build_track.play_town,
    Urbanise: urbanisation.play_urbanise,
    Grow: goods_growth.play_grow,
    Group: goods_growth.play_group,
    Done: lambda s, _m, facts: build_turn.play_done(s, facts),
    Upgrade: lambda s, _m, facts: move_goods.play_upgrade(s, facts),
    Deliver: move_goods.play_deliver,
    Plan: move_goods.play_plan,
    Via: move_goods.play_via,
    Points: lambda s, _m, facts: move_goods.play_points(s, facts),
    Income: lambda s, _m, facts: move_goods.play_income(s, facts),
}

OFFERS: dict[int, Callable[[State], list[AnyMove]]] = {
    Stage.OPENING: turn_order.offer_bids,
    Stage.CAPITAL: acquire_capital.offer_capital,
    Stage.AUCTION: turn_order.offer_bids,
    Stage.CHOOSE: choose_action.offer_tiles,
    Stage.BUILD: build_turn.offer_build_turn,
    Stage.GROUP: goods_growth.offer_groups,
    Stage.MOVE: move_goods.offer_actions,
    Stage.ROUTE: move_goods.offer_links,
    Stage.POINTS: lambda _s: move_goods.offer_scales(),
}
"""What the acting player may do in each stage."""

TIMES: dict[int, tuple[str, tuple[type[Any], ...]]] = {
    Stage.OPENING: ("ST-ORD-4", (Bid, Pass)),
    Stage.CAPITAL: ("ST-XCAP-1", (Capital,)),
    Stage.AUCTION: ("ST-XAUC-1", (Bid, Skip, Pass)),
    Stage.CHOOSE: ("ST-ACT-1", (Choose,)),
    Stage.BUILD: ("ST-PHASE-2", BUILDING),
    Stage.GROUP: ("ST-URB-3", (Group,)),
    Stage.MOVE: ("ST-MOVE-1", MOVING),
    Stage.ROUTE: ("ST-DEL-2", (Via,)),
    Stage.POINTS: ("ST-PTS-2", (Points, Income)),
}
"""By stage, the rule that asks for a move of these kinds and no others."""


class Steam:
    """The contract's functions; the rules themselves stand in ``phases``."""

    id = GAME_ID
    title = "Steam"
    version = 1
    seats = (3, 4, 5)
    seat_names = COMPANIES
    moves = KINDS
    options = Options
    languages = LANGUAGES
    rulebook = rulebook_in(ENGLISH)
    words = words_in(ENGLISH)

    # -- reading ----------------------------------------------------------------------------------------------------

    words_in = staticmethod(words_in)
    rulebook_in = staticmethod(rulebook_in)

    # -- boards -----------------------------------------------------------------------------------------------------

    maps = staticmethod(board_ids)
    read_map = staticmethod(read_board)
    draw_map = staticmethod(draw_board)

    def map_option(self, name: str) -> Mapping[str, Any]:
        load_board(name)
        return {"map": name}

    def layout(self, options: Options) -> Layout:
        return layout(options.map)

    def draw_ground(self, options: Options, *, dark: bool) -> str:
        return draw_ground(load_board(options.map), dark=dark)

    # -- playing ----------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Options) -> State:
        if seats not in self.seats:
            raise Trouble(f"Steam is for 3 to 5 players (ST-SETUP-7), not for {seats}")
        return new_state(seats, options)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        stage = s.stage
        if stage == Stage.OVER:
            return ()
        return NATURE_ACTS if stage <= LAST_OF_NATURE else ACTS[s.active]

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        if seat not in self.to_act(s):
            return iter(())
        if seat == CHANCE:
            return setup.offer_cubes(s) if s.stage == Stage.CUBES else setup.offer_deal(s)
        return iter(OFFERS[s.stage](s))

    def draw(self, s: State, rng: Rng) -> AnyMove:
        return setup.draw_cubes(s, rng) if s.stage == Stage.CUBES else setup.draw_deal(s, rng)

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        self._check_seat(s, seat)
        _check_time(s, m)
        check = CHECKS.get(type(m))
        if check is not None:
            check(s, m)

    def _check_seat(self, s: State, seat: Seat) -> None:
        acting = self.to_act(s)
        if not acting:
            raise refuse("ST-END-1", "over")
        if acting == (seat,):
            return
        if acting == (CHANCE,):
            raise refuse("ST-GEN-7", "nature")
        raise refuse("ST-PHASE-2", "not-your-turn", company=company_word(s.active))

    def apply(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:  # noqa: ARG002  (the contract names the seat)
        facts: list[Fact] = []
        if isinstance(m, TakeBack):
            return Step(build_turn.taken_back(s, facts), tuple(facts))
        new = s.copy()
        PLAYS[type(m)](new, m, facts)
        return Step(new, tuple(facts), s.stage <= LAST_OF_NATURE)

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
        return msgspec.msgpack.encode(_plain(s))

    def load(self, data: bytes) -> State:
        return with_consequences(msgspec.msgpack.decode(data, type=Truth))


def _plain(truth: Truth | None) -> list[Any] | None:
    """The truth alone, without what follows from it."""
    if truth is None:
        return None
    return [_plain(truth.before) if name == "before" else getattr(truth, name) for name in TRUTH_FIELDS]


def _check_time(s: State, m: AnyMove) -> None:
    """Is a move of this kind possible at all just now? If not, by which rule?"""
    kind, stage = type(m), s.stage
    if stage <= LAST_OF_NATURE:
        if kind is not (Cubes if stage == Stage.CUBES else Deal):
            raise refuse("ST-GEN-7", "nature")
        return
    if kind in NATURE:
        raise refuse("ST-GEN-7", "not-nature")
    rule, kinds = TIMES[stage]
    if kind in kinds:
        if stage == Stage.BUILD:
            build_turn.check_second_first(s, m)
        return
    if kind is Capital:
        raise refuse("ST-XCAP-3" if s.expert else "ST-FIN-4", "no-capital")
    raise refuse(rule, f"time-{Stage.NAMES[stage]}")


GAME = Steam()
