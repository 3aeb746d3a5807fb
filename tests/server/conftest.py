from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.servers import Postgres, Redis, running_postgres, running_redis
from tests.server.several import Scene, several


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with running_redis() as server:
        yield server


@pytest.fixture
def servers(postgres: Postgres, redis_server: Redis) -> Scene:
    """Opens servers on one new database."""

    def opened(*count: Any) -> Any:
        return several(postgres.new_database(), redis_server, *count)

    return opened
