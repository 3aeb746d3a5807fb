"""The bots of the game; `data/bots.toml` lists them and says how well they play."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engineshed.bots.playouts import PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.bot import Value
from engineshed.core.contract import Seat
from engineshed.core.levels import Levels
from engineshed.core.rng import Rng
from shunting_yard.state import First, State, Take
from shunting_yard.yard import LETTERS


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot thinks things are worth; the numbers are in `data/weights/`."""

    wagon: float
    track: float


def evaluate(s: State, weights: Weights) -> list[Value]:
    """What a position is worth to every seat."""
    pairs = zip(s.wagons, s.cleared, strict=True)
    return [Value({"wagons": weights.wagon * wagons, "tracks": weights.track * tracks}) for wagons, tracks in pairs]


def policy(s: State, _seat: Seat, moves: Sequence[First | Take], rng: Rng) -> First | Take:
    """A quick choice: clear a track if you can, else do anything."""
    clearing = [m for m in moves if isinstance(m, Take) and m.wagons == s.tracks[LETTERS.index(m.track)]]
    return max(clearing, key=lambda move: move.wagons) if clearing else rng.choice(moves)


BOTS = Levels(
    "shunting_yard",
    players={
        "thinking": lambda weights: PlayoutBot(policy, lambda s: evaluate(s, weights)),
        "random": lambda _weights: RandomBot(),
    },
    weights=Weights,
    evaluation=evaluate,
    policy=policy,
)
