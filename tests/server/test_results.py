"""Results and ratings: what a finished game comes to for everybody, when they leave, and what becomes of it later."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.notes import Note
from engineshed.core.registry import find_game
from engineshed.server import absence, again, booking, mydata, players, replay, tables
from engineshed.server.booking import Bookkeeper, book_all
from engineshed.server.clocks import Timing
from engineshed.server.glicko import Glicko, Meeting, after_rest, rated
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.outcome import ended_by, left_alone, outcomes
from engineshed.server.results import ALL, Booking, Player, RatingRow
from engineshed.server.retention import Rule, retire
from engineshed.server.rows import Event, Guest, SeatRow, TableRow
from engineshed.server.service import Service
from tests.server.play import GAME_ID, ME, OPEN, live, new_guest, new_table, opened, play_one, refused, run
from tests.server.servers import Postgres

START = (math.inf, "")
RESULT = {"ranks": (1, 3, 2), "scores": [{"total": total} for total in (30, 10, 20)], "reason": {}}
ROW = TableRow("t", GAME_ID, 1, 3, {}, "t", "a", "", state="over", result=RESULT)
SEATS = [SeatRow(seat, "guest", guest=guest) for seat, guest in enumerate("abc")]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    if request.param == "sqlite":
        return tmp_path / "x.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


# -- Glicko-2 ---------------------------------------------------------------------------------------------------------


def test_the_example_of_glickmans_paper() -> None:
    """http://www.glicko.net/glicko/glicko2.pdf, page 5."""
    others = [(Glicko(1400, 30), 1), (Glicko(1550, 100), 0), (Glicko(1700, 300), 0)]
    found = rated(Glicko(1500, 200, 0.06), [Meeting(other, score) for other, score in others])
    assert (round(found.points, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert round(found.volatility, 5) == 0.06
    assert abs(found.points - 1464.06) < 0.011, "the paper rounds its steps to four digits"
    assert abs(found.volatility - 0.05999) < 0.00001


def test_who_rests_becomes_uncertain_but_never_more_than_a_newcomer() -> None:
    known = Glicko(1700, 50)
    assert after_rest(known, 0) == known
    assert round(after_rest(known, 1).deviation, 1) == round(math.hypot(50, 0.06 * 173.7178), 1)
    assert after_rest(known, 1e9) == Glicko(1700, 350)
    assert rated(known, [], 1) == after_rest(known, 1)


def test_a_surprise_moves_more_than_what_was_expected_and_weights_count() -> None:
    strong, weak = Glicko(1800, 60), Glicko(1400, 60)
    won, lost = (rated(weak, [Meeting(strong, score)]).points - 1400 for score in (1, 0))
    assert won > 4 * -lost > 0
    half = rated(weak, [Meeting(strong, 1, 0.5)]).points - 1400
    assert 0.45 * won < half < 0.55 * won


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_the_strangest_series_stays_within_bounds(score: float) -> None:
    player = Glicko()
    for _ in range(2000):
        player = rated(player, [Meeting(Glicko(1500, 30), score)] * 4, 0.01)
    assert 0 < player.points < 4000
    assert 30 <= player.deviation <= 350
    assert player.volatility <= 0.2


# -- how a game comes out ---------------------------------------------------------------------------------------------


def log(*entries: tuple[int, str]) -> list[Event]:
    """Moves (``move``) and what was noted about seats."""
    kinds = [(seat, "move" if text == "move" else "house", text) for seat, text in entries]
    return [Event(ply, seat, kind, text) for ply, (seat, kind, text) in enumerate(kinds, 1)]  # type: ignore[arg-type]


def places(row: TableRow, seats: Sequence[SeatRow], *entries: tuple[int, str]) -> list[tuple[int, bool]]:
    return [(seat.place, seat.gone) for seat in outcomes(row, seats, log(*entries))]


def test_who_plays_to_the_end_has_the_place_of_the_game() -> None:
    assert places(ROW, SEATS, (0, "move")) == [(1, False), (3, False), (2, False)]


@pytest.mark.parametrize("why", ["away casual", "out casual"])
def test_whoever_leaves_comes_last_even_if_their_bot_wins_and_they_come_back(why: str) -> None:
    assert places(ROW, SEATS, (0, why), (0, "move"), (0, "back")) == [(3, True), (2, False), (1, False)]
    assert places(ROW, SEATS, (0, why), (0, "back"), (0, "move")) == [(1, False), (3, False), (2, False)]


def test_those_who_left_share_the_last_place() -> None:
    entries = [(0, "away casual"), (0, "move"), (2, "out casual"), (2, "move")]
    assert places(ROW, SEATS, *entries) == [(2, True), (1, False), (2, True)]


def test_who_is_away_in_the_end_has_left_although_no_bot_had_to_move() -> None:
    seats = [msgspec.structs.replace(SEATS[0], away=True, bot="casual"), *SEATS[1:]]
    assert places(ROW, seats) == [(3, True), (2, False), (1, False)]


def test_nobody_is_gone_whom_others_only_missed_at_a_table_without_a_clock() -> None:
    missed = [(0, "called"), (1, "vote 0 bot"), (0, "decided bot casual"), (0, "move"), (0, "back")]
    assert left_alone(log(*missed)) == set()
    out = [(0, "out"), *missed[1:]]
    assert left_alone(log(*out)) == {0}


def test_only_who_ran_out_of_time_loses_a_game_that_the_others_ended() -> None:
    ended = msgspec.structs.replace(ROW, state="closed", result=None, timing=Timing(ended=True), rated=True)
    vote = [(1, "vote 0 end"), (0, "decided end")]
    assert places(ended, SEATS, (0, "out"), *vote) == [(3, True), (1, False), (1, False)]
    assert ended_by(log((0, "out"), *vote)) == 0
    assert places(ended, SEATS, (0, "called"), *vote) == []
    assert places(ended, SEATS) == []


def test_a_seat_that_was_given_away_counts_for_whoever_had_it_first() -> None:
    seats = [msgspec.structs.replace(SEATS[0], guest="d", sat="a e"), *SEATS[1:]]
    found = outcomes(ROW, seats, [])
    assert [(seat.guest, seat.place, seat.gone) for seat in found] == [("a", 3, True), ("b", 2, False), ("c", 1, False)]


def test_a_shared_screen_and_bots_have_no_guest() -> None:
    seats = [SEATS[0], msgspec.structs.replace(SEATS[1], guest="a"), SeatRow(2, "bot", bot="casual")]
    found = outcomes(ROW, seats, log((2, "move")))
    assert [(seat.guest, seat.bot) for seat in found] == [("", None), ("", None), ("", "casual")]


def test_every_note_can_stand_in_the_log() -> None:
    notes = [Note("away", "x"), Note("back"), Note("pause"), Note("vote", about=1, decision="wait"), Note("holiday")]
    assert left_alone(log(*((0, note.text()) for note in notes))) == set()


# -- at tables --------------------------------------------------------------------------------------------------------


async def rated_table(service: Service, *guests: Guest, **wishes: Any) -> str:
    seats = [ME, *[OPEN] * (len(guests) - 1)]
    wish = NewTable(GAME_ID, seats, **{"rated": True, "hints": False, "public": True, **wishes})
    made = await tables.create(service, guests[0], wish)
    for seat, guest in enumerate(guests[1:], 1):
        await tables.claim(service, guest, made.id, made.links[seat])
    return made.id


async def played(service: Service, table: str, *guests: Guest) -> None:
    """Random play to the end by whose turn it is."""
    while (now := await live(service, table)).row.state == "running":
        await play_one(service, guests[now.to_act()[0]], table)


async def two_at(service: Service) -> tuple[Guest, Guest]:
    return await new_guest(service, "Ada"), await new_guest(service, "Bob")


def test_a_rated_game_changes_both_ratings_and_is_booked_as_it_ends(place: str | Path) -> None:
    async def go() -> None:
        async with opened(place) as service, Bookkeeper(service).while_serving(None):
            ada, bob = await two_at(service)
            table = await rated_table(service, ada, bob)
            assert (await players.at_table(service, table)).seats == []
            await played(service, table, ada, bob)
            while await service.store.unbooked("", 9):
                await asyncio.sleep(0.01)
            row = await service.store.table(table)
            assert row is not None
            assert row.result is not None
            first = row.result["ranks"].index(1)
            winner, loser = (ada, bob) if first == 0 else (bob, ada)
            found = await players.my_results(service, winner)
            assert [(one.games, one.won, one.streak, one.longest) for one in found.games] == [(1, 1, 1, 1)]
            assert [(one.name, one.bot, one.won, one.lost) for one in found.opponents] == [(loser.name, None, 1, 0)]
            (rating,) = found.ratings
            assert rating.rating.points > 1600
            assert rating.rating.provisional
            assert rating.rating.spread < 700
            assert [step.points for step in rating.history] == [rating.rating.points]
            theirs = (await players.my_results(service, loser)).ratings[0].rating
            assert theirs.points + rating.rating.points == 3000
            shown = (await players.at_table(service, table)).seats
            assert [one.seat for one in shown] == [0, 1]
            assert {one.player for one in shown} == {found.page, (await players.my_results(service, loser)).page}
            (game,) = (await players.my_games(service, ada, None)).games
            assert [(one.place, one.name) for one in game.seats] == [(1, winner.name), (2, loser.name)]
            page = await players.public_page(service, found.page or "")
            assert (page.name, len(page.ratings), [one.table for one in page.games]) == (winner.name, 1, [table])
            again_at = await again.rematch(service, ada, table, "rotate")
            assert (await live(service, again_at)).row.rated

    run(go())


def test_the_public_page_has_no_private_game_and_nothing_of_who_is_gone() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await two_at(service)
            table = await rated_table(service, ada, bob, public=False)
            await played(service, table, ada, bob)
            assert await book_all(service) == 1
            handle = (await players.my_results(service, ada)).page or ""
            assert (await players.public_page(service, handle)).games == []
            data = await mydata.everything(service, ada)
            assert (data.player, len(data.results), len(data.ratings)) == (handle, 1, 1)
            assert [one.against for one in data.tallies] == ["", "guest"]
            assert bob.id not in str(data)
            await mydata.delete(service, ada)
            with refused("not-found", "no-player"):
                await players.public_page(service, handle)
            (against,) = (await players.my_results(service, bob)).opponents
            assert (against.name, against.bot, against.games) == ("", None, 1)
            (game,) = (await players.my_games(service, bob, None)).games
            assert sorted(one.name or "" for one in game.seats) == ["", "Bob"]

    run(go())


def test_leaving_a_rated_game_is_losing_it() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await two_at(service)
            table = await rated_table(service, ada, bob)
            while (now := await live(service, table)).to_act()[0] != 1:
                await play_one(service, ada, table)
            await absence.leave(service, bob, table, 1, "casual")
            await absence.come_back(service, bob, table, 1)
            await absence.leave(service, bob, table, 1, "casual")
            while (now := await live(service, table)).row.state == "running":
                seat = now.to_act()[0]
                legal = list(now.game.rules.legal(now.state, seat))
                if seat == 1:
                    from engineshed.server.play import move_for_bot  # noqa: PLC0415

                    await move_for_bot(service, table, seat, legal[0], now.ply)
                else:
                    await play_one(service, ada, table)
            await book_all(service)
            ratings = {one.guest: one for one in await service.store.ratings([ada.id, bob.id])}
            assert ratings[ada.id].points > 1500 > ratings[bob.id].points
            assert [one.gone for one in await service.store.results_at([table]) if one.guest == bob.id] == [True]

    run(go())


def test_games_that_ended_before_there_were_results_are_booked_at_the_start(place: str | Path) -> None:
    async def go() -> None:
        async with opened(place) as service:
            ada, bob = await two_at(service)
            made = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            await tables.claim(service, bob, made.id, made.links[1])
            await played(service, made.id, ada, bob)
            assert (await players.my_results(service, ada)).games == []
            async with Bookkeeper(service).while_serving(None):
                while await service.store.unbooked("", 9):
                    await asyncio.sleep(0.01)
            found = await players.my_results(service, ada)
            assert [one.games for one in found.games] == [1]
            assert (found.ratings, found.page) == ([], None), "it was not rated"
            assert await retire(service, Rule(finished=-1)) is not None
            assert await service.store.table(made.id) is None
            (game,) = (await players.my_games(service, ada, None)).games
            assert game.title is None

    run(go())


def test_practice_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forks, records that somebody has brought along, and games of one guest against themselves."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            alone = await new_table(service, ada, ME)
            forked = await replay.fork(service, ada, alone, 0, None, [ME])
            both = await new_table(service, ada, ME, ME)
            for table in (alone, both, forked.id):
                await played(service, table, ada, ada)
            record = msgspec.json.encode(await replay.record(service, ada, alone))
            brought = await replay.import_record(service, ada, record)
            assert (await live(service, brought.id)).row.state == "over"
            assert await book_all(service) == 4
            found = await players.my_results(service, ada)
            score = (await live(service, alone)).row.result
            assert score is not None
            assert [(one.games, one.best, one.map) for one in found.alone] == [
                (1, score["scores"][0]["total"], found.alone[0].map)
            ]
            assert (found.games, found.opponents) == ([], [])
            assert [one.table for one in (await players.my_games(service, ada, None)).games] == [alone]

    run(go())


REFUSED = [
    ("rated-seats", {"seats": [ME]}),
    ("rated-seats", {"seats": [ME, ME]}),
    ("rated-seats", {"seats": [SeatWish("bot"), SeatWish("bot")]}),
    ("rated-seats", {"shared": True}),
    ("rated-seats", {"latecomers": True}),
    ("rated-hints", {"hints": True}),
    ("rated-files", {"data": {"contracts.toml": "x = 1"}}),
    ("rated-bot", {"seats": [ME, SeatWish("bot", "random")]}),
]


@pytest.mark.parametrize(("why", "wish"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_makes_a_table_unfit_to_be_rated(why: str, wish: dict[str, Any]) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            with refused("bad-request", why):
                seats = wish.get("seats", [ME, OPEN])
                rest = {name: value for name, value in wish.items() if name != "seats"}
                await tables.create(service, ada, NewTable(GAME_ID, seats, **{"rated": True, "hints": False, **rest}))

    run(go())


def test_nobody_takes_two_seats_at_a_rated_table() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            wish = NewTable(GAME_ID, [ME, OPEN], rated=True, hints=False)
            made = await tables.create(service, ada, wish)
            with refused("conflict", "one-seat"):
                await tables.claim(service, ada, made.id, made.links[1])

    run(go())


def test_bots_keep_their_ratings_and_rate_people() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            bots = find_game(GAME_ID).bots
            wish = NewTable(GAME_ID, [ME, SeatWish("bot", bots.usual)], rated=True, hints=False)
            table = (await tables.create(service, ada, wish)).id
            (shown,) = (await players.at_table(service, table)).seats
            known = bots.rating(bots.usual)
            assert known is not None
            assert (shown.seat, shown.rating.points, shown.player) == (1, round(known.points), None)
            result = {"ranks": [1, 2], "scores": [{"total": 20}, {"total": 10}], "reason": {"id": "x", "params": {}}}
            row = (await live(service, table)).row
            head = msgspec.structs.replace(row.head(), state="over", result=result)
            await service.store.append(table, (), head)
            await book_all(service)
            (rating,) = await service.store.ratings([ada.id])
            assert rating.points > 1500
            (against,) = (await players.my_results(service, ada)).opponents
            assert (against.name, against.bot, against.won) == (None, bots.usual, 1)

    run(go())


def test_a_rating_that_changes_while_a_game_is_booked_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await two_at(service)
            table = await rated_table(service, ada, bob)
            await played(service, table, ada, bob)
            real, tried = service.store.book, []

            async def rivalled(wanted: Booking) -> bool:
                tried.append(wanted)
                if len(tried) == 1:
                    other = await new_table(service, ada, ME)
                    now = RatingRow(ada.id, GAME_ID, 1900.0, 60.0, 0.06, 1, 1_000_000_000.0)
                    row = (await live(service, other)).row
                    await service.store.append(other, (), msgspec.structs.replace(row.head(), state="over"))
                    assert await real(Booking(other, players=(Player(ada.id, "p", "ada"),), ratings=(now,)))
                return await real(wanted)

            monkeypatch.setattr(service.store, "book", rivalled)
            assert await booking.book(service, table)
            found = {one.guest: one for one in await service.store.ratings([ada.id, bob.id])}
            assert (found[ada.id].games, found[bob.id].games) == (2, 1)
            assert found[ada.id].points > 1700, "it went on from the other game's"

    run(go())


# -- bounds -----------------------------------------------------------------------------------------------------------


def test_ten_thousand_games_are_shown_as_quickly_as_ten(tmp_path: Path) -> None:
    """Measured as work: how many rows SQLite has to step through, not how long that takes."""

    async def go() -> None:
        async with opened(tmp_path / "x.db") as service:
            guests = [await new_guest(service, f"Guest {number}") for number in range(2)]
            async with filled(service, guests, 10_000):
                ada = guests[0]
                assert [one.games for one in (await players.my_results(service, ada)).games] == [10_000]
                first = await players.my_games(service, ada, None)
                second = await players.my_games(service, ada, first.more)
                assert [len(page.games) for page in (first, second)] == [20, 20]
                assert not {one.table for one in first.games} & {one.table for one in second.games}
                few = [await steps(service, work) for work in pages(service, guests[1])]
                many = [await steps(service, work) for work in pages(service, ada)]
                assert all(late < 3 * max(early, 2) for early, late in zip(few, many, strict=True)), (few, many)

    run(go())


def pages(service: Service, guest: Guest) -> list[Callable[[], Any]]:
    return [lambda: players.my_results(service, guest), lambda: players.my_games(service, guest, None)]


async def steps(service: Service, work: Callable[[], Any]) -> int:
    """How many thousand instructions SQLite's machine carries out."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    reader = service.store._reader  # type: ignore[attr-defined]
    reader.set_progress_handler(tick, 1000)
    await work()
    reader.set_progress_handler(None, 0)
    return count


@asynccontextmanager
async def filled(service: Service, guests: Sequence[Guest], games: int) -> AsyncIterator[None]:
    """So many games of the first guest, thirty of which were against the second; the others against a hundred."""
    ids = [guest.id for guest in guests]
    table = await new_table(service, guests[0], ME)
    row = (await live(service, table)).row
    results = [
        (f"t{number}", seat, GAME_ID, "", 2, float(number), 1, guest, None, seat + 1, 9, 0, 1500.0, 90.0)
        for number in range(games)
        for seat, guest in enumerate((ids[0], ids[1] if number < 30 else f"other{number % 100}"))
    ]
    columns = "table_id, seat, game, map, seats, at, public, guest, bot, place, score, gone, rating, deviation"

    def fill(db: Any) -> None:
        db.executemany(f"INSERT INTO results ({columns}) VALUES ({', '.join('?' * 14)})", results)
        for guest, total in ((ids[0], games), (ids[1], 30)):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, ?, 0, 0, 0, 0, 9)", (guest, GAME_ID, ALL, total))
            db.execute("INSERT INTO ratings VALUES (?, ?, 1500, 90, 0.06, ?, 5)", (guest, GAME_ID, total))
        for number in range(5_000):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, 2, 1, 1, 0, 0, NULL)", (ids[0], GAME_ID, f"o{number}"))
        for number in range(40):
            db.execute("INSERT INTO tallies VALUES (?, ?, ?, 1, 1, 0, 0, 0, NULL)", (ids[1], GAME_ID, f"o{number}"))

    await service.store._write(fill)  # type: ignore[attr-defined]
    assert row.id == table
    yield


def measured() -> None:
    """``python -m tests.server.test_results``: how long the page takes for a guest with 10,000 games."""

    async def go() -> None:
        async with opened() as service:
            guests = [await new_guest(service, f"Guest {number}") for number in range(2)]
            async with filled(service, guests, 10_000):
                for work in pages(service, guests[0]):
                    started = time.perf_counter()
                    for _ in range(20):
                        await work()
                    print(f"{(time.perf_counter() - started) * 50:.2f} ms")  # noqa: T201

    asyncio.run(go())


if __name__ == "__main__":
    measured()
