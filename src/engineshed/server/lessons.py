"""Lessons on the page.

Nothing is kept of a pupil: each request says what was done so far, and where the pupil is follows from that. Only the
guided game at the end is a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame, Illegal, Seat
from engineshed.core.errors import UnknownNameError
from engineshed.core.options import write_options
from engineshed.core.registry import find_game
from engineshed.core.words import Message
from engineshed.lab.examples import options_of
from engineshed.lab.lessons import (
    Answer,
    Lesson,
    Place,
    Teacher,
    advised,
    find_lesson,
    guided_of,
    guided_options,
    hints_at,
    is_over,
    pupil_of,
    seating,
)
from engineshed.lab.puzzles import PREFIX, find_puzzle
from engineshed.server.live import Live, opened, visible
from engineshed.server.messages import MovePreview, Named, NewLinks, SeatWish, TableGround, TableView
from engineshed.server.play import read_sent
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.rows import Guest, TableRow
from engineshed.server.service import Service
from engineshed.server.still import still
from engineshed.server.tables import open_table, seats_for

PACE = 0.7
"""How long the bots of a guided game wait, so that one can follow them."""


class LessonMoment(msgspec.Struct, frozen=True):
    """A step of a lesson, before anything is done."""

    number: int
    """Of the step, counted from 0; as many as there are steps at the end of the lesson."""
    steps: int
    text: str
    task: str
    """What to do; empty if there is only something to read."""
    points: list[Named]
    """The things that are pointed at."""
    begun: int
    """The step that the position, and its map, is from."""
    table: TableView | None
    """The position as at a table; null at the end of the lesson, and before a guided game."""
    guided: bool
    """Whether the step is a guided game, which is played at a table."""


class LessonReply(msgspec.Struct, frozen=True):
    """What becomes of a move, or of a step that was read."""

    right: bool
    text: str
    """What is said to it; may be empty."""
    done: str
    """What was done, as the next requests repeat it."""
    points: list[Named]
    facts: list[Message]
    table: TableView | None
    """The position after it; null if nothing was played."""


class GuideHint(msgspec.Struct, frozen=True):
    number: int
    times: int
    """At how many decisions it is said."""
    text: str
    points: list[Named]


class GuideSays(msgspec.Struct, frozen=True):
    """What fits the present decision of a guided game: the page says the first hint that was not said often enough."""

    hints: list[GuideHint]
    advice: str | None
    """A good move in the game's notation, if one was asked for."""
    advised: int
    """At how many of the first decisions a good move is named."""
    over: bool
    """Whether the guided game has ended."""
    done: str
    """What is said then."""


class Classroom:
    """One lesson for one pupil, in their language."""

    def __init__(self, game: AnyGame, name: str, language: str) -> None:
        self.game, self.language = game, language
        try:
            self.teacher = teacher_of(game.id, _found(game, name).id)
        except UnknownNameError:
            raise ServiceError("not-found", "no-lesson") from None
        self.lesson: Lesson = self.teacher.lesson

    # The steps

    def moment(self, done: Sequence[str]) -> LessonMoment:
        here = self.teacher.place(done)
        if here is None:
            return LessonMoment(len(self.lesson.steps), len(self.lesson.steps), "", "", [], 0, None, guided=False)
        guided = here.step.play is not None
        return LessonMoment(
            number=here.number,
            steps=len(self.lesson.steps),
            text=here.step.text[self.language],
            task=here.step.task.get(self.language, ""),
            points=[] if guided else self._points(here, here.step.points, here.state),
            begun=self.teacher.begun(here.number),
            table=None if guided else self._table(here, here.state, acts=bool(here.step.moves)),
            guided=guided,
        )

    def ground(self, number: int, *, dark: bool) -> TableGround:
        """The map of a step's position."""
        if not 0 <= number < len(self.lesson.steps) or not self.lesson.steps[number].begins:
            raise ServiceError("not-found", "no-lesson")
        options = options_of(self.game, self.teacher.beginning(number).state)
        boards = self.game.boards
        return TableGround(boards.layout(options), boards.draw_ground(options, dark=dark))

    # What is done

    def reply(self, done: Sequence[str], sent: Any) -> LessonReply:
        """``sent``: a move; None if the step was read or is left out."""
        here = self._here(done)
        if sent is None:
            return self._replied(here, self.teacher.skip(here), "")
        move = self._read(here, sent)
        try:
            answer = self.teacher.judge(here, move)
        except Illegal as refusal:
            raise RefusedError(refusal.rule, refusal.message) from None
        return self._replied(here, answer, self.game.speech.write(here.state, move))

    def beside(self, done: Sequence[str], sent: Any) -> str:
        """What the lesson says beside the refusal of a move."""
        here = self._here(done)
        return self.teacher.beside(here, self._read(here, sent)).get(self.language, "")

    def beside_thing(self, done: Sequence[str], about: str, rule: str) -> str:
        """The same if nothing can be done with a thing."""
        return self.teacher.beside_thing(self._here(done), about, rule).get(self.language, "")

    def check(self, done: Sequence[str], moves: Sequence[Any]) -> MovePreview:
        """What moves would lead to, one after the other."""
        here = self._here(done)
        state, facts = here.state, list[Message]()
        for sent in moves:
            move = read_sent(self.game, state, sent)
            self._must_be_legal(state, here.seat, move)
            step = self.game.rules.apply(state, here.seat, move)
            if step.reveals:
                return MovePreview([], None, None)
            facts += [Message(fact.id, fact.params) for fact in step.facts if visible(fact, (here.seat,))]
            state = step.state
        return MovePreview(facts, self.game.rules.view(state, here.seat), self.game.boards.hints(state, here.seat))

    def read(self, done: Sequence[str], sent: Any) -> str:
        """The legal move that a text means, in standard notation."""
        here = self._here(done)
        move = self._read(here, sent)
        self._must_be_legal(here.state, here.seat, move)
        return self.game.speech.write(here.state, move)

    def why_not(self, done: Sequence[str], about: str) -> None:
        here = self._here(done)
        refusal = self.game.speech.why_not(here.state, here.seat, about)
        if refusal is not None:
            raise RefusedError(refusal.rule, refusal.message)

    def _here(self, done: Sequence[str]) -> Place:
        here = self.teacher.place(done)
        if here is None or here.step.play is not None:
            raise ServiceError("conflict", "lesson-over")
        return here

    def _read(self, here: Place, sent: Any) -> Any:
        return read_sent(self.game, here.state, sent)

    def _must_be_legal(self, state: Any, seat: Seat, move: Any) -> None:
        try:
            self.game.rules.check(state, seat, move)
        except Illegal as refusal:
            raise RefusedError(refusal.rule, refusal.message) from None

    def _replied(self, here: Place, answer: Answer, done: str) -> LessonReply:
        facts = [fact for ply in answer.plies for fact in ply.facts if visible(fact, (here.seat,))]
        return LessonReply(
            right=answer.right,
            text=answer.text.get(self.language, ""),
            done=done,
            points=self._points(here, here.step.done_points, answer.state) if answer.right else [],
            facts=[Message(fact.id, fact.params) for fact in facts],
            table=self._table(here, answer.state, acts=False) if answer.right else None,
        )

    def _table(self, here: Place, state: Any, *, acts: bool) -> TableView:
        title = self.lesson.file.title[self.language]
        table = still(self.game, self.lesson.id, state, here.seat, title=title, pupil=True)
        return table if acts else _only_seen(table)

    def _points(self, here: Place, names: Sequence[str], state: Any) -> list[Named]:
        view = self.game.rules.view(state, here.seat)
        return named_things(self.game, view, self.teacher.things(here, names, state), self.language)

    # The guided game

    async def begin_game(self, service: Service, guest: Guest) -> NewLinks:
        """The table of the guided game. Its draws are the same for everybody, so that hints can name what is there."""
        if self.lesson.guided is None:
            raise ServiceError("not-found", "no-lesson")
        guided, now = self.lesson.guided, service.clock()
        row = TableRow(
            id=service.new_table_id(),
            game=self.game.id,
            version=self.game.version,
            seats=guided.players,
            options=write_options(guided_options(self.game, guided)),
            title=self.lesson.file.title[self.language],
            owner=guest.id,
            seed=guided.seed,
            pace=PACE,
            created=now,
            updated=now,
        )
        wishes = [SeatWish("me") if bot is None else SeatWish("bot", bot) for bot in seating(self.game, guided)]
        seats, links = seats_for(self.game, guest, wishes)
        return await open_table(service, await opened(self.game, row, seats, None), links)

    def says(self, live: Live, *, advise: bool) -> GuideSays:
        """What to say to the pupil at the table of a guided game."""
        self._must_be_guided(live)
        guided = guided_of(self.lesson)
        seat, state = pupil_of(self.game, guided), live.state
        acts = seat in live.to_act() and live.row.held is None
        over = is_over(self.game, guided, state)
        view = self.game.rules.view(state, seat)
        hints = list(hints_at(self.game, guided, state, seat)) if acts and not over else []
        return GuideSays(
            hints=[
                GuideHint(number, hint.times, hint.text[self.language], self._seen(view, hint.points))
                for number, hint in hints
            ],
            advice=advised(self.game, guided, state, seat, live.moves) if advise and acts and not over else None,
            advised=guided.advice,
            over=over,
            done=self.lesson.steps[-1].done.get(self.language, ""),
        )

    def _must_be_guided(self, live: Live) -> None:
        """Nobody may ask for advice at other tables; the seeds of those are secret and drawn by lot."""
        guided = self.lesson.guided
        if guided is None or live.row.seed != guided.seed or live.game.id != self.game.id:
            raise ServiceError("forbidden", "not-guided")

    def _seen(self, view: Any, names: Sequence[str]) -> list[Named]:
        found = self.teacher.things_in(view, names)
        return named_things(self.game, view, found, self.language)


@cache
def teacher_of(game_id: str, lesson: str) -> Teacher:
    """Kept, because it remembers the positions of its lesson."""
    return Teacher(_found(find_game(game_id), lesson))


def _found(game: AnyGame, name: str) -> Lesson:
    """A lesson; or a puzzle, which is one of a single step."""
    return find_puzzle(game, name) if name.startswith(PREFIX) else find_lesson(game, name)


def named_things(game: AnyGame, view: Any, things: Sequence[str], language: str) -> list[Named]:
    """Things with their names, as a page reads them out."""
    words = game.speech.words_in(language)
    explained = [(thing, game.explains.explain(view, thing)) for thing in things]
    return [Named(thing, words.say(told.name)) for thing, told in explained if told is not None]


def _only_seen(table: TableView) -> TableView:
    """A position in which nothing can be done."""
    info = msgspec.structs.replace(table.table, my_turn=False)
    return msgspec.structs.replace(table, table=info, legal=[])
