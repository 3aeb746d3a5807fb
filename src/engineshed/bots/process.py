"""A process for bots: it leaves interrupts to its parent, and ends when the parent does."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from time import sleep

GRACE = 20.0
"""How many seconds a process may take to end in an orderly way once its parent is gone."""


def serve_the_parent() -> None:
    """Called when the process starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the parent, which then ends its children
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """End this process, however the parent ended, and even if a bot hangs here."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)
        sleep(GRACE)
        os.kill(os.getpid(), signal.SIGKILL)
