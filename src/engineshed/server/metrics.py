"""The metrics that Prometheus reads while the server runs; its library adds memory and CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, Metric, disable_created_metrics
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

# Otherwise each counter gets a second series with the time it was created; the function is untyped.
disable_created_metrics()  # type: ignore[no-untyped-call]

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The limits of the buckets for durations, in seconds."""
LATE = (0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1.0, 10.0)
"""The same for the event loop, in small steps below 20 ms, which its lag should not exceed."""

REQUESTS = Counter("engineshed_requests", "Answered requests.", ["operation", "status"])
REQUEST_SECONDS = Histogram("engineshed_request_seconds", "How long answers took.", ["operation"], buckets=QUICK)
MOVES = Counter("engineshed_moves", "Moves that were saved.", ["game", "by"])
SOCKETS = Gauge("engineshed_sockets", "Open WebSockets.")
CONNECTIONS = Gauge("engineshed_connections", "Open connections, with and without a request, and WebSockets.")
HANDED_OVER = Counter("engineshed_connections_handed_over", "Connections that went to the home of their table.")
WORKING = Gauge("engineshed_requests_working", "Requests that are being worked on.")
TABLES = Gauge("engineshed_tables_in_memory", "Tables in memory.")
BOTS_WAITING = Gauge("engineshed_bots_waiting", "Questions to bots that wait for a free worker.")
BOT_FAILURES = Counter("engineshed_bot_failures", "Turns that a bot lost, because it was slow or broken.", ["game"])
TIME_OUTS = Counter("engineshed_time_outs", "Players whose time was up, by what the table does then.", ["agreed"])
CLOCKS = Gauge("engineshed_due_times", "Tables that will do something by themselves.")
BOOKED = Counter("engineshed_results", "Finished games whose result was booked.", ["kind"])
REPORTS = Counter("engineshed_reports", "Reports by guests.")
STORE_ERRORS = Counter("engineshed_store_errors", "Failures of the store.")
NOTICES = Counter("engineshed_notices", "Notices, by what came of them.", ["way", "outcome"])
LOOP_LAG = Histogram("engineshed_loop_lag_seconds", "How late the event loop is.", buckets=LATE)


class Refusals(Collector):
    """What was refused before it became a request, by cause. The connections count it themselves, because that must
    cost nothing during an attack; here it is only read."""

    def __init__(self) -> None:
        self._counted: Callable[[], Mapping[str, int]] = dict

    def set_function(self, counted: Callable[[], Mapping[str, int]]) -> None:
        """``counted`` returns how often something was refused, by the id of the message."""
        self._counted = counted

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(
            "engineshed_refused", "Connections and requests refused at once.", labels=["cause"]
        )
        for message, count in self._counted().items():
            family.add_metric([message.removeprefix("house.")], count)
        yield family


REFUSED = Refusals()
REGISTRY.register(REFUSED)
