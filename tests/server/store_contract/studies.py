"""What a store keeps of studies: one of a table at a time is worked on, and whoever cancels it is heard."""

from __future__ import annotations

import msgspec

from engineshed.server.results import Booking
from engineshed.server.rows import WHOLE_GAME, StudyRow
from engineshed.server.store import Store
from tests.server.store_contract.furniture import TABLE, Opener, UsesAStore, furnished, head, table_called

WHOLE = StudyRow("t1", WHOLE_GAME, "ada", 10.0, "waiting", "here", 10.0)


def with_(study: StudyRow, **fields: object) -> StudyRow:
    return msgspec.structs.replace(study, **fields)


class StudiesContract(UsesAStore):
    def test_a_study_is_kept_as_far_as_it_has_got(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            assert await store.study("t1", WHOLE_GAME) is None
            assert await store.begin_study(WHOLE, 5.0)
            running = with_(WHOLE, state="running", changed=12.0, done=0.5, found=b"\x00\xff half")
            assert await store.save_study(running)
            assert await store.study("t1", WHOLE_GAME) == running
            assert await store.open_studies("t1", 12.0) == [running]
            assert await store.open_studies("t1", 12.5) == []
            done = with_(running, state="done", done=1.0)
            assert await store.save_study(done)
            assert not await store.save_study(running)  # it is done
            assert await store.studies_of("ada") == [done]

        self.tried(open_store, work)

    def test_only_one_study_of_a_table_is_worked_on_unless_its_server_is_dead(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            assert await store.begin_study(WHOLE, 5.0)
            other = with_(WHOLE, ply=7, asked=11.0, holder="there", changed=11.0)
            assert not await store.begin_study(other, 10.0)
            assert await store.begin_study(with_(other, table="t2"), 10.0)
            assert await store.begin_study(other, 10.5)
            assert await store.begin_study(with_(WHOLE, asked=99.0, changed=99.0), 98.0)
            assert not await store.save_study(WHOLE)  # somebody has begun it again

        self.tried(open_store, work)

    def test_a_cancelled_study_cannot_be_saved(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.begin_study(WHOLE, 5.0)
            assert await store.cancel_study("t1", WHOLE_GAME, 11.0)
            assert not await store.cancel_study("t1", WHOLE_GAME, 12.0)
            assert not await store.save_study(with_(WHOLE, state="running"))
            assert await store.study("t1", WHOLE_GAME) == with_(WHOLE, state="cancelled", changed=11.0)

        self.tried(open_store, work)

    def test_a_server_says_that_it_lives_and_gives_up_its_own(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            there = with_(WHOLE, table="t2", holder="there")
            await store.begin_study(WHOLE, 5.0)
            await store.begin_study(there, 5.0)
            await store.touch_studies("here", 20.0)
            assert await store.study("t1", WHOLE_GAME) == with_(WHOLE, changed=20.0)
            await store.abandon_studies("here", 30.0)
            assert await store.study("t1", WHOLE_GAME) == with_(WHOLE, state="unfinished", changed=30.0)
            assert await store.study("t2", WHOLE_GAME) == there
            await store.abandon_studies(None, 40.0)
            assert await store.study("t2", WHOLE_GAME) == with_(there, state="unfinished", changed=40.0)

        self.tried(open_store, work)

    def test_studies_go_with_their_table_and_forget_their_guest(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.begin_study(WHOLE, 5.0)
            await store.erase_guest("ada")
            assert await store.studies_of("ada") == []
            assert await store.study("t1", WHOLE_GAME) == with_(WHOLE, guest="")
            await store.append("t1", (), head(0, state="over", updated=20.0))
            assert await store.book(Booking("t1"))
            assert await store.retire_tables(["over"], 40.0, 9) == ["t1"]
            assert await store.study("t1", WHOLE_GAME) is None
            assert await store.damage() == []

        self.tried(open_store, work)
