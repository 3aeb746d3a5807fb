"""The whole game at a glance: what each stage asks for, what it offers, and how each move is checked and played."""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.contract import Illegal, Seat
from engineshed.core.stages import Asks, Does, Draws, StagedRules, alone, refuse
from engineshed.games.steam.rules import moves, referee, scoring, viewing
from engineshed.games.steam.rules.consequences import with_consequences
from engineshed.games.steam.rules.keeps import KEEPS
from engineshed.games.steam.rules.moves import AnyMove
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.phases import (
    acquire_capital,
    build_track,
    build_turn,
    choose_action,
    delivery_refusals,
    goods_growth,
    move_goods,
    setup,
    track_refusals,
    turn_order,
    urbanisation,
)
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import LAST_OF_NATURE, Stage, Truth
from engineshed.games.steam.rules.view import View

Rules = StagedRules[State, AnyMove, View]

STAGES: Final[dict[int, Asks[State]]] = {
    Stage.CUBES: Draws(
        "ST-SETUP-1", setup.offer_cubes, setup.draw_cubes, {moves.Cubes: Does(setup.play_cubes, setup.check_cubes)}
    ),
    Stage.DEAL: Draws(
        "ST-ORD-1", setup.offer_deal, setup.draw_deal, {moves.Deal: Does(setup.play_deal, setup.check_deal)}
    ),
    Stage.OPENING: Asks(
        "ST-ORD-4",
        turn_order.offer_bids,
        {
            moves.Bid: Does(turn_order.play_bid, turn_order.check_bid),
            moves.Pass: alone(turn_order.play_pass, turn_order.check_pass),
        },
    ),
    Stage.CAPITAL: Asks(
        "ST-XCAP-1",
        acquire_capital.offer_capital,
        {moves.Capital: Does(acquire_capital.play_capital, acquire_capital.check_capital)},
    ),
    Stage.AUCTION: Asks(
        "ST-XAUC-1",
        turn_order.offer_bids,
        {
            moves.Bid: Does(turn_order.play_bid, turn_order.check_bid),
            moves.Skip: alone(turn_order.play_skip, turn_order.check_skip),
            moves.Pass: alone(turn_order.play_pass, turn_order.check_pass),
        },
    ),
    Stage.CHOOSE: Asks(
        "ST-ACT-1",
        choose_action.offer_tiles,
        {moves.Choose: Does(choose_action.play_choose, choose_action.check_choose)},
    ),
    Stage.BUILD: Asks(
        "ST-PHASE-2",
        build_turn.offer_build_turn,
        {
            moves.Track: Does(build_track.play_track, track_refusals.check_track),
            moves.Second: Does(build_track.play_second, track_refusals.check_second),
            moves.Cross: Does(build_track.play_cross, track_refusals.check_cross),
            moves.Redirect: Does(build_track.play_redirect, track_refusals.check_redirect),
            moves.Town: Does(build_track.play_town, track_refusals.check_town),
            moves.Urbanise: Does(urbanisation.play_urbanise, urbanisation.check_urbanise),
            moves.Grow: Does(goods_growth.play_grow, goods_growth.check_grow),
            moves.TakeBack: alone(build_turn.play_take_back, build_turn.check_take_back),
            moves.Done: alone(build_turn.play_done, build_turn.check_done),
        },
        first=build_turn.check_second_first,
    ),
    Stage.GROUP: Asks(
        "ST-URB-3", goods_growth.offer_groups, {moves.Group: Does(goods_growth.play_group, goods_growth.check_group)}
    ),
    Stage.MOVE: Asks(
        "ST-MOVE-1",
        move_goods.offer_actions,
        {
            moves.Upgrade: alone(move_goods.play_upgrade, move_goods.check_upgrade),
            moves.Deliver: Does(move_goods.play_deliver, delivery_refusals.check_deliver),
            moves.Plan: Does(move_goods.play_plan, delivery_refusals.check_plan),
            moves.Pass: alone(move_goods.play_pass),
        },
    ),
    Stage.ROUTE: Asks(
        "ST-DEL-2", move_goods.offer_links, {moves.Via: Does(move_goods.play_via, delivery_refusals.check_via)}
    ),
    Stage.POINTS: Asks(
        "ST-PTS-2",
        move_goods.offer_scales,
        {moves.Points: alone(move_goods.play_points), moves.Income: alone(move_goods.play_income)},
    ),
}

WAITING: Final = {Stage.BUILD: "ST-TRACK-1", Stage.GROUP: "ST-TRACK-1", Stage.POINTS: "ST-PTS-3"}
"""The rule that makes the others wait for their turn, if it is not the rule behind the stage."""


def not_to_act(s: State, seat: Seat) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("ST-END-1", "over")
    if 0 <= seat < s.seats and s.players[seat].fallen:
        return refuse("ST-BANK-2", "bankrupt")
    if s.stage <= LAST_OF_NATURE:
        return refuse("ST-GEN-7", "nature")
    rule = WAITING[s.stage] if s.stage in WAITING else STAGES[s.stage].rule
    return refuse(rule, "not-your-turn", company=company_word(s.active))


def out_of_time(s: State, kind: type[Any]) -> Illegal:
    if s.stage <= LAST_OF_NATURE:
        return refuse("ST-GEN-7", "nature")
    if kind in moves.NATURE:
        return refuse("ST-GEN-7", "not-nature")
    if kind is moves.Capital:
        return refuse("ST-XCAP-3" if s.expert else "ST-FIN-4", "no-capital")
    if s.stage == Stage.GROUP and not goods_growth.for_new_city(s):
        return refuse("ST-GROW-1", "time-group")
    return refuse(STAGES[s.stage].rule, f"time-{Stage.NAMES[s.stage]}")


RULES: Final = Rules(
    STAGES,
    over=Stage.OVER,
    moves=moves.KINDS,
    options=Options,
    start=setup.new_state,
    truth=Truth,
    whole=with_consequences,
    view=viewing.view,
    guess=viewing.guess,
    scores=scoring.scores,
    result=scoring.result,
    faults=referee.faults,
    not_to_act=not_to_act,
    out_of_time=out_of_time,
    keeps=KEEPS,
)
