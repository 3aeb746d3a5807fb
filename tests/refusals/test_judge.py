"""The judge agrees with an honest engine, and catches each way in which an engine can be wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engineshed.core.contract import AnyGame, Illegal
from engineshed.core.stages import refuse
from tests.refusals.judge import Code, Survey, compare

CODE = Code()
POSITION = SimpleNamespace(seat=0)


@CODE.meaning("R1", int)
def not_a_digit(_p: Any, move: int) -> bool:
    """Only digits are moves."""
    return not 0 <= move <= 9


@CODE.rule("R2", int)
def odd(_p: Any, move: int) -> bool:
    """Odd digits are forbidden."""
    return move % 2 == 1


@CODE.says("odd")
def says_odd(_p: Any, move: int, said: dict[str, Any]) -> bool:
    return said == {"digit": move}


def judged(move: int, refusal: Illegal | None) -> list[str]:
    """The disputes about a move that an engine answers in this way."""

    def check(_state: Any, _seat: int, _move: int) -> None:
        if refusal is not None:
            raise refusal

    survey = Survey()
    game = cast(AnyGame, SimpleNamespace(rules=SimpleNamespace(check=check)))
    compare(game, CODE, None, POSITION, move, "here", survey)
    return [kind[0] for kind in survey.disputes]


def test_an_honest_engine_has_no_disputes() -> None:
    assert judged(4, None) == []
    assert judged(5, refuse("R2", "odd", digit=5)) == []


@pytest.mark.parametrize(
    ("move", "refusal", "dispute"),
    [
        (5, None, "allowed though it breaks"),
        (4, refuse("R2", "odd", digit=4), "refused by R2 (odd)"),
        (5, refuse("R1", "odd", digit=5), "refused by R1 (odd)"),
        (11, refuse("R2", "odd", digit=11), "refused by R2 (odd)"),
        (5, refuse("R2", "odd", digit=7), "untrue"),
        (5, refuse("R2", "unheard-of"), "untrue"),
    ],
)
def test_a_wrong_answer_is_disputed(move: int, refusal: Illegal | None, dispute: str) -> None:
    assert judged(move, refusal) == [dispute]
