"""What a store keeps of the people who play: sessions, penalties and reports, until it is deleted."""

from __future__ import annotations

import asyncio

from engineshed.server.results import Booking
from engineshed.server.rows import Act, Guest, Penalty, Report, Session, Snapshot
from engineshed.server.store import Store
from tests.server.store_contract.furniture import ADA, SEATS, Opener, UsesAStore, event, furnished, head, table_called


class People(UsesAStore):
    # -- sessions ---------------------------------------------------------------------------------------------------

    def test_a_session_leads_to_its_guest_until_it_expires_or_ends(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            first, second = Session(b"first", "ada", 1.0, 10.0), Session(b"second", "ada", 2.0, 20.0)
            await store.add_session(first)
            await store.add_session(second)
            assert await store.session(b"first") == first
            assert await store.session(b"none") is None
            assert await store.sessions_of("ada") == [first, second]
            assert [await store.guest_by_token(b"first", now) for now in (9.9, 10.0)] == [ADA, None]
            await store.extend_session(b"first", 30.0)
            assert await store.guest_by_token(b"first", 29.0) == ADA
            await store.end_session(b"first")
            assert await store.guest_by_token(b"first", 9.0) is None
            assert await store.guest_by_token(b"second", 9.0) == ADA

        self.tried(open_store, work)

    def test_a_code_for_a_device_works_once_and_in_time(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for code in (b"used", b"late"):
                await store.add_device_code(code, "bob", 100.0)
            race = [store.take_device_code(b"used", 99.0) for _ in range(5)]
            assert sorted(map(str, await asyncio.gather(*race))) == ["None"] * 4 + ["bob"]
            assert await store.take_device_code(b"late", 100.0) is None
            assert await store.take_device_code(b"none", 1.0) is None

        self.tried(open_store, work)

    # -- retirement -------------------------------------------------------------------------------------------------

    def test_tables_are_retired_with_everything_that_belongs_to_them(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            old = [table_called(f"old{n}", state="over", updated=n) for n in range(3)]
            kept = [table_called("new", state="over", updated=50.0), table_called("open", state="open", updated=1.0)]
            await furnished(store, *old, *kept)
            for table in ("old0", "new"):
                await store.append(table, [event(1)], head(1, state="over", updated=60.0), Snapshot(1, 1, b"x"))
                await store.add_chat(table, "ada", "Ada", "hello", 1.0)
            for row in (*old, kept[0]):
                assert await store.book(Booking(row.id))
            assert await store.retire_tables(["over", "closed"], 40.0, 1) == ["old1"]
            assert await store.retire_tables(["over", "closed"], 40.0, 9) == ["old2"]
            assert await store.retire_tables(["over"], 60.5, 1) in (["old0"], ["new"])
            assert await store.retire_tables(["over"], 60.5, 9) in (["old0"], ["new"])
            assert [await store.events(table) for table in ("old0", "new")] == [[], []]
            assert [await store.snapshots(table) for table in ("old0", "new")] == [[], []]
            assert await store.table_ids("", 9) == ["open"]
            assert await store.damage() == []

        self.tried(open_store, work)

    def test_only_guests_with_nothing_here_are_retired(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for name in ("idle", "back", "new", "talks"):
                await store.add_guest(Guest(name, name.encode(), name, "en", 100.0 if name == "new" else 3.0))
            await store.add_session(Session(b"idle", "idle", 3.0, 40.0))
            await store.add_session(Session(b"back", "back", 3.0, 60.0))
            await store.add_chat("t1", "talks", "Talks", "hello", 1.0)
            assert sorted(await store.retire_guests(50.0, 50.0, 9)) == ["bob", "idle"]
            assert await store.retire_guests(50.0, 50.0, 9) == []
            left = await store.guests(["ada", "bob", "idle", "back", "new", "talks"])
            assert sorted(left) == ["ada", "back", "new", "talks"]
            assert await store.damage() == []

        self.tried(open_store, work)

    def test_expired_sessions_and_codes_are_dropped(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.add_session(Session(b"old", "ada", 1.0, 10.0))
            await store.add_session(Session(b"new", "ada", 1.0, 20.0))
            await store.drop_expired(10.0)
            assert [session.token_hash for session in await store.sessions_of("ada")] == [b"new"]

        self.tried(open_store, work)

    # -- a guest's own data -----------------------------------------------------------------------------------------

    def test_an_erased_guest_leaves_no_name_and_no_word(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.add_session(Session(b"hash", "ada", 1.0, 10.0))
            await store.add_device_code(b"code", "ada", 10.0)
            mine = await store.add_chat("t1", "ada", "Ada", "my address is", 1.0)
            theirs = await store.add_chat("t1", "bob", "Bob", "oh", 2.0)
            await store.add_report("t1", "ada", "rude", [theirs], 3.0)
            assert await store.chat_of("ada") == [("t1", mine)]
            assert [report.text for report in await store.reports_of("ada")] == ["rude"]
            await store.erase_guest("ada")
            assert (await store.guests(["ada"]))["ada"].name == ""
            assert await store.guest_by_token(b"hash", 2.0) is None
            assert await store.take_device_code(b"code", 2.0) is None
            assert [(line.name, line.text) for line in await store.chat("t1")] == [("", ""), ("Bob", "oh")]
            assert await store.reports_of("ada") == []
            assert await store.seats("t1") == SEATS

        self.tried(open_store, work)

    # -- moderation -------------------------------------------------------------------------------------------------

    def test_penalties_are_imposed_and_lifted(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            mute, ban = Penalty("mute", "ada", 1.0, None, "rude"), Penalty("ban", "ada", 2.0, 5.0, "again")
            await store.put_penalty(Penalty("mute", "ada", 0.5, 3.0, "first"))
            await store.put_penalty(mute)
            await store.put_penalty(ban)
            assert await store.penalties() == [mute, ban]
            assert [await store.lift_penalty("mute", "ada") for _ in range(2)] == [True, False]
            assert await store.penalties() == [ban]

        self.tried(open_store, work)

    def test_reports_are_settled_once(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            line = await store.add_chat("t1", "bob", "Bob", "Zażółć", 1.0)
            assert [await store.add_report("t1", "ada", text, [line], 2.0) for text in ("one", "two")] == [1, 2]
            newest, first = await store.reports(9, settled=False)
            assert (newest.text, first) == ("two", Report(1, "t1", "ada", "one", (line,), 2.0))
            assert [await store.settle_report(1, 3.0) for _ in range(2)] == [True, False]
            assert [report.number for report in await store.reports(9, settled=False)] == [2]
            assert [(report.number, report.settled) for report in await store.reports(9, settled=True)] == [(1, 3.0)]

        self.tried(open_store, work)

    def test_the_audit_log_has_the_newest_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            for number in (1, 2, 3):
                await store.add_act("close", f"t{number}", "why", float(number))
            assert await store.acts(2) == [Act(3, 3.0, "close", "t3", "why"), Act(2, 2.0, "close", "t2", "why")]

        self.tried(open_store, work)
