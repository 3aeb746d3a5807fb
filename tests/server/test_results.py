"""Results and ratings: what a finished game comes to for everybody, when they leave, and what becomes of it later."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.registry import find_game
from engineshed.server import absence, again, booking, mydata, players, replay, tables
from engineshed.server.besides import while_serving
from engineshed.server.booking import Bookkeeper, book_all
from engineshed.server.clocks import Timing
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.results import Booking, Player, RatingRow
from engineshed.server.retention import Rule, retire
from engineshed.server.rows import Event, Guest
from engineshed.server.service import Service
from tests.server.play import GAME_ID, ME, OPEN, live, new_guest, new_table, opened, play_one, refused, run
from tests.server.servers import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    if request.param == "sqlite":
        return tmp_path / "x.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


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
        async with opened(place) as service, while_serving(Bookkeeper(service))(None):
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
            assert not any(seat.mine for seat in page.games[0].seats)
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


@pytest.mark.parametrize(("why", "booked"), [("out", True), ("called", False)])
def test_a_vote_to_end_a_game_costs_only_whoever_ran_out_of_time(why: str, booked: bool) -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await two_at(service)
            table = await rated_table(service, ada, bob)
            row = (await live(service, table)).row
            notes = [(0, why), (1, "vote 0 end"), (0, "decided end")]
            log = [Event(row.ply + number, seat, "house", text) for number, (seat, text) in enumerate(notes, 1)]
            head = msgspec.structs.replace(
                row.head(), ply=row.ply + 3, state="closed", result=None, timing=Timing(ended=True)
            )
            await service.store.append(table, log, head)
            assert await book_all(service) == 1
            ratings = {one.guest: one.points for one in await service.store.ratings([ada.id, bob.id])}
            assert (ratings[bob.id] > 1500 > ratings[ada.id]) if booked else ratings == {}
            assert len(await service.store.results_at([table])) == (2 if booked else 0)
            assert await book_all(service) == 0

    run(go())


def test_games_that_ended_before_there_were_results_are_booked_at_the_start(place: str | Path) -> None:
    async def go() -> None:
        async with opened(place) as service:
            ada, bob = await two_at(service)
            made = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            await tables.claim(service, bob, made.id, made.links[1])
            await played(service, made.id, ada, bob)
            assert (await players.my_results(service, ada)).games == []
            async with while_serving(Bookkeeper(service))(None):
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


def test_practice_does_not_count() -> None:
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
