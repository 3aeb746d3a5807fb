"""What workers are asked besides moves: what a bot would do and why, and what somebody's moves have changed.

Like the question for a move, both contain only what one seat sees.
"""

from __future__ import annotations

import msgspec

from engineshed.bots.advising import Surety, hints
from engineshed.bots.retelling import Changes, Seen, changes
from engineshed.core.bot import Memory
from engineshed.core.registry import find_game
from engineshed.core.versions import game_of
from engineshed.core.words import Message
from engineshed.server.workers import FindBot, Question

EXTRA = 4 / 3
"""A bot is asked twice for a hint, what it would play and what the other moves are worth; for both together it has so
much of the time for a move."""


class Idea(msgspec.Struct, frozen=True):
    """A hint; ``move`` is the number of the move among those that the question lists."""

    move: int
    reasons: tuple[Message, ...]
    surety: Surety


class HintTask(msgspec.Struct, frozen=True):
    """What would this bot do, and why?"""

    question: Question

    @property
    def memory(self) -> str:
        return self.question.memory

    @property
    def share(self) -> float:
        return EXTRA

    def answer(self, find_bot: FindBot, deadline: float, memory: Memory) -> list[Idea] | str:
        """The first idea is what the bot would play."""
        question = self.question
        found = hints(question.make_bot(find_bot), lambda: question.ask(deadline, memory), question.of_version().ahead)
        if any(hint.move not in question.moves for hint in found):
            return "its answer is not a legal move"
        return [Idea(question.moves.index(hint.move), hint.reasons, hint.surety) for hint in found]


class ChangesTask(msgspec.Struct, frozen=True):
    """What did these moves change?"""

    game: str
    version: int
    seen: Seen

    @property
    def memory(self) -> str:
        """Nothing is remembered, but a worker that is used anyway is taken."""
        return ""

    @property
    def share(self) -> float:
        return 1.0

    def answer(self, _find_bot: FindBot, _deadline: float, _memory: Memory) -> Changes:
        game = find_game(self.game)
        return changes(game_of(game, self.version) or game, self.seen)
