"""Collects the browser's complaints while a test looks at something else."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

ABANDONED = "net::ERR_ABORTED"
"""The failure of a request whose page was left, so that nobody needs its answer."""
OVERTAKEN = r"409 \(Conflict\) \(\S+/check\)"
"""A preview that was asked for just before somebody else moved; browsers report that it was refused."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""In most tests there is no service worker; the page does without."""
LOUD = ("error", "warning", "assert")


class Watch:
    """Errors and warnings in the console (a breach of the security policy is one), uncaught errors, failed requests."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._expected: list[str] = [OVERTAKEN, BLOCKED]

    def expect(self, pattern: str) -> None:
        """For a test in which something should go wrong: complaints that match this pattern are not faults."""
        self._expected.append(pattern)

    def attach(self, context: BrowserContext) -> None:
        """Watch all pages of a context from the start."""
        context.on("console", self._heard)
        context.on("weberror", lambda error: self._note(f"uncaught: {error.error}"))
        context.on("requestfailed", self._lost)

    def faults(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(re.search(pattern, complaint) for pattern in self._expected)
        ]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self._note(f"console {message.type}: {message.text} ({message.location['url']})")

    def _lost(self, request: Request) -> None:
        if request.failure != ABANDONED:
            self._note(f"failed: {request.method} {request.url} ({request.failure})")

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)


def wait_for_network(page: Page) -> None:
    """Wait until the page has fetched everything, so that complaints about it have arrived."""
    page.wait_for_load_state("networkidle")
