"""A game's bots by level: which kind of bot it is, with which weights, and how much it may think.

``data/bots.toml`` lists the levels, the best one first; the weights of each are in a file in ``data/weights``. Such a
file may begin with ``like = "greedy-1"``; then it only contains the numbers that differ from that file. How strong the
levels are is in ``data/ratings.toml``, if it has been measured.

Every game offers the same three levels under the same names: ``strong``, ``casual`` and ``beginner``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from engineshed.core.bot import AnyBot, Budget, Evaluation, Policy
from engineshed.core.datafile import convert, packaged_text, parse_toml, read_toml
from engineshed.core.errors import BadFileError, UnknownNameError, shown
from engineshed.core.strengths import FILE, BotRating, ratings_in
from engineshed.core.words import Message

Strength = str
"""An id under ``level`` in the words of the house: ``beginner``, ``casual``, ``strong``."""

NEWCOMERS: Strength = "beginner"
"""Whom somebody meets who plays for the first time."""

MakePlayer = Callable[[Any], AnyBot]
"""Makes a bot that plays with these weights."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    """The name by which people and commands choose it."""
    player: str
    """Which of the game's kinds of bots it is."""
    strength: Strength
    weights: str
    """The name of its file of weights, without ``.toml``."""
    playouts: int = 0
    """How many playouts it may spend on one answer."""
    offered: bool = True
    """Whether people are offered it; the others can only be chosen by name."""


class LevelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]
    usual: str = ""
    """The level that plays where nobody says which: quick, and neither the best nor the worst. If the file does not say
    so, it is the first one."""


class Levels:
    """The bots of a game, and what general search bots need from it: an evaluation and a quick policy."""

    def __init__(
        self,
        package: str,
        *,
        players: Mapping[str, MakePlayer],
        weights: type[msgspec.Struct],
        evaluation: Callable[[Any, Any], Any],
        policy: Policy,
    ) -> None:
        """``evaluation`` takes a state and weights; ``weights`` is the struct that weights are read into."""
        self._package, self._players, self._shape, self._evaluation = package, players, weights, evaluation
        self.policy = policy
        self.weights = cache(self._read_weights)
        file = read_toml(packaged_text(package, "data", "bots.toml"), "bots.toml", LevelFile)
        self.levels: tuple[Level, ...] = file.levels
        self._by_name = {level.name: level for level in file.levels}
        self.usual = file.usual or self.names()[0]
        self._ratings = ratings_in(self._measured(), self._by_name)
        self._check()

    def _check(self) -> None:
        if len(self._by_name) != len(self.levels):
            raise BadFileError("bots.toml", "levels", "file.levels-alike")
        if self.usual not in self._by_name:
            raise BadFileError("bots.toml", "usual", "no.bot", name=shown(self.usual))
        for level in self.levels:
            if level.player not in self._players:
                place = Message("place.level", {"name": level.name})
                raise BadFileError("bots.toml", place, "no.player", name=shown(level.player))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> list[str]:
        """All names: first the levels that people are offered, the best one first."""
        return [level.name for level in sorted(self.levels, key=lambda level: not level.offered)]

    def for_newcomers(self) -> str:
        """The level for a first game; the usual one if no level is offered to beginners."""
        gentle = (level.name for level in self.levels if level.offered and level.strength == NEWCOMERS)
        return next(gentle, self.usual)

    def level(self, name: str) -> Level:
        if name not in self._by_name:
            raise UnknownNameError("bot", name, self.names())
        return self._by_name[name]

    def _measured(self) -> str:
        """The file with ratings; empty if there is none."""
        try:
            return packaged_text(self._package, "data", FILE)
        except FileNotFoundError:
            return ""

    def rating(self, name: str) -> BotRating | None:
        """How strong a level is; None if nobody has measured it."""
        return self._ratings.get(name)

    def make(self, name: str) -> AnyBot:
        level = self.level(name)
        return self._players[level.player](self.weights(level.weights))

    def weights_of(self, name: str) -> dict[str, Any]:
        """The weights of a level as a document; ``with_weights`` takes it back."""
        doc: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.weights(self.level(name).weights)))
        return doc

    def with_weights(self, name: str, doc: Mapping[str, Any]) -> AnyBot:
        """The bot of a level, but with these weights; raises ``BadFileError`` if they do not fit."""
        return self._players[self.level(name).player](convert(dict(doc), self._shape, name))

    def budget(self, name: str) -> Budget:
        """What a bot of this name may spend; bots from other packages have no limit."""
        return Budget(self._by_name[name].playouts) if name in self._by_name else Budget()

    def evaluation(self, name: str | None = None) -> Evaluation:
        """Evaluates positions with the weights of a level; the best level if none is named."""
        level = self.levels[0] if name is None else self.level(name)
        weights = self.weights(level.weights)
        return lambda state: self._evaluation(state, weights)

    def _read_weights(self, name: str) -> Any:
        return convert(self._weights_doc(name), self._shape, f"{name}.toml")

    def _weights_doc(self, name: str) -> dict[str, Any]:
        doc = parse_toml(packaged_text(self._package, "data", "weights", f"{name}.toml"), f"{name}.toml")
        like = doc.pop("like", None)
        return doc if like is None else {**self._weights_doc(like), **doc}
