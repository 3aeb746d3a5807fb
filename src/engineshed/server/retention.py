"""Retirement: deletes tables and guests that nobody needs any more, by a rule that the host has set.

Without a rule, everything is kept forever.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec

from engineshed.server.booking import book_all
from engineshed.server.guests import DAY, IDLE
from engineshed.server.logs import way_of
from engineshed.server.rows import TableState
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError

log = logging.getLogger(__name__)

EVERY = 3600.0
"""Seconds between two rounds."""
AT_ONCE = 50
"""How many are deleted in one write, so that moves need not wait."""


class Rule(msgspec.Struct, frozen=True):
    """After how many days something is deleted; None means never."""

    finished: float | None = None
    """Tables whose game is over, or that were closed; counted from the last change."""
    waiting: float | None = None
    """Tables whose game never began; counted from the last change."""
    abandoned: float | None = None
    """Tables in the middle of a game; counted from the last move."""
    guests: float | None = None
    """Guests without a table, a seat or a line of chat; counted from their last visit."""

    @property
    def empty(self) -> bool:
        return self == KEEP_EVERYTHING


KEEP_EVERYTHING = Rule()


class Retired(msgspec.Struct, frozen=True):
    tables: int
    guests: int


async def retire(service: Service, rule: Rule) -> Retired:
    """Delete everything that has expired under the rule. Results outlive their tables."""
    await book_all(service)
    tables = 0
    ages: tuple[tuple[float | None, tuple[TableState, ...]], ...] = (
        (rule.finished, ("over", "closed")),
        (rule.waiting, ("open",)),
        (rule.abandoned, ("running",)),
    )
    for days, states in ages:
        tables += 0 if days is None else await _retire_tables(service, states, service.clock() - days * DAY)
    guests = 0 if rule.guests is None else await _retire_guests(service, service.clock() - rule.guests * DAY)
    await service.store.drop_expired(service.clock())
    return Retired(tables, guests)


async def _retire_tables(service: Service, states: tuple[TableState, ...], before: float) -> int:
    count = 0
    while ids := await service.store.retire_tables(states, before, AT_ONCE):
        service.forget(ids)
        count += len(ids)
        await asyncio.sleep(0)
    return count


async def _retire_guests(service: Service, before: float) -> int:
    """Sessions are extended when they are used, so their ends show when a guest was last here."""
    count = 0
    while ids := await service.store.retire_guests(before, before + IDLE, AT_ONCE):
        count += len(ids)
        await asyncio.sleep(0)
    return count


async def keep_retiring(service: Service, rule: Rule) -> None:
    """Runs forever; if the store is down, the next round tries again."""
    while True:
        try:
            retired = await retire(service, rule)
            if retired != Retired(0, 0):
                log.info("retired %d tables and %d guests", retired.tables, retired.guests)
        except StoreDownError as error:
            log.warning("nothing could be retired", extra={"cause": error.reason})
        except Exception as error:  # noqa: BLE001  (a defect here must not end the rounds)
            log.error("nothing could be retired", extra={"cause": way_of(error)})
        await asyncio.sleep(EVERY)
