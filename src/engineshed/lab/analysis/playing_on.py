"""Playing on from positions of a game: the work that is shared out among processes."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

import msgspec

from engineshed.bots import question
from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng
from engineshed.lab.simulate import LIMIT

QUICK = ""
"""Instead of a bot's name: the game's quick policy, which is hundreds of times quicker than most bots."""

Shares = tuple[float, ...]
"""By seat: 1 for a victory, a part of it if it was shared."""


class Chances(msgspec.Struct, frozen=True):
    """Who wins from each of these positions. Number ``n`` is world ``n // positions`` of position ``n % positions``,
    so that the first worlds of all positions come before the second of any."""

    game: str
    positions: tuple[bytes, ...]
    bot: str
    seed: str

    def do(self, number: int) -> Shares:
        world, place = divmod(number, len(self.positions))
        game = find_game(self.game)
        state = game.rules.load(self.positions[place])
        if game.rules.to_act(state):
            state = game.rules.guess(game.rules.view(state, None), Rng("analysis", self.seed, place, world))
        return played_on(game, state, self.bot, f"{self.seed}/{world}")


class Outlook(Chances, frozen=True):
    """The same from the game's evaluation alone: rough, but there at once."""

    spread: float = 1.0
    """A lead of this much makes a victory 2.7 times as likely."""

    def do(self, number: int) -> Shares:
        world, place = divmod(number, len(self.positions))
        game = find_game(self.game)
        state = game.rules.load(self.positions[place])
        if not game.rules.to_act(state):
            return victory(game, state)
        state = game.rules.guess(game.rules.view(state, None), Rng("analysis", self.seed, place, world))
        return soft_shares([value.total for value in _evaluation(self.game)(state)], self.spread)


class Decision(msgspec.Struct, frozen=True):
    """Some of the moves that a player had, the played one first."""

    position: bytes
    seat: int
    moves: tuple[Any, ...]


class Trials(msgspec.Struct, frozen=True):
    """How the player fares after each move, all in the same worlds, which are guessed from what the player saw.

    Number ``n`` is world ``n // decisions`` of decision ``n % decisions``; the result has a share for each move.
    """

    game: str
    decisions: tuple[Decision, ...]
    bot: str
    seed: str

    def do(self, number: int) -> Shares:
        world, place = divmod(number, len(self.decisions))
        decision, game = self.decisions[place], find_game(self.game)
        rules, seat = game.rules, Seat(decision.seat)
        view = rules.view(rules.load(decision.position), seat)
        state = rules.guess(view, Rng("analysis", self.seed, place, world))
        after = (rules.apply(state, seat, move, tell=False).state for move in decision.moves)
        return tuple(played_on(game, one, self.bot, f"{self.seed}/{place}/{world}")[seat] for one in after)


def played_on(game: AnyGame, state: Any, bot: str, seed: str) -> Shares:
    """Who wins if bots of this name play from here to the end."""
    return victory(game, ended(game, state, bot, seed))


def ended(game: AnyGame, state: Any, bot: str, seed: str, last: int | None = None) -> Any:
    """The position at the end if bots of this name play from here, or after as many moves as no real game needs.

    ``last``: the last round that is played; all of them if not given.
    """
    rules, luck, moves = game.rules, Rng("luck", seed), 0
    player = None if bot == QUICK else make_bot(game.id, bot)
    budget = game.bots.budget(bot)
    while (acting := rules.to_act(state)) and moves < LIMIT and (last is None or rules.round(state) <= last):
        seat = acting[0]
        if seat == CHANCE:
            move = rules.draw(state, luck)
        elif player is None:
            move = game.bots.policy(state, seat, list(rules.legal(state, seat)), luck)
        else:
            move = player.choose(question(game, state, seat, seed=seed, ply=moves, budget=budget))
        state = rules.apply(state, seat, move, tell=False).state
        moves += 1
    return state


def victory(game: AnyGame, state: Any) -> Shares:
    """A game without an end is won by nobody."""
    result = game.rules.result(state)
    if result is None:
        return (0.0,) * len(game.rules.scores(state))
    winners = result.ranks.count(1)
    return tuple((rank == 1) / winners for rank in result.ranks)


def soft_shares(totals: list[float], spread: float) -> Shares:
    best = max(totals)
    weights = [exp((total - best) / spread) for total in totals]
    return tuple(weight / sum(weights) for weight in weights)


@cache
def _evaluation(game_id: str) -> Any:
    return find_game(game_id).bots.evaluation()
