"""The whole game at a glance: what each stage asks for, what it offers, and how moves are checked and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engineshed.core.contract import Illegal, Seat
from engineshed.core.stages import Asks, Does, Draws, Log, Play, StagedRules, alone, refuse
from engineshed.games.planet_steam.rules import moves, referee, scoring, viewing
from engineshed.games.planet_steam.rules.keeps import KEEPS
from engineshed.games.planet_steam.rules.moves import AnyMove
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
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import AUCTIONS, LAST_OF_NATURE, Stage, Truth
from engineshed.games.planet_steam.rules.view import View

Rules = StagedRules[State, AnyMove, View]


def _roll(rule: str, play: Play[State]) -> Draws[State]:
    """A roll of the die."""
    does = Does(play, lambda _s, m: claims.check_roll(m, rule), claims.check_roll)
    return Draws(rule, claims.offer_rolls, claims.draw_roll, {moves.Roll: does})


def _auction(rule: str, play_bid: Play[State], play_pass: Callable[[State, Log], bool]) -> Asks[State]:
    return Asks(
        rule,
        auction.offer_bids,
        {moves.Bid: Does(play_bid, auction.check_bid), moves.Pass: alone(play_pass, auction.check_pass)},
    )


STAGES: Final[dict[int, Asks[State]]] = {
    Stage.FIRST: Draws(
        "R17", setup.offer_first, setup.draw_first, {moves.First: Does(setup.play_first, setup.check_first)}
    ),
    Stage.CLAIM_ROLL: _roll("R42", claims.play_roll),
    Stage.RIVER_ROLL: _roll("R101", variable_claims.play_river_roll),
    Stage.COMPENSATION: _roll("R118", sabotage.play_compensation),
    Stage.FIRST_UPGRADE: Asks(
        "R18",
        setup.offer_upgrades,
        {moves.Upgrade: Does(setup.play_first_upgrade, specialists.check_free_upgrade)},
    ),
    Stage.CARRIER_AUCTION: _auction("R120", independent_carrier.play_bid, independent_carrier.play_pass),
    Stage.AUCTION: _auction("R34", specialists.play_bid, specialists.play_pass),
    Stage.CARD: Asks("R35", specialists.offer_cards, {moves.Card: Does(specialists.play_card, specialists.check_card)}),
    Stage.ENGINEER: Asks(
        "R30", specialists.offer_engineer, {moves.Engineer: Does(with_a_card(specialists.play_engineer))}
    ),
    Stage.BANKER: Asks(
        "R31",
        specialists.offer_banker,
        {
            moves.Take: Does(with_a_card(specialists.play_bankers_resource), specialists.check_take),
            moves.Upgrade: Does(with_a_card(specialists.play_bankers_upgrade), specialists.check_free_upgrade),
        },
    ),
    Stage.BONUS: Asks(
        "R36",
        bonus_resources.offer_bonus,
        {moves.Take: Does(with_a_card(bonus_resources.play_bonus), bonus_resources.check_bonus)},
    ),
    Stage.MARKER: Asks(
        "R97",
        trade_order.offer_markers,
        {moves.Order: Does(with_a_card(trade_order.play_marker), trade_order.check_marker)},
    ),
    Stage.MANIPULATE: Asks(
        "R113",
        price_manipulation.offer_ways,
        {moves.Manipulate: Does(price_manipulation.play_way, price_manipulation.check_way)},
    ),
    Stage.SHIFT: Asks(
        "R113",
        price_manipulation.offer_shifts,
        {
            moves.Shift: Does(with_a_card(price_manipulation.play_shift), price_manipulation.check_shift),
            moves.Done: Does(
                with_a_card(price_manipulation.play_done),
                lambda s, _m: price_manipulation.check_done(s),
                price_manipulation.check_done,
            ),
        },
    ),
    Stage.SABOTAGE: Asks(
        "R116", sabotage.offer_victims, {moves.Sabotage: Does(sabotage.play_sabotage, sabotage.check_sabotage)}
    ),
    Stage.TOPPLE: Asks(
        "R116",
        sabotage.offer_topples,
        {moves.Topple: Does(with_a_card(sabotage.play_topple), sabotage.check_topple)},
    ),
    Stage.RIVER: Asks(
        "R101",
        variable_claims.offer_river,
        {moves.Neutral: Does(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.OWN_CLAIM: Asks(
        "R103",
        variable_claims.offer_own,
        {moves.Claim: Does(variable_claims.play_own, variable_claims.check_own)},
    ),
    Stage.NEUTRAL_CLAIM: Asks(
        "R103",
        variable_claims.offer_neutral,
        {moves.Neutral: Does(variable_claims.play_neutral, variable_claims.check_neutral)},
    ),
    Stage.NAME: Asks(
        "R38", zone_auction.offer_names, {moves.Name: Does(zone_auction.play_name, zone_auction.check_name)}
    ),
    Stage.ZONE_AUCTION: _auction("R39", zone_auction.play_bid, zone_auction.play_pass),
    Stage.CLAIM: Asks(
        "R41",
        claims.offer_claims,
        {
            moves.Claim: Does(claims.play_claim, claims.check_claim),
            moves.Licence: Does(claims.play_licence, claims.check_licence),
            moves.Pass: alone(claims.play_pass),
        },
    ),
    Stage.DIVERT: Asks(
        "R43", claims.offer_diversions, {moves.Claim: Does(claims.play_diversion, claims.check_diversion)}
    ),
    Stage.ANCHOR: Asks("R45", airship.offer_anchors, {moves.Anchor: Does(airship.play_anchor, airship.check_anchor)}),
    Stage.KEEP: Asks(
        "R122",
        independent_carrier.offer_decision,
        {
            moves.Keep: alone(independent_carrier.play_keep, independent_carrier.check_keep),
            moves.Release: alone(independent_carrier.play_release),
        },
    ),
    Stage.ACTIVATE: Asks(
        "R48",
        tank_phase.offer_activation,
        {
            moves.Activate: alone(tank_phase.play_activate, tank_phase.check_activate),
            moves.Idle: alone(tank_phase.play_idle),
        },
    ),
    Stage.TANK: Asks(
        "R49",
        tank_phase.offer_tank_turn,
        {
            moves.Tank: Does(purchases.play_tank, purchases.check_tank),
            moves.Import: Does(purchases.play_import, purchases.check_import),
            moves.Converter: Does(purchases.play_converter, purchases.check_converter),
            moves.Supercharger: Does(purchases.play_supercharger, purchases.check_supercharger),
            moves.Upgrade: Does(purchases.play_bought_upgrade, purchases.check_bought_upgrade),
            moves.MoveTank: Does(rearranging.play_move_tank, rearranging.check_move_tank),
            moves.MoveConverter: Does(rearranging.play_move_converter, rearranging.check_move_converter),
            moves.MoveSupercharger: Does(rearranging.play_move_supercharger, rearranging.check_move_supercharger),
            moves.ReturnConverter: Does(rearranging.play_return, rearranging.check_return),
            moves.Done: alone(tank_phase.play_done),
        },
    ),
    Stage.FIT: Asks(
        "R53",
        purchases.offer_fits,
        {moves.Fit: Does(purchases.play_fit, purchases.check_fit), moves.Discard: alone(purchases.play_discard)},
    ),
    Stage.EXTRACT: Asks(
        "R58",
        extraction.offer_work,
        {moves.Work: Does(extraction.play_work, extraction.check_work), moves.Extract: alone(extraction.play_extract)},
    ),
    Stage.UNLOAD: Asks(
        "R123",
        extraction.offer_unloading,
        {moves.Unload: Does(extraction.play_unload, extraction.check_unload)},
    ),
    Stage.TRADE: Asks(
        "R69",
        trade.offer_trades,
        {
            moves.Buy: Does(trade.play_buy, trade.check_buy),
            moves.Sell: Does(trade.play_sell, trade.check_sell),
            moves.Pass: alone(trade.play_pass),
        },
    ),
    Stage.CERTIFICATE: Asks(
        "R74",
        certificates.offer_certificates,
        {
            moves.BuyLicence: alone(certificates.play_buy_licence, certificates.check_buy_licence),
            moves.SellLicence: alone(certificates.play_sell_licence, certificates.check_sell_licence),
            moves.BuyQuarters: alone(certificates.play_buy_quarters, certificates.check_buy_quarters),
            moves.Pass: alone(certificates.play_pass),
        },
    ),
}


def not_to_act(s: State, _seat: Seat) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("R78", "over")
    if s.stage <= LAST_OF_NATURE:
        return refuse(STAGES[s.stage].rule, "nature")
    rule = STAGES[s.stage].rule if s.stage in AUCTIONS else "R8"
    return refuse(rule, "not-your-turn", company=COMPANY_WORDS[s.active])


def out_of_time(s: State, kind: type[Any]) -> Illegal:
    rule = STAGES[s.stage].rule
    if s.stage <= LAST_OF_NATURE:
        return refuse(rule, "nature")
    if kind in moves.NATURE:
        return refuse(rule, "not-nature")
    if s.stage == Stage.ACTIVATE and (kind in moves.PURCHASES or kind in moves.REARRANGING):
        return refuse("R48", "not-active")
    return refuse(rule, f"time-{_now(s)}")


def _now(s: State) -> str:
    """What the active player is asked for, as refusals name it."""
    name = Stage.NAMES[s.stage]
    return auction.asked_for(name, s.bid, auction.highest_bid(s)) if s.stage in AUCTIONS else name


RULES: Final = Rules(
    STAGES,
    over=Stage.OVER,
    moves=moves.KINDS,
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
    keeps=KEEPS,
)
