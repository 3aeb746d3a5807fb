"""Checks a lesson by playing it: everything that its file says about moves must be so."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Illegal, Refused
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.registry import bot_names
from engineshed.lab.lessons.guiding import begin_guided
from engineshed.lab.lessons.reading import Lesson, mistake
from engineshed.lab.lessons.teaching import SKIPPED, Answer, Place, Teacher


def check_lesson(lesson: Lesson) -> None:
    """Raises ``BadFileError`` at the first thing that is not as the file says.

    A lesson is checked in every way in which it can be taken, as far as its file names moves.
    """
    _Check(lesson).all_ways([])


class _Check:
    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.teacher = lesson, Teacher(lesson)
        self.game = lesson.game
        self.seen: set[tuple[int, bytes]] = set()

    def all_ways(self, done: list[str]) -> None:
        """Check the step after what was done, then go on in each way that it names."""
        here = self.teacher.place(done)
        if here is None:
            return
        if here.step.play is not None:
            self.guided(here)
            return
        where = here.number, self.game.rules.key(here.state)
        if where in self.seen:
            return
        self.seen.add(where)
        for way in self.step(here):
            self.all_ways([*done, way])

    def step(self, here: Place) -> list[str]:
        """Check one step; returns what can be done at it."""
        self.points(here, "points", here.step.points, here.state)
        if not here.step.moves:
            self.after(here, self.teacher.skip(here))
            return [SKIPPED]
        if here.seat not in self.game.rules.to_act(here.state):
            raise mistake(self.lesson, here.number, "moves", "lesson.not-to-act", seat=self.game.seat_names[here.seat])
        ways = [self.write(here, move) for text in here.step.moves for move in self.named(here, "moves", text)]
        for way in ways:
            self.right(here, way)
        self.wrong(here)
        self.refused(here)
        return ways

    def right(self, here: Place, text: str) -> None:
        try:
            answer = self.teacher.answer(here, text)
        except Illegal as refusal:
            raise mistake(
                self.lesson, here.number, "moves", "lesson.refused", move=text, problem=self.sentence(refusal)
            ) from None
        self.after(here, answer)

    def after(self, here: Place, answer: Answer) -> None:
        """What follows must be possible, and nobody else may be left to act before the next step."""
        self.points(here, "done_points", here.step.done_points, answer.state)

    def wrong(self, here: Place) -> None:
        for wrong in here.step.wrong:
            for text in wrong.moves:
                self.wrong_move(here, text, wrong.text)

    def wrong_move(self, here: Place, text: str, said: dict[str, str]) -> None:
        try:
            answers = [self.teacher.judge(here, move) for move in self.named(here, "wrong", text)]
        except Illegal as refusal:
            raise mistake(
                self.lesson, here.number, "wrong", "lesson.refused", move=text, problem=self.sentence(refusal)
            ) from None
        if all(answer.right for answer in answers):
            raise mistake(self.lesson, here.number, "wrong", "lesson.right", move=text)
        if all(answer.text != said for answer in answers):
            raise mistake(self.lesson, here.number, "wrong", "lesson.answered-before", move=text)

    def refused(self, here: Place) -> None:
        for refused in here.step.refused:
            (move,) = self.named(here, "refused", refused.move)
            try:
                self.game.rules.check(here.state, here.seat, move)
            except Illegal as refusal:
                if refusal.rule != refused.rule:
                    raise mistake(
                        self.lesson,
                        here.number,
                        "refused",
                        "lesson.other-rule",
                        move=refused.move,
                        rule=refused.rule,
                        found=refusal.rule,
                    ) from None
            else:
                raise mistake(self.lesson, here.number, "refused", "lesson.allowed", move=refused.move)

    def named(self, here: Place, key: str, text: str) -> list[Any]:
        try:
            return list(self.teacher.named(here, text))
        except Trouble as trouble:
            raise mistake(self.lesson, here.number, key, "lesson.misplayed", move=text, problem=trouble) from None

    def points(self, here: Place, key: str, names: tuple[str, ...], state: Any) -> None:
        try:
            self.teacher.things(here, names, state)
        except UnknownNameError as error:
            raise mistake(self.lesson, here.number, key, "file.misfit", problem=error) from None

    def guided(self, here: Place) -> None:
        """Only that the game can begin; a test plays it."""
        assert here.step.play is not None
        for name in here.step.play.bots:
            if name not in bot_names(self.game.id):
                trouble = UnknownNameError("bot", name, bot_names(self.game.id))
                raise mistake(self.lesson, here.number, "play.bots", "file.misfit", problem=trouble)
        try:
            begin_guided(self.lesson)
        except Trouble as trouble:
            raise mistake(self.lesson, here.number, "play", "file.misfit", problem=trouble) from None

    def write(self, here: Place, move: Any) -> str:
        return self.game.speech.write(here.state, move)

    def sentence(self, refusal: Illegal) -> Trouble:
        return Refused(self.game, refusal)
