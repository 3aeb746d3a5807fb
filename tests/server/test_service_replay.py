"""The past of a table: earlier positions as they were seen, records, imports, and forks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engineshed.core.contract import Seat
from engineshed.core.record import Record, digest_of, open_record, read_record, record_of, verify, write_record
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.server import replay, tables, viewing
from engineshed.server import service as house_module
from engineshed.server.live import Live, Said
from engineshed.server.replay import HIDDEN
from engineshed.server.rows import Event, Guest
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


def test_any_position_is_shown_as_it_was_seen_then() -> None:
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


def test_before_the_first_entry_there_is_the_empty_board() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            shown = await replay.position_at(service, players[1], table, None, 0)
            assert (shown.seat, shown.log) == (1, [])
            assert shown.view == GAME.rules.view(GAME.rules.start(3, GAME.rules.options()), Seat(1))

    run(go())


def test_there_is_no_position_before_the_first_or_after_the_last() -> None:
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


def test_the_past_is_seen_with_ones_own_eyes_only() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            with refused("forbidden", "not-your-seat"):
                await replay.position_at(service, players[0], table, 1, 3)

    run(go())


@pytest.mark.parametrize("since", [-(1 << 70), -1, 0, 1, 29, 30, 119, 120, 121, 1 << 70])
def test_the_log_can_be_caught_up_from_any_place(since: int) -> None:
    """The same entries, from memory or from the store."""

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
    """How many log entries were folded in at a time."""
    sizes: list[int] = []
    follow = Live.follow

    def counted(self: Live, events: Sequence[Event]) -> list[Said]:
        sizes.append(len(events))
        return follow(self, events)

    monkeypatch.setattr(Live, "follow", counted)
    return sizes


def test_a_long_log_is_read_without_keeping_others_waiting(
    monkeypatch: pytest.MonkeyPatch, portions: list[int]
) -> None:
    monkeypatch.setattr(house_module, "AT_ONCE", 10)
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
            await replay.import_record(service, ada, WHOLE)
            others.cancel()
        assert sum(portions) >= 2 * 240 + len(WHOLE.moves)
        assert max(portions) == 10

    run(go())


def test_a_log_ends_with_its_position_even_if_the_table_moves_on() -> None:
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
            assert seated.live.ply > before.ply, "it did move on"
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
            assert info.commitment == record.commitment, "what was shown at the start"

    run(go())


def test_the_record_of_a_running_game_has_no_seed_and_only_what_its_reader_knows() -> None:
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
    """The numbers, among the moves not taken back, of draws that only this seat was told."""
    now, kept = await live(service, table), list[tuple[int, ...] | None]()
    for said in (await service.past(now, 0)).follow(await service.store.events(table)):
        if said.kind == "undo":
            del kept[len(kept) - int(said.text) :]
        else:
            kept.append(next((fact.to for fact in said.facts if fact.to is not None), None))
    return [number for number, to in enumerate(kept) if to == (seat,)]


def test_a_guest_with_several_seats_reads_what_all_of_them_know() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=60)
            assert HIDDEN not in [text for _, text in (await replay.record(service, ada, table)).moves]

    run(go())


# -- bringing a record along ----------------------------------------------------------------------------------------


def record_elsewhere(plies: int = 10_000, seats: int = 2) -> Record:
    table = Table(GAME, seats, {"map": "ireland"}, seed="elsewhere", name="friday")
    while not table.over and table.ply < plies:
        seat = table.to_act()[0]
        table.play(seat, Rng("elsewhere", table.ply).choice(table.legal(seat)))
    return record_of(table)


WHOLE, HALF = record_elsewhere(), record_elsewhere(plies=120)


@pytest.mark.parametrize("seed", ["elsewhere", None])
def test_a_finished_game_is_brought_to_look_at(seed: str | None) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await replay.import_record(service, ada, msgspec.structs.replace(WHOLE, seed=seed))).id
            now = await live(service, table)
            assert (now.row.state, now.row.result) == ("over", WHOLE.result)
            record = await replay.record(service, ada, table)
            assert (record.moves, record.digest, record.seed) == (WHOLE.moves, WHOLE.digest, seed)
            assert verify(record, GAME).draws_proved == (seed is not None)
            assert (await replay.position_at(service, ada, table, 0, 100)).view.round > 1

    run(go())


def test_an_unfinished_game_is_brought_with_its_seed_to_play_on() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await replay.import_record(service, ada, HALF)).id
            now = await live(service, table)
            assert (now.row.state, now.ply) == ("running", len(HALF.moves))
            assert [seat.guest for seat in now.seats] == [ada.id] * 2
            twin = open_record(HALF, GAME)
            while not twin.over:
                seat = twin.to_act()[0]
                move = Rng("on", twin.ply).choice(twin.legal(seat))
                twin.play(seat, move)
                await play_one(service, ada, table, move)
            assert (await live(service, table)).state == twin.state, "nature had the same in store"
            assert (await replay.record(service, ada, table)).digest == digest_of(twin)

    run(go())


async def bring_one(service: Service, guest: Guest, _table: str) -> None:
    await replay.import_record(service, guest, WHOLE)


@pytest.mark.parametrize(("work", "ask"), [("_proved", bring_one), ("_replayed", replay.record)])
def test_others_are_served_while_a_whole_record_is_played_through(
    monkeypatch: pytest.MonkeyPatch, work: str, ask: Callable[[Service, Guest, str], Coroutine[Any, Any, Any]]
) -> None:
    served, done = threading.Event(), getattr(replay, work)

    def slowly(*args: Any) -> Any:
        assert served.wait(5), "nobody was served meanwhile"
        return done(*args)

    monkeypatch.setattr(replay, work, slowly)

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            asking = asyncio.create_task(ask(service, ada, table))
            await play_one(service, ada, table)
            served.set()
            await asking

    run(go())


BAD_RECORDS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown game": ({"game": "monopoly"}, "no.game"),
    "other version": ({"version": 99}, "record.version"),
    "too many seats": ({"seats": 9}, "record.no-table"),
    "bad option": ({"options": {"map": "texas"}}, "record.no-table"),
    "move against the rules": ({"moves": (*HALF.moves[:5], (0, "done"))}, "record.refused"),
    "no move": ({"moves": (*HALF.moves[:5], (0, "cheat"))}, "record.bad-move"),
    "wrong seat": ({"moves": ((0, HALF.moves[0][1]),)}, "record.refused"),
    "hidden move": ({"moves": ((-1, HIDDEN),)}, "record.bad-move"),
    "draws of another seed": ({"seed": "another"}, "record.seed"),
    "changed afterwards": ({"digest": "0" * 64}, "record.digest"),
    "no seed to play on with": ({"seed": None}, "record-seed"),
    "too long": ({"moves": ((0, "money"),) * 20_001}, "record-long"),
}


@pytest.mark.parametrize(("lie", "message"), BAD_RECORDS.values(), ids=BAD_RECORDS)
def test_a_bad_record_is_refused_and_leaves_no_table(lie: dict[str, Any], message: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            with refused("bad-request", message):
                await replay.import_record(service, ada, msgspec.structs.replace(HALF, **lie))
            assert (await tables.lobby(service, ada)).mine == []

    run(go())


# -- forks ----------------------------------------------------------------------------------------------------------


def test_a_fork_of_a_finished_game_is_exact_and_free() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 10_000)
            before = await service.store.events(table)
            stranger = await new_guest(service, "Eve")
            forked = await replay.fork(service, stranger, table, 77, None, [ME, ME, OPEN])
            now, origin = await live(service, forked.id), await live(service, table)
            assert now.state == (await service.past(origin, 77)).state
            assert (now.row.state, list(forked.links)) == ("open", [2])
            assert (now.row.owner, now.row.forked_from, now.row.public) == (stranger.id, table, False)
            assert now.row.seed != origin.row.seed
            await tables.claim(service, players[0], forked.id, forked.links[2])
            await play_together(service, [stranger, stranger, players[0]], forked.id, 10_000)
            assert (await live(service, forked.id)).row.state == "over"
            assert await service.store.events(table) == before, "the old table stays as it was"

    run(go())


@pytest.mark.parametrize("ply", [0, 1, 3, 5, 60, 90])
def test_a_fork_of_a_running_game_is_made_from_what_the_guest_sees(ply: int) -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            await play_together(service, players, table, 90)
            past = await service.past(await live(service, table), ply)
            for guest, eyes in ((players[1], Seat(1)), (await new_guest(service, "Eve"), None)):
                forked = await replay.fork(service, guest, table, ply, None, [ME, ME, ME])
                start = await service.store.snapshot(forked.id, 0)
                assert start is not None
                drawn = GAME.rules.load(start.data)
                assert GAME.rules.view(drawn, eyes) == GAME.rules.view(past.state, eyes)
                assert list(GAME.rules.faults(drawn)) == []
                await play_together(service, [guest] * 3, forked.id, 40)
                assert (await live(service, forked.id)).row.state == "running"

    run(go())


@pytest.mark.parametrize("wanted", [None, 0, 1, 2])
def test_a_fork_by_one_with_several_seats_keeps_what_one_of_them_sees(wanted: int | None) -> None:
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
                drawn.append((await service.past(await live(service, forked.id), 0)).state)
            for seat in map(Seat, range(3)):
                same = [GAME.rules.view(state, seat) == GAME.rules.view(now.state, seat) for state in drawn]
                assert all(same) == (seat == kept)

    run(go())


def test_a_fork_opens_again_and_shows_its_past_but_has_no_record() -> None:
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
            with refused("conflict", "forked"):
                await replay.record(service, ada, forked)

    run(go())


def test_a_fork_needs_its_seats_its_ply_and_its_eyes() -> None:
    async def go() -> None:
        async with opened() as service:
            table, players = await three_players(service)
            with refused("bad-request", "seats"):
                await replay.fork(service, players[0], table, 3, None, [ME, ME])
            with refused("not-found", "no-ply"):
                await replay.fork(service, players[0], table, 999, None, [ME] * 3)
            with refused("forbidden", "not-your-seat"):
                await replay.fork(service, players[0], table, 3, 1, [ME] * 3)
            assert len((await tables.lobby(service, players[0])).mine) == 1

    run(go())


def test_forks_of_one_position_have_different_futures() -> None:
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
