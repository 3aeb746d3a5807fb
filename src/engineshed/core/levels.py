"""A game's bots by level, told by a file: which player it is, with which weights, and how much it may think.

``data/bots.toml`` lists the levels, the best one first; the weights of each stand in a file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from engineshed.core.bot import AnyBot, Budget, Evaluation, Policy
from engineshed.core.datafile import packaged_text, read_toml
from engineshed.core.errors import BadFileError, UnknownNameError, shown
from engineshed.core.words import Message

Strength = str
"""The id of a word of the house: ``beginner``, ``experienced``."""

MakePlayer = Callable[[Any], AnyBot]
"""From weights to a bot that plays by them."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    """What it is called where somebody chooses it."""
    player: str
    """Which of the game's players it is."""
    strength: Strength
    weights: str
    """The file of its weights, without its ending."""
    playouts: int = 0
    """What it may spend on an answer."""
    offered: bool = True
    """Whether people are offered it; the others can be had by name."""


class LevelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]


class Levels:
    """The bots of a game, and the two things that bots of any game ask for: an evaluation and a quick policy."""

    def __init__(
        self,
        package: str,
        *,
        players: Mapping[str, MakePlayer],
        weights: type[msgspec.Struct],
        evaluation: Callable[[Any, Any], Any],
        policy: Policy,
    ) -> None:
        """``evaluation`` is asked with weights; ``weights`` is their shape."""
        self._package, self._players, self._shape, self._evaluation = package, players, weights, evaluation
        self.policy = policy
        self.weights = cache(self._read_weights)
        file = read_toml(packaged_text(package, "data", "bots.toml"), "bots.toml", LevelFile)
        self.levels: tuple[Level, ...] = file.levels
        self._by_name = {level.name: level for level in file.levels}
        self._check()

    def _check(self) -> None:
        if len(self._by_name) != len(self.levels):
            raise BadFileError("bots.toml", "levels", "file.levels-alike")
        for level in self.levels:
            if level.player not in self._players:
                place = Message("place.level", {"name": level.name})
                raise BadFileError("bots.toml", place, "no.player", name=shown(level.player))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> list[str]:
        """Those who can be had by name; first those that people are offered, the best one first."""
        return [level.name for level in sorted(self.levels, key=lambda level: not level.offered)]

    def level(self, name: str) -> Level:
        if name not in self._by_name:
            raise UnknownNameError("bot", name, self.names())
        return self._by_name[name]

    def make(self, name: str) -> AnyBot:
        level = self.level(name)
        return self._players[level.player](self.weights(level.weights))

    def budget(self, name: str) -> Budget:
        """What a bot of this name may spend; bots that the game does not know have no limit of its own."""
        return Budget(self._by_name[name].playouts) if name in self._by_name else Budget()

    def evaluation(self, name: str | None = None) -> Evaluation:
        """What positions are worth by the weights of a level, the best one if none is named."""
        level = self.levels[0] if name is None else self.level(name)
        weights = self.weights(level.weights)
        return lambda state: self._evaluation(state, weights)

    def _read_weights(self, name: str) -> Any:
        return read_toml(packaged_text(self._package, "data", "weights", f"{name}.toml"), f"{name}.toml", self._shape)
