"""The guided game at the end of the lessons: a session at the terminal with somebody who says what matters."""

from __future__ import annotations

from engineshed.cli.phrases import game_language
from engineshed.cli.screen import Screen
from engineshed.cli.session import Session
from engineshed.core.contract import Seat
from engineshed.lab.lessons import Guide, Lesson, begin_guided, guided_of, is_over, players


class GuidedGame(Session):
    """A game against bots, with hints that become fewer; it may end after some rounds."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        guided = guided_of(lesson)
        super().__init__(begin_guided(lesson), screen, players(lesson.game, guided))
        self.lesson, self.guided, self.guide = lesson, guided, Guide(lesson)
        self.language = game_language(lesson.game, screen.phrases.language)

    def play(self) -> bool:
        """Whether it was played to its end."""
        step = self.lesson.steps[-1]
        self.screen.print("")
        self.screen.print(step.text[self.language])
        self.screen.say("play.begin", "dim")
        while True:
            self.let_bots_move()
            if is_over(self.table.game, self.guided, self.table.state):
                break
            self.show_news()
            typed = self.ask(f"{self.prompt()}> ")
            if typed is None:
                return False
            self.obey(typed)
            if self.left:
                return False
        self.end()
        if step.done:
            self.screen.print(step.done[self.language], "green")
        return True

    def end(self) -> None:
        """The result, or who is winning where the lesson stops."""
        if self.table.over:
            self.show_news()
        else:
            self.screen.standing(self.table.standing(self.people()[0]))

    def show_moves(self, seat: Seat) -> None:
        super().show_moves(seat)
        hint = self.guide.hint(self.table.state, seat)
        if hint is not None:
            self.screen.print(hint.text[self.language], "yellow")
        advice = self.guide.advice(self.table.state, seat, self.table.ply)
        if advice is not None:
            self.screen.say("learn.advice", "yellow")
            self.screen.advice(self.table.state, [advice])
