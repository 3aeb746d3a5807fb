"""A program that sends the notices of a store until it is killed."""

from __future__ import annotations

import asyncio
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

from engineshed.server.notices.channels import Channels, Rules
from engineshed.server.notices.postman import Postman
from engineshed.server.service import Service
from tests.server.play import opened_store

WEBHOOKS = Rules(address="https://play.test", webhooks=True, private=True)
READY = "ready"


def carry(place: str | Path, trusted: str, pipe: Connection) -> None:
    """Send READY, and then notices, for ever."""
    os.environ["SSL_CERT_FILE"] = trusted
    asyncio.run(keep_carrying(place, pipe))


async def elsewhere(_guest: str, _table: str) -> bool:
    """Nobody has a table in front of them."""
    return False


async def keep_carrying(place: str | Path, pipe: Connection) -> None:
    store = opened_store(place)
    postman = Postman(Service(store, time.time), Channels(store, WEBHOOKS), elsewhere)
    pipe.send(READY)
    postman.start()
    await asyncio.sleep(3600)
