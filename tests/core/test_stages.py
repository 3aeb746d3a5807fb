"""The engine that runs a table of stages, tested with a tiny game of sticks and a die for two players."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
import pytest

from engineshed.core import stages
from engineshed.core.contract import CHANCE, Illegal, Move, Result, Score, Seat
from engineshed.core.rng import Rng
from engineshed.core.stages import Asks, Does, Draws, Log, StagedRules, alone, refuse
from engineshed.core.state import Position, completed
from engineshed.core.words import Message

DIE, TAKE, OVER = range(3)
RED, BLUE = Seat(0), Seat(1)


class Options(msgspec.Struct, frozen=True):
    sides: int = 3


class Roll(Move, frozen=True):
    pips: int


class Take(Move, frozen=True):
    sticks: int


class Rest(Move, frozen=True):
    pass


class Truth(Position, eq=False, kw_only=True):
    options: Options
    stage: int = DIE
    round: int = 1
    active: int = 0
    sticks: int = 0
    before: Truth | None = None


class State(Truth, eq=False, kw_only=True):
    TRUTH: ClassVar = Truth

    few: bool


def whole(truth: Truth) -> State:
    before = None if truth.before is None else whole(truth.before)
    return completed(truth, State, before=before, few=truth.sticks < 2)


def roll(s: State, m: Roll, log: Log) -> None:
    log.tell("roll", pips=m.pips)
    s.sticks, s.stage = m.pips, TAKE


def take(s: State, m: Take, log: Log) -> bool:
    log.tell("take", only=(s.active,), sticks=m.sticks)
    s.before = s.copy()
    s.sticks -= m.sticks
    return True


def rest(s: State, log: Log) -> None:
    log.reveal()
    assert s.before is not None
    s.become(s.before)  # type: ignore[arg-type]


def check_take(s: State, m: Take) -> None:
    if not 1 <= m.sticks <= s.sticks:
        raise refuse("S1", "too-many", sticks=s.sticks)


def check_rest(s: State) -> None:
    if s.before is None:
        raise refuse("S2", "first")


def not_two(s: State, m: Any) -> None:
    if m == Take(2) and s.round == 2:
        raise refuse("S3", "not-two")


def go_on(s: State, log: Log) -> None:
    log.tell("next")
    s.active, s.round = 1 - s.active, s.round + s.active
    s.few = s.sticks < 2
    if not s.sticks:
        s.stage = OVER


def rolls(s: State) -> Iterator[Roll]:
    return (Roll(pips) for pips in range(1, s.options.sides + 1))


TABLE: dict[int, Asks[State]] = {
    DIE: Draws("S0", rolls, lambda s, rng: Roll(1 + rng.below(s.options.sides)), {Roll: Does(roll)}),
    TAKE: Asks(
        "S1",
        lambda s: [*(Take(n) for n in range(1, s.sticks + 1)), *([Rest()] if s.before else [])],
        {Take: Does(take, check_take), Rest: alone(rest, check_rest)},
        first=not_two,
    ),
}


def rules_of(table: dict[int, Asks[State]]) -> StagedRules[State, Any, Any]:
    return StagedRules(
        table,
        over=OVER,
        moves=(Roll, Take, Rest),
        options=Options,
        start=lambda _seats, options: whole(Truth(options=options)),
        truth=Truth,
        whole=whole,
        view=lambda s, seat: (seat, s.sticks),
        guess=lambda _v, _rng: whole(Truth(options=Options())),
        scores=lambda _s: (Score(0, {}), Score(0, {})),
        result=lambda s: Result((1, 2), (), Message("end")) if s.stage == OVER else None,
        faults=lambda _s: (),
        not_to_act=lambda s, _seat: refuse("S9", "over" if s.stage == OVER else "not-you"),
        out_of_time=lambda s, kind: refuse(table[s.stage].rule, f"no-{kind.__name__.lower()}"),
        go_on=go_on,
    )


RULES = rules_of(TABLE)


def rolled(pips: int = 3) -> State:
    return RULES.apply(RULES.start(2, Options()), CHANCE, Roll(pips)).state


def refusal(s: State, seat: Seat, m: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as caught:
        RULES.check(s, seat, m)
    return caught.value.rule, caught.value.message.id


def test_first_nature_acts_then_the_players_then_nobody() -> None:
    start = RULES.start(2, Options())
    assert RULES.to_act(start) == (CHANCE,)
    assert RULES.to_act(rolled()) == (RED,)
    assert RULES.to_act(RULES.apply(rolled(1), RED, Take(1)).state) == ()


def test_a_stage_offers_its_moves_to_the_seat_to_act_only() -> None:
    assert list(RULES.legal(rolled(2), RED)) == [Take(1), Take(2)]
    assert list(RULES.legal(rolled(2), BLUE)) == []
    assert list(RULES.legal(RULES.start(2, Options()), CHANCE)) == [Roll(1), Roll(2), Roll(3)]


def test_the_seat_is_checked_first_then_the_kind_of_move_then_the_stage_then_the_move() -> None:
    assert refusal(rolled(), BLUE, Roll(9)) == ("S9", "refuse.not-you")
    assert refusal(rolled(), RED, Roll(9)) == ("S1", "refuse.no-roll")
    assert refusal(RULES.apply(rolled(1), RED, Take(1)).state, RED, Take(1)) == ("S9", "refuse.over")
    assert refusal(rolled(), RED, Take(4)) == ("S1", "refuse.too-many")
    assert refusal(rolled(), RED, Rest()) == ("S2", "refuse.first")
    second = RULES.apply(RULES.apply(rolled(), RED, Take(1)).state, BLUE, Take(1)).state
    assert refusal(second, RED, Take(2)) == ("S3", "refuse.not-two")
    RULES.check(second, RED, Take(1))


def test_a_move_is_played_on_a_copy_and_the_game_moves_on() -> None:
    before = rolled()
    step = RULES.apply(before, RED, Take(1))
    assert (before.sticks, step.state.sticks, step.state.active) == (3, 2, BLUE)
    assert [(fact.id, fact.params, fact.to) for fact in step.facts] == [
        ("fact.take", {"sticks": 1}, (0,)),
        ("fact.next", {}, None),
    ]
    assert not step.reveals


def test_a_move_played_without_facts_leads_to_the_same_state() -> None:
    loud, quiet = (RULES.apply(rolled(), RED, Take(1), tell=tell) for tell in (True, False))
    assert quiet.state == loud.state
    assert quiet.facts == ()


def test_a_draw_reveals_something_and_so_does_a_move_that_says_so() -> None:
    assert RULES.apply(RULES.start(2, Options()), CHANCE, Roll(2), tell=False).reveals
    taken = RULES.apply(rolled(), RED, Take(1)).state
    back = RULES.apply(taken, BLUE, Rest(), tell=False)
    assert back.reveals
    assert back.state == rolled()


def test_a_quiet_log_only_keeps_whether_something_was_revealed() -> None:
    log = Log(False)
    log.tell("anything", only=(1,), sticks=3)
    assert log.facts == []
    log.reveal()
    assert log.reveals


def test_chances_are_even_unless_the_table_gives_odds() -> None:
    start = RULES.start(2, Options())
    outcomes = RULES.outcomes(start)
    assert outcomes is not None
    assert [(outcome.move, outcome.chance) for outcome in outcomes] == [(Roll(n), Fraction(1, 3)) for n in (1, 2, 3)]
    odd = Draws("S0", rolls, lambda _s, _rng: Roll(1), {Roll: Does(roll)}, odds=lambda _s: [(Roll(1), 3), (Roll(2), 1)])
    loaded = rules_of({**TABLE, DIE: odd}).outcomes(start)
    assert loaded == [(Roll(1), Fraction(3, 4)), (Roll(2), Fraction(1, 4))]


def test_too_many_outcomes_can_only_be_drawn() -> None:
    start = RULES.start(2, Options(sides=stages.MOST_OUTCOMES + 1))
    assert RULES.outcomes(start) is None
    assert RULES.draw(start, Rng("d")) in list(RULES.legal(start, CHANCE))
    assert len(RULES.outcomes(RULES.start(2, Options(sides=stages.MOST_OUTCOMES))) or ()) == stages.MOST_OUTCOMES


def test_states_are_compared_by_their_truth_and_come_back_whole_from_bytes() -> None:
    taken = RULES.apply(rolled(), RED, Take(1)).state
    back = RULES.load(RULES.dump(taken))
    assert back == taken
    assert isinstance(back.before, State)
    assert RULES.key(back) == RULES.key(taken) != RULES.key(rolled())
    other = taken.copy()
    other.few = not other.few
    assert other == taken
    other.sticks += 1
    assert other != taken
    assert taken != "something else"
    with pytest.raises(TypeError):
        hash(taken)
