"""The task that keeps all clocks: neither a defect nor much at once stops it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from engineshed.server import timekeeper
from engineshed.server.service import Service
from engineshed.server.timekeeper import AT_ONCE, LATER, Timekeeper
from tests.server.play import opened, run

NOW = 1_700_000_000.0


async def kept_until(service: Service, done: Callable[[Timekeeper], bool], due: dict[str, float]) -> Timekeeper:
    """A timekeeper who has worked until this is true, beginning with these due times."""
    service.clock = lambda: NOW
    keeper = Timekeeper(service, retry=0.01)
    for table, at in due.items():
        keeper.wheel.set(table, at)
    keeper.start()
    async with asyncio.timeout(20):
        while not done(keeper):
            await asyncio.sleep(0.01)
    await keeper.stop()
    return keeper


def test_due_times_that_cannot_be_read_are_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with opened() as service:
            answers: list[Any] = [RuntimeError("a defect"), [("a table", NOW + 9)]]

            async def due(_before: float | None = None) -> list[tuple[str, float]]:
                answer = answers.pop(0)
                if isinstance(answer, Exception):
                    raise answer
                return list(answer)

            monkeypatch.setattr(service.store, "due", due)
            await kept_until(service, lambda keeper: "a table" in keeper.wheel, {})
        assert "the due times cannot be read" in caplog.text

    run(go())


def test_a_table_with_a_defect_is_tried_again_later_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    acted: list[str] = []

    async def act(_service: Service, table: str) -> None:
        if table == "broken":
            raise RuntimeError("a defect")
        acted.append(table)

    monkeypatch.setattr(timekeeper, "time_is_up", act)

    async def go() -> None:
        async with opened() as service:
            due = {"broken": NOW - 2, "whole": NOW - 1}
            keeper = await kept_until(service, lambda keeper: bool(acted) and "broken" in keeper.wheel, due)
            assert (acted, keeper.wheel.next()) == (["whole"], NOW + LATER)
        assert "the clocks of a table cannot go on" in caplog.text

    run(go())


def test_tables_that_are_due_at_the_same_time_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    acting = most = 0

    async def act(_service: Service, _table: str) -> None:
        nonlocal acting, most
        acting += 1
        most = max(most, acting)
        await asyncio.sleep(0.005)
        acting -= 1

    monkeypatch.setattr(timekeeper, "time_is_up", act)

    async def go() -> None:
        async with opened() as service:
            due = {f"table {number}": NOW - 1 for number in range(5 * AT_ONCE)}
            await kept_until(service, lambda keeper: not len(keeper.wheel) and not acting, due)

    run(go())
    assert most == AT_ONCE
