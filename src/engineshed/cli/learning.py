"""A lesson on the screen: what it says, what is typed, and what is said to that."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from engineshed.cli.phrases import game_language
from engineshed.cli.screen import Screen
from engineshed.core.contract import Illegal
from engineshed.core.errors import Trouble
from engineshed.core.explaining import find_thing
from engineshed.lab.lessons import SKIPPED, Answer, Lesson, Place, Teacher, Texts


def ask(screen: Screen, prompt: str) -> str | None:
    """A line, or None at the end of the input. A line from a pipe is echoed, so that a transcript shows it."""
    try:
        typed = input(prompt).strip()
    except EOFError:
        screen.print("")
        return None
    if not sys.stdin.isatty():
        screen.print(typed)
    return typed


class Learning:
    """Somebody who takes a lesson, until it ends or they leave."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        self.lesson, self.screen, self.teacher = lesson, screen, Teacher(lesson)
        self.language = game_language(lesson.game, screen.phrases.language)
        self.done: list[str] = []
        """What was done at each step so far."""
        self.told = -1
        """The step that is on the screen."""
        english: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "omit": self.omit,
            "repeat": self.repeat,
            "moves": self.moves,
            "explain": self.explain,
            "rule": self.rule,
            "board": self.board,
        }
        own = {screen.phrases.text(f"command.{name}"): command for name, command in english.items()}
        self.commands = {"?": self.help, **own, **english}
        self.leaving = {"quit", "exit", screen.phrases.text("command.quit")}

    @property
    def here(self) -> Place | None:
        """Where the pupil is; None at the end, and before a game to play."""
        place = self.teacher.place(self.done)
        return None if place is None or place.step.play is not None else place

    def run(self) -> bool:
        """Whether the pupil came to the end."""
        self.screen.print(self.lesson.file.title[self.language], "bold")
        self.screen.say("learn.begin", "dim")
        while (here := self.here) is not None:
            self.show(here)
            typed = ask(self.screen, f"{self.screen.look.name(here.seat) if here.step.moves else ''}> ")
            if typed is None or typed.lower() in self.leaving:
                return False
            self.obey(here, typed)
        return True

    def show(self, here: Place) -> None:
        """The step, unless it is on the screen already."""
        if here.number == self.told:
            return
        self.told = here.number
        screen, steps = self.screen, len(self.lesson.steps)
        screen.print("")
        screen.changes(here.state, here.seat)
        screen.print(f"{here.number + 1}/{steps}  {self.said(here.step.text)}")
        self.point(here, here.step.points, here.state)
        if here.step.moves:
            screen.say("learn.task", "bold", seat=screen.look.name(here.seat), task=self.said(here.step.task))
        else:
            screen.say("learn.press", "dim")

    def point(self, here: Place, names: Sequence[str], state: Any) -> None:
        """Name what the page would light up."""
        game, view = self.teacher.game, self.teacher.game.rules.view(state, here.seat)
        explained = [game.explains.explain(view, thing) for thing in self.teacher.things(here, names, state)]
        found = [self.screen.words.text(thing.name) for thing in explained if thing is not None]
        if found:
            self.screen.print(f"→ {'; '.join(found)}", "cyan")

    def said(self, texts: Texts) -> str:
        return texts[self.language]

    # What is typed

    def obey(self, here: Place, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif here.step.moves and typed:
                self.answer(here, typed)
            elif here.step.moves:
                self.told = -1
            elif not typed:
                self.omit("")
            else:
                self.screen.say("learn.press", "yellow")
        except Illegal as refusal:
            self.screen.refusal(refusal)
            self.comment(here, typed)
        except Trouble as trouble:
            self.screen.print(trouble.told(self.screen.phrases.language), "red")

    def answer(self, here: Place, typed: str) -> None:
        answer = self.teacher.answer(here, typed)
        if answer.right:
            self.go_on(here, typed, answer)
        elif answer.text:
            self.screen.print(self.said(answer.text), "yellow")
        else:
            self.screen.say("learn.otherwise", "yellow", task=self.said(here.step.task))

    def comment(self, here: Place, typed: str) -> None:
        text = self.teacher.beside(here, self.teacher.game.speech.read(here.state, typed))
        if text:
            self.screen.print(f"  {self.said(text)}", "yellow")

    def go_on(self, here: Place, typed: str, answer: Answer) -> None:
        self.screen.log(answer.plies, 1, here.seat)
        if answer.text:
            self.screen.changes(answer.state, here.seat)
            self.screen.print(self.said(answer.text), "green")
            self.point(here, here.step.done_points, answer.state)
        self.done.append(typed)

    def omit(self, _: str) -> None:
        here = self.here
        assert here is not None, "commands are obeyed at a step"
        self.go_on(here, SKIPPED, self.teacher.skip(here))

    def repeat(self, _: str) -> None:
        self.done, self.told = [], -1

    def help(self, _: str) -> None:
        self.screen.say("learn.help")

    def moves(self, beginning: str) -> None:
        here = self.here
        assert here is not None, "commands are obeyed at a step"
        rules, speech = self.teacher.game.rules, self.teacher.game.speech
        moves = list(rules.legal(here.state, here.seat)) if here.step.moves else []
        texts = [speech.write(here.state, move) for move in moves]
        self.screen.print(", ".join(text for text in texts if text.lower().startswith(beginning.lower())))

    def explain(self, name: str) -> None:
        here, game = self.here, self.teacher.game
        assert here is not None, "commands are obeyed at a step"
        view = game.rules.view(here.state, here.seat)
        if name:
            self.screen.explanation(view, find_thing(game.explains, view, self.screen.words, name), full=True)
            return
        for thing in game.explains.legend(view):
            self.screen.explanation(view, thing, full=False)

    def rule(self, rule_id: str) -> None:
        self.screen.rule(rule_id)

    def board(self, _: str) -> None:
        here = self.here
        assert here is not None, "commands are obeyed at a step"
        self.screen.position(here.state, here.seat)
