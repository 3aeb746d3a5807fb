"""Where games are played: in this process, in a pool of processes, on a Ray cluster. The results are the same.

An engine lends a *crew*: processes to which batches of numbers are handed. ``run`` hands them out, puts the results in
order, and hands out again the batches of processes that were lost, so a process that is killed costs only the work in
its hands. What is to be done must depend on its number alone; then it does not matter who does it, or how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from time import monotonic
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engineshed.core.errors import Trouble

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

BATCH_SECONDS = 0.4
"""How long a batch should take: long beside sending it, short beside a person's patience."""
LARGEST_BATCH = 512
AHEAD = 2
"""Batches in the hands of each process, so that it need not wait for the next."""
WAITING = 64
"""Finished batches for each process that may wait for an earlier one; then nothing new is begun."""
LOSSES = 3
"""How often the process of the same batch may be lost. By then it is likely that the batch itself kills it."""


class Work(Protocol[T_co]):
    """Something with a result for each number; it can be sent to another process."""

    def do(self, number: int, /) -> T_co: ...


class Batch(NamedTuple, Generic[T]):
    """The results for consecutive numbers, and how long they took."""

    results: list[T]
    seconds: float


def do_batch(work: Work[T], numbers: range) -> Batch[T]:
    begun = monotonic()
    return Batch([work.do(number) for number in numbers], monotonic() - begun)


class Crew(Protocol):
    """Processes at work for one run. A handle stands for a batch that was handed out."""

    places: int
    """How many batches can be done at the same time."""

    def hand_out(self, numbers: range, /) -> Any: ...

    def wait(self, handles: Sequence[Any], /) -> Sequence[Any]:
        """Those that are done or lost, at least one."""
        ...

    def take(self, handle: Any, /) -> Batch[Any] | None:
        """The results; None if the process was lost. What the work raises is raised here."""
        ...


class Engine(Protocol):
    """Lends crews. Leaving the context ends what was begun and is not finished."""

    def crew(self, work: Work[Any], /) -> AbstractContextManager[Crew | None]:
        """None if this process is to do the work itself."""
        ...


def run(work: Work[T], numbers: range, engine: Engine) -> Iterator[T]:
    """The results for these numbers, in their order, whoever works them out."""
    with engine.crew(work) as crew:
        if crew is None:
            yield from map(work.do, numbers)
        else:
            yield from _Run(crew, numbers).results()


class _Run:
    """What is in whose hands, and what has come back."""

    def __init__(self, crew: Crew, numbers: range) -> None:
        self.crew, self.end = crew, numbers.stop
        self.next_begun = self.next_given = numbers.start
        self.size = 1
        self.in_hands: dict[Any, range] = {}
        self.done: dict[int, list[Any]] = {}
        """Results that wait for earlier ones, by their first number."""
        self.losses: dict[int, int] = {}

    def results(self) -> Iterator[Any]:
        while self.next_given < self.end:
            self._hand_out()
            for handle in self.crew.wait(list(self.in_hands)):
                self._take(handle)
            while self.next_given in self.done:
                results = self.done.pop(self.next_given)
                self.next_given += len(results)
                yield from results

    def _hand_out(self) -> None:
        places = self.crew.places
        while self.next_begun < self.end and len(self.in_hands) < places * AHEAD and len(self.done) < places * WAITING:
            fair = max(1, (self.end - self.next_begun) // (places * AHEAD))
            numbers = range(self.next_begun, min(self.end, self.next_begun + min(self.size, fair)))
            self.next_begun = numbers.stop
            self.in_hands[self.crew.hand_out(numbers)] = numbers

    def _take(self, handle: Any) -> None:
        numbers = self.in_hands.pop(handle)
        batch = self.crew.take(handle)
        if batch is None:
            self._again(numbers)
            return
        self.done[numbers.start] = batch.results
        fitting = int(len(numbers) * BATCH_SECONDS / max(batch.seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * len(numbers), LARGEST_BATCH))

    def _again(self, numbers: range) -> None:
        self.losses[numbers.start] = self.losses.get(numbers.start, 0) + 1
        if self.losses[numbers.start] >= LOSSES:
            raise Trouble("trouble.worker-ended")
        self.in_hands[self.crew.hand_out(numbers)] = numbers


def library(name: str, extra: str, load: Callable[[], T]) -> T:
    """What a library that is not always installed offers, or a sentence that says how to install it."""
    try:
        return load()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != name:
            raise
        raise Trouble("extra.not-installed", library=name, extra=extra) from None
