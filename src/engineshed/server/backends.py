"""Opens the store and the bus for an address. The libraries for several processes are only loaded when used."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import TypeVar

from engineshed.core.errors import Trouble
from engineshed.server.bus import Bus, NoBus
from engineshed.server.copies import copied
from engineshed.server.lock import only_server_of
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store

T = TypeVar("T")

POSTGRES = ("postgresql://", "postgres://")
REDIS = ("redis://", "rediss://", "unix://")


def open_store(url: str | None, file: Path) -> Store:
    """The database at this URL, or the file if there is none."""
    if url is None:
        return SQLiteStore(file)
    return _in_postgres(url, _postgres)


def look_at_store(url: str | None, file: Path) -> AbstractAsyncContextManager[Store]:
    """What a server keeps, as it is at one moment. The server may keep running, and nothing is changed."""
    if url is None:
        return copied(file)
    return _in_postgres(url, _moment)


def serving(url: str | None, file: Path, bus: str | None) -> AbstractContextManager[None]:
    """Keeps away, until the block ends, any server that would not hear about our changes to this database."""
    if url is None:
        return only_server_of(file)
    return _in_postgres(url, lambda known: _served(known, bus))


def without_servers(url: str | None, file: Path) -> AbstractContextManager[None]:
    """Keeps all servers off this database until the block ends."""
    if url is None:
        return only_server_of(file)
    return _in_postgres(url, _unserved)


def shown(url: str | None, file: Path) -> str:
    """The name of a database for people to read, without its password."""
    return str(file) if url is None else _in_postgres(url, _name)


def open_bus(url: str | None) -> Bus:
    if url is None:
        return NoBus()
    if not url.startswith(REDIS):
        raise Trouble("cluster.bus-url", known=REDIS[0])
    return _installed("redis", lambda: _redis(url))


def _in_postgres(url: str, used: Callable[[str], T]) -> T:
    if not url.startswith(POSTGRES):
        raise Trouble("cluster.store-url", known=POSTGRES[0])
    return _installed("psycopg", lambda: used(url))


def _postgres(url: str) -> Store:
    from engineshed.server.postgres import PostgresStore  # noqa: PLC0415

    return PostgresStore(url)


def _moment(url: str) -> AbstractAsyncContextManager[Store]:
    from engineshed.server.postgres_moment import moment_of  # noqa: PLC0415

    return moment_of(url)


def _served(url: str, bus: str | None) -> AbstractContextManager[None]:
    from engineshed.server.postgres_lock import serving_postgres  # noqa: PLC0415

    return serving_postgres(url, alone=bus is None)


def _unserved(url: str) -> AbstractContextManager[None]:
    from engineshed.server.postgres_lock import no_server_of  # noqa: PLC0415

    return no_server_of(url)


def _name(url: str) -> str:
    from engineshed.server.postgres_schema import name_of  # noqa: PLC0415

    return name_of(url)


def _redis(url: str) -> Bus:
    from engineshed.server.bus.redis import RedisBus  # noqa: PLC0415

    return RedisBus(url)


def _installed(library: str, opened: Callable[[], T]) -> T:
    try:
        return opened()
    except ImportError:
        raise Trouble("cluster.not-installed", library=library) from None
