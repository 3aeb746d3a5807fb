"""Lists of tables: in order, in pages, filtered, and found by words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engineshed.server import listing
from engineshed.server.rows import Guest, Search, SearchWord, SeatRow, TableState
from engineshed.server.store import Store
from tests.server.store_contract.furniture import ADA, SEATS, Opener, UsesAStore, furnished, table_called


class Lists(UsesAStore):
    @staticmethod
    async def ids(store: Store, search: Search) -> list[str]:
        """The tables that are found, page by page; none is found twice."""
        found: list[str] = []
        while True:
            page = await store.listings(search)
            found += [listing.row.id for listing in page.tables]
            if page.rest is None:
                assert len(found) == len(set(found))
                return found
            search = msgspec.structs.replace(search, after=page.rest)

    def test_my_tables_are_those_i_own_or_sit_at_the_latest_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(
                store,
                table_called("mine", updated=1.0),
                table_called("late", updated=3.0),
                table_called("seated", owner="bob", updated=2.0),
            )
            await store.add_table(table_called("foreign", owner="bob"), [SeatRow(0, "guest", guest="bob")], ())
            for most in (1, 2, 9):
                assert await self.ids(store, Search(guest="ada", most=most)) == ["late", "seated", "mine"]
            first = await store.listings(Search(guest="ada", most=2))
            assert [listing.row.id for listing in first.tables] == ["late", "seated"]
            assert [listing.seats for listing in first.tables] == [SEATS, SEATS]

        self.tried(open_store, work)

    def test_of_my_tables_those_where_i_am_to_act_come_first_and_are_not_cut_off(self, open_store: Opener) -> None:
        mine, away = SeatRow(12, "guest", guest="ada"), SeatRow(12, "guest", guest="ada", bot="greedy", away=True)
        theirs = SeatRow(2, "guest", guest="bob")

        async def work(store: Store) -> None:
            await furnished(store, table_called("owned only", updated=9.0, to_act=(0,)))
            for table_id, seat, fields in (
                ("turn, older", mine, {"updated": 1.0, "to_act": (12,)}),
                ("turn, newer", mine, {"updated": 2.0, "to_act": (2, 12)}),
                ("over", mine, {"updated": 8.0, "to_act": (12,), "state": "over"}),
                ("away", away, {"updated": 7.0, "to_act": (12,)}),
                ("another's turn", mine, {"updated": 6.0, "to_act": (2,)}),
                ("nobody's turn", mine, {"updated": 5.0, "to_act": ()}),
                ("another seat's turn", mine, {"updated": 4.0, "to_act": (1,)}),
            ):
                await store.add_table(table_called(table_id, **fields), [theirs, seat], ())
            first = ["turn, newer", "turn, older"]
            rest = ["owned only", "over", "away", "another's turn", "nobody's turn", "another seat's turn"]
            for most in (1, 2, 3, 9):
                assert await self.ids(store, Search(guest="ada", most=most)) == first + rest
                assert await self.ids(store, Search(guest="ada", turn=True, most=most)) == first

        self.tried(open_store, work)

    def test_public_tables_that_are_not_closed_are_listed_the_latest_first(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(
                store,
                table_called("old", updated=1.0, state="over"),
                table_called("new", updated=9.0, state="open"),
                table_called("at once", updated=9.0, state="open"),
                table_called("closed", state="closed"),
                table_called("hidden", public=False),
            )
            for most in (1, 2, 9):
                assert await self.ids(store, Search(most=most)) == ["new", "at once", "old"]

        self.tried(open_store, work)

    def test_tables_are_filtered_by_game_and_state(self, open_store: Opener) -> None:
        states: list[TableState] = ["open", "running", "over"]
        tables = [(game, state) for game in ("steam", "steam-power") for state in states]

        async def work(store: Store) -> None:
            rows = [table_called(f"{game} {state}", game=game, state=state) for game, state in tables]
            await furnished(store, *rows)
            for guest in (None, "ada"):
                for game in (None, "steam", "steam-power", "none"):
                    for state in (None, *states):
                        wanted = {f"{g} {s}" for g, s in tables if game in (None, g) and state in (None, s)}
                        search = Search(guest=guest, game=game, state=state, most=2)
                        assert set(await self.ids(store, search)) == wanted

        self.tried(open_store, work)

    def test_tables_are_found_by_wishes_wherever_they_are_in_the_list(
        self, open_store: Opener, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A portion of the list may have none of them; then the page is empty, and says where to go on."""
        monkeypatch.setattr(listing, "PORTION", 2)
        wished: dict[str, Any] = {"speed": "calm", "level": "newcomers", "language": "pl", "mode": "today"}

        async def work(store: Store) -> None:
            plain = [
                table_called(f"plain{number}", public=True, updated=float(number), mode="live")
                for number in range(2, 7)
            ]
            today = table_called("today", public=True, updated=1.0, mode="today")
            await furnished(store, table_called("wished", public=True, updated=0.0, **wished), today, *plain)
            quick = table_called("quick", public=True, updated=9.0, **{**wished, "speed": "quick", "language": "de"})
            await store.add_table(quick, SEATS, ())
            everybody = [f"plain{number}" for number in (6, 5, 4, 3, 2)]
            for most in (1, 3, 20):
                for search, found in (
                    (Search(mode="today", most=most), ["quick", "today", "wished"]),
                    (Search(speed="calm", most=most), [*everybody, "today", "wished"]),
                    (Search(level="experienced", most=most), [*everybody, "today"]),
                    (Search(language="de", most=most), ["quick", *everybody, "today"]),
                    (Search(mode="today", speed="calm", language="pl", most=most), ["today", "wished"]),
                    (Search(mode="correspondence", most=most), []),
                ):
                    assert await self.ids(store, search) == found, search
            assert (await store.listings(Search(mode="live", most=1))).rest is not None

        self.tried(open_store, work)

    def test_tables_are_found_by_words_of_their_titles_and_of_their_players(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.add_guest(Guest("lukasz", b"hash of lukasz", "Łukasz Żółw"))
            await store.add_table(table_called("evening", title="Friday, 8 pm!", game="steam"), [SEATS[1]], ())
            await store.add_table(
                table_called("polish", title="Zażółć"), [SeatRow(0, "guest", guest="lukasz"), SeatRow(1, "bot")], ()
            )

            async def found(*words: str, games: tuple[str, ...] = (), guest: str | None = None) -> set[str]:
                sought = tuple(SearchWord(word, games) for word in words)
                return set(await self.ids(store, Search(words=sought, guest=guest)))

            assert await found("friday") == await found("fri", "8") == {"evening"}
            assert await found("zazolc") == {"t1", "polish"}, "without accents"
            assert await found("lukasz") == await found("zol", "luk") == {"polish"}
            assert await found("ada") == {"t1"}, "who sits there"
            assert await found("riday") == await found("friday", "lukasz") == await found("\U0010ffff") == set()
            assert await found("steam", games=("steam",)) == {"evening"}
            assert await found("zazolc", "ada") == {"t1"}
            assert await found("zazolc", guest="ada") == {"t1", "polish"}, "ada owns both"
            assert await found("lukasz", guest="bob") == set()

        self.tried(open_store, work)

    def test_a_guest_is_found_by_their_new_name_only(self, open_store: Opener) -> None:
        async def work(store: Store) -> None:
            await furnished(store)
            await store.save_guest(msgspec.structs.replace(ADA, name="Grace Hopper"))
            assert await self.ids(store, Search(words=(SearchWord("ada"),))) == []
            assert await self.ids(store, Search(words=(SearchWord("hop"),))) == ["t1"]

        self.tried(open_store, work)

    def test_common_words_are_found_page_by_page(self, open_store: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every third table has the word, too many to look up one by one; a page may be empty before the end."""
        monkeypatch.setattr(listing, "RARE", 3)
        monkeypatch.setattr(listing, "PORTION", 4)

        async def work(store: Store) -> None:
            titles = ["Cup" if number % 3 == 0 or number < 2 else "Other" for number in range(30)]
            rows = [table_called(f"{n:02}", title=title, updated=float(n)) for n, title in enumerate(titles)]
            await furnished(store, *rows)
            wanted = [f"{n:02}" for n, title in enumerate(titles) if title == "Cup"][::-1]
            for most in (1, 2, 50):
                assert await self.ids(store, Search(words=(SearchWord("cup"),), most=most)) == wanted
            assert await self.ids(store, Search(words=(SearchWord("cup"), SearchWord("other")))) == []

        self.tried(open_store, work)

    def test_lists_do_not_have_the_texts_of_own_maps(self, open_store: Opener) -> None:
        options = {"map": "name = 'own'\n" * 5000, "data": {"goods.toml": "x = 1"}, "take_money": 5}

        async def work(store: Store) -> None:
            await furnished(store, table_called("t1", options=options))
            row = await store.table("t1")
            assert row is not None
            assert row.options == options, "the table itself has them"
            for search in (Search(), Search(guest="ada")):
                (found,) = (await store.listings(search)).tables
                assert found.row.options == {"map": None, "data": None, "take_money": 5}

        self.tried(open_store, work)
