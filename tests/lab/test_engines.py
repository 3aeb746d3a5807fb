"""The same seeds give the same games wherever they are played, and a process that is killed costs only its own."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.errors import Trouble
from engineshed.lab.engines import run
from engineshed.lab.engines.cluster import Ray
from engineshed.lab.engines.pool import Pool
from engineshed.lab.simulate import Plan, lines

PLAN = Plan(
    game="steam-power", seats=2, options={"map": "ireland"}, bots=("random", "greedy"), seed="e", digest=True, limit=60
)
GAMES = 8


class Killing(msgspec.Struct, frozen=True):
    """Squares; but the process that works out one of them is killed, so often."""

    number: int
    times: int
    folder: str

    def do(self, number: int) -> int:
        if number == self.number:
            marks = Path(self.folder)
            before = len(list(marks.iterdir()))
            if before < self.times:
                (marks / str(before)).touch()
                os.kill(os.getpid(), signal.SIGKILL)
        (Path(self.folder).with_suffix(".log")).open("a").write(f"{number}\n")
        return number * number


class Failing(msgspec.Struct, frozen=True):
    def do(self, number: int) -> int:
        raise Trouble("trouble.program", command=str(number), problem="?")


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def alone() -> list[Any]:
    return list(lines(PLAN, GAMES))


def test_a_pool_plays_the_same_games(alone: list[Any]) -> None:
    assert list(lines(PLAN, GAMES, Pool(2))) == alone
    assert len({line.digest for line in alone}) == GAMES


def test_a_killed_process_costs_its_games_only(marks: Path) -> None:
    work = Killing(7, 1, str(marks))
    assert list(run(work, range(200), Pool(2))) == [number * number for number in range(200)]
    done = [int(line) for line in marks.with_suffix(".log").read_text().split()]
    assert set(done) == set(range(200))
    assert len(done) - len(set(done)) <= 8  # what was in the hands of one process, while batches are still small


def test_work_that_kills_every_process_is_given_up(marks: Path) -> None:
    with pytest.raises(Trouble, match="a worker process was killed"):
        list(run(Killing(2, 99, str(marks)), range(4), Pool(1)))


# -- on a Ray cluster of two nodes -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Two nodes of one processor each on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray: Any = importlib.import_module("ray")
    cluster_utils: Any = importlib.import_module("ray.cluster_utils")
    node = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
    yield str(cluster.address)
    ray.shutdown()
    cluster.shutdown()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_ray_cluster_of_two_nodes_plays_the_same_games_and_survives_a_kill(
    cluster: str, alone: list[Any], marks: Path
) -> None:
    ray: Any = importlib.import_module("ray")
    ray.init(address=cluster, log_to_driver=False)  # the engine uses the connection that is there
    assert len(ray.nodes()) == 2
    assert list(lines(PLAN, GAMES, Ray())) == alone
    work = Killing(5, 1, str(marks))
    assert list(run(work, range(40), Ray())) == [number * number for number in range(40)]
    assert len(list(marks.iterdir())) == 1
    with pytest.raises(Trouble, match=r"the program \d cannot be started"):
        list(run(Failing(), range(3), Ray()))
