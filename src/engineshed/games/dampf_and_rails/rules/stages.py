"""The whole game at a glance: what each stage asks for, what it offers, how each kind of move is checked and played.

``Stage.END`` has no entry: it only says what comes after a draw.
"""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.contract import Illegal, Seat
from engineshed.core.stages import Asks, Does, Draws, StagedRules, alone, refuse
from engineshed.games.dampf_and_rails.rules import moves, referee, scoring, viewing
from engineshed.games.dampf_and_rails.rules.consequences import new_state, with_consequences
from engineshed.games.dampf_and_rails.rules.keeps import KEEPS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.phases import (
    agreements,
    building,
    cards,
    events,
    handling,
    moving,
    parts,
    setup,
    turns,
    workshop,
)
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import LAST_OF_NATURE, Stage, Truth
from engineshed.games.dampf_and_rails.rules.view import View

Rules = StagedRules[State, AnyMove, View]

TERM: Final = Does(agreements.play_term, agreements.check_term)
WITHDRAW: Final = alone(agreements.play_withdraw)

STAGES: Final[dict[int, Asks[State]]] = {
    Stage.DEAL: Draws("R3", setup.offer_deal, setup.draw_deal, {moves.Deal: Does(setup.play_deal, setup.check_deal)}),
    Stage.FIRST: Draws(
        "R6", setup.offer_first, setup.draw_first, {moves.First: Does(setup.play_first, setup.check_first)}
    ),
    Stage.DRAW: Draws("R4", cards.offer_cards, cards.draw_card, {moves.Draw: Does(cards.play_draw, cards.check_draw)}),
    Stage.KEEP: Asks("R3", setup.offer_keep, {moves.Keep: Does(setup.play_keep, setup.check_keep)}),
    Stage.START: Asks("R5", setup.offer_starts, {moves.Start: Does(setup.play_start, setup.check_start)}),
    Stage.MOVE: Asks(
        "R9",
        parts.offer_moving,
        {
            moves.Step: Does(moving.play_step, moving.check_step),
            moves.Go: Does(moving.play_go, moving.check_go),
            moves.Cross: Does(moving.play_cross, moving.check_cross),
            moves.Load: Does(handling.play_load, handling.check_load),
            moves.Drop: Does(handling.play_drop, handling.check_drop),
            moves.Deliver: Does(handling.play_deliver, handling.check_deliver),
            moves.Propose: Does(agreements.play_propose, agreements.check_propose),
            moves.Stop: alone(moving.play_stop),
            moves.Exchange: alone(cards.play_exchange, cards.check_exchange),
        },
    ),
    Stage.TERMS: Asks(
        "A36",
        agreements.offer_terms,
        {
            moves.Ask: TERM,
            moves.Grant: TERM,
            moves.Pay: TERM,
            moves.Charge: TERM,
            moves.Bring: TERM,
            moves.Request: TERM,
            moves.Send: alone(agreements.play_send, agreements.check_send),
            moves.Withdraw: WITHDRAW,
        },
    ),
    Stage.MONEY: Asks(
        "A36",
        agreements.offer_money,
        {moves.Money: Does(agreements.play_money, agreements.check_money), moves.Withdraw: WITHDRAW},
    ),
    Stage.GOODS: Asks(
        "A40",
        agreements.offer_goods,
        {moves.Goods: Does(agreements.play_goods, agreements.check_goods), moves.Withdraw: WITHDRAW},
    ),
    Stage.PLACE: Asks(
        "A40",
        agreements.offer_places,
        {moves.Place: Does(agreements.play_place, agreements.check_place), moves.Withdraw: WITHDRAW},
    ),
    Stage.TURNS: Asks(
        "A36",
        agreements.offer_turns,
        {moves.Turns: Does(agreements.play_turns, agreements.check_turns), moves.Withdraw: WITHDRAW},
    ),
    Stage.ANSWER: Asks(
        "A36",
        agreements.offer_answers,
        {
            moves.Accept: alone(agreements.play_accept, agreements.check_accept),
            moves.Refuse: alone(agreements.play_refuse),
        },
    ),
    Stage.LOSE: Asks("R30", events.offer_losses, {moves.Lose: Does(events.play_lose, events.check_lose)}),
    Stage.BUILD: Asks(
        "R9",
        parts.offer_building,
        {
            moves.Build: Does(building.play_build, building.check_build),
            moves.Lay: Does(building.play_lay, building.check_lay),
            moves.Connect: Does(building.play_connect, building.check_connect),
            moves.Work: Does(workshop.play_work, workshop.check_work),
            moves.Buy: Does(workshop.play_buy, workshop.check_buy),
            moves.Exchange: alone(cards.play_exchange, cards.check_exchange),
            moves.End: alone(turns.play_end),
        },
    ),
}

WAITS: Final = {Stage.ANSWER: "wait-answer", Stage.LOSE: "wait-lose"}
"""Stages in which somebody may be asked for something in another player's turn."""


def not_to_act(s: State, _seat: Seat) -> Illegal:
    if s.stage == Stage.OVER:
        return refuse("R32", "over")
    if s.stage <= LAST_OF_NATURE:
        return refuse("R4", "nature")
    company = COMPANY_WORDS[s.acting()]
    if s.stage in WAITS:
        return refuse(_asking_rule(s), WAITS[s.stage], company=company)
    return refuse("R6", "not-your-turn", company=company)


PARTS_OF_A_TURN: Final = (Stage.MOVE, Stage.BUILD)
OUT_OF_TIME: Final[dict[type[Any], tuple[str, str]]] = {
    moves.Keep: ("R3", "past-keep"),
    moves.Start: ("R5", "past-start"),
    moves.Propose: ("A36", "past-proposing"),
    moves.Lose: ("R30", "nothing-lost"),
}
"""Moves that belong to one part of a turn, and what is said if one is tried in the other."""


def out_of_time(s: State, kind: type[Any]) -> Illegal:
    if kind in moves.NATURE:
        return refuse("R4", "not-nature")
    if s.stage == Stage.BUILD and s.round == 1 and kind in STAGES[Stage.MOVE].moves:
        return refuse("R7", "first-round")
    if s.stage in PARTS_OF_A_TURN and kind in moves.OF_A_PROPOSAL:
        return refuse("A36", "nothing-proposed")
    if s.stage in PARTS_OF_A_TURN and kind in OUT_OF_TIME:
        rule, message = OUT_OF_TIME[kind]
        return refuse(rule, message)
    return refuse(_asking_rule(s), f"time-{Stage.NAMES[s.stage]}")


def _asking_rule(s: State) -> str:
    """The rule behind what is to be done now."""
    return events.rule_of_loss(s) if s.stage == Stage.LOSE else STAGES[s.stage].rule


RULES: Final = Rules(
    STAGES,
    over=Stage.OVER,
    moves=moves.KINDS,
    options=Options,
    start=new_state,
    truth=Truth,
    whole=with_consequences,
    acting=State.acting,
    view=viewing.view,
    guess=viewing.guess,
    scores=scoring.scores,
    result=scoring.result,
    faults=referee.faults,
    not_to_act=not_to_act,
    out_of_time=out_of_time,
    keeps=KEEPS,
)
