"""``kill -9`` while notices are being sent: none arrives twice, and only those are lost that were under way."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from engineshed.core.rng import Rng
from engineshed.server.notices.channels import Channels
from engineshed.server.notices.postman import LEFT, MOST_AT_ONCE, Postman
from engineshed.server.rows import Guest, Notice, NoticeWay
from engineshed.server.service import Service
from engineshed.server.store import Store
from tests.server.courier import READY, WEBHOOKS, carry, elsewhere
from tests.server.doomed import PROGRAMS, doomed
from tests.server.play import live, new_guest, new_table, opened_store, run
from tests.server.receivers import Receiver, certificate, receiving
from tests.soak import sized

ROUNDS = sized(4, 40)
EACH = 40
"""New notices in each round, every one by a way of its own."""
PATIENCE = 30.0
"""Seconds in which the program has to send something."""


async def prepare(place: str | Path) -> tuple[Guest, str]:
    store = opened_store(place)
    service = Service(store, time.time)
    guest = await new_guest(service)
    table = await new_table(service, guest)
    await store.close()
    return guest, table


async def put(place: str | Path, guest: Guest, table: str, round_: int, url: str) -> None:
    """Save notices together with a change of their table."""
    store, now = opened_store(place), time.time()
    ids = [f"{round_}-{number}" for number in range(EACH)]
    for one in ids:
        way = NoticeWay(
            one, guest.id, "json", f"{url}/{one}", {"secret": "whsec_c2VjcmV0"}, "", 0, ("turn",), "on", now
        )
        assert await store.add_way(way, 100_000)
    head = (await live(Service(store, time.time), table)).head(now)
    await store.append(table, (), head, notices=[Notice(one, table, "turn", 1, now, now) for one in ids])
    await store.close()


def kill_while_sending(place: str | Path, round_: int, receiver: Receiver) -> None:
    """Kill the program after it has sent some of the notices, in the middle of sending others."""
    mine, theirs = PROGRAMS.Pipe(duplex=False)
    some = len(receiver.received) + 1 + Rng("courier", round_).below(EACH // 2)
    with mine, doomed(carry, place, str(certificate()), theirs) as courier:
        assert mine.recv() == READY
        deadline = time.monotonic() + PATIENCE
        while len(receiver.received) < some:
            assert time.monotonic() < deadline, "nothing is sent"
            time.sleep(0.001)
        courier.kill()


async def send_the_rest(store: Store) -> int:
    """Send what can still be sent, and drop what was under way; returns how many were dropped."""
    postman = Postman(Service(store, time.time), Channels(store, WEBHOOKS), elsewhere)
    while await store.due_ways(time.time(), 1):
        await postman.look()
        await postman.idle()
    dropped = await store.drop_left_notices(time.time() + LEFT)
    await store.close()
    return dropped


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_notice_is_sent_twice_when_the_program_is_killed(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))
    place = tmp_path / "shed.db" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    guest, table = run(prepare(place))
    with receiving() as receiver:
        for round_ in range(ROUNDS):
            run(put(place, guest, table, round_, receiver.url))
            kill_while_sending(place, round_, receiver)
        dropped = run(send_the_rest(opened_store(place)))
        arrived = arrivals(receiver)
    assert set(arrived.values()) == {1}, "none arrives twice"
    assert dropped > 0, "something was under way when the program was killed, or this proves nothing"
    assert ROUNDS * EACH - dropped <= len(arrived) <= ROUNDS * EACH, "nothing is lost but what was under way"
    assert dropped <= ROUNDS * MOST_AT_ONCE


def arrivals(receiver: Receiver) -> Counter[str]:
    return Counter(one.path for one in receiver.received)
