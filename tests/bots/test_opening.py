"""Games that begin in different ways: only the first choices vary, and the same seed has the same game."""

from __future__ import annotations

from engineshed.bots.opening import Opening
from engineshed.core.bot import Ask
from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.lab.engines.pool import ALONE
from engineshed.lab.simulate import Plan, lines
from tests.bots.test_beginner import BEST, SECOND, WORTHS, Better
from tests.core import toy

MANY = range(len(WORTHS))


def ask(moves: range, number: int) -> Ask[int, None]:
    return Ask(toy.GAME.rules, Seat(0), moves, Rng("opening", number), lambda: None)


def test_only_the_first_choices_vary() -> None:
    games = []
    for number in range(40):
        bot = Opening(Better(), 2)
        games.append([bot.choose(ask(MANY, 10 * number + choice)) for choice in range(5)])
    for choice in (0, 1):
        assert {game[choice] for game in games} == {BEST, SECOND, 3}
    assert {tuple(game[2:]) for game in games} == {(BEST, BEST, BEST)}


def test_a_single_move_is_no_choice() -> None:
    chosen = set()
    for number in range(40):
        bot = Opening(Better(), 1)
        assert [bot.choose(ask(range(BEST, BEST + 1), number)) for _ in range(3)] == [BEST] * 3
        chosen.add(bot.choose(ask(MANY, number)))
        assert bot.choose(ask(MANY, number)) == BEST
    assert chosen == {BEST, SECOND, 3}


def test_games_with_an_opening_differ_from_those_without_and_can_be_repeated() -> None:
    plain, varied, again = (
        next(lines(Plan("planet-steam", 2, {}, ("casual",), "opening", opening=choices, digest=True), 1, ALONE))
        for choices in (0, 6, 6)
    )
    assert varied == again
    assert varied.digest != plain.digest
