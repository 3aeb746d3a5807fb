"""Printing any game: positions, the log, moves, refusals, results."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table as Columns
from rich.text import Text

from engineshed.bots.advising import Hint
from engineshed.bots.retelling import Changes
from engineshed.cli.phrases import Phrases, game_language
from engineshed.cli.rulebook import print_rule
from engineshed.core.contract import CHANCE, AnyGame, Illegal, Result, Seat
from engineshed.core.standing import Standing, Tally
from engineshed.core.table import Moves, Ply
from engineshed.core.words import ENGLISH, Param
from engineshed.terminal.look import look_of, see
from engineshed.terminal.tables import numbers_table

WIDTH = 104
"""Columns if the output is not a terminal: enough for the widest board."""

EXAMPLES = 3

HUMAN = "human"
"""The name in a record of a player who is not a bot."""


def terminal() -> Console:
    """Standard output. Texts are printed as they are, so that a bracket in a name is not taken for markup."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, markup=False, emoji=False, width=None if known else WIDTH)


def errors() -> Console:
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


class Screen:
    """Prints one game, in one language."""

    def __init__(self, game: AnyGame, console: Console, language: str = ENGLISH) -> None:
        self.game, self.console, self.phrases = game, console, Phrases(language)
        spoken = game_language(game, language)
        self.words, self.rulebook = game.speech.words_in(spoken), game.speech.rulebook_in(spoken)
        self.look = look_of(game, self.words)
        self.shown: tuple[Seat | None, list[list[Segment]]] = None, []
        """The parts of the position that were printed last, and for whom."""

    def print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def say(self, message: str, /, style: str = "", **params: Param) -> None:
        """A sentence of the command line."""
        self.print(self.phrases.say(message, **params), style)

    def seating(self, players: Sequence[str]) -> str:
        """Who sits where: bots by their names, people in the reader's language."""
        human, seats = self.phrases.text("play.human"), range(len(self.game.seat_names))
        names = (human if player == HUMAN else player for player in players)
        return ", ".join(f"{self.look.name(seat)} {name}" for seat, name in zip(seats, names, strict=False))

    def position(self, state: Any, seat: Seat | None) -> None:
        """The whole position, as this seat sees it."""
        self.shown = None, []
        self.changes(state, seat)

    def changes(self, state: Any, seat: Seat | None) -> None:
        """Print only what is not on the screen already: during an auction, the unchanged board is not drawn again."""
        sight = see(self.game, state, seat)
        parts = [
            list(self.console.render(part)) for part in (*self.look.table(sight).renderables, self.look.own(sight))
        ]
        known = self.shown[1] if seat == self.shown[0] else []
        self.shown = seat, parts
        for part in parts:
            if part not in known:
                self.console.print(Segments(part))

    def hands(self, state: Any, seats: int) -> None:
        """What only the seats themselves can see, such as their hands."""
        for seat in range(seats):
            self.console.print(self.look.own(see(self.game, state, Seat(seat))))

    def log(self, plies: Sequence[Ply], first: int, viewer: Seat | None, *, everything: bool = False) -> None:
        """What happened, in words, as far as this viewer may know; ``first`` is the first ply's number."""
        for number, ply in enumerate(plies, start=first):
            for sentence in self._sentences(ply, viewer, everything):
                self.console.print(Text.assemble((f"{number:>4}  ", "dim"), sentence))

    def _sentences(self, ply: Ply, viewer: Seat | None, everything: bool) -> list[str]:
        """A ply without facts is shown as its text; one whose facts are all secret is not shown."""
        if not ply.facts:
            name = self.phrases.text("log.chance") if ply.seat == CHANCE else self.look.name(ply.seat)
            return [f"{name}: {ply.text}"]
        visible = [fact for fact in ply.facts if everything or fact.to is None or viewer in fact.to]
        return [self.words.say(fact) for fact in visible]

    def texts(self, moves: Moves, first: int, *, everything: bool = False) -> None:
        """Moves of which only the text is known; nature's may be secret."""
        for number, (seat, text) in enumerate(moves, start=first):
            if everything or seat != CHANCE:
                name = self.phrases.text("log.chance") if seat == CHANCE else self.look.name(seat)
                self.console.print(Text.assemble((f"{number:>4}  ", "dim"), f"{name}: {text}"))

    def hints(self, state: Any, view: Any, moves: Sequence[Any]) -> None:
        """The kinds of legal moves, how many there are of each, and a few of them."""
        columns = Columns.grid(padding=(0, 2, 0, 0))
        columns.add_column(style="bold", no_wrap=True)
        columns.add_column(justify="right")
        columns.add_column(overflow="fold")
        for kind, same in self.by_kind(state, moves).items():
            first = self.look.best_first(view, same)[:EXAMPLES]
            examples = ", ".join(self.game.speech.write(state, move) for move in first)
            columns.add_row(kind, str(len(same)), examples + (", ..." if len(same) > EXAMPLES else ""))
        self.console.print(columns)

    def by_kind(self, state: Any, moves: Sequence[Any]) -> dict[str, list[Any]]:
        """Moves by their first word, as they are typed."""
        kinds: dict[str, list[Any]] = {}
        for move in moves:
            kinds.setdefault(self.game.speech.write(state, move).partition(" ")[0], []).append(move)
        return kinds

    def refusal(self, refusal: Illegal) -> None:
        """The rule that refuses a move, the reason in this case, and the text of the rule."""
        rule = self.rulebook.rule(refusal.rule)
        self.say("refusal.by", "bold red", rule=rule.id, title=rule.title)
        self.print(f"  {self.words.say(refusal.message)}")
        self.print(f"  {rule.id}: {rule.text}", "dim")

    def explanation(self, view: Any, thing: str, *, full: bool) -> None:
        """What something on the table is; in full, with its rule."""
        explained = self.game.explains.explain(view, thing)
        if explained is None:
            return
        signs = f"{explained.picture.signs}  " if explained.picture else ""
        self.print(signs + self.words.say(explained.name), "bold")
        for sentence in explained.now:
            self.print(f"  {self.words.say(sentence)}")
        for rule in map(self.rulebook.rule, explained.rules[:full]):
            self.print(f"  {rule.id}: {rule.text}", "dim")

    def advice(self, state: Any, hints: Sequence[Hint]) -> None:
        """Good moves, with what speaks for them and how sure it is."""
        for number, hint in enumerate(hints, 1):
            price = self.game.speech.price(state, hint.move)
            move = self.game.speech.write(state, hint.move)
            self.say("hint.price" if price > 0 else "hint.move", "bold", number=number, move=move, price=price)
            for reason in hint.reasons:
                self.print(f"   {self.words.say(reason)}")
            surety = "near" if number > 1 and hint.surety == "close" else hint.surety
            self.print(f"   {self.phrases.say(f'hint.{surety}')}", "dim")

    def changes_of(self, seat: int, changed: Changes) -> None:
        """What somebody's moves have changed, for them and for the reader."""
        if not changed.theirs and not changed.mine:
            self.say("happened.nothing")
        for heading, told in (("for-them", changed.theirs), ("for-me", changed.mine)):
            if told:
                self.say(f"happened.{heading}", seat=self.look.name(seat))
            for change in told:
                self.print(f"  {self.words.say(change)}")

    def rule(self, rule_id: str) -> None:
        print_rule(self.rulebook, self.rulebook.rule(rule_id), self.console)

    def standing(self, standing: Standing) -> None:
        """The goal, where the game is, and everybody's points with their parts, as far as this viewer may know."""
        say, words = self.phrases.say, self.words
        self.print(words.say(standing.goal))
        if standing.phase is not None:
            numbers: dict[str, Param] = {"round": standing.round, "phase": words.text(standing.phase)}
            if standing.rounds is None:
                self.print(say("standing.round", **numbers), "bold")
            else:
                self.print(say("standing.round-of", rounds=standing.rounds, **numbers), "bold")
        if standing.next:
            self.say("standing.next", "dim", next=", ".join(words.text(message) for message in standing.next))
        if standing.tallies:
            self._tallies(standing.tallies)

    def _tallies(self, tallies: Sequence[Tally]) -> None:
        parts = list(dict.fromkeys(part for tally in tallies for part in tally.parts))
        names = [self.words.templates.get(f"part.{part}", part) for part in parts]
        seat, total = (self.phrases.text(f"result.{heading}") for heading in ("seat", "total"))
        columns, hidden = numbers_table(seat, *names, total, words=[""]), self.phrases.text("standing.hidden")
        for number, tally in enumerate(tallies):
            points = [tally.parts.get(part, 0) for part in parts]
            values = [hidden if value is None else str(value) for value in points]
            sum_ = f"{tally.total}{'' if tally.complete else ' + ' + hidden}"
            columns.add_row(self.look.seat(number), *values, sum_, self._progress(tally))
        self.console.print(columns)
        if not all(tally.complete for tally in tallies):
            self.say("standing.part-hidden", "dim")

    def _progress(self, tally: Tally) -> str:
        hidden = self.phrases.text("standing.hidden")
        return ", ".join(
            self.phrases.text(
                "standing.progress",
                goal=self.words.text(step.goal),
                done=hidden if step.done is None else step.done,
                of=step.of,
            )
            for step in tally.progress
        )

    def result(self, result: Result) -> None:
        """Ranks, scores with their parts, and why the game ended."""
        self.say("result.over", "bold", reason=self.words.say(result.reason))
        parts = list(dict.fromkeys(part for score in result.scores for part in score.parts))
        names = [self.words.templates.get(f"part.{part}", part) for part in parts]
        seat, rank, total = (self.phrases.text(f"result.{heading}") for heading in ("seat", "rank", "total"))
        ties = [self.phrases.text("result.tie")] if any(score.tiebreak for score in result.scores) else []
        columns = numbers_table(seat, rank, *names, total, *ties)
        order = sorted(range(len(result.ranks)), key=lambda number: (result.ranks[number], number))
        for number in order:
            score = result.scores[number]
            values = [str(score.parts.get(part, 0)) for part in parts]
            tiebreak = [", ".join(str(value) for value in score.tiebreak)] if ties else []
            columns.add_row(self.look.seat(number), str(result.ranks[number]), *values, str(score.total), *tiebreak)
        self.console.print(columns)
