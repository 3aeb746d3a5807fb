"""The metrics for Prometheus. If several processes serve on one port, any of them shows those of all.

Prometheus cannot choose which process answers it. So each process tells the others its metrics over a socket in a
folder that only they can open, and the one that is asked puts all of them on one page. They are told apart by the label
``worker`` instead of being added up: when a process is replaced, its counters begin again at zero, and Prometheus only
understands that if each process has series of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping

import msgspec
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector

from engineshed.server.crew import Crew

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""How many seconds another process has to report its metrics."""


class Family(msgspec.Struct, frozen=True, array_like=True):
    """One metric, with its values."""

    name: str
    about: str
    kind: str
    values: list[tuple[str, dict[str, str], float]]
    """The name, labels and value of each series."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Family])


class AllMetrics:
    def __init__(self, crew: Crew | None) -> None:
        """``crew``: None for a server with a single process."""
        self._crew = crew
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        if self._crew is not None:
            place = self._crew.metrics_of(self._crew.number)
            place.unlink(missing_ok=True)  # it may be left from a process that this one replaces
            self._server = await asyncio.start_unix_server(_tell, place)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def page(self) -> bytes:
        if self._crew is None:
            return generate_latest(REGISTRY)
        numbers = range(1, self._crew.count + 1)
        told = await asyncio.gather(*(self._ask(self._crew, number) for number in numbers))
        return await asyncio.to_thread(_written, dict(zip(numbers, told, strict=True)))

    async def _ask(self, crew: Crew, number: int) -> list[Family] | None:
        """The metrics of a process; None if it does not answer."""
        if number == crew.number:
            return _own()
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(crew.metrics_of(number))
                try:
                    return _decoder.decode(await reader.read())
                finally:
                    writer.close()
        except (OSError, msgspec.DecodeError) as error:
            log.warning("process %d does not report its metrics: %s", number, type(error).__name__)
            return None


async def _tell(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(_encoder.encode(_own()))
    writer.close()


def _own() -> list[Family]:
    return [
        Family(
            found.name,
            found.documentation,
            found.type,
            [(sample.name, sample.labels, sample.value) for sample in found.samples],
        )
        for found in REGISTRY.collect()
    ]


def _written(told: Mapping[int, list[Family] | None]) -> bytes:
    up = Metric("engineshed_worker_up", "Whether a process has reported its metrics.", "gauge")
    shown = {up.name: up}
    for number, families in told.items():
        worker = {"worker": str(number)}
        up.add_sample(up.name, worker, float(families is not None))
        for family in families or ():
            metric = shown.setdefault(family.name, Metric(family.name, family.about, family.kind))
            for name, labels, value in family.values:
                metric.add_sample(name, {**labels, **worker}, value)
    registry = CollectorRegistry()
    registry.register(_Shown(shown.values()))
    return generate_latest(registry)


class _Shown(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics
