"""Where many games are played, as it is typed, and how far they have got."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeVar

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from engineshed.cli.arguments import Positive
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors
from engineshed.lab.engines import Engine
from engineshed.lab.engines.cluster import Ray
from engineshed.lab.engines.pool import ALONE, Pool

T = TypeVar("T")

EngineName = Annotated[
    Literal["pool", "ray"],
    Parameter(name="--engine", help="Where the games are played: in a pool of processes, or on a Ray cluster."),
]
ClusterAddress = Annotated[
    str | None,
    Parameter(
        name="--cluster",
        help="The address of a Ray cluster; if not given, --engine ray starts one on this machine.",
    ),
]
Jobs = Annotated[
    Positive | None,
    Parameter(name="--jobs", help="How many processes; one for each processor if not given."),
]


def chosen_engine(name: str, cluster: str | None, jobs: int | None, games: int) -> Engine:
    if cluster is not None and name != "ray":
        raise Mistake("cluster-without-ray")
    if name == "ray":
        return Ray(cluster, jobs)
    places = min(games, jobs or os.cpu_count() or 1)
    return ALONE if places == 1 else Pool(places)


def watched(lines: Iterable[T], total: int, phrases: Phrases) -> Iterator[T]:
    """The lines as they come, with a progress bar if there is a terminal: games a second and the time left."""
    console = errors()
    columns = (
        TextColumn(phrases.text("simulate.progress")),
        BarColumn(),
        MofNCompleteColumn(),
        _Speed(phrases),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(lines, total=total)


class _Speed(ProgressColumn):
    """Games a second, over the last while."""

    def __init__(self, phrases: Phrases) -> None:
        super().__init__()
        self._phrases = phrases

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        places = 0 if speed >= 100 else 1 if speed >= 1 else 2
        return Text(self._phrases.text("simulate.speed", games=self._phrases.number(speed, places)))
