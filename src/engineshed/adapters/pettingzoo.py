"""Games for PettingZoo: ``env("steam-power", seats=4, map="ireland", take_money=5)``.

An observation is a dictionary with ``observation``, which is what the seat sees, and ``action_mask``. Players act in
the game's own order; nature moves by itself. A move may take more than one action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engineshed.adapters.course import Course, Kind, Reward, Rewarding
from engineshed.adapters.spaces import ACTION_MASK, OBSERVATION, action_space, observation_space
from engineshed.core.contract import Seat

LIMIT = 20_000
"""How many moves players may make before a game is given up."""

Observation = dict[str, Any]


def env(game: str, **settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks; ``raw_env`` is the same without, and quicker.

    ``settings`` are those of ``raw_env`` and the game's options.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, **settings))


def raw_env(
    game: str,
    *,
    seats: int | None = None,
    map: str | None = None,  # noqa: A002  (what the option is called everywhere)
    reward: Reward = "rank",
    shaping: float = 0.0,
    flat: bool = False,
    render_mode: str | None = None,
    limit: int = LIMIT,
    **options: Any,
) -> EngineShedEnv:
    """``reward``: for the final rank, or by how many points a player is ahead of the mean of the others. ``shaping`` is
    paid in every round for each point by which a player's lead has grown. ``flat``: observations are one array."""
    kind = Kind(game, seats=seats, map=map, options=options)
    return EngineShedEnv(kind, reward=reward, shaping=shaping, flat=flat, render_mode=render_mode, limit=limit)


class EngineShedEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    metadata: dict[str, Any]

    def __init__(
        self, kind: Kind, *, reward: Reward, shaping: float, flat: bool, render_mode: str | None, limit: int
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"engineshed_{kind.game.id}_v{kind.encoder.version}"}
        self.metadata |= {"render_modes": ["ansi", "rgb_array"], "is_parallelizable": False, "render_fps": 1}
        self.kind, self.render_mode = kind, render_mode
        self._flat, self._limit, self._pay = flat, limit, (reward, shaping)
        self.possible_agents = [f"player_{seat}" for seat in range(kind.seats)]
        self._seat_of = {name: Seat(seat) for seat, name in enumerate(self.possible_agents)}
        # One of each for every agent, because PettingZoo's tests seed them one by one.
        self.observation_spaces: Mapping[str, Any] = {
            name: observation_space(kind, flat=flat) for name in self.possible_agents
        }
        self.action_spaces: Mapping[str, Any] = {name: action_space(kind) for name in self.possible_agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return cast("spaces.Space[Any]", self.observation_spaces[agent])

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return cast("spaces.Space[Any]", self.action_spaces[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """With a seed, the same actions lead to the same game, and so do all later games that are reset without one."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.course = Course(self.kind, str(self._random.integers(1 << 62)))
        self._rewarding = Rewarding(self.course, *self._pay)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        course = self.course
        seen: Any = course.flat(seat) if self._flat else course.arrays(seat)
        return {OBSERVATION: seen, ACTION_MASK: course.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        course = self.course
        paid = self._rewarding.after_move() if course.choose(int(action)) else None
        if paid is not None:
            self.rewards = dict(zip(self.possible_agents, paid, strict=True))
            self._paid = True
            self._accumulate_rewards()
        elif self._paid:
            self._clear_rewards()
            self._paid = False
        if course.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif course.moves >= self._limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()

    _paid = False
    """Whether the last action was worth something to anybody."""

    def _select(self) -> None:
        seat = self.course.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def render(self) -> Any:
        """As everybody may see it."""
        from engineshed.adapters.rendering import rendered  # noqa: PLC0415  (rich takes a while)

        return rendered(self.course, None, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
