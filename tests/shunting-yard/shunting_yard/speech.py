"""How people speak about the game: the notation of moves, their questions, and descriptions of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engineshed.core.contract import Illegal, Seat
from engineshed.core.errors import Trouble, UnreadableMoveError, of_game
from engineshed.core.languages import Texts
from engineshed.core.questions import refusal_of
from engineshed.core.rng import Rng
from engineshed.core.words import Message
from shunting_yard.rules import RULES, faults, guess, view
from shunting_yard.state import COLOURS, First, State, Take, View
from shunting_yard.yard import GAME_ID, LETTERS


class Speech(Texts):
    """`Texts` reads words/ and rulebook.toml in every language."""

    def write(self, _s: State, m: First | Take) -> str:
        if isinstance(m, First):
            return f"first {COLOURS[m.seat]}"
        return f"take {m.track} {m.wagons}"

    def read(self, _s: State, text: str) -> First | Take:
        match text.lower().split():
            case ["take", track, wagons] if wagons.isdecimal() and len(wagons) < 4:
                return Take(track.upper(), int(wagons))
            case ["first", colour] if colour in COLOURS:
                return First(COLOURS.index(colour))
            case ["first", *_]:
                raise UnreadableMoveError(of_game(GAME_ID, "trouble.first"))
        raise UnreadableMoveError(of_game(GAME_ID, "trouble.take"))

    def task(self, v: View) -> Message:
        return Message(f"task.{v.stage}")

    def price(self, _s: State, _m: First | Take) -> int:
        return 0

    def why_not(self, s: State, seat: Seat, about: str) -> Illegal | None:
        """Why nothing can be done with `take`, or with `track B`; the page asks when somebody tries."""
        match about.split():
            case ["take"]:
                moves = [Take(letter, 1) for letter in LETTERS[: len(s.tracks)]]
            case ["track", letter]:
                moves = [Take(letter.upper(), 1)]
            case _:
                raise UnreadableMoveError(of_game(GAME_ID, "trouble.about"))
        return refusal_of(moves, lambda move: RULES.check(s, seat, move), farthest=["too-few"])

    def describe(self, s: State) -> dict[str, Any]:
        """A position as scenario files write it."""
        described: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(s, None)))
        return described

    def arrange(self, doc: Mapping[str, Any]) -> State:
        """The position of a description. What it leaves out is as at the beginning of a game for two."""
        given = {key: value for key, value in doc.items() if key != "by_hand"}
        begun = self.describe(RULES.start(len(doc.get("players", "..")), RULES.options()))
        try:
            s = guess(msgspec.convert({**begun, "stage": "take", **given}, View), Rng("arranged"))
        except msgspec.ValidationError as error:
            raise Trouble(of_game(GAME_ID, "trouble.position"), problem=str(error)) from None
        for fault in () if doc.get("by_hand") else faults(s):
            raise Trouble(of_game(GAME_ID, "trouble.impossible"), problem=fault)
        return s


SPEECH = Speech("shunting_yard", GAME_ID)
