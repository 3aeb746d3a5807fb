"""The page opens in a browser, and the fixtures notice any faults in it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.conftest import Shoot
from tests.browser.watch import Watch, wait_for_network


def test_the_lobby_opens(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    expect(page.get_by_role("main")).to_be_visible()
    assert_accessible(page)


def test_the_lobby_opens_on_a_phone(phone: Page, shoot: Shoot) -> None:
    phone.goto("/")
    expect(phone.get_by_role("main")).to_be_visible()
    assert_fits(phone)
    assert shoot(phone, "lobby").stat().st_size > 0


FAULTS = {
    "console warning": "console.warn('careful')",
    "console error": "console.error('wrong')",
    "uncaught: loose": "setTimeout(() => { throw new Error('loose') })",
    "404": "fetch('/nothing')",
    "failed: GET": "fetch('/api/games').catch(() => 0)",
    "violates the following Content Security Policy": "document.head.append(document.createElement('style'))",
}


@pytest.mark.parametrize("complaint", list(FAULTS))
def test_faults_in_the_browser_are_noticed(page: Page, watch: Watch, complaint: str) -> None:
    page.goto("/")
    wait_for_network(page)
    assert watch.faults() == []
    page.route("/api/games", lambda route: route.abort())
    page.evaluate(f"() => {{ {FAULTS[complaint]} }}")
    wait_for_network(page)
    page.wait_for_timeout(100)
    assert any(complaint in fault for fault in watch.faults()), watch.complaints
    watch.expect("")
