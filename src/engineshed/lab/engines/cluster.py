"""A Ray cluster: this machine's processors, or many machines. Ray places the work and brings the results back.

Every machine of the cluster needs the same version of Engine Shed, and of the packages whose bots play.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from engineshed.core.errors import Trouble
from engineshed.lab.engines import Batch, Crew, Work, do_batch, library

QUIET: Mapping[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}


class Ray:
    """A cluster by its address, or one that is started on this machine with so many processes, and ended again.

    A program that is already connected to Ray is left as it is: then its cluster is used.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        self.address, self.jobs = address, jobs

    @contextmanager
    def crew(self, work: Work[Any]) -> Iterator[Crew]:
        ray = imported()
        ours = not ray.is_initialized()
        if ours:
            self._connect(ray)
        crew = _Tasks(ray, work, self.jobs)
        try:
            yield crew
        finally:
            crew.close()
            if ours:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        try:
            if self.address is None:
                ray.init(num_cpus=self.jobs, include_dashboard=False, **QUIET)
            else:
                ray.init(address=self.address, **QUIET)
        except (ConnectionError, ValueError, RuntimeError) as error:
            problem = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise Trouble("trouble.ray", address=self.address or "local", problem=problem) from None


def imported() -> Any:
    """The library, or a sentence that says how to install it."""
    return library("ray", "ray", _load)


def _load() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray warns about its own default otherwise
    import ray  # noqa: PLC0415  (an extra, and slow to import)

    return ray


class _Tasks:
    """Each batch is a task of one processor. Ray does not try again by itself: ``run`` does, as with every engine."""

    def __init__(self, ray: Any, work: Work[Any], jobs: int | None) -> None:
        self._ray = ray
        self._work = ray.put(work)
        self._task = ray.remote(num_cpus=1, max_retries=0)(do_batch)
        self._handed_out: set[Any] = set()
        self.places = max(1, min(int(ray.cluster_resources().get("CPU", 1)), jobs or 1_000_000))

    def hand_out(self, numbers: range) -> Any:
        handle = self._task.remote(self._work, numbers)
        self._handed_out.add(handle)
        return handle

    def wait(self, handles: Sequence[Any]) -> Sequence[Any]:
        done: Sequence[Any] = self._ray.wait(list(handles), num_returns=1)[0]
        return done

    def take(self, handle: Any) -> Batch[Any] | None:
        errors = self._ray.exceptions
        self._handed_out.discard(handle)
        try:
            batch: Batch[Any] = self._ray.get(handle)
        except errors.RayTaskError as error:
            raise error.cause from None
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError, errors.OutOfMemoryError):
            return None
        return batch

    def close(self) -> None:
        for handle in self._handed_out:
            self._ray.cancel(handle, force=True)
