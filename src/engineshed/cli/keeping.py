"""``engineshed backup``, ``restore`` and ``check``, which work on the data of a server without the server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from engineshed.cli.files import reason
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors, terminal
from engineshed.core.errors import Trouble
from engineshed.core.words import ENGLISH
from engineshed.server.backends import look_at_store, open_store, shown, without_servers
from engineshed.server.backup import read_backup, write_backup
from engineshed.server.checking import Checked
from engineshed.server.checking import check as check_store
from engineshed.server.copies import restored
from engineshed.server.store import Store, StoreDownError, TakenError

DATABASE = Path("engineshed.db")
BAD = 1

T = TypeVar("T")


class Place(NamedTuple):
    """Where a server keeps everything: in a database with this URL, or in the file if there is none."""

    url: str | None
    file: Path

    def __str__(self) -> str:
        return shown(self.url, self.file)


def _place(db: Path | None, store: str | None) -> Place:
    """The given place; the environment only counts if no place was given."""
    if db is not None and store is not None:
        raise Mistake("two-places")
    if db is None:
        store = store or os.environ.get("ENGINESHED_STORE")
    return Place(store, db or Path(os.environ.get("ENGINESHED_DB", DATABASE)))


def backup(file: Path, *, db: Path | None = None, store: str | None = None, language: Language = ENGLISH) -> None:
    """Save everything that a server keeps in one file; it may be running.

    Parameters
    ----------
    file
        The file for the backup; an older one of this name is replaced once the new one is complete.
    db
        The server's database, if it is a file; or set ENGINESHED_DB. If not given, engineshed.db.
    store
        The server's database if it is not a file, for example postgresql://user@host/name; or set ENGINESHED_STORE.
    """
    counts = _run("write", file, _backup(file, _place(db, store)))
    print(Phrases(language).say("backup.done", file=str(file), tables=counts["tables"], guests=counts["guests"]))


async def _backup(file: Path, place: Place) -> dict[str, int]:
    counts: dict[str, int] = {}
    async with look_at_store(*place) as kept:
        await kept.dump(lambda dump: counts.update(write_backup(file, dump)))
    return counts


def restore(file: Path, *, db: Path | None = None, store: str | None = None, language: Language = ENGLISH) -> None:
    """Restore a backup to a new database.

    Parameters
    ----------
    file
        A backup, as backup writes it.
    db
        The file that becomes the database; it must be empty, or not exist yet. If not given, engineshed.db.
    store
        An empty database instead of the file, for example postgresql://user@host/name; or set ENGINESHED_STORE.
    """
    place = _place(db, store)
    counts = _run("read", file, _restore(file, place))
    print(Phrases(language).say("restore.done", db=str(place), tables=counts["tables"], guests=counts["guests"]))


async def _restore(file: Path, place: Place) -> dict[str, int]:
    with without_servers(*place):
        dump = read_backup(file)
        kept = open_store(*place)
        try:
            with _of_this_file(file):
                await kept.load(dump)
            return await _counted(kept)
        finally:
            await kept.close()


async def _counted(kept: Store) -> dict[str, int]:
    """How many rows each table has."""
    counts: dict[str, int] = {}
    await kept.dump(lambda dump: counts.update((table.name, sum(1 for _ in table.rows)) for table in dump.tables))
    return counts


@contextmanager
def _of_this_file(file: Path) -> Iterator[None]:
    """Blame the backup if the store does not accept a row."""
    try:
        yield
    except (StoreDownError, TakenError, ValueError, OverflowError) as error:
        problem = error.reason if isinstance(error, StoreDownError) else str(error)
        raise Trouble("backup.damaged", file=str(file), problem=problem) from None


def check(
    file: Path | None = None, *, db: Path | None = None, store: str | None = None, language: Language = ENGLISH
) -> int:
    """Check a database or a backup: the file itself, every log, and unfinished games by replaying them.

    Parameters
    ----------
    file
        A backup to check instead of the database.
    db
        The server's database, if it is a file; the server may be running. If not given, engineshed.db.
    store
        The server's database if it is not a file, for example postgresql://user@host/name; or set ENGINESHED_STORE.
    """
    place = _place(db, store)
    work = _check_database(place) if file is None else _check_backup(file)
    return _tell(_run("read", file or place, work), Phrases(language))


async def _check_database(place: Place) -> Checked:
    async with look_at_store(*place) as kept:
        return await check_store(kept)


async def _check_backup(file: Path) -> Checked:
    with _of_this_file(file):
        async with restored(read_backup(file)) as kept:
            return await check_store(kept)


def _tell(found: Checked, phrases: Phrases) -> int:
    for fault in found.faults:
        errors().print(phrases.say(f"check.{fault.kind}", **fault.params), style="red")
    if found.other_rules:
        terminal().print(phrases.text("check.other-rules", tables=found.other_rules), soft_wrap=True)
    counted = {"tables": found.tables, "entries": found.entries}
    if found.faults:
        errors().print(phrases.text("check.bad", faults=len(found.faults), **counted), style="red")
        return BAD
    terminal().print(phrases.text("check.ok", replayed=found.replayed, **counted))
    return 0


def _run(what: Literal["read", "write"], where: Path | Place, work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except OSError as error:
        raise Mistake(what, file=str(where), reason=reason(error)) from None
