"""What every store must do, as one class of tests. A new store only has to say how it is opened.

``open_store`` opens the same storage every time it is called, like a program that is restarted.
"""

from __future__ import annotations

from engineshed.server.rows import ChatLine, Snapshot
from engineshed.server.store import Store
from tests.server.store_contract.contents import Contents
from tests.server.store_contract.furniture import (
    ADA,
    BOB,
    SEATS,
    TABLE,
    Opener,
    Spoil,
    event,
    furnished,
    head,
    table_called,
)
from tests.server.store_contract.lists import Lists
from tests.server.store_contract.notices import NoticesContract
from tests.server.store_contract.operating import Operating
from tests.server.store_contract.people import People
from tests.server.store_contract.plans import PlansContract
from tests.server.store_contract.results import ResultsContract
from tests.server.store_contract.rivals import Rivals
from tests.server.store_contract.studies import StudiesContract


class StoreContract(
    Contents, Lists, Rivals, People, StudiesContract, NoticesContract, PlansContract, ResultsContract, Operating
):
    """Subclasses provide the fixture ``open_store``."""


class DurableStoreContract(StoreContract):
    """For stores whose contents outlive the program.

    Subclasses also provide the fixture ``spoil``, which changes the storage without its safeguards.
    """

    def test_rows_that_refer_to_missing_rows_are_found(self, open_store: Opener, spoil: Spoil) -> None:
        async def fill(store: Store) -> None:
            await furnished(store, TABLE, table_called("t2"))
            await store.add_chat("t1", "ada", "Ada", "hello", 1.0)
            assert await store.damage() == []

        async def look(store: Store) -> None:
            assert sorted(await store.damage()) == [
                "chat: a row refers to a missing row of tables",
                "guest_words: a row refers to a missing row of guests",
                "seats: a row refers to a missing row of tables",
                "seats: a row refers to a missing row of tables",
                "table_words: a row refers to a missing row of tables",
            ]

        self.tried(open_store, fill)
        spoil("DELETE FROM tables WHERE id = 't1'")
        spoil("DELETE FROM guests WHERE id = 'bob'")
        self.tried(open_store, look)

    def test_a_reopened_store_still_has_everything(self, open_store: Opener) -> None:
        async def fill(store: Store) -> None:
            await furnished(store)
            await store.append("t1", [event(1, "key"), event(2)], head(2), Snapshot(2, 2, b"now"))
            await store.add_chat("t1", "ada", "Ada", "good night", 1.0)

        async def look(store: Store) -> None:
            assert await store.guests(["ada", "bob"]) == {"ada": ADA, "bob": BOB}
            assert await store.table("t1") == table_called("t1", ply=2, to_act=(0,), updated=22.0, revision=1)
            assert await store.seats("t1") == SEATS
            assert await store.events("t1") == [event(1, "key"), event(2)]
            assert await store.snapshot("t1") == Snapshot(2, 2, b"now")
            assert await store.chat("t1") == [ChatLine(1, "ada", "Ada", "good night", 1.0)]

        self.tried(open_store, fill)
        self.tried(open_store, look)

    def test_two_programs_that_share_a_storage_cannot_both_win_a_ply(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            other = open_store()
            try:
                for ply in range(1, 6):
                    race = [
                        [store, other][n % 2].append("t1", [event(ply, text=f"racer {n}")], head(ply))
                        for n in range(10)
                    ]
                    await self._assert_one_winner(store, ply, race)
                assert await other.events("t1") == await store.events("t1")
            finally:
                await other.close()

        self.tried(open_store, work)
