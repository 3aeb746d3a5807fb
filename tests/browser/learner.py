"""Somebody who takes lessons and knows only what the page shows, in any of its languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import wait_until
from tests.documents import ROOT

WORD = re.compile(r"\w+")
WORDS = ROOT / "client" / "src" / "words"


class Learner:
    """At a page; ``language`` is the one that the page speaks."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.words: dict[str, str] = {}
        for name in ("shell", "rare", "table"):
            self.words |= json.loads((WORDS / language / f"{name}.json").read_text(encoding="utf-8"))
        self.at_step: Callable[[], None] = lambda: None
        """Called when the page shows a step, and again when its task is done."""

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("region", name=self.words["shell.learn.lesson"], exact=True)

    def button(self, key: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=self.words[key], exact=True)

    # A lesson of steps

    def take(self, lesson: str) -> None:
        """Take a lesson to its end: go on where there is only something to read, and do what is asked."""
        self.page.goto(f"/learn/{lesson}")
        start = self.button("shell.learn.play")
        expect(start.or_(self.panel)).to_be_visible()
        if start.count():
            self.play()
            return
        while not self.over():
            self.at_step()
            if self.button("shell.learn.skip", self.panel).count():
                self.do_task()
                self.at_step()
            self.go_on()

    def over(self) -> bool:
        expect(self.panel).to_be_visible()
        learnt = self.words["shell.learn.over"].partition("{")[0]
        return learnt in self.panel.inner_text()

    def go_on(self) -> None:
        before = self.shown()
        self.button("shell.learn.next", self.panel).click()
        wait_until(lambda: self.shown() != before, "the next step")
        self.settle()

    def settle(self) -> None:
        """Wait until the page has heard what became of it."""
        expect(self.panel.get_by_role("button").first).to_be_enabled()

    def shown(self) -> str:
        return f"{self.panel.get_attribute('data-step')} {self.panel.inner_text()}"

    def do_task(self) -> None:
        """Try moves from the list, those first that have most in common with what is asked and pointed at."""
        wanted = set(WORD.findall(self.panel.inner_text().lower()))
        for move in sorted(self.moves(), key=lambda move: -likeness(move, wanted)):
            self.make(move)
            self.settle()
            if not self.button("shell.learn.skip", self.panel).count():
                return
        raise AssertionError("no move of the list fulfils the task")

    # The list of moves

    def moves(self) -> list[str]:
        found = texts_of(self.listed())
        self.page.keyboard.press("Escape")
        return found

    def make(self, move: str) -> None:
        """Choose a move from the list by its text, with or without the price below it, and confirm it."""
        assert self.could_make(move), f"{move} is not in the list"

    def could_make(self, move: str) -> bool:
        """The same; False if the list has no such move (any more)."""
        listed = self.listed()
        texts = texts_of(listed)
        heads = [text.splitlines()[0] for text in texts]
        place = texts.index(move) if move in texts else heads.index(move) if move in heads else None
        if place is None:
            self.page.keyboard.press("Escape")
            return False
        listed.nth(place).click()
        self.confirm_button.click()
        return True

    def listed(self) -> Locator:
        self.button("table.list").click()
        found = self.page.get_by_role("dialog").locator(".moves button")
        expect(found.first).to_be_visible()
        return found

    @property
    def confirm_button(self) -> Locator:
        return self.page.locator("button:visible").filter(has_text=re.compile(f"{self.words['table.confirm']}$"))

    # The guided game

    def play(self) -> None:
        """Play the guided game until it is over, and do what is advised as long as something is."""
        self.button("shell.learn.play").click()
        name, listed = self.page.get_by_role("dialog").get_by_role("textbox"), self.button("table.list")
        expect(name.or_(listed)).to_be_visible()
        if name.count():
            name.fill("Ada")
            self.button("shell.name.come-in").click()
        expect(listed).to_be_visible()
        while self.my_turn():
            self.at_step()
            before = self.played()
            if not self.answered():
                continue  # the bots went on while the list was read
            wait_until(lambda before=before: self.played() != before, "the move to be made")

    def answered(self) -> bool:
        """Make the advised move, or the first of the list; an only one is chosen already."""
        if self.button("table.list").count() == 0:
            self.confirm_button.click()
            return True
        moves = self.moves()
        return self.could_make(next((move for move in moves if self.is_advised(move)), moves[0]))

    def played(self) -> str | None:
        """How many moves have been made, as the page knows."""
        return self.page.locator("main").get_attribute("data-ply")

    def my_turn(self) -> bool:
        """Wait for the bots; False when the lesson is over."""
        end = self.panel.get_by_role("link", name=self.words["shell.learn.all"])
        enabled = self.button("table.list").or_(self.confirm_button).and_(self.page.locator(":enabled"))
        expect(enabled.or_(end).first).to_be_visible()
        return end.count() == 0

    def is_advised(self, move: str) -> bool:
        return self.panel.count() > 0 and move.splitlines()[0] in self.panel.inner_text()


def texts_of(listed: Locator) -> list[str]:
    """The texts of moves with their prices, line by line; not all of them are laid out."""
    lines = "move => [...move.childNodes].map((line) => line.textContent.trim()).filter((line) => line).join('\\n')"
    found: list[str] = listed.evaluate_all(f"moves => moves.map({lines})")
    return found


def likeness(move: str, wanted: set[str]) -> float:
    words = set(WORD.findall(move.lower()))
    return len(words & wanted) - len(words) / 100
