"""What the browser itself records about its work: style, tasks, processor time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.browser.at_table import wait_until

Event = dict[str, Any]


@contextmanager
def tracing(page: Page, *categories: str) -> Iterator[list[Event]]:
    """Records events of these categories. The list is filled once the block has ended."""
    session = page.context.new_cdp_session(page)
    events: list[Event] = []
    ended: list[Event] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda end: ended.append(end))  # noqa: PLW0108  Playwright sets attributes of it
    wish = {"includedCategories": categories, "excludedCategories": ["*"]}
    session.send("Tracing.start", {"traceConfig": wish, "transferMode": "ReportEvents"})
    yield events
    session.send("Tracing.end")
    wait_until(lambda: page.evaluate("0") or ended, "the trace")
