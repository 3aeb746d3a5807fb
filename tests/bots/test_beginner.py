"""Beginners: right ideas, human mistakes, nothing senseless."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engineshed.bots import question
from engineshed.bots.beginner import UNSEEN, Beginner, Mistakes
from engineshed.bots.quick import QuickBot
from engineshed.core.bot import Ask, Weighed
from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games.steam.bots.greedy import GreedyBot
from engineshed.games.steam.rules.moves import Bid, Pass
from tests.core import toy

WORTHS = (4.0, 9.0, UNSEEN, 7.0, 8.5)
BEST, SECOND = 1, 4


class Better:
    """Weighs five moves, of which it does not consider one."""

    def choose(self, _ask: Ask[Any, Any]) -> Any:
        return BEST

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return [Weighed(move, WORTHS[move]) for move in ask.moves]


def choices(mistakes: Mistakes, moves: Sequence[int] = range(len(WORTHS))) -> set[int]:
    bot = Beginner(Better(), mistakes)
    asks = [Ask(toy.GAME.rules, Seat(0), moves, Rng("beginner", n), lambda: None) for n in range(60)]
    return {bot.choose(ask) for ask in asks}


def test_without_slips_it_plays_as_the_better_bot() -> None:
    assert choices(Mistakes(slips=0)) == {BEST}


def test_a_slip_is_another_of_its_ideas() -> None:
    assert choices(Mistakes(slips=100, ideas=3)) == {3, SECOND}
    assert choices(Mistakes(slips=100, ideas=9)) == {0, 3, SECOND}
    assert choices(Mistakes(slips=50, ideas=2)) == {BEST, SECOND}


def test_it_sees_that_a_move_is_far_worse() -> None:
    assert choices(Mistakes(slips=100, ideas=9, worst=3.0)) == {3, SECOND}
    assert choices(Mistakes(slips=100, ideas=9, worst=0.1)) == {BEST}


def test_where_there_is_no_choice_there_is_no_mistake() -> None:
    assert choices(Mistakes(slips=100), [0]) == {0}
    assert choices(Mistakes(slips=100), [2, BEST]) == {BEST}


def test_it_weighs_as_the_better_bot_does() -> None:
    ask = Ask(toy.GAME.rules, Seat(0), [0, 1], Rng("beginner", 0), lambda: None)
    assert [option.worth for option in Beginner(Better(), Mistakes()).weigh(ask)] == [4.0, 9.0]


def test_a_beginner_does_not_bid_its_future_away() -> None:
    """In Steam, bids are far worse than passing once somebody has bid a lot, and then nobody bids by mistake."""
    steam = find_game("steam")
    table = Table(steam, 3, seed="bids")
    (seat,) = table.to_act()
    table.play(seat, Bid(27))
    (seat,) = table.to_act()
    bot = Beginner(GreedyBot(steam.bots.weights("greedy-2")), Mistakes(slips=100, worst=6.0))
    asks = [question(steam, table.state, seat, seed=f"bids {n}", ply=table.ply) for n in range(20)]
    assert {bot.choose(ask) for ask in asks} == {Pass()}


def test_the_quick_bot_follows_the_policy_in_a_world_that_it_could_be_in() -> None:
    table = Table(toy.GAME, 2, seed="quick")
    (seat,) = table.to_act()
    seen: list[Any] = []

    def policy(state: Any, who: Any, moves: Sequence[Any], _rng: Rng) -> Any:
        seen.append((toy.GAME.rules.view(state, who), who))
        return moves[-1]

    ask = question(toy.GAME, table.state, seat, seed="quick", ply=0)
    assert QuickBot(policy).choose(ask) == ask.moves[-1]
    assert seen == [(ask.view, seat)]
