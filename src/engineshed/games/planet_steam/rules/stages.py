"""The whole game at a glance: what each stage asks for, what it offers, and how moves are checked and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engineshed.core.contract import Illegal
from engineshed.core.stages import Asks, Does, Draws, Log, Play, StagedRules, alone, refuse
from engineshed.games.planet_steam.rules import referee, scoring, viewing
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
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
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
    rounds,
    sabotage,
    setup,
    specialists,
    tank_phase,
    trade,
    trade_order,
    variable_claims,
    zone_auction,
)
from engineshed.games.planet_steam.rules.phases.specialists import with_a_card
from engineshed.games.planet_steam.rules.start import new_state, with_consequences
from engineshed.games.planet_steam.rules.state import AUCTIONS, LAST_OF_NATURE, Stage, State, Truth
from engineshed.games.planet_steam.rules.view import View

Rules = StagedRules[State, AnyMove, View]


def _roll(rule: str, play: Play[State]) -> Draws[State]:
    """A roll of the die."""
    return Draws(
        rule, claims.offer_rolls, claims.draw_roll, {Roll: Does(play, lambda _s, m: claims.check_roll(m, rule))}
    )


def _auction(rule: str, play_bid: Play[State], play_pass: Callable[[State, Log], bool]) -> Asks[State]:
    return Asks(
        rule,
        auction.offer_bids,
        {Bid: Does(play_bid, auction.check_bid), Pass: alone(play_pass, auction.check_pass)},
    )


STAGES: dict[int, Asks[State]] = {
    Stage.FIRST: Draws("R17", setup.offer_first, setup.draw_first, {First: Does(setup.play_first, setup.check_first)}),
    Stage.CLAIM_ROLL: _roll("R42", claims.play_roll),
    Stage.RIVER_ROLL: _roll("R101", variable_claims.play_river_roll),
    Stage.COMPENSATION: _roll("R118", sabotage.play_compensation),
    Stage.FIRST_UPGRADE: Asks(
        "R18",
        setup.offer_upgrades,
        {Upgrade: Does(setup.play_first_upgrade, specialists.check_free_upgrade)},
    ),
    Stage.CARRIER_AUCTION: _auction("R120", independent_carrier.play_bid, independent_carrier.play_pass),
    Stage.AUCTION: _auction("R34", specialists.play_bid, specialists.play_pass),
    Stage.CARD: Asks("R35", specialists.offer_cards, {Card: Does(specialists.play_card, specialists.check_card)}),
    Stage.ENGINEER: Asks("R30", specialists.offer_engineer, {Engineer: Does(with_a_card(specialists.play_engineer))}),
    Stage.BANKER: Asks(
        "R31",
        specialists.offer_banker,
        {
            Take: Does(with_a_card(specialists.play_bankers_resource), specialists.check_take),
            Upgrade: Does(with_a_card(specialists.play_bankers_upgrade), specialists.check_free_upgrade),
        },
    ),
    Stage.BONUS: Asks(
        "R36",
        bonus_resources.offer_bonus,
        {Take: Does(with_a_card(bonus_resources.play_bonus), bonus_resources.check_bonus)},
    ),
    Stage.MARKER: Asks(
        "R97",
        trade_order.offer_markers,
        {Order: Does(with_a_card(trade_order.play_marker), trade_order.check_marker)},
    ),
    Stage.MANIPULATE: Asks(
        "R113",
        price_manipulation.offer_ways,
        {Manipulate: Does(price_manipulation.play_way, price_manipulation.check_way)},
    ),
    Stage.SHIFT: Asks(
        "R113",
        price_manipulation.offer_shifts,
        {
            Shift: Does(with_a_card(price_manipulation.play_shift), price_manipulation.check_shift),
            Done: Does(with_a_card(price_manipulation.play_done), lambda s, _m: price_manipulation.check_done(s)),
        },
    ),
    Stage.SABOTAGE: Asks(
        "R116", sabotage.offer_victims, {Sabotage: Does(sabotage.play_sabotage, sabotage.check_sabotage)}
    ),
    Stage.TOPPLE: Asks(
        "R116",
        sabotage.offer_topples,
        {Topple: Does(with_a_card(sabotage.play_topple), sabotage.check_topple)},
    ),
    Stage.RIVER: Asks(
        "R101",
        variable_claims.offer_river,
        {Neutral: Does(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.OWN_CLAIM: Asks(
        "R103",
        variable_claims.offer_own,
        {Claim: Does(variable_claims.play_own, variable_claims.check_own)},
    ),
    Stage.NEUTRAL_CLAIM: Asks(
        "R103",
        variable_claims.offer_neutral,
        {Neutral: Does(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.NAME: Asks("R38", zone_auction.offer_names, {Name: Does(zone_auction.play_name, zone_auction.check_name)}),
    Stage.ZONE_AUCTION: _auction("R39", zone_auction.play_bid, zone_auction.play_pass),
    Stage.CLAIM: Asks(
        "R41",
        claims.offer_claims,
        {
            Claim: Does(claims.play_claim, claims.check_claim),
            Licence: Does(claims.play_licence, claims.check_licence),
            Pass: alone(claims.play_pass),
        },
    ),
    Stage.DIVERT: Asks("R43", claims.offer_diversions, {Claim: Does(claims.play_diversion, claims.check_diversion)}),
    Stage.ANCHOR: Asks("R45", airship.offer_anchors, {Anchor: Does(airship.play_anchor, airship.check_anchor)}),
    Stage.KEEP: Asks(
        "R122",
        independent_carrier.offer_decision,
        {
            Keep: alone(independent_carrier.play_keep, independent_carrier.check_keep),
            Release: alone(independent_carrier.play_release),
        },
    ),
    Stage.ACTIVATE: Asks(
        "R48",
        tank_phase.offer_activation,
        {
            Activate: alone(tank_phase.play_activate, tank_phase.check_activate),
            Idle: alone(tank_phase.play_idle),
        },
    ),
    Stage.TANK: Asks(
        "R49",
        tank_phase.offer_tank_turn,
        {
            Tank: Does(purchases.play_tank, purchases.check_tank),
            Import: Does(purchases.play_import, purchases.check_import),
            Converter: Does(purchases.play_converter, purchases.check_converter),
            Supercharger: Does(purchases.play_supercharger, purchases.check_supercharger),
            Upgrade: Does(purchases.play_bought_upgrade, purchases.check_bought_upgrade),
            MoveTank: Does(rearranging.play_move_tank, rearranging.check_move_tank),
            MoveConverter: Does(rearranging.play_move_converter, rearranging.check_move_converter),
            MoveSupercharger: Does(rearranging.play_move_supercharger, rearranging.check_move_supercharger),
            ReturnConverter: Does(rearranging.play_return, rearranging.check_return),
            Done: alone(tank_phase.play_done),
        },
    ),
    Stage.FIT: Asks(
        "R53",
        purchases.offer_fits,
        {Fit: Does(purchases.play_fit, purchases.check_fit), Discard: alone(purchases.play_discard)},
    ),
    Stage.EXTRACT: Asks(
        "R58",
        extraction.offer_work,
        {Work: Does(extraction.play_work, extraction.check_work), Extract: alone(extraction.play_extract)},
    ),
    Stage.UNLOAD: Asks(
        "R123",
        extraction.offer_unloading,
        {Unload: Does(extraction.play_unload, extraction.check_unload)},
    ),
    Stage.TRADE: Asks(
        "R69",
        trade.offer_trades,
        {
            Buy: Does(trade.play_buy, trade.check_buy),
            Sell: Does(trade.play_sell, trade.check_sell),
            Pass: alone(trade.play_pass),
        },
    ),
    Stage.CERTIFICATE: Asks(
        "R74",
        certificates.offer_certificates,
        {
            BuyLicence: alone(certificates.play_buy_licence, certificates.check_buy_licence),
            SellLicence: alone(certificates.play_sell_licence, certificates.check_sell_licence),
            BuyQuarters: alone(certificates.play_buy_quarters, certificates.check_buy_quarters),
            Pass: alone(certificates.play_pass),
        },
    ),
}


def not_to_act(s: State) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("R78", "over")
    if s.stage <= LAST_OF_NATURE:
        return refuse(STAGES[s.stage].rule, "nature")
    rule = "R34" if s.stage in AUCTIONS else "R8"
    return refuse(rule, "not-your-turn", company=COMPANY_WORDS[s.active])


def out_of_time(s: State, kind: type[Any]) -> Illegal:
    rule = STAGES[s.stage].rule
    if s.stage <= LAST_OF_NATURE:
        return refuse(rule, "nature")
    if kind in NATURE:
        return refuse(rule, "not-nature")
    if s.stage == Stage.ACTIVATE and (kind in PURCHASES or kind in REARRANGING):
        return refuse("R48", "not-active")
    return refuse(rule, f"time-{_now(s)}")


def _now(s: State) -> str:
    """What the time is for: in an auction, what the one who is asked should do."""
    name = Stage.NAMES[s.stage]
    return auction.asked_for(name, s.bid, s.credits[s.active]) if s.stage in AUCTIONS else name


RULES = Rules(
    STAGES,
    over=Stage.OVER,
    moves=KINDS,
    options=Options,
    start=new_state,
    truth=Truth,
    whole=with_consequences,
    view=viewing.view,
    guess=viewing.guess,
    scores=scoring.scores,
    result=scoring.result,
    faults=referee.faults,
    not_to_act=not_to_act,
    out_of_time=out_of_time,
    go_on=rounds.go_on,
)
