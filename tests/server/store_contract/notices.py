"""What a store keeps of notices: ways, and what is claimed by one server is sent by no other."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from engineshed.server.rows import Notice, NoticeWay
from engineshed.server.store import Store, TakenError
from tests.server.store_contract.furniture import Opener, UsesAStore, dumped, event, furnished, head

MAIL = NoticeWay("mail", "ada", "mail", "ada@example.org", {}, "", 3600, ("turn", "over"), "on", 1.0)
PHONE = NoticeWay("phone", "ada", "browser", "https://push/1", {"auth": "x"}, "Żółw", 0, ("turn",), "on", 2.0)
ROOM = NoticeWay("room", "bob", "matrix", "https://chat", {"room": "!r:x", "token": "t"}, "", 0, (), "waiting", 3.0)


def with_(way: NoticeWay, **fields: Any) -> NoticeWay:
    return msgspec.structs.replace(way, **fields)


def notice(way: NoticeWay, ply: int, due: float = 10.0) -> Notice:
    return Notice(way.id, "t1", "turn", ply, due - way.every, due)


async def with_ways(store: Store) -> None:
    await furnished(store)
    for way in (MAIL, PHONE, ROOM):
        assert await store.add_way(way, 3)


async def moved(store: Store, ply: int, *notices: Notice) -> None:
    await store.append("t1", [event(ply)], head(ply), notices=notices)


class NoticesContract(UsesAStore):
    def test_a_key_of_the_house_is_kept_once(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            assert await store.house_key("vapid") is None
            await store.keep_house_key("vapid", b"\x00first")
            await store.keep_house_key("vapid", b"second")
            assert await store.house_key("vapid") == b"\x00first"

        self.tried(open_store, work)

    def test_ways_are_kept_changed_and_removed(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            assert await store.ways_of(["ada", "bob"]) == [MAIL, PHONE, ROOM]
            assert await store.ways_of([]) == []
            assert await store.ways_to("https://push/1") == [PHONE]
            await store.settle_way("phone", 5.0, 9.0, 2, broken=False)
            assert await store.way("phone") == with_(PHONE, used=5.0, rest=9.0, failures=2)
            await store.settle_way("phone", 5.0, 9.0, 3, broken=True)
            assert await store.way("phone") == with_(PHONE, used=5.0, rest=9.0, failures=3, state="broken")
            changed = with_(PHONE, used=5.0, every=60, about=("over",), label="phone")
            await store.save_way(changed)
            assert await store.way("phone") == changed
            await store.remove_way(changed)
            assert await store.way("phone") is None
            assert not await store.add_way(with_(PHONE, id="third"), 1)

        self.tried(open_store, work)

    def test_ways_that_nobody_agreed_to_are_dropped(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            await store.drop_waiting_ways(3.0)
            assert await store.way("room") == ROOM
            await store.drop_waiting_ways(3.5)
            assert await store.ways_of(["ada", "bob"]) == [MAIL, PHONE]

        self.tried(open_store, work)

    def test_notices_are_saved_with_their_move_or_not_at_all(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            await moved(store, 1, notice(PHONE, 1))
            with pytest.raises(TakenError):
                await store.append("t1", [event(2)], head(2), revision=7, notices=[notice(PHONE, 2)])
            await moved(store, 2, notice(PHONE, 1), notice(MAIL, 2, 3610.0), notice(with_(PHONE, id="gone"), 2))
            assert await store.notices_for("ada") == [notice(MAIL, 2, 3610.0), notice(PHONE, 1)]

        self.tried(open_store, work)

    def test_what_is_due_is_claimed_once(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            await moved(store, 1, notice(MAIL, 1, 50.0), notice(PHONE, 1, 10.0))
            await moved(store, 2, notice(MAIL, 2, 60.0))
            assert await store.due_ways(9.9, 5) == []
            assert await store.due_ways(99.0, 5) == ["phone", "mail"]
            assert await store.due_ways(99.0, 1) == ["phone"]
            claims = await asyncio.gather(*(store.claim_notices("mail", f"server {n}", 55.0) for n in range(4)))
            assert sorted(map(len, claims)) == [0, 0, 0, 2], "a digest goes out whole, and by one server"
            assert await store.due_ways(99.0, 5) == ["phone"]
            await store.settle_way("phone", None, 70.0, 1, broken=False)
            assert await store.due_ways(69.0, 5) == [], "it rests after a failure"

        self.tried(open_store, work)

    def test_a_claim_ends_when_it_was_sent_or_returned_or_its_server_died(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            await moved(store, 1, notice(MAIL, 1), notice(PHONE, 1))
            await store.claim_notices("mail", "here", 20.0)
            await store.return_notices("mail", "there")
            assert await store.claim_notices("mail", "there", 20.0) == []
            await store.return_notices("mail", "here")
            assert await store.claim_notices("mail", "there", 20.0) == [notice(MAIL, 1)]
            await store.drop_notices("mail", "there")
            await store.claim_notices("phone", "here", 21.0)
            assert await store.drop_left_notices(21.0) == 0
            assert await store.drop_left_notices(21.5) == 1
            assert await store.notices_for("ada") == []

        self.tried(open_store, work)

    def test_ways_and_notices_go_with_their_guest_and_their_table(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await with_ways(store)
            await moved(store, 1, notice(MAIL, 1), notice(ROOM, 1))
            await store.erase_guest("ada")
            kept = await dumped(store)
            assert [row[0] for row in kept["notice_ways"][1]] == ["room"]
            assert [row[0] for row in kept["notices"][1]] == ["room"]
            assert await store.retire_tables(["running"], 1e9, 5) == ["t1"]
            assert await store.notices_for("bob") == []

        self.tried(open_store, work)
