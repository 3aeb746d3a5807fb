"""The small values of the contract: moves, refusals, and the questions that bots are asked."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from engineshed.core.bot import Ask
from engineshed.core.contract import Illegal, Seat, Step
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.words import Message
from engineshed.testing.odd_moves import decoder_of
from tests.core.play import GAME, new_table
from tests.core.toy import AnyMove, Pick, Roll, View


def test_moves_are_values_and_their_type_is_in_the_json() -> None:
    assert msgspec.json.encode(Pick(2)) == b'{"type":"pick","card":2}'
    assert decoder_of(GAME).decode(b'{"type":"roll"}') == Roll()
    assert Pick(2) == Pick(2) != Pick(3)
    assert len({Pick(2), Pick(2), Roll()}) == 2
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'fly'"):
        decoder_of(GAME).decode(b'{"type":"fly"}')


def test_a_refusal_is_a_trouble_with_a_rule() -> None:
    refusal = Illegal("H4", Message("refused.hand", {"card": 9}))
    assert isinstance(refusal, Trouble)
    assert str(refusal) == "H4: refused.hand {'card': 9}"
    assert GAME.speech.words.say(refusal.message) == "There is no 9 in the hand"


def test_a_step_reveals_nothing_unless_it_says_so() -> None:
    step = Step("state")
    assert (step.state, step.facts, step.reveals) == ("state", (), False)


@pytest.fixture
def look() -> tuple[Callable[[], View], list[int]]:
    table, looks = new_table(), list[int]()

    def looking() -> View:
        looks.append(table.ply)
        return table.view(Seat(0))

    return looking, looks


def test_a_bot_that_does_not_look_needs_no_view(look: tuple[Callable[[], View], list[int]]) -> None:
    looking, looks = look
    ask: Ask[AnyMove, View] = Ask(GAME.rules, Seat(0), [Roll()], Rng("bot"), looking)
    assert ask.moves == [Roll()]
    assert looks == []
    assert ask.view is ask.view
    assert looks == [1]
