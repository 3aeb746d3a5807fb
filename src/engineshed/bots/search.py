"""A bot that looks ahead in any game: it plays its best ideas on in many worlds, and keeps what leads furthest.

An adviser, usually the game's greedy bot, weighs all legal moves; the best few are candidates. All candidates are
played in the same worlds and with the same luck, so that they are compared fairly: a world is guessed from what the bot
sees, the candidate is played, everybody plays on for a few rounds, and the position is evaluated. Then the worse half
of the candidates is given up, and the rest is played in more worlds. In the end the bot plays the adviser's favourite,
unless another candidate was clearly better: the adviser is usually right, and playouts are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev
from time import monotonic
from typing import Any

import msgspec

from engineshed.core.bot import AnyBot, Ask, Evaluation, Policy, Weighed, WeighingBot
from engineshed.core.contract import CHANCE, AnyRules, Seat
from engineshed.core.rng import Rng
from engineshed.core.words import Message

Reply = Callable[[AnyRules, Any, Seat, Rng], Any]
"""What a player does in a simulated game: in this position, on this seat."""

UNTRIED = float("-inf")


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far and how widely a bot looks ahead. These numbers are part of its weights."""

    candidates: int = 5
    """How many moves are tried, the adviser's favourites first."""
    rounds: int = 2
    """How many rounds are played on after the current one before a position is evaluated."""
    playouts: int = 24
    """How many games it simulates if the budget does not say."""
    clear: float = 1.0
    """By how many standard errors a candidate must beat the adviser's favourite to replace it."""
    gain: float = 0.0
    """How much better it must be at least, in the units of the evaluation."""
    win: float = 0.0
    """What it is worth to win, besides the lead."""
    certain: bool = False
    """Whether nothing is hidden or drawn and everybody plays on without luck: then one game tells all about a move."""


def by_policy(policy: Policy) -> Reply:
    """Playing on with a game's quick policy."""
    return lambda rules, state, seat, rng: policy(state, seat, list(rules.legal(state, seat)), rng)


def by_bot(bot: WeighingBot[Any, Any]) -> Reply:
    """Playing on as a bot would that sees only its own view: slower, but closer to how people play."""

    def reply(rules: AnyRules, state: Any, seat: Seat, rng: Rng) -> Any:
        moves = list(rules.legal(state, seat))
        return (
            moves[0] if len(moves) == 1 else bot.choose(Ask(rules, seat, moves, rng, lambda: rules.view(state, seat)))
        )

    return reply


def around(moves: Sequence[Any], favourite: Any) -> list[Weighed[Any]]:
    """The favourite first, then the other moves, nearest first: moves are sorted, so neighbours are much alike."""
    there = moves.index(favourite)
    return [Weighed(move, -float(abs(number - there))) for number, move in enumerate(moves)]


class Favourite:
    """An adviser that asks a bot which can only choose, and knows nothing of the other moves but their order."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return self._bot.choose(ask)

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return around(ask.moves, self._bot.choose(ask))


class Candidate:
    """A move that is tried, and the lead that it gave in each world."""

    __slots__ = ("leads", "move")

    def __init__(self, move: Any) -> None:
        self.move = move
        self.leads: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.leads) if self.leads else UNTRIED


class SearchBot:
    """Knows nothing about a game but its rules; the game brings the adviser, the replies and the evaluation."""

    def __init__(self, adviser: WeighingBot[Any, Any], reply: Reply, evaluation: Evaluation, search: Search) -> None:
        self._adviser, self._reply, self._evaluation, self._search = adviser, reply, evaluation, search

    def choose(self, ask: Ask[Any, Any]) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return self._best(self._tried(ask)).move

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        tried = {candidate.move: candidate.mean for candidate in self._tried(ask)}
        return [Weighed(move, tried.get(move, UNTRIED)) for move in ask.moves]

    def explain(self, ask: Ask[Any, Any], move: Any) -> Sequence[Message]:
        """The adviser's reasons, if it can give any."""
        explain = getattr(self._adviser, "explain", None)
        return [] if explain is None else explain(ask, move)

    # -- which moves are tried, and how often --------------------------------------------------------------------------

    def _tried(self, ask: Ask[Any, Any]) -> list[Candidate]:
        """The candidates, the adviser's favourite first."""
        candidates = self._candidates(ask)
        if len(candidates) > 1:
            salt = ask.rng.word()
            for alive, worlds in self._stages(ask, candidates):
                for world in worlds:
                    if not self._play_all(ask, alive, salt, world):
                        return candidates
        return candidates

    def _candidates(self, ask: Ask[Any, Any]) -> list[Candidate]:
        weighed = sorted(self._adviser.weigh(ask), key=lambda option: -option.worth)
        considered = [option for option in weighed if option.worth > UNTRIED]
        return [Candidate(option.move) for option in considered[: self._search.candidates]]

    def _stages(self, ask: Ask[Any, Any], candidates: list[Candidate]) -> Iterator[tuple[list[Candidate], range]]:
        """Halve the candidates from stage to stage; each stage has the same share of the playouts.

        The favourite stays to the end, because everything is compared with it.
        """
        playouts = ask.budget.playouts or self._search.playouts
        if self._search.certain:
            yield candidates[: max(2, playouts)], range(1)
            return
        favourite, alive, done = candidates[0], candidates, 0
        stages = max(1, (len(candidates) - 1).bit_length())
        share = playouts // stages
        for _ in range(stages):
            worlds = range(done, done + max(1, share // len(alive)))
            yield alive, worlds
            done = worlds.stop
            ranked = sorted(alive, key=lambda candidate: -candidate.mean)[: max(2, len(alive) // 2)]
            alive = ranked if favourite in ranked else [favourite, *ranked[:-1]]

    def _best(self, tried: Sequence[Candidate]) -> Candidate:
        """The candidate with the best mean of those that were tried to the end, if it is clearly better."""
        favourite = tried[0]
        finalists = [candidate for candidate in tried if len(candidate.leads) == len(favourite.leads)]
        best = max(finalists, key=lambda candidate: candidate.mean)
        return best if best is not favourite and self._is_clearly_better(best, favourite) else favourite

    def _is_clearly_better(self, best: Candidate, favourite: Candidate) -> bool:
        gains = [b - a for a, b in zip(favourite.leads, best.leads, strict=True)]
        error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
        return fmean(gains) > max(self._search.gain, self._search.clear * error)

    # -- one world -----------------------------------------------------------------------------------------------------

    def _play_all(self, ask: Ask[Any, Any], alive: Sequence[Candidate], salt: int, number: int) -> bool:
        """Play all candidates in the same world; False if the deadline did not allow it, and then none counts."""
        world = ask.rules.guess(ask.view, Rng("world", salt, number))
        leads = []
        for candidate in alive:
            if ask.budget.deadline is not None and monotonic() >= ask.budget.deadline:
                return False
            end = self._play_on(ask, world, candidate.move, Rng("playout", salt, number))
            leads.append(self._lead(ask.rules, end, ask.seat))
        for candidate, lead in zip(alive, leads, strict=True):
            candidate.leads.append(lead)
        return True

    def _play_on(self, ask: Ask[Any, Any], world: Any, move: Any, rng: Rng) -> Any:
        rules = ask.rules
        last = rules.round(world) + self._search.rounds
        state = rules.apply(world, ask.seat, move, tell=False).state
        while (acting := rules.to_act(state)) and rules.round(state) <= last:
            seat = acting[0]
            reply = rules.draw(state, rng) if seat == CHANCE else self._reply(rules, state, seat, rng)
            state = rules.apply(state, seat, reply, tell=False).state
        return state

    def _lead(self, rules: AnyRules, state: Any, seat: Seat) -> float:
        """How far a seat is ahead of the best of the others; in a solo game, what its position is worth."""
        totals = [value.total for value in self._evaluation(state)]
        others = [total for other, total in enumerate(totals) if other != seat]
        lead = totals[seat] - max(others, default=0.0)
        if not others or rules.to_act(state):
            return lead
        return lead + (self._search.win if lead > 0 else -self._search.win)
