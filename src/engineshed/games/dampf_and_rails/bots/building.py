"""The second part of a turn: links between the start towns, better trains, and track for the plans."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner
from engineshed.games.dampf_and_rails.bots.position import Position
from engineshed.games.dampf_and_rails.bots.track import Gap, gap_to
from engineshed.games.dampf_and_rails.rules.for_bots import (
    NOWHERE,
    NUMBERS,
    STAGES,
    TRAIN_IDS,
    AnyMove,
    Buy,
    End,
    Lay,
    Train,
    Way,
    Work,
    cheapest_way_to,
    way_of,
)


def build(p: Position, planners: Sequence[Planner]) -> AnyMove:
    spare = p.cash - sum(planner.chosen.money for planner in planners)
    move = _rescue(p) or _link(p, spare) or _second_train(p, spare, planners) or _upgrade(p, spare)
    for planner in planners:
        move = move or track(p, planner.train.at, planner.chosen)
    return move or End()


def _rescue(p: Position) -> AnyMove | None:
    """Build track to a train that a flood has cut off from the network."""
    for train in p.trains:
        if p.is_cut_off(train) and not p.state.weather.hinders_building:
            way = cheapest_way_to(p.state, train.at, p.cash)
            return None if way is None else p.if_legal(_first(p, way))
    return None


def _first(p: Position, way: Way) -> AnyMove:
    step = way.steps[0]
    return p.box.connects[step.ferry] if step.section == NOWHERE else p.box.builds[step.section]


def _link(p: Position, spare: int) -> AnyMove | None:
    """Track between the start towns, without which nobody can win."""
    if spare < p.w.linking or p.player.linked or p.state.weather.hinders_building:
        return None
    for town in p.box.start_towns:
        gap = gap_to(p.state, p.net, p.home, town)
        if gap is not None and gap.first is not None:
            return _closed(p, town, gap)
    return None


def _upgrade(p: Position, spare: int) -> AnyMove | None:
    """A train of the next stage, if there is time for it to repay its price."""
    if spare < NUMBERS.upgrade + p.w.reserve or p.to_earn < p.w.to_earn:
        return None
    for number, train in enumerate(p.trains):
        for kind in map(TRAIN_IDS.index, p.w.train_types):
            if STAGES[kind] == STAGES[train.kind] + 1 and Work(number, kind) in p.legal:
                return Work(number, kind)
    return None


def _second_train(p: Position, spare: int, planners: Sequence[Planner]) -> AnyMove | None:
    """A second train in the fast game, bought where it has most to do besides the first one."""
    buys = [move for move in p.moves if isinstance(move, Buy)]
    if spare < p.box.numbers.second_train + p.w.reserve or p.to_earn < p.w.to_earn or not buys:
        return None
    return max(buys, key=lambda buy: Planner(p, Train(at=p.box.board.places[buy.town].at), planners).best.worth)


def track(p: Position, start: int, plan: Plan) -> AnyMove | None:
    """The next piece of track for a plan."""
    town, gap = _first_gap(p, start, plan)
    return None if gap is None else _closed(p, town, gap)


def is_out_of_reach(p: Position, start: int, plan: Plan) -> bool:
    """Whether the next piece of track for a plan costs more than the plan expected, and more than the player has."""
    town, gap = _first_gap(p, start, plan)
    return town != NOWHERE and (gap is None or gap.money > p.cash)


def _first_gap(p: Position, start: int, plan: Plan) -> tuple[int, Gap | None]:
    """The first stop of a plan to which there is no track yet, and what is missing; None if there is no way there.

    Nothing is built in a flood or in snow: a detour would cost more than waiting for a round.
    """
    if plan.money and not p.state.weather.hinders_building:
        for stop in plan.stops:
            gap = gap_to(p.state, p.net, start, stop.town)
            if gap is None or gap.first is not None:
                return stop.town, gap
            start = p.box.board.places[stop.town].at
    return NOWHERE, None


def _closed(p: Position, town: int, gap: Gap) -> AnyMove | None:
    """The whole way at once, if the rules' cheapest way is the one we want; otherwise its first section."""
    if Lay(town) in p.legal:
        way = way_of(p.state, Lay(town))
        if way.price == gap.money and gap.first == _first(p, way):
            return Lay(town)
    return p.if_legal(gap.first)
