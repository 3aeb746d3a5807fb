"""Compares the engine's refusals with a game's predicates, move by move.

A ``Code`` holds the predicates of one game: for each rule, whether a move breaks it. The engine is right if it allows
a move that breaks no rule, and refuses any other move by a rule that it breaks, in a sentence that is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engineshed.core.contract import AnyGame, Illegal, Seat
from engineshed.core.rng import Rng
from engineshed.core.words import Message
from engineshed.lab.whereabouts import refusals_of

Predicate = Callable[[Any, Any], bool]
"""Whether this move breaks a rule in this position."""
Claim = Callable[[Any, Any, dict[str, Any]], bool]
"""Whether a sentence with these parameters is true of this move in this position."""
Level = list[tuple[str, tuple[type[Any], ...], Predicate]]
COSTLY = 3
"""The level of the predicates that take long."""
SELDOM = 100
"""Costly predicates are asked about one in this many of the moves that nothing else refuses."""


class Code:
    """The predicates of a game, by rule and kind of move, and what its sentences claim."""

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.claims: dict[str, Claim] = {}
        self.unjudged: Callable[[Any, Any, Illegal], bool] = lambda _p, _m, _refusal: False
        """Whether the predicates have no opinion about a refusal."""
        self._levels: tuple[Level, ...] = ([], [], [], [])

    def turn(self, rule: str) -> Callable[[Predicate], Predicate]:
        """Rules about whose turn it is and for what. A move that breaks one is not examined further."""
        return self._add(0, rule, ())

    def meaning(self, rule: str, *kinds: type[Any]) -> Callable[[Predicate], Predicate]:
        """Rules about what exists. A move that names something that does not exist is not examined further."""
        return self._add(1, rule, kinds)

    def rule(self, rule: str, *kinds: type[Any]) -> Callable[[Predicate], Predicate]:
        return self._add(2, rule, kinds)

    def costly(self, rule: str, *kinds: type[Any]) -> Callable[[Predicate], Predicate]:
        """Rules that take long to examine: whenever they may be the reason for a refusal, and seldom otherwise."""
        return self._add(COSTLY, rule, kinds)

    def _add(self, level: int, rule: str, kinds: tuple[type[Any], ...]) -> Callable[[Predicate], Predicate]:
        def keep(predicate: Predicate) -> Predicate:
            self.rules.add(rule)
            self._levels[level].append((rule, kinds, predicate))
            return predicate

        return keep

    def says(self, *messages: str) -> Callable[[Claim], Claim]:
        """Register what sentences with these ids claim."""

        def keep(claim: Claim) -> Claim:
            self.claims.update(dict.fromkeys(messages, claim))
            return claim

        return keep

    def broken(self, position: Any, move: Any) -> set[str]:
        """The rules that the move breaks."""
        for level in self._levels[:COSTLY]:
            if found := _broken(level, position, move):
                return found
        return set()

    def broken_at_length(self, position: Any, move: Any) -> set[str]:
        """The rules that it breaks besides, which take long to examine."""
        return _broken(self._levels[COSTLY], position, move)

    def true(self, position: Any, move: Any, message: Message) -> bool:
        """Whether a sentence is true. A sentence without a claim counts as untrue, so every new one needs a claim."""
        claim = self.claims.get(message.id.removeprefix("refuse."))
        return claim is not None and claim(position, move, message.params)


def _broken(level: Level, position: Any, move: Any) -> set[str]:
    return {
        rule for rule, kinds, predicate in level if (not kinds or isinstance(move, kinds)) and predicate(position, move)
    }


@dataclass
class Survey:
    """The results of many comparisons."""

    moves: int = 0
    allowed: int = 0
    met: Counter[str] = field(default_factory=Counter)
    """How often each rule refused a move."""
    said: Counter[str] = field(default_factory=Counter)
    """How often each sentence was used."""
    disputes: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    """The cases in which engine and predicates disagree, by kind."""

    def report(self) -> str:
        """The disputes for a person to read: the number of each kind, and the first one."""
        return "\n".join(f"{' | '.join(kind)}: {len(texts)}, first {texts[0]}" for kind, texts in self.disputes.items())

    def dispute(self, kind: tuple[str, ...], text: str) -> None:
        self.disputes.setdefault(kind, []).append(text)


def named_by(game: AnyGame) -> set[str]:
    """The rules that the engine's refusals can name."""
    return {rule for rule, _ in refusals_of(game).places}


def refusal(game: AnyGame, state: Any, seat: int, move: Any) -> Illegal | None:
    try:
        game.rules.check(state, Seat(seat), move)
    except Illegal as illegal:
        return illegal
    return None


def compare(game: AnyGame, code: Code, state: Any, position: Any, move: Any, where: str, survey: Survey) -> None:
    """Ask the engine and the predicates about one move of ``position.seat``."""
    survey.moves += 1
    broken = code.broken(position, move)
    found = refusal(game, state, position.seat, move)
    if found is not None and code.unjudged(position, move, found):
        return
    if (found is not None and found.rule not in broken) or (not broken and survey.moves % SELDOM == 0):
        broken |= code.broken_at_length(position, move)
    case = f"{where}, seat {position.seat}: {move}"
    kind = type(move).__name__
    if found is None:
        survey.allowed += 1
        if broken:
            survey.dispute(("allowed though it breaks", *sorted(broken), kind), case)
        return
    survey.met[found.rule] += 1
    survey.said[found.message.id.removeprefix("refuse.")] += 1
    if found.rule not in broken:
        text = f"refused by {found.rule} ({found.message.id.removeprefix('refuse.')})"
        survey.dispute(
            (text, f"breaks {' '.join(sorted(broken)) or 'nothing'}", kind), f"{case} {found.message.params}"
        )
    elif not code.true(position, move, found.message):
        survey.dispute(("untrue", found.rule, found.message.id, kind), f"{case} {found.message.params}")


class Trial(NamedTuple):
    """Everything needed to test a game: its predicates, positions as a seat sees them, and the moves to try."""

    game: AnyGame
    code: Code
    position: Callable[[Any, int], Any]
    moves: Callable[[Any, Rng], list[Any]]
    """The moves that players who are to act try."""
    others: Callable[[Any, Rng], list[Any]]
    """The moves that the other players try."""

    def survey(self, positions: Iterable[tuple[str, Any]]) -> Survey:
        found = Survey()
        for where, state in positions:
            self.look_at(where, state, found)
        return found

    def look_at(self, where: str, state: Any, found: Survey) -> None:
        active = self.game.rules.to_act(state)
        rng = Rng("moves", where)
        for seat in range(len(self.game.rules.scores(state))):
            position = self.position(state, seat)
            for move in (self.moves if Seat(seat) in active else self.others)(position, rng):
                compare(self.game, self.code, state, position, move, where, found)
