"""Steam Power by Martin Wallace: the game object that wires its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, Fact, Illegal, Seat, Step
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.words import ENGLISH
from engineshed.games.steam_power.boards.drawing import draw_board, draw_ground
from engineshed.games.steam_power.boards.layout import Layout, layout
from engineshed.games.steam_power.rules import referee, scoring
from engineshed.games.steam_power.rules import view as views
from engineshed.games.steam_power.rules.board import GAME_ID, board_ids, load_board, read_board
from engineshed.games.steam_power.rules.components import CONTRACTS
from engineshed.games.steam_power.rules.moves import (
    BUILDING,
    KINDS,
    NATURE,
    AnyMove,
    Aside,
    Contracts,
    Cross,
    Deal,
    Deliver,
    Done,
    Draw,
    Factory,
    First,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Tiles,
    Track,
    Train,
    Via,
)
from engineshed.games.steam_power.rules.names import company_word, refuse
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.phases import (
    build_factory,
    build_track,
    complete_contract,
    setup,
    take_contracts,
    take_money,
)
from engineshed.games.steam_power.rules.state import (
    COMPANIES,
    LAST_OF_NATURE,
    Bonus,
    Stage,
    State,
    Truth,
    new_state,
    with_consequences,
)
from engineshed.games.steam_power.speech import asking, notation
from engineshed.games.steam_power.speech.arrange import arrange, describe
from engineshed.games.steam_power.speech.languages import LANGUAGES, rulebook_in, words_in

CONTRACTS_MOVE, MONEY, DONE = Contracts(), Money(), Done()
"""The moves without fields; one object each is enough."""

NATURE_ACTS = (CHANCE,)
ACTS = tuple((Seat(seat),) for seat in range(len(COMPANIES)))
"""Who is to act, made once: it is asked several times in every move."""

Check = Callable[[State, Any], None]
Play = Callable[[State, Any, list[Fact]], None]

CHECKS: dict[type[Any], Check] = {
    Tiles: lambda _s, m: setup.check_tiles(m),
    Deal: setup.check_deal,
    First: setup.check_first,
    Train: setup.check_train,
    Aside: setup.check_aside,
    Draw: take_contracts.check_draw,
    Track: build_track.check_track,
    Cross: build_track.check_cross,
    Replace: build_track.check_replace,
    Remove: build_track.check_remove,
    Factory: build_factory.check_factory,
    Deliver: complete_contract.check_deliver,
    Plan: complete_contract.check_deliver,
    From: complete_contract.check_from,
    Via: complete_contract.check_via,
}
"""What a move of each kind must keep beyond coming at the right time; the kinds left out need no more."""

PLAYS: dict[type[Any], Play] = {
    Tiles: setup.play_tiles,
    Deal: setup.play_deal,
    First: setup.play_first,
    Train: setup.play_train,
    Aside: setup.play_aside,
    Draw: take_contracts.play_draw,
    Track: build_track.play_track,
    Cross: build_track.play_cross,
    Replace: build_track.play_replace,
    Remove: build_track.play_remove,
    Factory: build_factory.play_factory,
    Deliver: complete_contract.play_deliver,
    Plan: complete_contract.play_plan,
    From: complete_contract.play_from,
    Via: complete_contract.play_via,
    Rest: lambda s, _m, facts: complete_contract.play_rest(s, facts),
    Contracts: lambda s, _m, facts: take_contracts.play_contracts(s, facts),
    Money: lambda s, _m, facts: take_money.play_money(s, facts),
    Done: lambda s, _m, facts: build_track.play_done(s, facts),
}

DRAWS: dict[int, Callable[[State, Rng], AnyMove]] = {
    Stage.TILES: lambda _s, rng: setup.draw_tiles(rng),
    Stage.DEAL: setup.draw_deal,
    Stage.FIRST: setup.draw_first,
    Stage.TRAIN: setup.draw_train,
    Stage.DRAW: take_contracts.draw_contract,
    Stage.ASIDE: setup.draw_aside,
}
NATURE_OFFERS: dict[int, Callable[[State], Iterator[AnyMove]]] = {
    Stage.TILES: lambda _s: setup.offer_tiles(),
    Stage.DEAL: setup.offer_deal,
    Stage.FIRST: setup.offer_first,
    Stage.TRAIN: setup.offer_train,
    Stage.DRAW: take_contracts.offer_draw,
    Stage.ASIDE: setup.offer_aside,
}
"""What nature may draw in each of its stages."""


def _offer_actions(s: State) -> list[AnyMove]:
    moves = build_track.offer_track(s)
    moves += build_factory.offer_factories(s)
    moves += complete_contract.offer_deliveries(s)
    moves += (CONTRACTS_MOVE, MONEY)
    return moves


def _offer_bonus(s: State) -> list[AnyMove]:
    match s.bonus:
        case Bonus.TRACK:
            return [*build_track.offer_track(s), DONE]
        case Bonus.FACTORY:
            return [*build_factory.offer_factories(s), DONE]
        case _:
            return [CONTRACTS_MOVE, DONE]


OFFERS: dict[int, Callable[[State], list[AnyMove]]] = {
    Stage.ACTION: _offer_actions,
    Stage.LAYING: lambda s: [*build_track.offer_track(s), DONE],
    Stage.BONUS: _offer_bonus,
    Stage.PLAN: complete_contract.offer_sources,
    Stage.ROUTE: complete_contract.offer_links,
}
"""What the acting player may do in each stage."""

MAIN_ACTIONS = (*BUILDING, Factory, Deliver, Plan, Contracts, Money)
NATURE_AT = {
    Stage.TILES: Tiles,
    Stage.DEAL: Deal,
    Stage.FIRST: First,
    Stage.TRAIN: Train,
    Stage.DRAW: Draw,
    Stage.ASIDE: Aside,
}
BONUS_MOVES: dict[int, tuple[type[Any], ...]] = {
    Bonus.TRACK: (*BUILDING, Done),
    Bonus.FACTORY: (Factory, Done),
    Bonus.CONTRACTS: (Contracts, Done),
}


class SteamPower:
    """The contract's functions; the rules themselves stand in ``phases``."""

    id = GAME_ID
    title = "Steam Power"
    version = 1
    seats = (1, 2, 3, 4, 5)
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
            raise Trouble(f"Steam Power is for 2 to 5 players, or for 1 alone (R1), not for {seats}")
        return new_state(seats, options)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        stage = s.stage
        if stage == Stage.OVER:
            return ()
        if stage <= LAST_OF_NATURE:
            return NATURE_ACTS
        return ACTS[s.purse(s.active)]

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
            raise refuse("R62" if s.solo else "R55", "over")
        if acting == (seat,):
            return
        if acting == (CHANCE,):
            raise refuse("R61" if s.solo else "R10", "nature")
        raise refuse("R61" if s.solo else "R10", "not-your-turn", company=company_word(s.active))

    def apply(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:  # noqa: ARG002  (the contract names the seat)
        new = s.copy()
        facts: list[Fact] = []
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
        return msgspec.msgpack.encode([getattr(s, name) for name in Truth.__struct_fields__])

    def load(self, data: bytes) -> State:
        return with_consequences(msgspec.msgpack.decode(data, type=Truth))


def _check_time(s: State, m: AnyMove) -> None:
    """Is a move of this kind possible at all just now? If not, by which rule?"""
    kind, stage = type(m), s.stage
    if stage <= LAST_OF_NATURE:
        if kind is not NATURE_AT[stage]:
            raise refuse("R61" if s.solo else "R10", "nature")
    elif kind in NATURE:
        raise refuse("R11", "not-nature")
    elif stage == Stage.ACTION:
        _check_action_time(s, kind)
    elif stage == Stage.LAYING:
        if kind not in (*BUILDING, Done):
            raise refuse("R13", "laying")
    elif stage == Stage.BONUS:
        if kind not in BONUS_MOVES[s.bonus]:
            raise refuse("R48", "bonus", bonus=f"@bonus.{Bonus.NAMES[s.bonus]}")
    else:
        _check_shipping_time(s, kind)


def _check_action_time(s: State, kind: type[Any]) -> None:
    if kind is Done:
        raise refuse("R12", "no-pass", money=s.options.take_money)
    if kind not in MAIN_ACTIONS:
        raise refuse("R11", "action-first")


def _check_shipping_time(s: State, kind: type[Any]) -> None:
    if kind in (From, Via, Rest):
        return
    assert s.shipment is not None
    if s.stage == Stage.ROUTE:
        raise refuse("R36", "routing")
    raise refuse("R36", "planning", contract=CONTRACTS[s.shipment.contract].id)


GAME = SteamPower()
