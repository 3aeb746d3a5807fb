"""Processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from engineshed.bots.process import serve_the_parent
from engineshed.lab.engines import Batch, Crew, Work, do_batch


class Alone:
    """This process does everything itself."""

    @contextmanager
    def crew(self, _work: Work[Any]) -> Iterator[None]:
        yield None


ALONE = Alone()


class Pool:
    """So many processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    @contextmanager
    def crew(self, work: Work[Any]) -> Iterator[Crew]:
        crew = _Processes(work, self.jobs)
        try:
            yield crew
        finally:
            crew.close()


class _Processes:
    """Each process is an executor of its own: an executor with several gives up all of them when one is killed."""

    def __init__(self, work: Work[Any], jobs: int) -> None:
        self._work, self.places = work, jobs
        self._executors = [_executor() for _ in range(jobs)]
        self._doing: dict[Future[Batch[Any]], int] = {}

    def hand_out(self, numbers: range) -> Future[Batch[Any]]:
        busy = list(self._doing.values())
        place = min(range(self.places), key=lambda place: (busy.count(place), place))
        future = self._submit(place, numbers)
        self._doing[future] = place
        return future

    def _submit(self, place: int, numbers: range) -> Future[Batch[Any]]:
        try:
            return self._executors[place].submit(do_batch, self._work, numbers)
        except BrokenProcessPool:
            self._executors[place] = _executor()
            return self._executors[place].submit(do_batch, self._work, numbers)

    def wait(self, handles: Sequence[Future[Batch[Any]]]) -> Sequence[Future[Batch[Any]]]:
        done = wait(handles, return_when=FIRST_COMPLETED).done
        return [handle for handle in handles if handle in done]

    def take(self, handle: Future[Batch[Any]]) -> Batch[Any] | None:
        del self._doing[handle]
        try:
            return handle.result()
        except BrokenProcessPool:
            return None

    def close(self) -> None:
        """Wait for each of them: an executor that is left to itself may be cut off by the end of this process before it
        has told its own process to end, and then both wait for ever."""
        for executor in self._executors:
            executor.shutdown(cancel_futures=True)


def _executor() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=serve_the_parent)
