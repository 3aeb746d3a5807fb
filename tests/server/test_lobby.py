"""The lobby: whose tables are listed, how they are found, and what that costs with a hundred thousand tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any

import msgspec
import pytest

from engineshed import server
from engineshed.server import absence, listing, lobby, presence, tables, viewing
from engineshed.server.messages import NewTable
from engineshed.server.rows import Guest, Search, SearchWord
from engineshed.server.service import Service
from engineshed.server.sql import TABLE
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store
from engineshed.server.texts import searchable
from engineshed.server.web import push
from tests.server.play import (
    BOT,
    GAME_ID,
    ME,
    OPEN,
    counting_clock,
    new_guest,
    new_table,
    opened,
    play_one,
    refused,
    run,
)
from tests.server.several import watching

# -- whose tables ---------------------------------------------------------------------------------------------------


async def ids(service: Service, guest: Guest | None, **wishes: Any) -> list[str]:
    return [info.id for info in (await lobby.page(service, guest, **wishes)).tables]


def test_my_turn_comes_first_then_the_latest_change() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            mine = [await new_table(service, ada) for _ in range(3)]
            waiting = await new_table(service, ada, ME, OPEN)
            await play_one(service, ada, mine[0])
            listed = (await lobby.page(service, ada, mine=True)).tables
            assert [info.id for info in listed] == [mine[0], mine[2], mine[1], waiting]
            assert [info.my_turn for info in listed] == [True, True, True, False]
            assert await ids(service, ada, turn=True) == [mine[0], mine[2], mine[1]]
            assert await ids(service, ada) == []
            assert await ids(service, bob, mine=True) == []

    run(go())


def test_a_table_where_i_am_to_act_is_not_lost_behind_many_that_wait_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "ON_A_PAGE", 3)

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            mine = await new_table(service, ada)
            away = await new_table(service, ada)
            for seat in (0, 1):
                await absence.leave(service, ada, away, seat)
            waiting = [await new_table(service, ada, ME, OPEN) for _ in range(4)]
            first = await lobby.page(service, ada, mine=True)
            assert [info.id for info in first.tables] == [mine, waiting[3], waiting[2]]
            assert [info.my_turn for info in first.tables] == [True, False, False]
            second = await lobby.page(service, ada, mine=True, after=first.more)
            assert [info.id for info in second.tables] == [waiting[1], waiting[0], away]
            assert second.more is None
            assert not (await viewing.look(service, await service.table(away), ada, None, 0)).table.my_turn, "a bot's"

    run(go())


def test_the_lobby_shows_public_tables_to_everybody_and_private_ones_to_their_people() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            private = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            public = await new_table(service, ada, ME, OPEN, BOT, public=True)
            await tables.claim(service, bob, private.id, private.links[1])
            for guest in (None, ada, bob):
                assert await ids(service, guest) == [public]
                assert await ids(service, guest, search="bob") == []
            assert await ids(service, bob, mine=True) == await ids(service, bob, mine=True, search="bo") == [private.id]
            assert await ids(service, None, mine=True) == await ids(service, None, turn=True) == []
            (info,) = (await lobby.page(service, None)).tables
            assert [seat.kind for seat in info.seats] == ["guest", "open", "bot"]
            assert [seat.name for seat in info.seats] == ["Ada", None, None]
            assert (info.mine, info.my_turn, info.seed) == (False, False, None)

    run(go())


def test_tables_are_found_by_their_name_their_players_and_their_game() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service, "Ada Żółw"), await new_guest(service, "Bob")
            friday = await new_table(service, ada, ME, OPEN, public=True, title="Friday evening")
            bobs = await new_table(service, bob, ME, OPEN, public=True)
            for search in ("friday", "FRI", "eve fri", "ada", "zolw", "Żółw, friday!", "steam friday"):
                assert await ids(service, None, search=search) == [friday], search
            for search in ("steam", "power st", "", "  ", "?"):
                assert await ids(service, None, search=search) == [bobs, friday], search
            for search in ("saturday", "friday bob", "riday", "planet"):
                assert await ids(service, None, search=search) == [], search
            await tables.join(service, bob, friday, 1)
            assert await ids(service, None, search="friday bob") == [friday], "who sits down is found there"
            assert await ids(service, None, state="running") == [friday]
            assert await ids(service, None, state="open") == [bobs]
            assert await ids(service, None, game="steam") == []

    run(go())


def test_tables_are_found_by_what_their_people_wish() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            plain = await new_table(service, ada, ME, OPEN, public=True)
            slow = await new_table(service, ada, ME, OPEN, public=True, mode="correspondence", language="pl")
            club = await new_table(
                service, ada, ME, OPEN, public=True, mode="today", speed="quick", level="experienced", language="de"
            )
            for wishes, found in (
                ({}, [club, slow, plain]),
                ({"mode": "live"}, [plain]),
                ({"mode": "today"}, [club]),
                ({"speed": "quick"}, [club, slow, plain]),
                ({"speed": "calm"}, [slow, plain]),
                ({"level": "newcomers"}, [slow, plain]),
                ({"language": "pl"}, [slow, plain]),
                ({"language": "de", "mode": "today", "state": "open"}, [club]),
                ({"language": "pl", "mode": "today"}, []),
            ):
                assert await ids(service, None, **wishes) == found, wishes
                assert await ids(service, ada, mine=True, **wishes) == found, wishes
            info = (await lobby.page(service, None)).tables[0]
            assert (info.mode, info.speed, info.level, info.language) == ("today", "quick", "experienced", "de")
            with refused("bad-request", "no-language"):
                await new_table(service, ada, ME, OPEN, language="xx")

    run(go())


def test_the_lobby_says_how_many_people_are_at_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them counts once, however many tables they are at; who only watches or is gone does not count."""
    monkeypatch.setattr(presence, "COUNTED", 0.0)
    monkeypatch.setattr(push, "GONE_AFTER", 0.0)

    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            one, two = await new_table(service, ada), await new_table(service, bob)

            async def people() -> int:
                return (await lobby.page(service, None)).people

            assert await people() == 0
            async with watching(service, one, ada), watching(service, one, ada), watching(service, one, bob):
                assert await people() == 1
                async with watching(service, two, bob), watching(service, one):
                    assert await people() == 2
                assert await people() == 1
            assert await people() == 0

    run(go())


@pytest.mark.parametrize("after", ["", "0", "0 1", "2 1.0 a", "0 one a", "null"])
def test_a_page_begins_where_another_ended(after: str) -> None:
    async def go() -> None:
        async with opened() as service:
            with refused("bad-request", "no-list-page"):
                await lobby.page(service, None, after=after)

    run(go())


def test_an_own_map_is_not_listed_and_can_be_fetched() -> None:
    text = "\n".join(f"# line {number} of a map" for number in range(2000))

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            row = (await service.table(await new_table(service, ada, ME, OPEN, public=True))).live.row
            own = msgspec.structs.replace(row, id="own", options={"map": text, "take_money": 5})
            await service.store.add_table(own, [], ())
            for mine in (False, True):
                page = await lobby.page(service, ada, mine=mine)
                assert len(msgspec.json.encode(page)) < 2000
                assert page.tables[-1].options in ({"map": None, "take_money": 5}, {})
            kept = await service.store.table("own")
            assert kept is not None
            assert kept.options["map"] == text

    run(go())


def test_tables_from_before_are_found_too(tmp_path: Path) -> None:
    """A file of the first version: names are searched for, own maps leave the list, and shared screens are known."""
    path, own = tmp_path / "old.db", {"map": "x = 1\n" * 1000}
    with closing(sqlite3.connect(path)) as db:
        db.executescript(files(server).joinpath("migrations", "0001.sql").read_text())
        db.execute("PRAGMA user_version = 1")
        db.execute("INSERT INTO guests VALUES ('ada', x'00', 'Ada Żółw', 'en', 0)")
        for table_id, options in (("plain", {}), ("own", own)):
            db.execute(
                "INSERT INTO tables VALUES (?, 'steam', 1, 2, ?, 'Friday', 'ada', 'seed', 'live', 1, 0, 0, 0, 'open', "
                "0, '[]', NULL, NULL)",
                (table_id, json.dumps(options)),
            )
            db.execute("INSERT INTO seats VALUES (?, 0, 'guest', 'ada', NULL, 0, NULL)", (table_id,))
        db.execute("INSERT INTO seats VALUES ('own', 1, 'guest', 'ada', NULL, 0, NULL)")
        db.commit()

    async def go() -> None:
        store = SQLiteStore(path)
        found = (await store.listings(Search(words=(SearchWord("zolw"), SearchWord("fri"))))).tables
        assert [(each.row.id, each.row.options, each.row.shared) for each in found] == [
            ("plain", {}, False),
            ("own", {"map": None}, True),
        ]
        rows = [await store.table(table_id) for table_id in ("plain", "own")]
        assert [row and row.options for row in rows] == [{}, own]
        await store.close()

    run(go())


# -- a hundred thousand tables --------------------------------------------------------------------------------------

MANY = 100_000
GUESTS = 5_000
MOST_MS = 10.0

GAMES = ("steam-power", "steam", "planet-steam", "dampf-and-rails")
STATES = ("open", "running", "running", "over", "over", "closed")
MODES = ("live", "today", "correspondence")
TITLES = ("Steam Power", "Friday evening", "Cup round {n}", "Come one, come all", "Ruhr {n}")


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, SQLiteStore]]:
    path = tmp_path_factory.mktemp("lobby") / "crowd.db"
    store = SQLiteStore(path)
    with closing(sqlite3.connect(path)) as db:
        fill(db)
    yield path, store
    run(store.close())


def fill(db: sqlite3.Connection) -> None:
    """Written directly: through the service it would take minutes."""
    words = cache(searchable)
    names = {f"g{number}": f"Guest {number} {chr(97 + number % 26)}{number % 97}" for number in range(GUESTS)}
    titles = {f"t{number:06}": TITLES[number % 5].format(n=number) for number in range(MANY)}
    db.executemany(
        "INSERT INTO guests VALUES (?, ?, ?, 'en', 0)", ((guest, guest.encode(), name) for guest, name in names.items())
    )
    db.executemany(
        "INSERT INTO tables (id, game, version, seats, options, title, owner, seed, mode, public, pace, created, "
        "updated, state, level, language, ply, to_act) "
        "VALUES (?, ?, 1, 3, '{}', ?, ?, 'seed', ?, ?, 0, 0, ?, ?, ?, ?, 9, '[0]')",
        (row_of(number, table_id, title) for number, (table_id, title) in enumerate(titles.items())),
    )
    for into, named in (("INSERT INTO guest_words", names), ("INSERT INTO table_words", titles)):
        db.executemany(into + " VALUES (?, ?)", ((word, id_) for id_, text in named.items() for word in words(text)))
    db.executemany(
        "INSERT INTO seats (table_id, seat, kind, guest, away) VALUES (?, ?, ?, ?, 0)",
        (seat for number, table_id in enumerate(titles) for seat in seats_of(number, table_id)),
    )
    db.commit()


def row_of(number: int, table_id: str, title: str) -> tuple[Any, ...]:
    owner, state, mode = f"g{number % GUESTS}", STATES[number % 6], MODES[number % 97 % 3]
    public, updated = int(number % 7 > 0), float(number * 7919 % MANY)
    level, language = ("any", "newcomers", "experienced")[number % 31 % 3], (None, "en", "de")[number % 29 % 3]
    return table_id, GAMES[number % 4], title, owner, mode, public, updated, state, level, language


def seats_of(number: int, table_id: str) -> list[tuple[Any, ...]]:
    taken = STATES[number % 6] != "open"
    guests = (f"g{number % GUESTS}", f"g{number * 31 % GUESTS}", f"g{number * 17 % GUESTS}" if taken else None)
    return [(table_id, seat, "guest" if guest else "open", guest) for seat, guest in enumerate(guests)]


STEAM = SearchWord("steam", ("steam-power", "steam", "planet-steam"))
SEARCHES = {
    "the latest": Search(),
    "open": Search(state="open"),
    "of a game": Search(game="steam"),
    "running of a game": Search(game="planet-steam", state="running"),
    "of no game": Search(game="none"),
    "a rare title": Search(words=(SearchWord("77777"),)),
    "hundreds of titles": Search(words=(SearchWord("12"),)),
    "a common title": Search(words=(SearchWord("friday"),)),
    "a common title in a state": Search(words=(SearchWord("cup"), SearchWord("round")), state="open"),
    "a game": Search(words=(STEAM,)),
    "a game and a title": Search(words=(STEAM, SearchWord("friday"))),
    "a guest": Search(words=(SearchWord("z0"),)),
    "any guest": Search(words=(SearchWord("guest"),)),
    "a letter": Search(words=(SearchWord("c"),)),
    "nothing": Search(words=(SearchWord("xyzzy"),)),
    "common and nothing": Search(words=(SearchWord("friday"), SearchWord("xyzzy"))),
    "a kind": Search(mode="today"),
    "a kind, a level and a language": Search(state="open", mode="live", level="experienced", language="de"),
    "nobody's language": Search(language="pl", speed="calm", level="newcomers", mode="today", game="steam"),
    "a kind by a common title": Search(mode="correspondence", words=(SearchWord("friday"),)),
    "mine": Search(guest="g31"),
    "my turn": Search(guest="g31", turn=True),
    "mine by title": Search(guest="g31", words=(SearchWord("friday"),), state="running"),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_page_of_a_hundred_thousand_tables_takes_less_than_ten_milliseconds(
    crowd: tuple[Path, SQLiteStore], search: Search
) -> None:
    """The first pages, one after the other; other programs may disturb some of the measurements."""
    _, store = crowd

    async def go() -> list[float]:
        took = []
        for _ in range(3):
            wanted = search
            for _ in range(4):
                start = thread_time()
                page = await store.listings(wanted)
                took.append(1000 * (thread_time() - start))
                assert len(page.tables) <= search.most
                if page.rest is None:
                    break
                wanted = msgspec.structs.replace(wanted, after=page.rest)
        return took

    assert median(run(go())) < MOST_MS


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_no_search_scans_all_tables(crowd: tuple[Path, SQLiteStore], search: Search) -> None:
    path, _ = crowd
    plans: list[str] = []
    with closing(sqlite3.connect(path)) as db:

        async def explained(sql: str, *values: Any) -> list[Any]:
            plans.extend(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", values))
            return db.execute(sql, values).fetchall()

        run(listing.find(explained, TABLE, search))
    scanned = [step for step in plans if step.startswith("SCAN") and step.split()[1] not in ("called", "CONSTANT")]
    assert all("INDEX lobby" in step for step in scanned), plans
    if search.guest is None and not any(not word.games for word in search.words):
        assert any("INDEX lobby" in step for step in plans), plans


def test_the_lobby_of_a_service_is_as_quick(crowd: tuple[Path, SQLiteStore]) -> None:
    """The time includes names and everything that is sent."""
    store: Store = crowd[1]

    async def go() -> list[float]:
        service, took = Service(store, counting_clock()), []
        for _ in range(10):
            start = thread_time()
            page = await lobby.page(service, Guest("g31", b"", "Guest 31"), search="friday")
            msgspec.json.encode(page)
            took.append(1000 * (thread_time() - start))
            assert len(page.tables) == lobby.ON_A_PAGE
        return took

    assert median(run(go())) < MOST_MS
