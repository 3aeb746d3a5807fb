"""The past of a table: earlier positions as they were seen at the time, records, imports, and forks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.json import encode

from engineshed.core.contract import Seat
from engineshed.core.record import Record, digest_of, open_record, read_record, record_of, verify, write_record
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Part, Table
from engineshed.server import archive as archive_module
from engineshed.server import guests, lobby, replay, tables, viewing
from engineshed.server.descriptions import described, out_of_words
from engineshed.server.live import Live, Said
from engineshed.server.messages import NewTable, Origin, SeatWish
from engineshed.server.refusals import BusyError
from engineshed.server.replay import HIDDEN
from engineshed.server.rows import Event
from engineshed.server.service import Service
from tests.server.play import (
    GAME_ID,
    ME,
    OPEN,
    live,
    new_guest,
    new_table,
    opened,
    play_on,
    play_one,
    play_together,
    play_until,
    refused,
    run,
    three_players,
)

GAME = find_game(GAME_ID)


# -- positions of the past ------------------------------------------------------------------------------------------


def test_any_past_position_is_shown_as_it_was_seen_at_the_time() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            viewers = [*players, None]
            seated, seen = await service.table(table), dict[int, list[Any]]()
            for plies in range(seated.live.ply, 130):
                await play_together(service, players, table, plies)
                shown = [await viewing.look(service, seated, viewer, None, 0) for viewer in viewers]
                seen[seated.live.ply] = [(view.view, view.log[-1]) for view in shown]
            assert any(entry.kind == "undo" for entry in await service.store.events(table))
            assert (await service.store.snapshot(table)) is not None
            for ply, views in seen.items():
                past = [await replay.position_at(service, viewer, table, None, ply) for viewer in viewers]
                assert [(view.view, view.log[0]) for view in past] == views
                assert all(view.legal == [] and view.undo == 0 and len(view.log) == 1 for view in past)

    run(go())


def test_the_position_before_the_first_entry_is_the_start_of_the_game() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            shown = await replay.position_at(service, players[1], table, None, 0)
            assert (shown.seat, shown.log) == (1, [])
            assert shown.view == GAME.rules.view(GAME.rules.start(3, GAME.rules.options()), Seat(1))

    run(go())


def test_a_position_before_the_first_or_after_the_last_is_refused() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            last = (await live(service, table)).ply
            for ply in (-1, last + 1, 1 << 70):
                with refused("not-found", "no-ply") as refusal:
                    await replay.position_at(service, ada, table, None, ply)
                assert refusal.message.params == {"most": last}

    run(go())


def test_nobody_sees_the_past_of_another_players_seat() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            with refused("forbidden", "not-your-seat"):
                await replay.position_at(service, players[0], table, 1, 3)

    run(go())


@pytest.mark.parametrize("since", [-(1 << 70), -1, 0, 1, 29, 30, 119, 120, 121, 1 << 70])
def test_the_log_can_be_read_from_any_ply(since: int) -> None:
    """The entries are the same whether they come from memory or from the store."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=120)
            seated = await service.table(table)
            whole = (await viewing.look(service, seated, ada, 0, 0)).log
            assert [line.ply for line in whole] == list(range(1, seated.live.ply + 1))
            assert (await viewing.look(service, seated, ada, 0, since)).log == whole[max(0, since) :][: len(whole)]
            fresh = Service(service.store, service.clock)
            assert (await viewing.look(fresh, await fresh.table(table), ada, 0, since)).log == whole[max(0, since) :]

    run(go())


@pytest.fixture
def portions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of log entries that are replayed at a time."""
    sizes: list[int] = []
    follow = Live.follow

    def counted(self: Live, events: Sequence[Event]) -> list[Said]:
        sizes.append(len(events))
        return follow(self, events)

    monkeypatch.setattr(Live, "follow", counted)
    return sizes


def test_reading_a_long_log_does_not_block_others(monkeypatch: pytest.MonkeyPatch, portions: list[int]) -> None:
    monkeypatch.setattr(archive_module, "AT_ONCE", 10)
    rounds: list[None] = []

    async def go_round() -> None:
        while True:
            rounds.append(None)
            await asyncio.sleep(0)

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=240)
            seated, others = await service.table(table), asyncio.create_task(go_round())
            await viewing.look(service, seated, ada, 0, 0)
            assert len(rounds) >= seated.live.ply // 10 - 1
            await replay.record(service, ada, table)
            await replay.import_record(service, ada, encode(WHOLE))
            others.cancel()
        assert 240 <= sum(portions) < 2 * 240 + len(WHOLE.moves), "a record is played through in another process"
        assert max(portions) == 10

    run(go())


def test_the_log_ends_at_the_shown_position_even_if_the_table_moves_on() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=150)
            seated, read = await service.table(table), service.store.events
            before = seated.live

            async def read_slowly(*args: Any) -> Any:
                events = await read(*args)
                await play_one(service, ada, table)
                return events

            with patch.object(service.store, "events", read_slowly):
                shown = await viewing.look(service, seated, ada, 0, 0)
            assert seated.live.ply > before.ply, "the table has moved on"
            assert shown.table.ply == shown.log[-1].ply == before.ply
            assert shown.view == GAME.rules.view(before.state, Seat(0))

    run(go())


# -- records --------------------------------------------------------------------------------------------------------


def test_the_record_of_a_finished_game_proves_everything() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            now = await live(service, table)
            assert now.row.state == "over"
            for reader in (*players, None):
                record = await replay.record(service, reader, table)
                verdict = verify(read_record(write_record(record)), GAME)
                assert (verdict.over, verdict.draws_proved) == (True, True)
                assert (record.seed, len(record.moves)) == (now.row.seed, now.moves)
                assert HIDDEN not in [text for _, text in record.moves]
            info = (await viewing.look(service, await service.table(table), None, None, 0)).table
            assert info.commitment == record.commitment, "it is the one that was shown at the start"

    run(go())


def test_the_record_of_a_running_game_has_no_seed_and_only_what_its_reader_may_know() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 90)
            now = await live(service, table)
            secret = {seat: await private_entries(service, table, seat) for seat in (0, 1, 2)}
            assert all(secret.values())
            for reader, own in [*zip(players, (0, 1, 2), strict=True), (None, None)]:
                record = await replay.record(service, reader, table)
                assert (record.seed, record.digest, record.result) == (None, "", None)
                assert now.row.seed not in write_record(record)
                texts = [text for _, text in record.moves]
                for seat, number in [(seat, number) for seat, numbers in secret.items() for number in numbers]:
                    assert (texts[number] == HIDDEN) == (seat != own)
                assert texts.count(HIDDEN) == sum(len(secret[seat]) for seat in secret if seat != own)

    run(go())


async def private_entries(service: Service, table: str, seat: int) -> list[int]:
    """The places of draws that only this seat saw, counted among the moves that were not taken back."""
    now, kept = await live(service, table), list[tuple[int, ...] | None]()
    for said in (await service.archive.past(now, 0)).follow(await service.store.events(table)):
        if said.kind == "undo":
            del kept[len(kept) - int(said.text) :]
        else:
            kept.append(next((fact.to for fact in said.facts if fact.to is not None), None))
    return [number for number, to in enumerate(kept) if to == (seat,)]


def test_a_guest_with_several_seats_reads_what_any_of_them_may_know() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=60)
            assert HIDDEN not in [text for _, text in (await replay.record(service, ada, table)).moves]

    run(go())


# -- importing a record ---------------------------------------------------------------------------------------------


def record_elsewhere(plies: int = 10_000, seats: int = 2) -> Record:
    table = Table(GAME, seats, {"map": "ireland"}, seed="elsewhere", name="friday")
    while not table.over and table.ply < plies:
        seat = table.to_act()[0]
        table.play(seat, Rng("elsewhere", table.ply).choice(table.legal(seat)))
    return record_of(table)


WHOLE, HALF = record_elsewhere(), record_elsewhere(plies=120)


@pytest.mark.parametrize("seed", ["elsewhere", None])
def test_a_finished_game_can_be_imported_and_looked_at(seed: str | None) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await replay.import_record(service, ada, encode(msgspec.structs.replace(WHOLE, seed=seed)))).id
            now = await live(service, table)
            assert (now.row.state, now.row.result) == ("over", WHOLE.result)
            record = await replay.record(service, ada, table)
            assert (record.moves, record.digest, record.seed) == (WHOLE.moves, WHOLE.digest, seed)
            assert verify(record, GAME).draws_proved == (seed is not None)
            assert (await replay.position_at(service, ada, table, 0, 100)).view.round > 1

    run(go())


def test_an_unfinished_game_with_its_seed_can_be_imported_and_played_on() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await replay.import_record(service, ada, encode(HALF))).id
            now = await live(service, table)
            assert (now.row.state, now.ply) == ("running", len(HALF.moves))
            assert [seat.guest for seat in now.seats] == [ada.id] * 2
            twin = open_record(HALF, GAME)
            while not twin.over:
                seat = twin.to_act()[0]
                move = Rng("on", twin.ply).choice(twin.legal(seat))
                twin.play(seat, move)
                await play_one(service, ada, table, move)
            assert (await live(service, table)).state == twin.state, "nature draws the same"
            assert (await replay.record(service, ada, table)).digest == digest_of(twin)

    run(go())


BAD_RECORDS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown game": ({"game": "monopoly"}, "no.game"),
    "other version": ({"version": 99}, "record.digest"),
    "too many seats": ({"seats": 9}, "record.no-table"),
    "bad option": ({"options": {"map": "texas"}}, "record.no-table"),
    "move against the rules": ({"moves": (*HALF.moves[:5], (0, "done"))}, "record.refused"),
    "unreadable move": ({"moves": (*HALF.moves[:5], (0, "cheat"))}, "record.bad-move"),
    "wrong seat": ({"moves": ((0, HALF.moves[0][1]),)}, "record.refused"),
    "hidden move": ({"moves": ((-1, HIDDEN),)}, "record.bad-move"),
    "draws of another seed": ({"seed": "another"}, "record.seed"),
    "wrong digest": ({"digest": "0" * 64}, "record.digest"),
    "unfinished without a seed": ({"seed": None}, "record-seed"),
    "too long": ({"moves": ((0, "money"),) * 20_001}, "record-long"),
}


@pytest.mark.parametrize(("lie", "message"), BAD_RECORDS.values(), ids=BAD_RECORDS)
def test_a_bad_record_is_refused_and_leaves_no_table(lie: dict[str, Any], message: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            with refused("bad-request", message):
                await replay.import_record(service, ada, encode(msgspec.structs.replace(HALF, **lie)))
            assert (await lobby.page(service, ada, mine=True)).tables == []

    run(go())


def test_a_record_names_its_players_and_its_bots() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service, "Ada"), await new_guest(service, "Bob")
            wishes = [ME, SeatWish("bot", "random"), OPEN]
            created = await tables.create(service, ada, NewTable(GAME_ID, wishes))
            assert (await replay.record(service, ada, created.id)).players == ("Ada", "random", GAME.seat_names[2])
            await tables.claim(service, bob, created.id, created.links[2])
            assert (await replay.record(service, None, created.id)).players == ("Ada", "random", "Bob")
            await guests.change(service, bob, "Robert", None)
            assert (await replay.record(service, None, created.id)).players == ("Ada", "random", "Robert")

    run(go())


# -- reviews --------------------------------------------------------------------------------------------------------


def test_a_review_leaves_out_what_was_taken_back_and_leads_to_the_positions_it_is_about() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            now = await live(service, table)
            assert any(entry.kind == "undo" for entry in await service.store.events(table))
            found = await replay.review(service, table)
            for milestone in found.milestones:
                past = await service.archive.past(now, milestone.ply)
                assert GAME.rules.round(past.state) == milestone.round
                assert [score.total for score in GAME.rules.scores(past.state)] == milestone.totals
                assert milestone.figures["cash"] == list(past.state.money)
            assert found.accounts["contracts"] == [len(done) for done in now.state.done]
            assert any(highlight.message.id == "best.contract" for highlight in found.highlights)

    run(go())


def test_a_review_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            monkeypatch.setattr(replay, "LONGEST_REVIEW", -1.0)
            with pytest.raises(BusyError):
                await replay.review(service, table)

    run(go())


# -- forks ----------------------------------------------------------------------------------------------------------


def test_anybody_can_fork_a_finished_game_exactly() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            before = await service.store.events(table)
            stranger = await new_guest(service, "Eve")
            forked = await replay.fork(service, stranger, table, 77, None, [ME, ME, OPEN])
            now, origin = await live(service, forked.id), await live(service, table)
            assert now.state == (await service.archive.past(origin, 77)).state
            assert (now.row.state, list(forked.links)) == ("open", [2])
            assert (now.row.owner, now.row.forked_from, now.row.public) == (stranger.id, f"{table}/77", False)
            assert now.row.seed != origin.row.seed
            for guest, seen in ((stranger, Origin(table, 77)), (players[0], Origin(None, 77))):
                assert (
                    await viewing.look(service, await service.table(forked.id), guest, None, 0)
                ).table.origin == seen
            await tables.claim(service, players[0], forked.id, forked.links[2])
            await play_together(service, [stranger, stranger, players[0]], forked.id, 10_000)
            assert (await live(service, forked.id)).row.state == "over"
            assert await service.store.events(table) == before, "the old table does not change"

    run(go())


@pytest.mark.parametrize("ply", [0, 1, 3, 5, 60, 90])
def test_a_fork_of_a_running_game_is_made_from_what_the_guest_sees(ply: int) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 90)
            past = await service.archive.past(await live(service, table), ply)
            for guest, eyes in ((players[1], Seat(1)), (await new_guest(service, "Eve"), None)):
                forked = await replay.fork(service, guest, table, ply, None, [ME, ME, ME])
                (part,) = await service.store.parts(forked.id)
                assert part.start is not None
                drawn = out_of_words(GAME, part.start, part.version)
                assert GAME.rules.view(drawn, eyes) == GAME.rules.view(past.state, eyes)
                assert list(GAME.rules.faults(drawn)) == []
                await play_together(service, [guest] * 3, forked.id, 40)
                assert (await live(service, forked.id)).row.state == "running"

    run(go())


@pytest.mark.parametrize("wanted", [None, 0, 1, 2])
def test_a_fork_by_a_guest_with_several_seats_keeps_what_one_of_them_sees(wanted: int | None) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=60)
            now = await live(service, table)
            kept = Seat(wanted) if wanted is not None else now.to_act()[0]
            drawn = list[Any]()
            for _ in range(5):
                forked = await replay.fork(service, ada, table, now.ply, wanted, [ME, ME, ME])
                drawn.append((await service.archive.past(await live(service, forked.id), 0)).state)
            for seat in map(Seat, range(3)):
                same = [GAME.rules.view(state, seat) == GAME.rules.view(now.state, seat) for state in drawn]
                assert all(same) == (seat == kept)

    run(go())


def test_a_fork_can_be_reopened_and_shows_its_past_and_its_record_begins_where_it_began() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=30)
            forked = (await replay.fork(service, ada, table, 20, 0, [ME, ME])).id
            await play_on(service, ada, forked, plies=120)
            fresh = Service(service.store, service.clock)
            now = await live(service, forked)
            assert (await live(fresh, forked)).state == now.state
            begin = await replay.position_at(fresh, ada, forked, 0, 0)
            assert begin.view == (await replay.position_at(service, ada, table, 0, 20)).view
            log = (await viewing.look(fresh, await fresh.table(forked), ada, 0, 0)).log
            assert [line.ply for line in log] == list(range(1, now.ply + 1))
            hidden = await replay.record(service, ada, forked)
            assert hidden.parts == (Part(GAME.version, len(hidden.moves), replay.HIDDEN),)
            await play_on(service, ada, forked)
            record = await replay.record(service, ada, forked)
            (part,) = await service.store.parts(forked)
            assert part.start is not None
            assert record.parts == (Part(GAME.version, len(record.moves), described(part.start)),)
            verdict = verify(record, GAME)
            assert (verdict.over, verdict.whole, verdict.draws_proved) == (True, True, True)

    run(go())


def test_a_fork_needs_the_right_seats_ply_and_viewer() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            with refused("bad-request", "seats"):
                await replay.fork(service, players[0], table, 3, None, [ME, ME])
            with refused("not-found", "no-ply"):
                await replay.fork(service, players[0], table, 999, None, [ME] * 3)
            with refused("forbidden", "not-your-seat"):
                await replay.fork(service, players[0], table, 3, 1, [ME] * 3)
            assert len((await lobby.page(service, players[0], mine=True)).tables) == 1

    run(go())


def test_forks_of_one_position_have_different_seeds() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_until(service, ada, table, "Contracts")
            ply = (await live(service, table)).ply
            forks = [(await replay.fork(service, ada, table, ply, None, [ME, ME])).id for _ in range(2)]
            seeds = {(await live(service, fork)).row.seed for fork in (table, *forks)}
            assert len(seeds) == 3

    run(go())
