"""Many games at once in several processes: ``VectorEnv("steam-power", num_envs=64, processes=2, bots="random")``.

Every process writes what its learners see straight into memory that all share, so that a step sends no Python objects.
A game that is over begins anew with the next step, which then ignores the action (``AutoresetMode.NEXT_STEP``).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from engineshed.adapters.gym import EngineShedEnv
from engineshed.adapters.spaces import ACTION_MASK, OBSERVATION
from engineshed.bots.process import serve_the_parent
from engineshed.core.errors import Trouble

RESET, STEP, CLOSE = range(3)
"""What the processes are asked to do."""
FAILED = -1
PATIENCE = 1.0
"""Seconds after which a process that has not answered is looked at."""


class VectorEnv(GymnasiumVectorEnv[dict[str, Any], NDArray[Any], NDArray[Any]]):
    """With ``copy=False`` the observations are the shared memory itself, which the next step writes over."""

    def __init__(
        self, game: str, *, num_envs: int, processes: int | None = None, copy: bool = True, **settings: Any
    ) -> None:
        """``settings`` are those of ``EngineShedEnv``."""
        self._workers: list[_Worker] = []
        settings["flat"] = True
        first = EngineShedEnv(game, **settings)
        self.num_envs, self._copy = num_envs, copy
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        shape = Shape(num_envs, first.kind.encoder.size + len(first.kind.nothing_chosen), first.kind.numbering.size)
        context = get_context("spawn")
        self._memory = [context.RawArray("b", size) for size in shape.sizes()]
        self._arrays = shape.arrays(self._memory)
        self._asked = context.RawArray("i", 1)
        count = min(num_envs, processes or os.cpu_count() or 1)
        bounds = [num_envs * number // count for number in range(count + 1)]
        for start, end in pairwise(bounds):
            go, done = context.Semaphore(0), context.Semaphore(0)
            given = (game, settings, range(start, end), shape, self._memory, self._asked, go, done)
            process = context.Process(target=_work, args=given, daemon=True)
            process.start()
            self._workers.append(_Worker(process, go, done))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """One seed for all games, from which those of the single games follow, or one for each."""
        del options
        seeds = self._arrays.seeds
        if isinstance(seed, int):
            seeds[:] = seeding.np_random(seed)[0].integers(1 << 31, size=self.num_envs)
        else:
            seeds[:] = [-1 if one is None else one for one in seed] if seed is not None else -1
        self._ask(RESET)
        return self._seen(), {"seat": self._arrays.seats.copy()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        arrays = self._arrays
        arrays.actions[:] = actions
        self._ask(STEP)
        ends = arrays.terminated.astype(bool), arrays.truncated.astype(bool)
        return self._seen(), arrays.rewards.copy(), *ends, {"seat": arrays.seats.copy()}

    def close_extras(self, **_kwargs: Any) -> None:
        if self._workers:
            with contextlib.suppress(Trouble):
                self._ask(CLOSE)
        for worker in self._workers:
            worker.process.join(PATIENCE)
            worker.process.terminate()
        self._workers = []

    def _seen(self) -> dict[str, Any]:
        seen, masks = self._arrays.seen, self._arrays.masks
        return (
            {OBSERVATION: seen.copy(), ACTION_MASK: masks.copy()}
            if self._copy
            else {
                OBSERVATION: seen,
                ACTION_MASK: masks,
            }
        )

    def _ask(self, what: int) -> None:
        self._asked[0] = what
        for worker in self._workers:
            worker.go.release()
        for worker in self._workers:
            while not worker.done.acquire(timeout=PATIENCE):
                if not worker.process.is_alive():
                    raise Trouble("trouble.worker-ended")
        if self._asked[0] == FAILED:
            raise Trouble("trouble.worker-ended")


class _Worker(NamedTuple):
    process: Any
    go: Any
    done: Any


class Arrays(NamedTuple):
    """What the processes share, a row for each game."""

    seen: NDArray[np.int16]
    masks: NDArray[np.int8]
    actions: NDArray[np.int32]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.int8]
    truncated: NDArray[np.int8]
    seats: NDArray[np.int8]
    seeds: NDArray[np.int64]


class Shape(NamedTuple):
    games: int
    seen: int
    numbers: int

    def layout(self) -> tuple[tuple[Any, tuple[int, ...]], ...]:
        games = (self.games,)
        return (
            (np.int16, (self.games, self.seen)),
            (np.int8, (self.games, self.numbers)),
            *((kind, games) for kind in (np.int32, np.float32, np.int8, np.int8, np.int8, np.int64)),
        )

    def sizes(self) -> list[int]:
        return [int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in self.layout()]

    def arrays(self, memory: Sequence[Any]) -> Arrays:
        layout = zip(memory, self.layout(), strict=True)
        return Arrays(*(np.frombuffer(part, kind).reshape(shape) for part, (kind, shape) in layout))


def _work(
    game: str,
    settings: dict[str, Any],
    places: range,
    shape: Shape,
    memory: Sequence[Any],
    asked: Any,
    go: Any,
    done: Any,
) -> None:
    """A process: plays the games with these numbers whenever it is asked to."""
    serve_the_parent()
    games = _Games([EngineShedEnv(game, **settings) for _ in places], places, shape.arrays(memory))
    while go.acquire():
        try:
            if asked[0] == RESET:
                games.reset()
            elif asked[0] == STEP:
                games.step()
            else:
                return
        except BaseException:
            asked[0] = FAILED
            raise
        finally:
            done.release()


class _Games:
    """The games of one process."""

    def __init__(self, envs: list[EngineShedEnv], places: range, arrays: Arrays) -> None:
        self._envs, self._places, self._arrays = envs, places, arrays

    def reset(self) -> None:
        for place, env in zip(self._places, self._envs, strict=True):
            seed = int(self._arrays.seeds[place])
            self._begin(place, env, None if seed < 0 else seed)

    def step(self) -> None:
        arrays = self._arrays
        for place, env in zip(self._places, self._envs, strict=True):
            if arrays.terminated[place] or arrays.truncated[place]:
                self._begin(place, env, None)
                continue
            seen, reward, terminated, truncated, _ = env.step(int(arrays.actions[place]))
            arrays.rewards[place] = reward
            arrays.terminated[place], arrays.truncated[place] = terminated, truncated
            self._show(place, seen)

    def _begin(self, place: int, env: EngineShedEnv, seed: int | None) -> None:
        arrays = self._arrays
        seen, _ = env.reset(seed=seed)
        arrays.rewards[place] = arrays.terminated[place] = arrays.truncated[place] = 0
        arrays.seats[place] = env.seat
        self._show(place, seen)

    def _show(self, place: int, seen: dict[str, Any]) -> None:
        self._arrays.seen[place] = seen[OBSERVATION]
        self._arrays.masks[place] = seen[ACTION_MASK]
