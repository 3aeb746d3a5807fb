"""Playing a scenario: what its file expects is compared with the game, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Fact, Illegal, Seat
from engineshed.core.datafile import convert
from engineshed.core.errors import BadFileError, CannotUndoError, Trouble, UnreadableMoveError, advice, say
from engineshed.core.registry import find_game
from engineshed.core.table import Ply, Table
from engineshed.core.words import ENGLISH, Message, Param
from engineshed.lab.scenario.comparing import (
    FACT,
    MISSING,
    InPosition,
    InView,
    Mismatch,
    mismatches,
    shown,
    tells,
)
from engineshed.lab.scenario.reading import Continuation, Scenario, Step, check_languages, placed, read_scenario

NATURE = "chance"
"""The seat of nature in scenario files."""
SPECTATOR = "spectator"
"""A spectator in scenario files."""

MOST_OFFERS = 10_000
"""The most of nature's moves to list; there may be far too many to list them all."""


class Difference(msgspec.Struct, frozen=True):
    """Something that differs from what the file expects, in the reader's language."""

    source: str
    continuation: int
    """Counted from 1; 0 for the steps before any continuation."""
    step: int
    """Counted from 1; 0 for the position before the first step."""
    path: str
    expected: str
    found: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def run_scenario(given: str | Mapping[str, Any], source: str, language: str = ENGLISH) -> list[Difference]:
    """Play a scenario with all its continuations; an empty list means that everything was as expected."""
    return scenario_differences(read_scenario(given, source), source, language)


def scenario_differences(scenario: Scenario, source: str, language: str = ENGLISH) -> list[Difference]:
    """The same for a scenario that has been read."""
    run, sound = _begun(scenario, source, language)
    differences = list(run.differences)
    for number, continuation in enumerate(scenario.continuations if sound else (), start=1):
        differences += run.continued(number, continuation)
    return differences


def scenario_course(scenario: Scenario, source: str) -> tuple[list[Any], list[Ply]]:
    """The positions of a scenario up to where it branches, and the moves between them."""
    run, _ = _begun(scenario, source, ENGLISH)
    return run.table.states, run.table.plies


class Scene(msgspec.Struct, frozen=True):
    """A moment of a scenario: what somebody did, or tried to do, and the position after it."""

    seat: Seat
    text: str
    """The move as it is typed; empty if a move was taken back."""
    state: Any
    facts: tuple[Fact, ...] = ()
    refusal: Illegal | None = None


def scenario_scenes(scenario: Scenario, source: str) -> tuple[Any, list[list[Scene]]]:
    """The position of a scenario, its steps as scenes, and then those of each continuation."""
    run, _ = _begun(scenario, source, ENGLISH)
    start, branches = run.table.states[0], [run.scenes]
    for number, continuation in enumerate(scenario.continuations, start=1):
        branch = run.branch(number)
        branch.take_all(continuation.steps)
        branches.append(branch.scenes)
    return start, branches


def _begun(scenario: Scenario, source: str, language: str) -> tuple[_Run, bool]:
    """Play the steps before any continuation; also returns whether it makes sense to continue after them."""
    game = find_game(scenario.game)
    try:
        state = game.speech.arrange({**scenario.position, **({"by_hand": True} if scenario.by_hand else {})})
    except Trouble as trouble:
        raise placed(trouble, source, "position") from None
    run = _Run(game, source, language, _table(game, state))
    run.look(scenario.expect, scenario.sees)
    return run, run.take_all(scenario.steps)


def _table(game: AnyGame, state: Any) -> Table[Any, Any, Any]:
    """A table with this position."""
    table: Table[Any, Any, Any] = Table(game, len(game.rules.scores(state)), seed=None)
    table.states = [state]
    return table


class _Run:
    """A scenario being played."""

    def __init__(self, game: AnyGame, source: str, language: str, table: Table[Any, Any, Any]) -> None:
        self.game, self.source, self.language, self.table = game, source, language, table
        self.continuation = self.number = 0
        self.names: Sequence[str] = game.seat_names[: table.seats]
        self.differences: list[Difference] = []
        self.scenes: list[Scene] = []

    @property
    def state(self) -> Any:
        return self.table.state

    def continued(self, number: int, continuation: Continuation) -> list[Difference]:
        """What differs in a continuation; this run stays as it is."""
        run = self.branch(number)
        run.take_all(continuation.steps)
        return run.differences

    def branch(self, number: int) -> _Run:
        """The same position, to continue from in another way."""
        table = _table(self.game, self.state)
        table.states, table.plies = list(self.table.states), list(self.table.plies)
        run = _Run(self.game, self.source, self.language, table)
        run.continuation = number
        return run

    def take_all(self, steps: Sequence[dict[str, Any]]) -> bool:
        """Whether every step went as the file says; after one that did not, the next makes no sense."""
        for self.number, step in enumerate(steps, start=1):
            if not self.take(convert(step, Step, f"{self.source}, {self.place(ENGLISH)}")):
                return False
        return True

    def take(self, step: Step) -> bool:
        self.check_step(step)
        seat = self.seat(step)
        self.check_offers(seat, step)
        before = self.table.ply
        taken = self.undo(seat, step) if step.undo else step.move is None or self.play(seat, step.move, step)
        if not taken:
            return False
        self.check_log(self.table.plies[before:], step)
        self.look(step.expect, step.sees)
        return True

    # Places and differences

    def place(self, language: str) -> str:
        if not self.number:
            return self.text("position", language)
        kind = "continuation" if self.continuation else "step"
        return self.text(kind, language, step=self.number, continuation=self.continuation)

    def text(self, message: str, language: str = "", **params: Param) -> str:
        return say(Message(f"scenario.{message}", params), language or self.language)

    def differ(self, path: str, expected: str, found: str) -> None:
        sentence = self.text(
            "differs",
            source=self.source,
            place=self.place(self.language),
            path=path,
            expected=expected,
            found=found,
        )
        self.differences.append(
            Difference(self.source, self.continuation, self.number, path, expected, found, sentence)
        )

    def bad_step(self, problem: str, **params: Param) -> BadFileError:
        return BadFileError(self.source, self.place(ENGLISH), f"scenario.{problem}", **params)

    def check_step(self, step: Step) -> None:
        """Whether the keys of a step make sense together."""
        plays = step.move is not None or step.undo
        wrong = {
            "undo-move": step.undo and step.move is not None,
            "refused-nothing": bool(step.refused) and not plays,
            "undo-rule": step.undo and isinstance(step.refused, str),
            "says-nothing": bool(step.says) and not step.refused,
            "log-nothing": bool(step.log or step.log_not) and (step.move is None or bool(step.refused)),
        }
        for problem, so in wrong.items():
            if so:
                raise self.bad_step(problem)
        check_languages(step.says, self.source, f"{self.place(ENGLISH)}, says")

    # Whose step it is

    def seat(self, step: Step) -> Seat:
        if step.seat is None:
            return self.usual_seat(step)
        if step.seat == NATURE:
            return CHANCE
        if isinstance(step.seat, int):
            if not 0 <= step.seat < len(self.names):
                raise self.bad_step("seat-number", most=len(self.names) - 1, seat=step.seat)
            return Seat(step.seat)
        return self.named_seat(step.seat, NATURE)

    def usual_seat(self, step: Step) -> Seat:
        """The seat that is to act, or the one whose move is taken back."""
        acting = self.table.to_act()
        if step.undo and self.table.plies:
            return self.table.plies[-1].seat
        if not acting:
            raise self.bad_step("whose-move")
        return acting[0]

    def named_seat(self, name: str, other: str) -> Seat:
        if name not in self.names:
            trouble = BadFileError(self.source, self.place(ENGLISH), "no.seat", name=name)
            raise trouble.advised(advice(name, [*self.names, other]))
        return Seat(self.names.index(name))

    # What is offered

    def check_offers(self, seat: Seat, step: Step) -> None:
        for text in step.offers:
            self.check_offer(seat, text, offered=True)
        for text in step.offers_not:
            self.check_offer(seat, text, offered=False)
        if step.offers_exactly is not None:
            self.check_all_offers(seat, step.offers_exactly)

    def check_offer(self, seat: Seat, text: str, *, offered: bool) -> None:
        path = "offers" if offered else "offers_not"
        try:
            found = self.offered(seat, self.game.speech.read(self.state, text))
        except UnreadableMoveError as error:
            self.differ(path, repr(text), self.no_move(error))
            return
        if found != offered:
            self.differ(path, repr(text), self.text("offered" if found else "not-offered"))

    def offered(self, seat: Seat, move: Any) -> bool:
        """Looks a player's move up in the list; not nature's, because a shuffle has too many outcomes to list."""
        if seat != CHANCE:
            return move in self.game.rules.legal(self.state, seat)
        try:
            self.game.rules.check(self.state, seat, move)
        except Illegal:
            return False
        return True

    def check_all_offers(self, seat: Seat, texts: Sequence[str]) -> None:
        read, write = self.game.speech.read, self.game.speech.write
        wanted = []
        for text in texts:
            try:
                wanted.append(read(self.state, text))
            except UnreadableMoveError as error:
                self.differ("offers_exactly", repr(text), self.no_move(error))
        found = list(islice(self.game.rules.legal(self.state, seat), MOST_OFFERS))
        for text in (write(self.state, move) for move in wanted if move not in found):
            self.differ("offers_exactly", repr(text), self.text("not-offered"))
        for text in (write(self.state, move) for move in found if move not in wanted):
            self.differ("offers_exactly", self.text("no-more"), repr(text))

    # Moves

    def play(self, seat: Seat, text: str, step: Step) -> bool:
        """Whether the move was accepted or refused as the file says."""
        path = f"move {text!r}"
        try:
            self.table.replay(seat, self.game.speech.read(self.state, text))
        except Illegal as refusal:
            self.scenes.append(Scene(seat, text, self.state, refusal=refusal))
            return self.refused(path, step, refusal)
        except UnreadableMoveError as error:
            self.differ(path, self.wanted(step), self.no_move(error))
            return False
        self.scenes.append(Scene(seat, text, self.state, self.table.plies[-1].facts))
        return self.accepted(path, step)

    def undo(self, seat: Seat, step: Step) -> bool:
        try:
            self.table.undo(seat)
        except CannotUndoError as error:
            if not step.refused:
                self.differ("undo", self.wanted(step), error.told(self.language))
                return False
            self.check_sentence("undo", step, error.told)
            return True
        self.scenes.append(Scene(seat, "", self.state))
        return self.accepted("undo", step)

    def accepted(self, path: str, step: Step) -> bool:
        if step.refused:
            self.differ(path, self.wanted(step), self.text("accepted"))
        return not step.refused

    def refused(self, path: str, step: Step, refusal: Illegal) -> bool:
        if step.refused is not True and step.refused != refusal.rule:
            found = self.text("refused-as", rule=refusal.rule, sentence=self.sentence(refusal, self.language))
            self.differ(path, self.wanted(step), found)
            return False
        self.check_sentence(path, step, lambda language: self.sentence(refusal, language))
        return True

    def check_sentence(self, path: str, step: Step, said: Callable[[str], str]) -> None:
        wanted = {ENGLISH: step.says} if isinstance(step.says, str) else step.says
        for language, sentence in wanted.items():
            if sentence and said(language) != sentence:
                self.differ(f"{path}, says {language}", repr(sentence), repr(said(language)))

    def wanted(self, step: Step) -> str:
        if not step.refused:
            return self.text("accepted")
        return self.text("refused") if step.refused is True else self.text("refused-by", rule=step.refused)

    def sentence(self, refusal: Illegal, language: str) -> str:
        return self.game.speech.words_in(language).say(refusal.message)

    def no_move(self, error: Trouble) -> str:
        return self.text("no-move", problem=error.told(self.language))

    # What came of it

    def check_log(self, plies: Sequence[Ply], step: Step) -> None:
        words = self.game.speech.words
        facts = [fact for ply in plies for fact in ply.facts]
        for entries, told in ((step.log, True), (step.log_not, False)):
            for entry in map(self.fact, entries):
                if any(tells(fact, entry, words, self.names) for fact in facts) != told:
                    found = "; ".join(map(shown, facts)) or self.text("silence")
                    self.differ("log" if told else "log_not", repr(entry), found)

    def fact(self, entry: str | dict[str, Any]) -> dict[str, Any]:
        """A fact that the game can report; if the file gives only its name, the parameters do not matter."""
        doc = {FACT: entry} if isinstance(entry, str) else entry
        name = doc.get(FACT)
        known = [key.removeprefix("fact.") for key in self.game.speech.words.templates if key.startswith("fact.")]
        if name not in known:
            trouble = self.bad_step("no-fact", fact=str(name))
            raise trouble.advised(advice(str(name), known))
        return doc

    def look(self, expected: Mapping[str, Any], seen: Mapping[str, Mapping[str, Any]]) -> None:
        """Compare the position, and what seats see of it."""
        if expected:
            self.tell(mismatches(expected, self.found(expected), InPosition(self.game, self.state)))
        for name, part in seen.items():
            seat = None if name == SPECTATOR else self.named_seat(name, SPECTATOR)
            view = msgspec.json.decode(msgspec.json.encode(self.table.view(seat)))
            self.tell(mismatches(part, view, InView(self.names), ("sees", name)))

    def tell(self, found: Iterator[Mismatch]) -> None:
        for mismatch in found:
            got = self.text("missing") if mismatch.found is MISSING else repr(mismatch.found)
            tip = f"; {say(mismatch.advice, self.language)}" if mismatch.advice else ""
            self.differ(mismatch.path, repr(mismatch.expected), got + tip)

    def found(self, expected: Mapping[str, Any]) -> dict[str, Any]:
        """The position as ``describe`` gives it, with who is to act, the scores and the result."""
        game, state, names = self.game, self.state, self.names
        acting = [NATURE if seat == CHANCE else names[seat] for seat in game.rules.to_act(state)]
        found: dict[str, Any] = msgspec.to_builtins(game.speech.describe(state))
        found["to_act"] = "over" if not acting else acting[0] if len(acting) == 1 else acting
        found["scores"] = self.scores(expected.get("scores"))
        result = game.rules.result(state)
        if result is not None:
            winners = [name for name, rank in zip(names, result.ranks, strict=True) if rank == 1]
            found["result"] = {"winners": winners, "ranks": list(result.ranks), "reason": result.reason.id}
        return found

    def scores(self, expected: Any) -> dict[str, Any]:
        """Totals, or the parts if the file asks for parts."""
        asked = expected if isinstance(expected, Mapping) else {}
        return {
            name: score.parts if isinstance(asked.get(name), Mapping) else score.total
            for name, score in zip(self.names, self.game.rules.scores(self.state), strict=True)
        }
