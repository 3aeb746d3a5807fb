"""Teaching a lesson: where its pupil is, and what is said to a move.

Nothing is remembered here: where a pupil is follows from the lesson and from what they have done, step by step. So a
terminal, a server and a test can all teach the same lesson.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Refused, Seat
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, UnreadableMoveError
from engineshed.core.explaining import find_thing
from engineshed.core.loop import only, play
from engineshed.core.table import Ply, ply_of
from engineshed.lab.examples import find_example
from engineshed.lab.lessons.reading import Lesson, LessonStep, Texts, mistake
from engineshed.lab.scenario import scenario_course

NATURE = "chance"
"""The seat of nature in ``then``."""
ANY = "*"
"""At the end of a move, it stands for any words."""
SKIPPED = ""
"""What a pupil has done who has read a step, or left it out."""


class Place(NamedTuple):
    """Where a pupil is: at a step, in a position, on a seat."""

    number: int
    """Of the step, counted from 0."""
    step: LessonStep
    state: Any
    seat: Seat


class Answer(NamedTuple):
    """What becomes of a legal move."""

    right: bool
    text: Texts
    """Empty for the sentence that the house has for this."""
    plies: tuple[Ply, ...] = ()
    """What was played: the move that fulfils the task, and what followed it."""
    state: Any = None
    """The position after it."""


class _Played(msgspec.Struct):
    """A position that is being played on."""

    state: Any
    plies: list[Ply] = msgspec.field(default_factory=list)


class Teacher:
    """Teaches one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game: AnyGame = lesson.game
        self._beginnings: dict[int, Place] = {}
        """The places of steps with positions of their own, as far as they were needed."""

    # Where the pupil is

    def place(self, done: Sequence[str]) -> Place | None:
        """Where a pupil is who has done this at each step so far; None at the end of the lesson.

        Raises ``Trouble`` if a task was not fulfilled.
        """
        steps = self.lesson.steps
        if len(done) >= len(steps):
            return None
        if steps[len(done)].play is not None:
            return Place(len(done), steps[-1], None, Seat(0))
        begun = self.begun(len(done))
        here = self.beginning(begun)
        for number in range(begun, len(done)):
            here = self._next(here, self._done(here, done[number]))
        return here

    def begun(self, number: int) -> int:
        """The step that the position of a step is from."""
        steps = self.lesson.steps
        return max((earlier for earlier in range(number + 1) if steps[earlier].begins), default=0)

    def beginning(self, number: int) -> Place:
        """The place of a step that has a position of its own."""
        if number not in self._beginnings:
            step = self.lesson.steps[number]
            state = self._position(number, step)
            self._beginnings[number] = Place(number, step, state, self._pupil(number, step, state))
        return self._beginnings[number]

    def _position(self, number: int, step: LessonStep) -> Any:
        try:
            if not step.scenario:
                return self.game.speech.arrange(step.position)
            example = find_example(self.game, step.scenario)
        except Trouble as trouble:
            key = "scenario" if step.scenario else "position"
            raise mistake(self.lesson, number, key, "file.misfit", problem=trouble) from None
        states, _ = scenario_course(example, example.id)
        if not 0 <= step.after < len(states):
            raise mistake(self.lesson, number, "after", "lesson.after", most=len(states) - 1, after=step.after)
        return states[step.after]

    def _pupil(self, number: int, step: LessonStep, state: Any) -> Seat:
        if step.seat:
            return self._seat(number, "seat", step.seat, state)
        return next((seat for seat in self.game.rules.to_act(state) if seat != CHANCE), Seat(0))

    def _seat(self, number: int, key: str, name: str, state: Any) -> Seat:
        names = self.game.seat_names[: len(self.game.rules.scores(state))]
        if name not in names:
            raise mistake(self.lesson, number, key, "file.misfit", problem=UnknownNameError("seat", name, names))
        return Seat(names.index(name))

    def _next(self, here: Place, state: Any) -> Place:
        """The place after a step that led to this position."""
        number = here.number + 1
        step = self.lesson.steps[number]
        return self.beginning(number) if step.begins else Place(number, step, state, here.seat)

    def _done(self, here: Place, typed: str) -> Any:
        """The position after a step at which this was done."""
        if typed == SKIPPED:
            return self.skip(here).state
        answer = self.answer(here, typed)
        if not answer.right:
            raise Trouble("lesson.not-done", step=here.number + 1)
        return answer.state

    # What is said

    def answer(self, here: Place, typed: str) -> Answer:
        """What becomes of a typed move; raises ``Illegal`` or ``UnreadableMoveError`` if it is none."""
        return self.judge(here, self.game.speech.read(here.state, typed))

    def judge(self, here: Place, move: Any) -> Answer:
        """What becomes of a move; raises ``Illegal`` if the rules refuse it."""
        self.game.rules.check(here.state, here.seat, move)
        if any(self.fits(here, wanted, move) for wanted in here.step.moves):
            played = _Played(here.state)
            self._play(played, here.seat, move)
            return self._followed(here, played)
        for wrong in here.step.wrong:
            if any(self.fits(here, named, move) for named in wrong.moves):
                return Answer(False, wrong.text)
        return Answer(False, here.step.otherwise)

    def skip(self, here: Place) -> Answer:
        """The step is read, or left out: its first move is played, and what follows."""
        if here.step.moves:
            return self.judge(here, next(self.named(here, here.step.moves[0])))
        return self._followed(here, _Played(here.state))

    def beside(self, here: Place, move: Any) -> Texts:
        """What the lesson says beside the refusal of a move; empty if nothing."""
        for refused in here.step.refused:
            if self.game.speech.read(here.state, refused.move) == move:
                return refused.text
        return {}

    def beside_thing(self, here: Place, about: str, rule: str) -> Texts:
        """The same if a rule refuses to do anything with a thing, which the text of such a move names as well."""
        for refused in here.step.refused:
            if refused.rule == rule and not set(about.split()).isdisjoint(refused.move.split()):
                return refused.text
        return {}

    def fits(self, here: Place, named: str, move: Any) -> bool:
        """Whether a move is the one that is named, or one of those that are."""
        if named.endswith(ANY):
            return self.game.speech.write(here.state, move).startswith(named.removesuffix(ANY))
        return bool(self.game.speech.read(here.state, named) == move)

    def named(self, here: Place, text: str) -> Iterator[Any]:
        """The legal moves that a text of the file names; raises ``UnreadableMoveError`` if it names none."""
        if not text.endswith(ANY):
            yield self.game.speech.read(here.state, text)
            return
        found = [move for move in self.game.rules.legal(here.state, here.seat) if self.fits(here, text, move)]
        if not found:
            raise UnreadableMoveError("lesson.no-such-move", move=text)
        yield from found

    def things(self, here: Place, names: Sequence[str], state: Any = None) -> list[str]:
        """What is pointed at, as the game's ``explains`` names it."""
        return self.things_in(self.game.rules.view(here.state if state is None else state, here.seat), names)

    def things_in(self, view: Any, names: Sequence[str]) -> list[str]:
        """The same in a view."""
        return [find_thing(self.game.explains, view, self.game.speech.words, name) for name in names]

    # Playing on

    def _followed(self, here: Place, played: _Played) -> Answer:
        """Play what the file lets others and nature do."""
        for line in here.step.then:
            self._follow(here, played, line)
        return Answer(True, here.step.done, tuple(played.plies), played.state)

    def _follow(self, here: Place, played: _Played, line: str) -> None:
        name, _, text = line.partition(":")
        try:
            seat = CHANCE if name.strip() == NATURE else self._seat(here.number, "then", name.strip(), played.state)
            move = self.game.speech.read(played.state, text.strip())
            self.game.rules.check(played.state, seat, move)
        except BadFileError:
            raise
        except Trouble as trouble:
            problem = Refused(self.game, trouble) if isinstance(trouble, Illegal) else trouble
            raise mistake(self.lesson, here.number, "then", "lesson.misplayed", move=line, problem=problem) from None
        self._play(played, seat, move)

    def _play(self, played: _Played, seat: Seat, move: Any) -> None:
        for turn in play(self.game.rules, played.state, only(seat, move), seed=None):
            played.plies.append(ply_of(self.game, turn))
            played.state = turn.step.state
