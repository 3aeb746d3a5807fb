"""Many writers at the same time, in one program and in several."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from engineshed.server.clocks import Timing, Vote
from engineshed.server.rows import Latest, SeatRow, Snapshot
from engineshed.server.store import Store, TakenError
from tests.server.store_contract.furniture import SEATS, TABLE, Opener, UsesAStore, event, furnished, head, table_called


class Rivals(UsesAStore):
    # -- many at once -----------------------------------------------------------------------------------------------

    def test_of_ten_writers_racing_for_one_ply_exactly_one_wins(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in range(1, 11):
                race = [store.append("t1", [event(ply, text=f"racer {n}")], head(ply)) for n in range(10)]
                await self._assert_one_winner(store, ply, race)

        self.tried(open_store, work)

    @staticmethod
    async def _assert_one_winner(store: Store, ply: int, race: list[Coroutine[Any, Any, None]]) -> None:
        outcomes = await asyncio.gather(*race, return_exceptions=True)
        winners = [n for n, outcome in enumerate(outcomes) if outcome is None]
        assert len(winners) == 1
        assert all(isinstance(outcome, TakenError) for outcome in outcomes if outcome is not None)
        assert await store.events("t1", ply - 1) == [event(ply, text=f"racer {winners[0]}")]

    def test_writers_at_many_tables_do_not_disturb_each_other(self, open_store: Opener) -> None:
        """One of them collides at every step; the others in the queue are saved anyway."""

        async def work(store: Store) -> None:
            names = [f"t{n}" for n in range(8)]
            await furnished(store, *(table_called(name) for name in names))
            await store.append("t0", [event(ply) for ply in range(1, 11)], head(10))
            for ply in range(1, 11):
                outcomes = await asyncio.gather(
                    *(store.append(name, [event(ply)], head(ply)) for name in names), return_exceptions=True
                )
                assert [type(outcome) for outcome in outcomes] == [TakenError, *[type(None)] * 7]
            for name in names:
                assert await store.events(name) == [event(ply) for ply in range(1, 11)]

        self.tried(open_store, work)

    def test_changes_of_all_kinds_at_once_each_have_their_own_outcome(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, *(table_called(name) for name in ("t1", "t2", "t3", "t4")))
            outcomes = await asyncio.gather(
                store.append("t1", [event(1), event(2, key="k")], head(2)),
                store.append("t2", [event(1)], head(1), Snapshot(1, 1, b"here"), [SEATS[0]], revision=0),
                store.append("nowhere", [], head(1)),
                store.append("t3", [], head(0, to_act=(1,)), revision=0),
                store.add_table(table_called("new"), SEATS, [event(1)]),
                store.add_chat("t4", "ada", "Ada", "Hello", 1.5),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes[:5]] == [*[type(None)] * 2, TakenError, *[type(None)] * 2]
            assert await store.events("t1") == [event(1), event(2, key="k")]
            assert await store.events("t2") == await store.events("new") == [event(1)]
            assert await store.snapshot("t2") == Snapshot(1, 1, b"here")
            latest = await store.latest(["t1", "t2", "t3", "t4", "new"])
            assert {name: found.revision for name, found in latest.items()} == {
                **dict.fromkeys(latest, 1),
                "t4": 0,
                "new": 0,
            }
            assert [line.text for line in await store.chat("t4")] == ["Hello"]

        self.tried(open_store, work)

    def test_changes_written_together_are_the_same_as_changes_written_alone(self, open_store: Opener) -> None:
        """Stores may merge changes into fewer statements, in which values are written in another way."""
        texts = ['say "no"', "back\\slash", "new\nline", "Łódź \u2028 🚂", "{}", "null", "", "%s ?"]
        times = [0.1 + 0.2, 1e-9, 1763460000.123456, 2.0**53 - 1]

        async def work(store: Store) -> None:
            names = [f"t{number}" for number in range(len(texts))]
            await furnished(store, *(table_called(name) for name in [*names, "alone"]))
            await asyncio.gather(
                *(
                    store.append(name, [event(1, key=text or None, text=text)], head(1, updated=times[n % 4]))
                    for n, (name, text) in enumerate(zip(names, texts, strict=True))
                )
            )
            for number, (name, text) in enumerate(zip(names, texts, strict=True)):
                await store.append("alone", [event(number + 1, text=text)], head(number + 1, updated=times[number % 4]))
                row, alone = await store.table(name), await store.table("alone")
                assert row is not None
                assert alone is not None
                assert (row.ply, row.revision, row.updated, row.to_act) == (1, 1, alone.updated, alone.to_act)
                assert alone.updated == times[number % 4]
                assert await store.events(name) == [event(1, key=text or None, text=text)]
                assert (await store.events("alone"))[-1].text == text

        self.tried(open_store, work)

    def test_two_programs_that_write_to_the_same_tables_never_block_each_other(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            names = [f"t{n}" for n in range(12)]
            await furnished(store, *(table_called(name) for name in names))
            other = open_store()
            try:
                for ply in range(1, 16):
                    ways = ((store, names), (other, names[::-1]))
                    race = [one.append(name, [event(ply)], head(ply)) for one, order in ways for name in order]
                    outcomes = await asyncio.gather(*race, return_exceptions=True)
                    assert sorted(type(outcome).__name__ for outcome in outcomes) == [
                        *["NoneType"] * 12,
                        *["TakenError"] * 12,
                    ]
            finally:
                await other.close()

        self.tried(open_store, work)

    def test_reads_between_writes_see_only_committed_entries(self, open_store: Opener) -> None:
        """Readers are not refused during a write, and never see half an append."""

        async def work(store: Store) -> None:
            await furnished(store)

            async def write() -> None:
                for ply in range(1, 80, 2):
                    await store.append("t1", [event(ply), event(ply + 1)], head(ply + 1))
                    row = await store.table("t1")
                    assert row is not None
                    assert row.ply == ply + 1, "an acknowledged entry can be read"

            async def read(writer: asyncio.Task[None]) -> None:
                seen = 0
                while not writer.done():
                    plies = [entry.ply for entry in await store.events("t1")]
                    assert len(plies) % 2 == 0
                    assert len(plies) >= seen
                    seen = len(plies)
                    await asyncio.sleep(0)

            writer = asyncio.create_task(write())
            await asyncio.gather(writer, read(writer))

        self.tried(open_store, work)

    def test_a_client_that_disconnects_does_not_stop_a_write(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            for ply in range(1, 30):
                impatient = asyncio.create_task(store.append("t1", [event(ply)], head(ply)))
                await asyncio.sleep(0)
                impatient.cancel()
                await asyncio.gather(impatient, return_exceptions=True)
            await store.append("t1", [event(1000)], head(1000))
            plies = [entry.ply for entry in await store.events("t1")]
            assert plies == sorted(set(plies))
            assert plies[-1] == 1000

        self.tried(open_store, work)

    def test_an_entry_that_cannot_be_stored_does_not_harm_other_writes(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            outcomes = await asyncio.gather(
                store.append("t1", [event(1, text="half a character \ud800")], head(1)),
                store.append("t1", [event(1)], head(1)),
                store.append("t1", [event(1 << 70)], head(2)),
                return_exceptions=True,
            )
            assert isinstance(outcomes[0], ValueError)
            assert outcomes[1] is None
            assert isinstance(outcomes[2], OverflowError)
            assert await store.events("t1") == [event(1)]

        self.tried(open_store, work)

    # -- several servers on one store -------------------------------------------------------------------------------

    def test_a_writer_who_missed_the_last_change_of_a_table_cannot_change_it(self, open_store: Opener) -> None:
        """Not even its seats, whose changes are not in the log."""
        taken, late = SeatRow(1, "guest", guest="bob"), SeatRow(1, "guest", guest="ada")

        async def work(store: Store) -> None:
            await furnished(store)
            await store.append("t1", (), head(0), seats=[taken], revision=0)
            for events in ((), [event(1)]):
                with pytest.raises(TakenError):
                    await store.append("t1", events, head(1), Snapshot(1, 1, b"late"), [late], revision=0)
            assert await store.table("t1") == table_called("t1", to_act=(0,), updated=20.0, revision=1)
            assert await store.seats("t1") == [SEATS[0], taken]
            assert (await store.events("t1"), await store.snapshot("t1")) == ([], None)
            await store.append("t1", [event(1)], head(1), revision=1)
            assert await store.events("t1") == [event(1)]

        self.tried(open_store, work)

    def test_a_table_that_does_not_exist_cannot_be_changed(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            with pytest.raises(TakenError):
                await store.append("none", (), head(0))
            with pytest.raises(TakenError):
                await store.add_chat("none", "ada", "Ada", "anybody here?", 1.0)
            assert await store.lease("none", 0, "a server", now=0.0, until=9.0) is False

        self.tried(open_store, work)

    def test_the_latest_revision_and_chat_line_of_tables(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            await store.append("t1", [event(1)], head(1))
            await store.append("t1", (), head(1))
            await store.add_chat("t2", "ada", "Ada", "hello", 1.0)
            assert await store.latest(["t1", "t2", "none"]) == {"t1": Latest(2, 0), "t2": Latest(0, 1)}
            assert await store.latest([]) == {}

        self.tried(open_store, work)

    def test_tables_where_a_bot_is_to_act_the_longest_waiting_first(self, open_store: Opener) -> None:
        bot, away, here = SeatRow(1, "bot", bot="x"), SeatRow(1, "guest", "ada", "x", True), SeatRow(1, "guest", "ada")

        async def work(store: Store) -> None:
            await furnished(store)
            for table_id, seat, fields in (
                ("bot", bot, {"updated": 3.0, "to_act": (0, 1)}),
                ("away", away, {"updated": 2.0, "to_act": (1,)}),
                ("here", here, {"to_act": (1,)}),
                ("another seat's turn", bot, {"to_act": (11,)}),
                ("over", bot, {"to_act": (1,), "state": "over"}),
            ):
                await store.add_table(table_called(table_id, **fields), [seat], ())
            await store.append("t1", (), head(0, updated=1.0))  # where ada, at seat 0, is away
            assert await store.tables_for_bots(now=9.0) == ["t1", "away", "bot"]
            assert await store.tables_for_bots(now=9.0, since=2.5) == ["bot"]
            assert await store.lease("away", 0, "a server", now=9.0, until=10.0)
            assert await store.tables_for_bots(now=9.0) == ["t1", "bot"], "another server is looking after it"
            assert await store.tables_for_bots(now=11.0) == ["t1", "away", "bot"]
            await store.append("away", (), head(0, updated=2.0, to_act=(1,)))
            assert await store.tables_for_bots(now=9.0) == ["t1", "away", "bot"], "the lease was for another revision"

        self.tried(open_store, work)

    def test_open_turns_and_clocks_are_kept_and_those_that_are_due_are_found(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            timing = Timing((60.0, 90.5), (0.0, 0.0), 9.0, (0,), vote=Vote(0, 30.0, ((1, "bot"),)))
            held = head(0, end_turn="timer", held=0, held_until=25.5, hurried=True, timing=timing, due=25.5)
            await store.append("t1", (), held)
            await store.append("t2", (), head(0, end_turn="button", held=1))
            kept = await store.table("t1")
            assert kept is not None
            assert kept.head() == held
            assert await store.due() == [("t1", 25.5)]
            assert (await store.due(25.0), await store.due(25.5)) == ([], [("t1", 25.5)])
            await store.append("t2", (), head(0, due=20.0))
            assert [table for table, _ in await store.due()] == ["t2", "t1"]
            await store.append("t1", (), head(0, to_act=(1,)))
            assert await store.due() == [("t2", 20.0)]

        self.tried(open_store, work)

    def test_a_lease_is_given_once_for_a_revision_until_its_time_is_over(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            assert await store.lease("t1", 5, "one", now=0.0, until=10.0)
            assert not await store.lease("t1", 5, "two", now=9.0, until=19.0)
            assert await store.lease("t1", 5, "one", now=9.0, until=12.0), "its holder may prolong it"
            assert not await store.lease("t1", 5, "two", now=11.0, until=19.0)
            assert await store.lease("t2", 5, "two", now=11.0, until=19.0), "another table has its own"
            assert await store.lease("t1", 5, "two", now=13.0, until=19.0), "the first lease has expired"
            assert await store.lease("t1", 6, "three", now=13.0, until=19.0), "the table has moved on"
            assert not await store.lease("t1", 5, "two", now=14.0, until=19.0), "what has moved on does not come back"

        self.tried(open_store, work)

    def test_of_ten_servers_exactly_one_gets_the_lease(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            race = [store.lease("t1", 1, f"server {n}", now=0.0, until=9.0) for n in range(10)]
            assert sorted(await asyncio.gather(*race)) == [False] * 9 + [True]

        self.tried(open_store, work)
