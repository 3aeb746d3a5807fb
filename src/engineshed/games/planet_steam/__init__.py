"""Planet Steam by Heinz-Georg Thiemann, with its advanced and optional rules: the game object that wires its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import CHANCE, Fact, Illegal, Seat, Step
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.words import ENGLISH
from engineshed.games.planet_steam.boards.drawing import draw_board, draw_ground
from engineshed.games.planet_steam.boards.layout import Layout, layout
from engineshed.games.planet_steam.rules import referee, scoring
from engineshed.games.planet_steam.rules import view as views
from engineshed.games.planet_steam.rules.board import board_ids, load_board, read_board
from engineshed.games.planet_steam.rules.components import COMPANIES, GAME_ID, PLAYER_COUNTS
from engineshed.games.planet_steam.rules.moves import (
    KINDS,
    NATURE,
    PURCHASES,
    REARRANGING,
    Activate,
    Anchor,
    AnyMove,
    Bid,
    Buy,
    BuyLicence,
    BuyQuarters,
    Card,
    Claim,
    Converter,
    Discard,
    Done,
    Engineer,
    Extract,
    First,
    Fit,
    Idle,
    Import,
    Keep,
    Licence,
    Manipulate,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    Name,
    Neutral,
    Order,
    Pass,
    Release,
    ReturnConverter,
    Roll,
    Sabotage,
    Sell,
    SellLicence,
    Shift,
    Supercharger,
    Take,
    Tank,
    Topple,
    Unload,
    Upgrade,
    Work,
)
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, refuse
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.phases import (
    airship,
    auction,
    bonus_resources,
    certificates,
    claims,
    extraction,
    independent_carrier,
    price_manipulation,
    purchases,
    rearranging,
    sabotage,
    setup,
    specialists,
    tank_phase,
    trade,
    trade_order,
    variable_claims,
    zone_auction,
)
from engineshed.games.planet_steam.rules.phases.rounds import go_on
from engineshed.games.planet_steam.rules.phases.specialists import with_a_card
from engineshed.games.planet_steam.rules.state import (
    AUCTIONS,
    LAST_OF_NATURE,
    TRUTH_FIELDS,
    Stage,
    State,
    Truth,
    new_state,
    with_consequences,
)
from engineshed.games.planet_steam.speech import asking, notation
from engineshed.games.planet_steam.speech.arrange import arrange, describe
from engineshed.games.planet_steam.speech.languages import LANGUAGES, rulebook_in, words_in

NATURE_ACTS = (CHANCE,)
ACTS = tuple((Seat(seat),) for seat in range(len(COMPANIES)))
"""Who is to act, made once: it is asked several times in every move."""

Check = Callable[[State, Any], None]
Play = Callable[[State, Any, list[Fact]], bool]


class Act:
    """What a kind of move is in a stage: what it must keep beyond coming at the right time, and how it is played."""

    __slots__ = ("check", "play")

    def __init__(self, play: Play, check: Check | None = None) -> None:
        self.play, self.check = play, check


class StageRules(NamedTuple):
    """The rule that asks for a move in a stage, what may be done, and the kinds of moves that come then, no others."""

    rule: str
    offer: Callable[[State], list[AnyMove]]
    acts: dict[type[Any], Act]


def _simple(play: Callable[[State, list[Fact]], bool], check: Callable[[State], None] | None = None) -> Act:
    """A move that has nothing to say but that it is played."""
    return Act(lambda s, _m, facts: play(s, facts), None if check is None else lambda s, _m: check(s))


def _roll(play: Play) -> dict[type[Any], Act]:
    return {Roll: Act(play, lambda s, m: claims.check_roll(m, STAGES[s.stage].rule))}


def _bidding(step: Any) -> dict[type[Any], Act]:
    """The auction of one of the steps that have one."""
    return {Bid: Act(step.play_bid, auction.check_bid), Pass: _simple(step.play_pass, auction.check_pass)}


STAGES: dict[int, StageRules] = {
    Stage.FIRST: StageRules("R17", setup.offer_first, {First: Act(setup.play_first, setup.check_first)}),
    Stage.CLAIM_ROLL: StageRules("R42", claims.offer_rolls, _roll(claims.play_roll)),
    Stage.RIVER_ROLL: StageRules("R101", claims.offer_rolls, _roll(variable_claims.play_river_roll)),
    Stage.COMPENSATION: StageRules("R118", claims.offer_rolls, _roll(sabotage.play_compensation)),
    Stage.FIRST_UPGRADE: StageRules(
        "R18",
        setup.offer_upgrades,
        {Upgrade: Act(setup.play_first_upgrade, specialists.check_free_upgrade)},
    ),
    Stage.CARRIER_AUCTION: StageRules("R120", auction.offer_bids, _bidding(independent_carrier)),
    Stage.AUCTION: StageRules("R34", auction.offer_bids, _bidding(specialists)),
    Stage.CARD: StageRules("R35", specialists.offer_cards, {Card: Act(specialists.play_card, specialists.check_card)}),
    Stage.ENGINEER: StageRules(
        "R30", specialists.offer_engineer, {Engineer: Act(with_a_card(specialists.play_engineer))}
    ),
    Stage.BANKER: StageRules(
        "R31",
        specialists.offer_banker,
        {
            Take: Act(with_a_card(specialists.play_bankers_resource), specialists.check_take),
            Upgrade: Act(with_a_card(specialists.play_bankers_upgrade), specialists.check_free_upgrade),
        },
    ),
    Stage.BONUS: StageRules(
        "R36",
        bonus_resources.offer_bonus,
        {Take: Act(with_a_card(bonus_resources.play_bonus), bonus_resources.check_bonus)},
    ),
    Stage.MARKER: StageRules(
        "R97",
        trade_order.offer_markers,
        {Order: Act(with_a_card(trade_order.play_marker), trade_order.check_marker)},
    ),
    Stage.MANIPULATE: StageRules(
        "R113",
        price_manipulation.offer_ways,
        {Manipulate: Act(price_manipulation.play_way, price_manipulation.check_way)},
    ),
    Stage.SHIFT: StageRules(
        "R113",
        price_manipulation.offer_shifts,
        {
            Shift: Act(with_a_card(price_manipulation.play_shift), price_manipulation.check_shift),
            Done: Act(with_a_card(price_manipulation.play_done), lambda s, _m: price_manipulation.check_done(s)),
        },
    ),
    Stage.SABOTAGE: StageRules(
        "R116", sabotage.offer_victims, {Sabotage: Act(sabotage.play_sabotage, sabotage.check_sabotage)}
    ),
    Stage.TOPPLE: StageRules(
        "R116",
        sabotage.offer_topples,
        {Topple: Act(with_a_card(sabotage.play_topple), sabotage.check_topple)},
    ),
    Stage.RIVER: StageRules(
        "R101",
        variable_claims.offer_river,
        {Neutral: Act(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.OWN_CLAIM: StageRules(
        "R103",
        variable_claims.offer_own,
        {Claim: Act(variable_claims.play_own, variable_claims.check_own)},
    ),
    Stage.NEUTRAL_CLAIM: StageRules(
        "R103",
        variable_claims.offer_neutral,
        {Neutral: Act(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.NAME: StageRules(
        "R38", zone_auction.offer_names, {Name: Act(zone_auction.play_name, zone_auction.check_name)}
    ),
    Stage.ZONE_AUCTION: StageRules("R39", auction.offer_bids, _bidding(zone_auction)),
    Stage.CLAIM: StageRules(
        "R41",
        claims.offer_claims,
        {
            Claim: Act(claims.play_claim, claims.check_claim),
            Licence: Act(claims.play_licence, claims.check_licence),
            Pass: _simple(claims.play_pass),
        },
    ),
    Stage.DIVERT: StageRules(
        "R43", claims.offer_diversions, {Claim: Act(claims.play_diversion, claims.check_diversion)}
    ),
    Stage.ANCHOR: StageRules("R45", airship.offer_anchors, {Anchor: Act(airship.play_anchor, airship.check_anchor)}),
    Stage.KEEP: StageRules(
        "R122",
        independent_carrier.offer_decision,
        {
            Keep: _simple(independent_carrier.play_keep, independent_carrier.check_keep),
            Release: _simple(independent_carrier.play_release),
        },
    ),
    Stage.ACTIVATE: StageRules(
        "R48",
        tank_phase.offer_activation,
        {
            Activate: _simple(tank_phase.play_activate, tank_phase.check_activate),
            Idle: _simple(tank_phase.play_idle),
        },
    ),
    Stage.TANK: StageRules(
        "R49",
        tank_phase.offer_tank_turn,
        {
            Tank: Act(purchases.play_tank, purchases.check_tank),
            Import: Act(purchases.play_import, purchases.check_import),
            Converter: Act(purchases.play_converter, purchases.check_converter),
            Supercharger: Act(purchases.play_supercharger, purchases.check_supercharger),
            Upgrade: Act(purchases.play_bought_upgrade, purchases.check_bought_upgrade),
            MoveTank: Act(rearranging.play_move_tank, rearranging.check_move_tank),
            MoveConverter: Act(rearranging.play_move_converter, rearranging.check_move_converter),
            MoveSupercharger: Act(rearranging.play_move_supercharger, rearranging.check_move_supercharger),
            ReturnConverter: Act(rearranging.play_return, rearranging.check_return),
            Done: _simple(tank_phase.play_done),
        },
    ),
    Stage.FIT: StageRules(
        "R53",
        purchases.offer_fits,
        {Fit: Act(purchases.play_fit, purchases.check_fit), Discard: _simple(purchases.play_discard)},
    ),
    Stage.EXTRACT: StageRules(
        "R58",
        extraction.offer_work,
        {Work: Act(extraction.play_work, extraction.check_work), Extract: _simple(extraction.play_extract)},
    ),
    Stage.UNLOAD: StageRules(
        "R123",
        extraction.offer_unloading,
        {Unload: Act(extraction.play_unload, extraction.check_unload)},
    ),
    Stage.TRADE: StageRules(
        "R69",
        trade.offer_trades,
        {
            Buy: Act(trade.play_buy, trade.check_buy),
            Sell: Act(trade.play_sell, trade.check_sell),
            Pass: _simple(trade.play_pass),
        },
    ),
    Stage.CERTIFICATE: StageRules(
        "R74",
        certificates.offer_certificates,
        {
            BuyLicence: _simple(certificates.play_buy_licence, certificates.check_buy_licence),
            SellLicence: _simple(certificates.play_sell_licence, certificates.check_sell_licence),
            BuyQuarters: _simple(certificates.play_buy_quarters, certificates.check_buy_quarters),
            Pass: _simple(certificates.play_pass),
        },
    ),
}
OFFERS = tuple(STAGES[stage].offer for stage in range(Stage.OVER))
PLAYS = tuple({kind: act.play for kind, act in STAGES[stage].acts.items()} for stage in range(Stage.OVER))
"""The same for those in a hurry."""


class PlanetSteam:
    """The contract's functions; the rules themselves stand in ``phases``."""

    id = GAME_ID
    title = "Planet Steam"
    version = 1
    seats = PLAYER_COUNTS
    seat_names = COMPANIES
    moves = KINDS
    options = Options
    languages = LANGUAGES
    rulebook = rulebook_in(ENGLISH)
    words = words_in(ENGLISH)

    # -- reading -----------------------------------------------------------------------------------------------------

    words_in = staticmethod(words_in)
    rulebook_in = staticmethod(rulebook_in)

    # -- boards ------------------------------------------------------------------------------------------------------

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

    # -- playing -----------------------------------------------------------------------------------------------------

    def start(self, seats: int, options: Options) -> State:
        if seats not in self.seats:
            raise Trouble(f"Planet Steam is for 2 to 5 players (R1), not for {seats}")
        return new_state(seats, options)

    def to_act(self, s: State) -> tuple[Seat, ...]:
        stage = s.stage
        if stage > LAST_OF_NATURE:
            return ACTS[s.active] if stage != Stage.OVER else ()
        return NATURE_ACTS

    def legal(self, s: State, seat: Seat) -> Iterator[AnyMove]:
        if seat not in self.to_act(s):
            return iter(())
        return iter(OFFERS[s.stage](s))

    def draw(self, s: State, rng: Rng) -> AnyMove:
        return setup.draw_first(s, rng) if s.stage == Stage.FIRST else claims.draw_roll(rng)

    def check(self, s: State, seat: Seat, m: AnyMove) -> None:
        self._check_seat(s, seat)
        check = _act(s, m).check
        if check is not None:
            check(s, m)

    def _check_seat(self, s: State, seat: Seat) -> None:
        acting = self.to_act(s)
        if not acting:
            raise refuse("R78", "over")
        if acting == (seat,):
            return
        if acting == (CHANCE,):
            raise refuse(STAGES[s.stage].rule, "nature")
        rule = "R34" if s.stage in AUCTIONS else "R8"
        raise refuse(rule, "not-your-turn", company=COMPANY_WORDS[s.active])

    def apply(self, s: State, seat: Seat, m: AnyMove) -> Step[State]:  # noqa: ARG002  (the contract names the seat)
        facts: list[Fact] = []
        new = s.copy()
        if PLAYS[s.stage][type(m)](new, m, facts):
            go_on(new, facts)
            return Step(new, tuple(facts), s.stage <= LAST_OF_NATURE or _reveals(new, facts))
        return Step(new, tuple(facts), s.stage <= LAST_OF_NATURE)

    # -- seeing ------------------------------------------------------------------------------------------------------

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

    # -- writing -----------------------------------------------------------------------------------------------------

    write = staticmethod(notation.write)
    read = staticmethod(notation.read)

    def dump(self, s: State) -> bytes:
        """The truth alone, without what follows from it."""
        return msgspec.msgpack.encode([getattr(s, name) for name in TRUTH_FIELDS])

    def load(self, data: bytes) -> State:
        return with_consequences(msgspec.msgpack.decode(data, type=Truth))


def _reveals(s: State, facts: list[Fact]) -> bool:
    """The end of the game shows everybody's credits, and a grant shows that somebody had none (R9)."""
    return s.stage == Stage.OVER or any(told.id == "fact.grant" for told in facts)


def _act(s: State, m: AnyMove) -> Act:
    """What a move of this kind is just now; if it is nothing, by which rule?"""
    kind = type(m)
    rule, _, acts = STAGES[s.stage]
    if kind in acts:
        return acts[kind]
    if s.stage <= LAST_OF_NATURE:
        raise refuse(rule, "nature")
    if kind in NATURE:
        raise refuse(rule, "not-nature")
    if s.stage == Stage.ACTIVATE and kind in (*PURCHASES, *REARRANGING):
        raise refuse("R48", "not-active")
    raise refuse(rule, f"time-{_now(s)}")


def _now(s: State) -> str:
    """What the time is for: in an auction, what the one who is asked should do."""
    name = Stage.NAMES[s.stage]
    return auction.asked_for(name, s.bid, s.credits[s.active]) if s.stage in AUCTIONS else name


GAME = PlanetSteam()
