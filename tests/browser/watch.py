"""What a browser complains about while a test looks at something else."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

ABANDONED = "net::ERR_ABORTED"
"""What becomes of a request whose page was left; nobody misses its answer."""
LOUD = ("error", "warning", "assert")


class Watch:
    """Errors and warnings in the console (a breach of the security policy is one), uncaught errors, failed requests."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """For a test in which something is to go wrong: complaints that match this are no fault of the page."""
        self._expected.append(pattern)

    def over(self, context: BrowserContext) -> None:
        """Watch all pages of a context, from their first line on."""
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
    """Until the page has fetched what it wants, so that complaints about it have come in."""
    page.wait_for_load_state("networkidle")
