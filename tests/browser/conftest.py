"""A real server and a real browser. Any complaint of the browser fails the test that caused it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser.at_table import PATIENCE
from tests.browser.chromium import launch
from tests.browser.watch import Watch
from tests.server.test_app_serve import service

DESK: dict[str, Any] = {"viewport": ViewportSize(width=1280, height=800)}
PHONE: dict[str, Any] = {"viewport": ViewportSize(width=390, height=844), "has_touch": True, "is_mobile": True}

WITHOUT_WORKER: dict[str, Any] = {"service_workers": "block"}
"""Requests that pass through a service worker could not be held or changed by a test; tests of the worker allow it."""

expect.set_options(timeout=1000 * PATIENCE)  # the machine may be busy, which is not the page's fault

OpenPage = Callable[..., Page]
Shoot = Callable[[Page, str], Path]


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server; every process that runs tests has its own."""
    with service(tmp_path_factory.mktemp("house"), "--unlimited", "--study-seconds", "1") as (client, _log):
        yield str(client.base_url).rstrip("/")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """This does not last for the whole session: while Playwright is running, other tests cannot start an event loop."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def open_page(browser: Browser, address: str, watch: Watch) -> Iterator[OpenPage]:
    """Opens a page for a new person with their own cookies: ``open_page(**PHONE)``. All pages are watched."""
    contexts = []

    def open_one(**options: Any) -> Page:
        context = browser.new_context(**{"base_url": address, **DESK, **WITHOUT_WORKER, **options})
        contexts.append(context)
        watch.attach(context)
        return context.new_page()

    yield open_one
    faults = watch.faults()  # before closing the pages, which would abort their requests
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Somebody at a desk."""
    return open_page()


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """Somebody with a phone."""
    return open_page(**PHONE)


@pytest.fixture
def shoot(tmp_path: Path) -> Shoot:
    """Takes a screenshot of a page: ``shoot(page, "lobby")`` returns its path."""

    def shoot_one(page: Page, name: str) -> Path:
        path = tmp_path / f"{name}.png"
        page.screenshot(path=path)
        return path

    return shoot_one
