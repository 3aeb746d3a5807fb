"""Only one server may use a file: two would each trust their own memory, and could give one seat to two guests.

The lock is on a file beside the database. The system releases it when the process ends, in whatever way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engineshed.core.errors import Trouble

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def only_server_of(database: Path) -> Iterator[None]:
    """Keep other servers off this database until the block ends, even if they open it under another name."""
    real = database.resolve()
    try:
        handle = os.open(real.with_name(f"{real.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Trouble("database.unusable", file=str(database), problem=error.strerror or str(error)) from None
    try:
        try:
            _lock(handle)
        except OSError:
            raise Trouble("database.served", file=str(database)) from None
        yield
    finally:
        os.close(handle)
