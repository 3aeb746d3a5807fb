"""Either all servers on a Postgres database have a bus, or there is only one server.

A server without a bus believes that nobody else changes its tables, so it takes a lock for itself alone; servers with a
bus share the lock. It is an advisory lock of a session, which Postgres releases when the connection ends, however the
server ended. If the connection breaks, because Postgres was restarted, the lock is taken again. If a server of the
other kind has it by then, this server ends, with the same message as at its start.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

import psycopg

from engineshed.core.errors import Trouble
from engineshed.server.postgres_schema import SETTINGS, Connection, name_of, unusable

log = logging.getLogger(__name__)

SERVING = 0x73686564
"""The number of the lock; locks belong to a whole database, so a second number is made from the schema."""
LOOK_EVERY = 2.0
"""Seconds between checks of the connection."""
BRIEFLY = 3.0
"""Seconds to wait for the lock of a server that has just been killed."""
LONG = 60.0
"""Seconds to wait for the lock after a broken connection, which Postgres may not have noticed yet."""
PAUSE = 0.2

SESSION = (
    "SET idle_session_timeout = 0",
    # so that Postgres soon notices if this machine is gone
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


@contextmanager
def serving_postgres(url: str, *, alone: bool) -> Iterator[None]:
    """Keep servers of the other kind off this database until the block ends."""
    claim = Claim(url, alone=alone)
    if not claim.take():
        raise claim.refusal()
    keeper = Thread(target=claim.keep, name="lock", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        claim.over.set()
        keeper.join()
        claim.release()
    if claim.lost:
        raise claim.refusal()


@contextmanager
def no_server_of(url: str) -> Iterator[None]:
    """Keep all servers off this database until the block ends."""
    claim = Claim(url, alone=True)
    if not claim.take():
        raise Trouble("database.busy", file=name_of(url))
    try:
        yield
    finally:
        claim.release()


class Claim:
    """The lock on a database, held by a connection of its own."""

    def __init__(self, url: str, *, alone: bool) -> None:
        self._url, self._alone = url, alone
        self._db: Connection | None = None
        self.over = Event()
        self.lost = False
        """Whether another server had the lock when this one tried to take it again."""

    def take(self) -> bool:
        """Whether the lock could be taken; raises ``Trouble`` if the database cannot be reached."""
        give_up = monotonic() + BRIEFLY
        try:
            while not self._taken():
                if monotonic() > give_up:
                    return False
                self.over.wait(PAUSE)
        except psycopg.Error as error:
            raise unusable(self._url, error) from None
        return True

    def keep(self) -> None:
        """Take the lock again whenever the connection is gone, until ``over`` is set."""
        while not self.over.wait(LOOK_EVERY):
            try:
                if self._db is not None:
                    self._db.execute("SELECT 1")
                    continue
            except psycopg.Error as error:
                log.warning("the connection that keeps other servers away is gone: %s", str(error).strip())
            if not self._taken_again():
                return

    def release(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _taken(self) -> bool:
        """Whether the lock could be taken, by a new connection."""
        self.release()
        db = psycopg.connect(self._url, **SETTINGS)
        try:
            for setting in SESSION:
                db.execute(setting.encode())
            how = "pg_try_advisory_lock" if self._alone else "pg_try_advisory_lock_shared"
            found = db.execute(f"SELECT {how}(%s, hashtext(current_schema()))".encode(), [SERVING]).fetchone()
        except psycopg.Error:
            db.close()
            raise
        if found and found[0]:
            self._db = db
            return True
        db.close()
        return False

    def _taken_again(self) -> bool:
        """Try until it works; if another server has the lock for long, this one has to end."""
        refused: float | None = None
        while not self.over.wait(PAUSE):
            try:
                if self._taken():
                    return True
            except psycopg.Error:
                refused = None  # Postgres is down
                continue
            refused = refused or monotonic()
            if monotonic() > refused + LONG:
                log.error("another server has taken this one's database; this one ends")
                self.lost = True
                os.kill(os.getpid(), signal.SIGTERM)
                return False
        return False

    def refusal(self) -> Trouble:
        """Why this server may not use the database."""
        return Trouble(f"database.served-{self._others()}", file=name_of(self._url))

    def _others(self) -> str:
        """Which kind of servers have the lock: ``alone`` or ``together``."""
        if not self._alone:
            return "alone"
        sql = """SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (
                SELECT oid FROM pg_database WHERE datname = current_database()
            ) AND classid::bigint = %s AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"""
        try:
            with psycopg.connect(self._url, **SETTINGS) as db:
                modes = [mode for (mode,) in db.execute(sql, [SERVING]).fetchall()]
        except psycopg.Error as error:
            raise unusable(self._url, error) from None
        return "together" if "ShareLock" in modes else "alone"
