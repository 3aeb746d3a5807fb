"""Who leaves, whose time is up, and what the others decide: for days on a clock that tests set, and over restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engineshed.core.record import Verdict, verify, write_record
from engineshed.core.registry import find_game
from engineshed.server import absence, holding, moderation, play, replay, tables, timekeeper
from engineshed.server.absence import time_is_up
from engineshed.server.clocks import BACK, DAY, HOUR, MINUTE, WAIT_MORE, Clock
from engineshed.server.live import Live
from engineshed.server.messages import NewTable
from engineshed.server.proving import proved
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.timekeeper import Timekeeper
from engineshed.server.viewing import look
from tests.server.loop import in_loop
from tests.server.play import GAME_ID, ME, OPEN, acting, live, new_guest, opened, opened_store, play_one, refused, run
from tests.server.servers import Postgres
from tests.server.several import Scene
from tests.server.test_bots import Quick, idle, over, playing, until

NAMES = ("Ada", "Bob", "Cleo")
DAYS = Clock("days", hours=72, holidays=7, bot="random")
VOTED = Clock("days", hours=72, out="vote", bot="random")
LIVE = Clock("live", minutes=10, increment=10, bot="random")
START = 1_700_000_000.0


class Watch:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    if request.param == "sqlite":
        return tmp_path / "house.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@asynccontextmanager
async def timed(place: str | Path, watch: Watch) -> AsyncIterator[Service]:
    """A service whose time is that of the watch, with bots and a timekeeper."""
    async with opened(place) as service:
        service.clock = watch
        service.archive._clock = watch
        async with playing(service, Quick()):
            yield service


async def seated(
    service: Service, clock: Clock, *names: str, game: str = GAME_ID, **wishes: Any
) -> tuple[str, list[Guest]]:
    """A table for these people, who sit in order; the first one owns it."""
    guests = [await new_guest(service, name) for name in names or NAMES]
    seats = [ME, *[OPEN] * (len(guests) - 1)]
    made = await tables.create(service, guests[0], NewTable(game, seats, clock=clock, **wishes))
    for seat, guest in enumerate(guests[1:], 1):
        await tables.claim(service, guest, made.id, made.links[seat])
    return made.id, guests


async def notes(service: Service, table: str) -> list[tuple[int, str]]:
    return [(event.seat, event.text) for event in await service.store.events(table) if event.kind == "house"]


async def play_turns(service: Service, table: str, guests: list[Guest], gone: int) -> int:
    """Everybody plays until it is the turn of the one who has vanished; returns that seat."""
    while (seat := int(await acting(service, table))) != gone:
        if (await live(service, table)).seats[seat].away:
            await until(service, table, lambda now: seat not in now.to_act())
        else:
            await play_one(service, guests[seat], table)
    return seat


async def play_out(service: Service, table: str, guests: list[Guest], gone: int) -> Live:
    """The others play to the end, while a bot plays for the one who has vanished."""
    while (now := await live(service, table)).row.state == "running":
        seat = int(now.to_act()[0])
        if seat == gone:
            await until(service, table, lambda now: gone not in now.to_act())
        else:
            await play_one(service, guests[seat], table)
    return now


async def verdict(service: Service, table: str) -> Verdict:
    record = await replay.record(service, None, table)
    found = verify(record, find_game(GAME_ID))
    assert (found.notes > 0, found.draws_proved, found.whole) == (True, True, True)
    assert record.notes is not UNSET
    assert [(seat, text) for _, seat, text in record.notes] == await notes(service, table)
    return found


async def pass_time(service: Service, watch: Watch, table: str, seconds: float) -> Live:
    """Let time pass, and the timekeeper notice."""
    watch.now += seconds
    before = await live(service, table)
    if before.row.due is not None and before.row.due <= watch.now:
        return await until(service, table, lambda now: now.row.revision > before.row.revision)
    return before


# -- a third player vanishes --------------------------------------------------------------------------------------


def test_a_bot_plays_on_to_the_end_if_the_table_agreed_so(place: str | Path) -> None:
    async def go() -> None:
        watch = Watch()
        async with timed(place, watch) as service:
            table, guests = await seated(service, DAYS)
            await play_turns(service, table, guests, gone=2)
            waiting = await live(service, table)
            assert waiting.row.due == waiting.row.updated + 72 * HOUR
            await pass_time(service, watch, table, 71.9 * HOUR)
            assert not (await live(service, table)).seats[2].away
            out = await pass_time(service, watch, table, HOUR)
            assert (out.seats[2].away, out.seats[2].bot) == (True, "random")
            ended = await play_out(service, table, guests, gone=2)
            assert ended.row.result is not None
            assert await notes(service, table) == [(2, "out random")]
            assert (await verdict(service, table)).over

    run(go())


def test_the_others_let_a_bot_play_on_or_wait_or_end_the_game(place: str | Path) -> None:
    async def go() -> None:
        watch = Watch()
        async with timed(place, watch) as service:
            table, guests = await seated(service, VOTED)
            await play_turns(service, table, guests, gone=2)
            asked = await pass_time(service, watch, table, 73 * HOUR)
            assert (asked.row.timing and asked.row.timing.vote and asked.row.timing.vote.about, asked.row.due) == (
                2,
                None,
            )
            with refused("conflict", "no-vote"):
                await absence.vote(service, guests[2], table, 2, 2, "wait")
            for seat in (0, 1):
                await absence.vote(service, guests[seat], table, seat, 2, "wait")
            again = await live(service, table)
            assert again.row.due == watch.now + 72 * HOUR
            await pass_time(service, watch, table, 73 * HOUR)
            await absence.vote(service, guests[0], table, 0, 2, "end")
            await absence.vote(service, guests[1], table, 1, 2, "bot")
            now = await live(service, table)
            assert (now.seats[2].away, now.seats[2].bot) == (True, "random"), "a tie goes to the milder"
            await until(service, table, lambda now: 2 not in now.to_act())
            await absence.come_back(service, guests[2], table, 2)
            await play_turns(service, table, guests, gone=2)
            await pass_time(service, watch, table, 73 * HOUR)
            for seat in (0, 1):
                await absence.vote(service, guests[seat], table, seat, 2, "end")
            ended = await live(service, table)
            assert (ended.row.state, ended.row.to_act, ended.row.result, ended.row.due) == ("closed", (), None, None)
            shown = await look(service, await service.table(table), guests[0], None, 0)
            assert (shown.table.seed, shown.legal) == (ended.row.seed, [])
            with refused("conflict", "closed"):
                await play.move(service, guests[2], table, 2, "money", ended.ply, None)
            with refused("conflict", "ended-by-vote"):
                await moderation.reopen(service, table, "please")
            assert [text for _, text in await notes(service, table)] == [
                *("out", "vote 2 wait", "vote 2 wait", "decided wait"),
                *("out", "vote 2 end", "vote 2 bot", "decided bot random", "back"),
                *("out", "vote 2 end", "vote 2 end", "decided end"),
            ]
            found = await verdict(service, table)
            assert (found.over, found.ended) == (False, True)

    run(go())


def test_a_vote_is_decided_by_those_who_voted_when_its_time_is_up(place: str | Path) -> None:
    async def go() -> None:
        watch = Watch()
        async with timed(place, watch) as service:
            table, guests = await seated(service, VOTED)
            await play_turns(service, table, guests, gone=1)
            await pass_time(service, watch, table, 73 * HOUR)
            watch.now += 30 * DAY  # nobody has voted yet, so nothing happens
            await absence.vote(service, guests[0], table, 0, 1, "bot")
            assert (await live(service, table)).seats[1].away, "the first who comes decides"
            await play_turns(service, table, guests, gone=2)
            await pass_time(service, watch, table, 73 * HOUR)
            await absence.vote(service, guests[0], table, 0, 2, "end")
            assert (await live(service, table)).row.state == "closed", "who is away has no vote"

    run(go())


# -- coming back ------------------------------------------------------------------------------------------------


@in_loop
async def test_whoever_moves_or_says_that_they_are_here_ends_the_vote_about_them() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        clock = Clock("live", minutes=10, increment=10, out="vote")
        table, guests = await seated(service, clock, "Ada", "Bob")
        seat = int(await acting(service, table))
        for came_back in (absence.come_back, None):
            watch.now += 60 * MINUTE
            await time_is_up(service, table)
            with refused("conflict", "no-vote"):
                await absence.vote(service, guests[1 - seat], table, 1 - seat, 1 - seat, "end")
            await absence.vote(service, guests[1 - seat], table, 1 - seat, seat, "wait")
            waited = (await live(service, table)).row
            assert waited.timing is not None
            assert (waited.timing.left[seat], waited.due) == (WAIT_MORE, watch.now + WAIT_MORE)
            watch.now += 60 * MINUTE
            await time_is_up(service, table)
            if came_back is not None:
                await came_back(service, guests[seat], table, seat)
                assert (await live(service, table)).row.due == watch.now + BACK
            else:
                while int(await acting(service, table)) == seat:
                    await play_one(service, guests[seat], table)
                now = (await live(service, table)).row
                assert (now.timing and now.timing.vote, now.timing and now.timing.turn) == (None, (1 - seat,))


@in_loop
async def test_who_is_away_is_played_by_the_bot_they_name_and_takes_over_at_once() -> None:
    async with opened() as service:
        table, guests = await seated(service, LIVE)
        await absence.leave(service, guests[1], table, 1, "greedy")
        await absence.leave(service, guests[1], table, 1, "greedy")
        now = await live(service, table)
        assert (now.seats[1].bot, await notes(service, table)) == ("greedy", [(1, "away greedy")])
        with refused("bad-request", "no-bot"):
            await absence.leave(service, guests[2], table, 2, "nobody")
        await absence.come_back(service, guests[1], table, 1)
        await absence.come_back(service, guests[1], table, 1)
        assert (await notes(service, table))[1:] == [(1, "back")]
        log = (await look(service, await service.table(table), guests[0], None, 0)).log
        told = [(line.seat, line.note.kind, line.note.bot) for line in log if line.note is not None]
        assert told == [(1, "away", "greedy"), (1, "back", None)]


@in_loop
async def test_a_move_is_not_out_of_date_because_somebody_has_left() -> None:
    async with opened() as service:
        table, guests = await seated(service, LIVE)
        seat = int(await acting(service, table))
        seen = await live(service, table)
        await absence.leave(service, guests[(seat + 1) % 3], table, (seat + 1) % 3)
        await play.move(service, guests[seat], table, seat, "money", seen.ply, None)
        assert (await live(service, table)).moves == seen.moves + 1


# -- pauses and tables without clocks ------------------------------------------------------------------------------


@in_loop
async def test_clocks_stand_still_when_all_want_that_and_go_on_when_one_does_not() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        table, guests = await seated(service, DAYS)
        due = (await live(service, table)).row.due
        for seat, guest in enumerate(guests):
            assert (await live(service, table)).row.due == due
            await absence.pause(service, guest, table, seat, "all")
        watch.now += 100 * DAY
        await time_is_up(service, table)
        assert (await live(service, table)).row.due is None
        await absence.pause(service, guests[1], table, 1, "none")
        assert due is not None
        assert (await live(service, table)).row.due == due + 100 * DAY
        await absence.pause(service, guests[1], table, 1, "all")
        await absence.pause(service, guests[1], table, 1, "none")
        assert [text for _, text in await notes(service, table)] == [
            *("pause", "pause", "pause", "paused", "resumed", "pause", "no-pause")
        ]


@in_loop
async def test_holidays_stop_my_own_clock_until_they_are_used_up() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        table, guests = await seated(service, DAYS)
        seat = int(await acting(service, table))
        await absence.pause(service, guests[seat], table, seat, "mine")
        await absence.pause(service, guests[seat], table, seat, "mine")
        assert (await live(service, table)).row.due == START + 10 * DAY
        watch.now += 8 * DAY
        await time_is_up(service, table)
        with refused("conflict", "no-holidays"):
            await absence.pause(service, guests[seat], table, seat, "mine")
        await absence.pause(service, guests[seat], table, seat, "none")
        now = (await live(service, table)).row
        assert (now.timing and now.timing.rest[seat], now.due) == (0.0, START + 10 * DAY)


@in_loop
async def test_a_table_without_a_clock_votes_about_somebody_it_has_waited_for() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        table, guests = await seated(service, Clock())
        gone = int(await acting(service, table))
        one, other = [seat for seat in range(3) if seat != gone]
        with refused("conflict", "no-clock"):
            await absence.pause(service, guests[one], table, one, "all")
        with refused("conflict", "vote-later"):
            await absence.vote(service, guests[one], table, one, gone, "bot")
        watch.now += 11 * MINUTE
        for nonsense in (one, 7, -1):
            with refused("conflict", "no-vote"):
                await absence.vote(service, guests[one], table, one, nonsense, "bot")
        await absence.vote(service, guests[one], table, one, gone, "bot")
        assert (await live(service, table)).row.due == watch.now + DAY
        watch.now += DAY
        await time_is_up(service, table)
        now = await live(service, table)
        assert (now.seats[gone].away, now.seats[other].away) == (True, False)
        assert (await notes(service, table))[0] == (gone, "called")


@in_loop
async def test_a_clock_must_make_sense_and_its_bot_exist() -> None:
    async with opened() as service:
        ada = await new_guest(service)
        with refused("bad-request", "clock"):
            await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN], clock=Clock("live")))
        with refused("bad-request", "no-bot"):
            await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN], clock=Clock("days", hours=1, bot="x")))


@in_loop
async def test_a_turn_that_is_held_goes_on_costing_time_and_is_given_up_with_the_seat() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        table, guests = await seated(service, Clock("live", minutes=1, bot="random"), end_turn="button")
        seat = int(await acting(service, table))
        for _ in range(2):
            await play_one(service, guests[seat], table, "money")
        held = await live(service, table)
        assert (held.row.held, held.row.due) == (seat, START + 60.0)
        watch.now += 60.0
        await time_is_up(service, table)
        now = await live(service, table)
        assert (now.row.held, now.seats[seat].away, now.to_act()[0] == seat) == (None, True, False)
        await holding.end(service, guests[seat], table, seat, now.ply)  # it has ended already


# -- restarts and several servers ----------------------------------------------------------------------------------


def test_clocks_go_on_while_no_server_runs_and_over_several_days(place: str | Path) -> None:
    async def go() -> None:
        watch = Watch()
        async with timed(place, watch) as service:
            table, guests = await seated(service, DAYS, "Ada", "Bob")
        for day in range(4):
            async with timed(place, watch) as service:
                seat = int(await acting(service, table))
                while int(await acting(service, table)) == seat:
                    await play_one(service, guests[seat], table)
                assert not any(one.away for one in (await live(service, table)).seats), day
            watch.now += 2.5 * DAY
        watch.now += DAY
        async with timed(place, watch) as service:
            out = await until(service, table, lambda now: any(seat.away for seat in now.seats))
            gone = next(seat.seat for seat in out.seats if seat.away)
            assert await notes(service, table) == [(gone, "out random")]

    run(go())


def test_one_of_two_servers_acts_once_even_if_the_other_made_the_move_and_died(
    servers: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "ORPHANS", 0.05)

    async def go() -> None:
        watch = Watch()
        async with servers(2) as (one, two):
            one.clock = two.clock = watch
            table, guests = await seated(one, VOTED)  # nobody keeps time on this server any more
            watch.now += 73 * HOUR
            keepers = [Timekeeper(one, retry=0.02), Timekeeper(two, retry=0.02)]
            for keeper in keepers:
                keeper.start()
            while (out := await live(two, table)).row.timing is None or out.row.timing.vote is None:
                await asyncio.sleep(0.02)
            about = int(out.to_act()[0])
            await asyncio.sleep(0.3)
            assert await notes(one, table) == [(about, "out")]
            voters = [seat for seat in range(3) if seat != about]
            for service, seat in zip((one, two), voters, strict=True):
                await absence.vote(service, guests[seat], table, seat, about, "end")
            assert (await live(one, table)).row.state == "closed"
            for keeper in keepers:
                await keeper.stop()

    run(go())


def test_ten_thousand_tables_cost_no_task_each(tmp_path: Path) -> None:
    async def go() -> None:
        watch = Watch()
        async with timed(tmp_path / "house.db", watch) as service:
            table, _ = await seated(service, DAYS)
            row, seats = await service.store.table(table), await service.store.seats(table)
            assert row is not None
        store = opened_store(tmp_path / "house.db")
        for number in range(200):
            await store.add_table(replace(row, id=f"copy {number}", due=START + 1e6 + number), seats, ())
        await store.close()
        async with opened(tmp_path / "house.db") as service:
            service.clock = watch
            keeper, before = Timekeeper(service), len(asyncio.all_tasks())
            keeper.start()
            while len(keeper.wheel) < 201:
                await asyncio.sleep(0.01)
            assert len(asyncio.all_tasks()) == before + 1
            await keeper.stop()

    run(go())


# -- records --------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_finished_record_is_taken_in_with_its_notes_and_an_unfinished_one_without() -> None:
    async with opened() as service:
        async with playing(service, Quick()) as bots:
            table, guests = await seated(service, LIVE, "Ada", "Bob")
            await play_one(service, guests[int(await acting(service, table))], table)
            await absence.leave(service, guests[1], table, 1, "random")
            await absence.leave(service, guests[0], table, 0, "random")
            await until(service, table, over)
            await idle(bots)
        record = await replay.record(service, None, table)
        taken = proved(record)
        told = [(event.seat, event.text) for event in taken.events if event.kind == "house"]
        assert told == [(1, "away random"), (0, "away random")]
        assert [event.ply for event in taken.events] == list(range(1, len(taken.events) + 1))
        again = await replay.import_record(service, guests[0], write_record(record).encode())
        assert (await replay.record(service, None, again.id)).notes == record.notes
