"""The whole game at a glance: what each stage asks for and offers, and how each kind of move is checked and played."""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.contract import Illegal, Seat
from engineshed.core.stages import Asks, Does, Draws, StagedRules, alone, refuse
from engineshed.games.steam_power.rules import moves, referee, scoring, viewing
from engineshed.games.steam_power.rules.consequences import new_state, with_consequences
from engineshed.games.steam_power.rules.keeps import KEEPS
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.names import company_word, the_contract
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.phases import (
    actions,
    build_factory,
    build_track,
    complete_contract,
    setup,
    take_contracts,
    take_money,
    turn,
)
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import LAST_OF_NATURE, Stage, Truth
from engineshed.games.steam_power.rules.view import View

Rules = StagedRules[State, AnyMove, View]

BUILDING: Final[dict[type[Any], Does[State]]] = {
    moves.Track: Does(build_track.play_track, build_track.check_track),
    moves.Cross: Does(build_track.play_cross, build_track.check_cross),
    moves.Replace: Does(build_track.play_replace, build_track.check_replace),
    moves.Remove: Does(build_track.play_remove, build_track.check_remove),
}
FACTORY: Final[dict[type[Any], Does[State]]] = {
    moves.Factory: Does(build_factory.play_factory, build_factory.check_factory)
}
TAKING: Final[dict[type[Any], Does[State]]] = {
    moves.Contracts: alone(take_contracts.play_contracts, take_contracts.check_contracts)
}
SHIPPING: Final[dict[type[Any], Does[State]]] = {
    moves.From: Does(complete_contract.play_from, complete_contract.check_from),
    moves.Via: Does(complete_contract.play_via, complete_contract.check_via),
    moves.Rest: alone(complete_contract.play_rest),
}

STAGES: Final[dict[int, Asks[State]]] = {
    Stage.TILES: Draws(
        "R4", setup.offer_tiles, setup.draw_tiles, {moves.Tiles: Does(setup.play_tiles, setup.check_tiles)}
    ),
    Stage.DEAL: Draws("R7", setup.offer_deal, setup.draw_deal, {moves.Deal: Does(setup.play_deal, setup.check_deal)}),
    Stage.FIRST: Draws(
        "R9", setup.offer_first, setup.draw_first, {moves.First: Does(setup.play_first, setup.check_first)}
    ),
    Stage.TRAIN: Draws(
        "R61",
        setup.offer_train,
        setup.draw_train,
        {moves.Train: Does(setup.play_train, setup.check_train)},
        odds=setup.train_odds,
    ),
    Stage.DRAW: Draws(
        "R50",
        take_contracts.offer_draw,
        take_contracts.draw_contract,
        {moves.Draw: Does(take_contracts.play_draw, take_contracts.check_draw)},
    ),
    Stage.ASIDE: Draws(
        "R61", setup.offer_aside, setup.draw_aside, {moves.Aside: Does(setup.play_aside, setup.check_aside)}
    ),
    Stage.ACTION: Asks(
        "R11",
        actions.offer_actions,
        {
            **BUILDING,
            **FACTORY,
            moves.Deliver: Does(complete_contract.play_deliver, complete_contract.check_deliver),
            moves.Plan: Does(complete_contract.play_plan, complete_contract.check_deliver),
            **TAKING,
            moves.Money: alone(take_money.play_money),
        },
    ),
    Stage.LAYING: Asks("R13", actions.offer_laying, {**BUILDING, moves.Done: alone(turn.stop_building)}),
    Stage.BONUS: Asks(
        "R48",
        actions.offer_bonus,
        {**BUILDING, **FACTORY, **TAKING, moves.Done: alone(turn.decline_bonus)},
        first=actions.check_bonus,
    ),
    Stage.PLAN: Asks("R36", complete_contract.offer_sources, SHIPPING),
    Stage.ROUTE: Asks("R36", complete_contract.offer_links, SHIPPING),
}


def acting(s: State) -> int:
    """``purse`` of the active company, inlined because it is needed several times in every move."""
    return 0 if s.seats == 1 else s.active


def not_to_act(s: State, _seat: Seat) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("R62" if s.solo else "R55", "over")
    if s.stage <= LAST_OF_NATURE:
        return _nature(s)
    return refuse("R61" if s.solo else "R10", "not-your-turn", company=company_word(s.active))


def _nature(s: State) -> Illegal:
    return refuse("R61" if s.solo else "R10", "nature")


def out_of_time(s: State, kind: type[Any]) -> Illegal:
    if s.stage <= LAST_OF_NATURE:
        return _nature(s)
    if kind in moves.NATURE:
        return refuse("R11", "not-nature")
    rule = STAGES[s.stage].rule
    match s.stage:
        case Stage.ACTION if kind is moves.Done:
            return refuse("R12", "no-pass", money=s.options.take_money)
        case Stage.ACTION:
            return refuse(rule, "action-first")
        case Stage.LAYING:
            return refuse(rule, "laying")
        case Stage.BONUS:
            return actions.not_the_bonus(s)
        case Stage.PLAN if s.shipment is not None:
            return refuse(rule, "planning", contract=the_contract(s.shipment.contract))
        case _:
            return refuse(rule, "routing")


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
    acting=acting,
    not_to_act=not_to_act,
    out_of_time=out_of_time,
    keeps=KEEPS,
)
