"""Whose turn it is, how many actions are left, and when the game is over (R10, R54, R55, R61, R62)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.names import bonus_word, company_word
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import Bonus, Stage


def begin_action(s: State) -> None:
    """A main action uses up one of the turn's; a bonus action, being free, does not."""
    if s.stage == Stage.ACTION:
        s.actions -= 1


def end_action(s: State, log: Log) -> None:
    """On to the turn's next action, or to the next turn."""
    s.bonus = Bonus.NONE
    s.steps = 0
    if s.actions > 0:
        s.stage = Stage.ACTION
    elif s.seats == 1:
        _next_train(s, log)
    else:
        _next_player(s, log)


def stop_building(s: State, log: Log) -> None:
    """Leave out the second tile of a track action (R13)."""
    if log.on:
        log.tell("stopped", company=company_word(s.active))
    end_action(s, log)


def decline_bonus(s: State, log: Log) -> None:
    """A bonus action is taken now or never (R48)."""
    if log.on:
        log.tell("declined", company=company_word(s.active), bonus=bonus_word(s.bonus))
    end_action(s, log)


def start_turn(s: State, company: int) -> None:
    s.active = company
    s.actions = NUMBERS.actions if s.seats > 1 else 1
    s.stage = Stage.ACTION


def last_player(s: State) -> int:
    """The player to the right of the start player, who has the last turn of every round."""
    return (s.first - 1) % s.seats


def _next_player(s: State, log: Log) -> None:
    if s.active == last_player(s):
        if s.final:
            s.stage = Stage.OVER
            log.tell("over")
            return
        s.round += 1
        if log.on:
            log.tell("round", round=s.round)
    start_turn(s, (s.active + 1) % s.seats)


def _next_train(s: State, log: Log) -> None:
    if any(s.trains):
        s.stage = Stage.TRAIN
    elif s.round >= NUMBERS.solo.turns:
        s.stage = Stage.OVER
        log.tell("over-solo", turns=s.round)
    elif s.bag:
        s.stage = Stage.ASIDE
    else:
        log.tell("turn-over", turn=s.round)
        next_solo_turn(s)


def next_solo_turn(s: State) -> None:
    """All trains go back into the bag."""
    s.round += 1
    s.trains = (NUMBERS.solo.trains_in_bag,) * s.companies
    s.stage = Stage.TRAIN


def watch_target(s: State, company: int, log: Log) -> None:
    """Enough completed contracts make this round the last one; the solo game has no such target."""
    if s.seats > 1 and not s.final and len(s.done[company]) >= NUMBERS.targets[s.seats]:
        s.final = True
        log.tell("final", company=company_word(company), contracts=len(s.done[company]))
