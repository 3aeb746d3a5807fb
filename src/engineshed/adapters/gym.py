"""Games for Gymnasium: one learner against bots.

``env("steam-power", seats=3, bots="greedy")``, or with the same settings
``gymnasium.make("engineshed.adapters.gym:EngineShed/steam-power-v1", ...)``; ``vector`` has many of them in several
processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium

from engineshed.adapters.course import Course, Kind, Reward, Rewarding
from engineshed.adapters.pettingzoo import LIMIT
from engineshed.adapters.spaces import ACTION_MASK, OBSERVATION, action_space, observation_space
from engineshed.bots.player import Player
from engineshed.core.contract import Seat
from engineshed.core.errors import UnknownNameError
from engineshed.core.registry import bot_names, game_ids

Observation = dict[str, Any]


def env(game: str, **settings: Any) -> EngineShedEnv:
    """See ``EngineShedEnv``."""
    return EngineShedEnv(game, **settings)


class EngineShedEnv(gymnasium.Env[Observation, int]):
    """The learner sits in one seat, bots in the others.

    ``bots`` are repeated round the table. Without ``seat`` the learner moves on by one seat with every game. The other
    settings are those of the environment for PettingZoo, and the game's options. An illegal action is an error, or with
    ``illegal="ignore"`` nothing happens.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's)

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        map: str | None = None,  # noqa: A002  (what the option is called everywhere)
        reward: Reward = "rank",
        shaping: float = 0.0,
        flat: bool = True,
        render_mode: str | None = None,
        limit: int = LIMIT,
        illegal: Literal["error", "ignore"] = "error",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.kind = Kind(game, seats=seats, map=map, options=options)
        if seat is not None and seat not in range(self.kind.seats):
            raise UnknownNameError("seat", str(seat), [str(place) for place in range(self.kind.seats)])
        self._bots = (bots,) if isinstance(bots, str) else tuple(bots)
        for name in self._bots:
            if name not in bot_names(game):
                raise UnknownNameError("bot", name, bot_names(game))
        self._flat, self._limit, self._pay, self.render_mode = flat, limit, (reward, shaping), render_mode
        self._fixed, self._next, self._ignores = seat, 0, illegal == "ignore"
        self.observation_space = observation_space(self.kind, flat=flat)
        self.action_space = action_space(self.kind)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """With a seed the learner begins in the first seat again, unless it has one of its own."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._next = 0
        self.seat = Seat(self._next if self._fixed is None else self._fixed)
        self._next = (self._next + 1) % self.kind.seats
        self.course = Course(self.kind, str(self.np_random.integers(1 << 62)))
        self._rewarding = Rewarding(self.course, *self._pay)
        self._players = [
            Player(self.kind.game, self._bots[other % len(self._bots)]) for other in range(self.kind.seats - 1)
        ]
        self._earned = 0.0
        self._let_bots_move()
        return self._seen(), {"seat": int(self.seat)}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._earned = 0.0
        if self._chosen(int(action)):
            self._pay_out()
            self._let_bots_move()
        over = self.course.over
        return self._seen(), self._earned, over, not over and self.course.moves >= self._limit, {}

    def _chosen(self, number: int) -> bool:
        """Whether this finishes a move."""
        if self._ignores and number not in self.course.numbers:
            return False
        return self.course.choose(number)

    def _let_bots_move(self) -> None:
        course = self.course
        while course.seat is not None and course.seat != self.seat and course.moves < self._limit:
            player = self._players[(course.seat - self.seat) % self.kind.seats - 1]
            course.play(player.choose(course.state, course.seat, seed=course.seed, ply=course.ply))
            self._pay_out()

    def _pay_out(self) -> None:
        paid = self._rewarding.after_move()
        if paid is not None:
            self._earned += paid[self.seat]

    def _seen(self) -> Observation:
        seen: Any = self.course.flat(self.seat) if self._flat else self.course.arrays(self.seat)
        return {OBSERVATION: seen, ACTION_MASK: self.course.mask(self.seat)}

    def render(self) -> Any:
        """As the learner sees it."""
        from engineshed.adapters.rendering import rendered  # noqa: PLC0415  (rich takes a while)

        return rendered(self.course, self.seat, self.render_mode)


for _game in game_ids():
    gymnasium.register(
        f"EngineShed/{_game}-v1", entry_point="engineshed.adapters.gym:EngineShedEnv", kwargs={"game": _game}
    )
