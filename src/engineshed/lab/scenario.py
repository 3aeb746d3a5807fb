"""Scenarios: a position, moves, and what must come of them, in a file that a player can read and write.

The same files explain a rule to a person and hold the engine to it. What a step says is checked in this
order: ``offers`` and ``offers_not`` in the position before the move, then the move itself, then ``expect``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.datafile import convert, parse_toml
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, UnreadableMoveError, suggest
from engineshed.core.loop import only, play
from engineshed.core.registry import find_game
from engineshed.core.table import Ply, ply_of

NATURE = "chance"
"""What scenarios call the seat of nature."""


class StepDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step. Without a move it only looks; with ``refused`` the move must be refused by exactly that rule."""

    seat: int | str | None = None
    move: str | None = None
    refused: str | None = None
    offers: tuple[str, ...] = ()
    offers_not: tuple[str, ...] = ()
    expect: dict[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file as it stands; its steps are read one by one, so that a mistake names its step."""

    id: str
    game: str
    title: str
    text: str
    rules: tuple[str, ...]
    by_hand: bool = False
    position: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    steps: tuple[dict[str, Any], ...] = ()


class Difference(msgspec.Struct, frozen=True):
    """Something that came out otherwise than the file says."""

    source: str
    step: int
    """From 1; 0 is the position before the first step."""
    path: str
    expected: str
    found: str

    def __str__(self) -> str:
        place = f"step {self.step}" if self.step else "position"
        return f"{self.source}, {place}: {self.path}: expected {self.expected}, found {self.found}"


def scenario_files(game: AnyGame) -> list[Traversable]:
    """The scenarios that are packaged with a game: ``data/scenarios/*.toml`` in its package."""
    if not game.package:
        return []
    folder = files(game.package) / "data" / "scenarios"
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def read_scenario(given: str | Mapping[str, Any], source: str) -> Scenario:
    """A scenario from the text of its file, or from its tables; the game's rules must know what it names."""
    doc = parse_toml(given, source) if isinstance(given, str) else dict(given)
    scenario = convert(doc, Scenario, source)
    try:
        book = find_game(scenario.game).speech.rulebook
        for rule in scenario.rules:
            book.rule(rule)
    except UnknownNameError as error:
        raise BadFileError(source, error.what, "file.misfit", problem=error) from None
    return scenario


def run_scenario(given: str | Mapping[str, Any], source: str) -> list[Difference]:
    """Play a scenario; an empty list means that all came out as the file says."""
    return _played(read_scenario(given, source), source).differences


def scenario_course(scenario: Scenario, source: str) -> tuple[list[Any], list[Ply]]:
    """The position of a scenario and those that its moves lead to, and these moves."""
    run = _played(scenario, source)
    return run.states, run.plies


def _played(scenario: Scenario, source: str) -> _Run:
    game = find_game(scenario.game)
    try:
        state = game.speech.arrange({**scenario.position, **({"by_hand": True} if scenario.by_hand else {})})
    except Trouble as trouble:
        raise BadFileError(source, "position", "file.misfit", problem=trouble) from None
    run = _Run(game, source, state)
    run.expect(scenario.expect)
    for number, step in enumerate(scenario.steps, start=1):
        run.number = number
        if not run.take(convert(step, StepDoc, f"{source}, step {number}")):
            break
    return run


class _Run:
    """A scenario being played."""

    def __init__(self, game: AnyGame, source: str, state: Any) -> None:
        self.game, self.source, self.number = game, source, 0
        self.states, self.plies = [state], list[Ply]()
        self.differences: list[Difference] = []

    @property
    def state(self) -> Any:
        return self.states[-1]

    def differ(self, path: str, expected: str, found: str) -> None:
        self.differences.append(Difference(self.source, self.number, path, expected, found))

    def take(self, step: StepDoc) -> bool:
        """Whether the next step makes sense: not when this one's move was not taken as the file says."""
        seat = self.seat(step.seat)
        for text in step.offers:
            self.check_offer(seat, text, offered=True)
        for text in step.offers_not:
            self.check_offer(seat, text, offered=False)
        if step.move is None:
            if step.refused is not None:
                raise self.bad_step("refused says by which rule a move is refused, but there is no move")
        elif not self.play(seat, step.move, step.refused):
            return False
        self.expect(step.expect)
        return True

    def seat(self, given: int | str | None) -> Seat:
        if given is None:
            acting = self.game.rules.to_act(self.state)
            if not acting:
                raise self.bad_step("the game is over, so the step must say whose move it is")
            return acting[0]
        names = self.names()
        if given == NATURE:
            return CHANCE
        if isinstance(given, int):
            if not 0 <= given < len(names):
                raise self.bad_step(f"seat is a number from 0 to {len(names) - 1}, not {given}")
            return Seat(given)
        if given not in names:
            raise self.bad_step(f"there is no seat {given!r}{suggest(given, [*names, NATURE])}")
        return Seat(names.index(given))

    def names(self) -> list[str]:
        return list(self.game.seat_names[: len(self.game.rules.scores(self.state))])

    def bad_step(self, problem: str) -> BadFileError:
        return BadFileError(self.source, f"step {self.number}", problem)

    def check_offer(self, seat: Seat, text: str, *, offered: bool) -> None:
        path = "offers" if offered else "offers_not"
        try:
            found = self.offered(seat, self.game.speech.read(self.state, text))
        except UnreadableMoveError as error:
            self.differ(path, repr(text), f"no move ({error})")
            return
        if found != offered:
            self.differ(path, repr(text), "that it is offered" if found else "that it is not offered")

    def offered(self, seat: Seat, move: Any) -> bool:
        """Players' moves are looked up in their list; nature's are not, for a shuffle has too many outcomes to list."""
        if seat != CHANCE:
            return move in self.game.rules.legal(self.state, seat)
        try:
            self.game.rules.check(self.state, seat, move)
        except Illegal:
            return False
        return True

    def play(self, seat: Seat, text: str, refused: str | None) -> bool:
        """Whether the move was accepted or refused as the file says."""
        wanted = "accepted" if refused is None else f"refused by {refused}"
        try:
            move = self.game.speech.read(self.state, text)
            self.game.rules.check(self.state, seat, move)
        except Illegal as refusal:
            if refusal.rule == refused:
                return True
            sentence = self.game.speech.words.say(refusal.message)
            self.differ(f"move {text!r}", wanted, f"refused by {refusal.rule}: {sentence}")
            return False
        except UnreadableMoveError as error:
            self.differ(f"move {text!r}", wanted, f"no move ({error})")
            return False
        if refused is not None:
            self.differ(f"move {text!r}", wanted, "accepted")
            return False
        for turn in play(self.game.rules, self.state, only(seat, move), seed=None):
            self.plies.append(ply_of(self.game, turn))
            self.states.append(turn.step.state)
        return True

    def expect(self, expected: Mapping[str, Any]) -> None:
        if not expected:
            return
        for path, want, got in _mismatches("", expected, self.found(expected)):
            self.differ(path, want, got)

    def found(self, expected: Mapping[str, Any]) -> dict[str, Any]:
        """The position as ``describe`` tells it, with who is to act, the scores and the result."""
        game, state, names = self.game, self.state, self.names()
        acting = [NATURE if seat == CHANCE else names[seat] for seat in game.rules.to_act(state)]
        found: dict[str, Any] = msgspec.to_builtins(game.speech.describe(state))
        found["to_act"] = "over" if not acting else acting[0] if len(acting) == 1 else acting
        found["scores"] = self.scores(names, expected.get("scores"))
        result = game.rules.result(state)
        if result is not None:
            winners = [name for name, rank in zip(names, result.ranks, strict=True) if rank == 1]
            found["result"] = {"winners": winners, "ranks": list(result.ranks), "reason": result.reason.id}
        return found

    def scores(self, names: list[str], expected: Any) -> dict[str, Any]:
        """Totals, or the parts where the file asks for parts."""
        asked = expected if isinstance(expected, Mapping) else {}
        return {
            name: score.parts if isinstance(asked.get(name), Mapping) else score.total
            for name, score in zip(names, self.game.rules.scores(self.state), strict=True)
        }


def _mismatches(path: str, expected: Any, found: Any) -> Iterator[tuple[str, str, str]]:
    """Tables are compared key by key as far as the file says; everything else must be equal."""
    if not isinstance(expected, Mapping):
        if expected != found:
            yield path, repr(expected), repr(found)
        return
    if not isinstance(found, Mapping):
        yield path, repr(expected), repr(found)
        return
    for key, want in expected.items():
        place = f"{path}.{key}" if path else key
        if key not in found:
            yield place, repr(want), f"nothing{suggest(key, list(found))}"
        else:
            yield from _mismatches(place, want, found[key])
