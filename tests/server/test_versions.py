"""A table that began under one version of the rules goes on under the next; nothing is lost silently."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec.json import encode

from engineshed.core.contract import AnyGame
from engineshed.core.errors import BadRecordError
from engineshed.core.record import Record, read_record, verify, write_record
from engineshed.core.registry import make_bot
from engineshed.server import lobby, play, replay, tables, viewing
from engineshed.server.bots import question_at
from engineshed.server.describing import Describer
from engineshed.server.live import Live
from engineshed.server.messages import LogLine, NewTable
from engineshed.server.refusals import RefusedError
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.workers import _answer
from tests.core.toy import GAME_ID
from tests.server.newer import FIRST, OTHER_WORDS, SECOND, THAT_KEEPS, UNREADABLE, ReadersHere, Versions
from tests.server.play import ME, OPEN, live, new_guest, opened, play_on, play_one, refused, run

LATER = [SECOND, OTHER_WORDS]
LINE = 'id = "long"\ngoal = 99\n'
"""Long enough for some snapshots."""


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> Versions:
    found = Versions(monkeypatch)
    found.install(FIRST)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shed.db"


@asynccontextmanager
async def served(file: Path, *, killed: bool = False) -> AsyncIterator[Service]:
    """A server from its start to its end, without its bots."""
    async with opened(file) as service:
        service.readers = ReadersHere()
        describer = Describer(service)
        yield service
        if not killed:
            await describer.stop()


async def seated(service: Service) -> tuple[Guest, str]:
    ada = await new_guest(service)
    return ada, (await tables.create(service, ada, NewTable(GAME_ID, [ME, ME, ME], options={"map": LINE}))).id


async def returning(service: Service, ada: Guest) -> Guest:
    """The same guest, as a restarted server finds them."""
    return (await service.store.guests([ada.id]))[ada.id]


async def log_of(service: Service, guest: Guest | None, table: str, since: int = 0) -> list[LogLine]:
    return (await viewing.look(service, await service.table(table), guest, None, since)).log


async def picked(service: Service, ada: Guest, table: str) -> None:
    """Somebody has picked a card, and may still take that back."""
    now = await live(service, table)
    card = now.state.hands[now.to_act()[0]][0]
    await play_one(service, ada, table, f"pick {card}")


async def rolled(service: Service, ada: Guest, table: str, plies: int) -> None:
    """Everybody rolls the die, until the log has this many entries."""
    while (await live(service, table)).ply < plies:
        await play_one(service, ada, table, "roll")


async def dropped(service: Service, ada: Guest, table: str) -> None:
    await picked(service, ada, table)
    await play_one(service, ada, table, "drop")


# -- going on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", LATER, ids=["same words", "other words"])
@pytest.mark.parametrize("in_the_middle", [False, True], ids=["", "in the middle of a turn"])
def test_a_running_table_goes_on_from_its_position_in_words(
    versions: Versions, file: Path, later: AnyGame, in_the_middle: bool
) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)  # no version after the first leads here from the start
            await rolled(service, ada, table, 60)
            await (picked if in_the_middle else dropped)(service, ada, table)
            before = await live(service, table)
        versions.install(later)
        async with served(file) as service:
            now = await live(service, table)
            assert now.state == before.state, "hands and deck included"
            assert now.moves == before.moves, "nature's draws go on from here"
            assert (now.row.version, now.row.state, now.ply) == (later.version, "running", before.ply + 1)
            (line,) = await log_of(service, ada, table, before.ply)
            assert (line.kind, line.seat, line.version, line.facts) == ("version", None, later.version, [])
            assert now.can_take_back(now.to_act()[0]) == 0, "what was done under other rules cannot be taken back"
            await play_on(service, ada, table)
            assert (await live(service, table)).row.state == "over"

    run(go())


def test_its_moves_are_those_of_the_new_rules(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            await picked(service, ada, table)
        versions.install(SECOND)
        async with served(file) as service:
            now = await live(service, table)
            assert [type(move).__name__ for move in SECOND.rules.legal(now.state, now.to_act()[0])] == ["Advance"]
            with pytest.raises(RefusedError) as refusal:
                await play_one(service, ada, table, "drop")
            assert refusal.value.rule == "H3"

    run(go())


def test_a_table_that_changes_hands_again_has_three_parts(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
        versions.install(SECOND)
        async with served(file) as service:
            await play_one(service, ada, table)
        versions.install(OTHER_WORDS)
        async with served(file) as service:
            now = await live(service, table)
            assert [part.version for part in now.parts] == [1, 2, 3]
            log = await log_of(service, ada, table)
            assert [line.version for line in log if line.kind == "version"] == [2, 3]
            assert [line.ply for line in log] == list(range(1, now.ply + 1))

    run(go())


def test_a_table_that_has_not_begun_begins_under_the_new_rules(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            made = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
        versions.install(SECOND)
        async with served(file) as service:
            await tables.claim(service, bob, made.id, made.links[1])
            now = await live(service, made.id)
            assert (now.row.version, now.row.state) == (2, "running")
            assert [line.kind for line in await log_of(service, bob, made.id)] == ["move"]
            assert (await replay.record(service, bob, made.id)).parts is msgspec.UNSET

    run(go())


def test_two_programs_that_open_a_table_at_once_change_it_once(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            before = (await live(service, table)).ply
        versions.install(SECOND)
        async with served(file) as one, served(file) as other:
            row = await one.store.table(table)
            assert row is not None
            await live(other, table)
            await one.archive._carry_over(SECOND, row, [*(await live(other, table)).parts][:1])
            assert (await live(one, table)).ply == before + 1
            await play_one(one, ada, table)
            assert [event.kind for event in await one.store.events(table, before)][:2] == ["version", "move"]

    run(go())


# -- after a crash --------------------------------------------------------------------------------------------------


def test_moves_after_the_last_description_are_followed_under_the_new_rules(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            await picked(service, ada, table)
        async with served(file, killed=True) as service:
            now = await live(service, table)
            await play.undo(service, ada, table, now.to_act()[0], now.ply, None, whole_turn=False)
            await play_one(service, ada, table, "roll")
            await play_one(service, ada, table, "roll")
            before = await live(service, table)
        versions.install(SECOND)
        async with served(file) as service:
            now = await live(service, table)
            assert (now.state, now.moves) == (before.state, before.moves)
            assert (await log_of(service, ada, table, before.ply))[0].version == 2

    run(go())


def test_moves_that_the_new_rules_refuse_are_dropped_and_the_log_says_so(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
        async with served(file, killed=True) as service:
            described = await live(service, table)
            await play_one(service, ada, table, "roll")
            good = await live(service, table)
            await dropped(service, ada, table)
            lost = await live(service, table)
        versions.install(SECOND)
        async with served(file) as service:
            now = await live(service, table)
            assert good.ply > described.ply
            assert now.state.places == good.state.places
            assert now.state.stage == "picked"
            (line,) = await log_of(service, ada, table, lost.ply)
            assert (line.version, line.lost, line.resumed) == (2, lost.moves - good.moves - 1, good.ply + 1)
            await play_on(service, ada, table)
            record = await replay.record(service, ada, table)
            first, second = verify(record, THAT_KEEPS).parts
            assert (first.last, second.first) == (now.moves, now.moves + 1)

    run(go())


def test_without_a_description_a_legal_log_is_enough(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file, killed=True) as service:
            ada, table = await seated(service)
            for _ in range(6):
                await play_one(service, ada, table, "roll")
            before = await live(service, table)
        versions.install(UNREADABLE)
        async with served(file) as service:
            assert (await live(service, table)).state == before.state

    run(go())


def test_without_a_description_or_a_legal_log_the_last_snapshot_is_enough(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file, killed=True) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            await rolled(service, ada, table, 70)
            snapshot, good = await service.store.snapshot(table), await live(service, table)
            assert snapshot is not None
            await picked(service, ada, table)
            await play_one(service, ada, table, "drop")
            before = await live(service, table)
        versions.install(SECOND)
        async with served(file) as service:
            now = await live(service, table)
            assert (now.ply, now.moves, now.state.places) == (before.ply + 1, good.moves + 1, good.state.places)
            (line,) = await log_of(service, ada, table, before.ply)
            assert (line.version, line.lost, line.resumed) == (2, before.moves - now.moves, good.ply + 1)

    run(go())


# -- what cannot go on ----------------------------------------------------------------------------------------------


def test_an_unreadable_table_says_so_and_its_owner_may_close_it(
    versions: Versions, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with served(file, killed=True) as service:
            ada, table = await seated(service)
            bob = await new_guest(service, "Bob")
            with refused("conflict", "can-go-on"):
                await tables.close(service, ada, table)
            await dropped(service, ada, table)
            moves = [event.text for event in await service.store.events(table)]
        versions.install(UNREADABLE)
        async with served(file) as service:
            for _ in range(3):
                with refused("unavailable", "cannot-go-on") as refusal:
                    await service.table(table)
            assert "version 1 of the rules of Handcar Race" in refusal.text
            assert "its owner can close it" in refusal.text
            told = [record for record in caplog.records if "cannot go on" in record.getMessage()]
            assert len(told) == 1, "finding out is work, and is done once"
            assert [info.state for info in (await lobby.page(service, ada, mine=True)).tables] == ["running"]
            with refused("forbidden", "not-owner"):
                await tables.close(service, bob, table)
            await tables.close(service, ada, table)
            assert [info.state for info in (await lobby.page(service, ada, mine=True)).tables] == ["closed"]
            with refused("unavailable", "other-version"):
                await tables.close(service, ada, table)
            record = await replay.record(service, ada, table)
            assert (record.version, record.seed) == (1, None)
            shown = [text if seat >= 0 else "?" for seat, text in record.moves]
            assert [text for _, text in record.moves] == shown, "draws may be secret, and nobody can say which"
            assert len(shown) == len(moves), "nothing is thrown away"

    run(go())


# -- rules that are kept --------------------------------------------------------------------------------------------


def test_a_game_that_keeps_its_old_rules_plays_old_tables_to_their_end_by_them(versions: Versions, file: Path) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            before = await live(service, table)
        versions.install(THAT_KEEPS)
        async with served(file) as service:
            now = await live(service, table)
            assert (now.row.version, now.ply, now.state) == (1, before.ply, before.state)
            await dropped(service, ada, table)
            await play_on(service, ada, table)
            record = await replay.record(service, ada, table)
            assert (record.format, record.version, record.parts) == (1, 1, msgspec.UNSET)
            assert verify(record, THAT_KEEPS).whole
            _, fresh = await seated(service)
            assert (await live(service, fresh)).row.version == 2

    run(go())


@pytest.mark.parametrize("bot", ["hasty", "gone"])
def test_bots_play_by_the_rules_that_are_kept(versions: Versions, file: Path, bot: str) -> None:
    async def go() -> None:
        async with served(file) as service:
            _, table = await seated(service)
        versions.install(THAT_KEEPS)
        async with served(file) as service:
            now = await live(service, table)
            question = question_at(now, now.to_act()[0], "hasty")
            assert question.version == 1
            question = msgspec.structs.replace(question, bot=bot)
            assert question.ask().rules is FIRST.rules
            chosen = _answer(question, make_bot, deadline=0.0, memory={})
            assert question.moves[int(chosen)] in FIRST.rules.legal(now.state, question.seat)

    run(go())


# -- the log and the record -----------------------------------------------------------------------------------------


async def went_on(file: Path, versions: Versions, later: AnyGame, *, legal: bool) -> tuple[Guest, str, Live]:
    """A table that began under the first version and went on under a later one; also returns it as it was before."""
    async with served(file) as service:
        ada, table = await seated(service)
        if not legal:
            await dropped(service, ada, table)
        for _ in range(4):
            await play_one(service, ada, table, "roll")
        before = await live(service, table)
    versions.install(later)
    return ada, table, before


@pytest.mark.parametrize("legal", [True, False], ids=["legal now", "not legal now"])
def test_old_moves_have_their_facts_if_the_new_rules_lead_the_same_way_else_only_their_texts(
    versions: Versions, file: Path, legal: bool
) -> None:
    async def go() -> None:
        ada, table, before = await went_on(file, versions, SECOND, legal=legal)
        async with served(file) as service:
            await play_one(service, ada, table, "roll")
            log = await log_of(service, ada, table)
            old, new = log[: before.ply], log[before.ply :]
            assert {line.kind for line in old} == ({"move"} if legal else {"bare"})
            assert [line.kind for line in new] == ["version", "move", "move"]
            for line in old:
                assert bool(line.facts) == legal
                secret = not legal or str(line.facts[0].id) == "fact.deal"
                assert (line.text is None) == (line.seat is None and secret)
            for eyes in (ada, None):
                assert (await log_of(service, eyes, table))[before.ply].version == 2
            if legal:
                past = await replay.position_at(service, ada, table, 0, before.ply - 1)
                assert (past.view is not None, [line.ply for line in past.log]) == (True, [before.ply - 1])
            else:
                with refused("unavailable", "other-version"):
                    await replay.position_at(service, ada, table, 0, before.ply - 1)
            change = await replay.position_at(service, ada, table, 0, before.ply + 1)
            assert [line.kind for line in change.log] == ["version"]

    run(go())


def test_the_record_says_where_the_version_changed_and_verify_proves_each_part(versions: Versions, file: Path) -> None:
    async def go() -> None:
        ada, table, before = await went_on(file, versions, OTHER_WORDS, legal=False)
        async with served(file) as service:
            running = await replay.record(service, ada, table)
            assert not isinstance(running.parts, msgspec.UnsetType)
            assert [part.start for part in running.parts] == [None, "?"], "hands are secret while the game goes on"
            assert str(before.state.hands) not in write_record(running)
            await play_on(service, ada, table)
            record = await replay.record(service, None, table)
        assert (record.format, record.version) == (2, 3)
        assert not isinstance(record.parts, msgspec.UnsetType)
        assert [(part.version, part.moves) for part in record.parts] == [
            (1, before.moves),
            (3, len(record.moves) - before.moves),
        ]
        assert read_record(write_record(record)) == record
        here = verify(record, OTHER_WORDS)
        assert [(part.version, part.first, part.last, part.replayed) for part in here.parts] == [
            (1, 1, before.moves, False),
            (3, before.moves + 1, len(record.moves), True),
        ]
        keeping = replace(OTHER_WORDS, earlier=replace(OTHER_WORDS.earlier, kept={1: lambda: FIRST}))
        assert verify(record, keeping).whole, "with all the rules, all of it is proved"
        _is_found_false(record, keeping)

    run(go())


def _is_found_false(record: Record, game: AnyGame) -> None:
    assert not isinstance(record.parts, msgspec.UnsetType)
    first, second = record.parts
    assert isinstance(second.start, dict)
    moved = {**second.start, "cars": [0, 0, 0]}
    lies = {
        "record.chain": (first, msgspec.structs.replace(second, start=moved)),
        "record.parts": (first, msgspec.structs.replace(second, moves=second.moves + 1)),
        "record.secret-start": (first, msgspec.structs.replace(second, start="?")),
    }
    for problem, parts in lies.items():
        with pytest.raises(BadRecordError) as caught:
            verify(msgspec.structs.replace(record, parts=parts), game)
        assert caught.value.message.id == problem


def test_a_record_in_parts_is_imported_with_its_parts(versions: Versions, file: Path) -> None:
    async def go() -> None:
        ada, table, before = await went_on(file, versions, SECOND, legal=False)
        async with served(file) as service:
            await play_on(service, ada, table)
            record = await replay.record(service, ada, table)
            again = (await replay.import_record(service, ada, encode(record))).id
            copy = await replay.record(service, ada, again)
            assert (copy.parts, copy.moves, copy.result) == (record.parts, record.moves, record.result)
            assert (await live(service, again)).state == (await live(service, table)).state
            kinds = [line.kind for line in await log_of(service, ada, again)]
            assert kinds[before.moves] == "version"

    run(go())


@pytest.mark.parametrize("legal", [True, False], ids=["legal now", "not legal now"])
def test_a_finished_table_keeps_its_version_its_end_and_its_record(versions: Versions, file: Path, legal: bool) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            if not legal:
                await dropped(service, ada, table)
            while (await live(service, table)).row.state == "running":
                await play_one(service, ada, table, "roll")
            before, record = await live(service, table), await replay.record(service, ada, table)
            log = await log_of(service, ada, table)
        versions.install(OTHER_WORDS)
        async with served(file) as service:
            now = await live(service, table)
            assert (now.row.version, now.row.state, now.state) == (1, "over", before.state)
            assert write_record(await replay.record(service, None, table)) == write_record(record)
            verdict = verify(record, OTHER_WORDS)
            assert (verdict.over, verdict.whole, verdict.parts[0].version) == (True, False, 1)
            assert (await log_of(service, ada, table) == log) == legal
            if legal:
                assert (await replay.review(service, table)).milestones
                imported = (await replay.import_record(service, ada, encode(record))).id
                fresh = Service(service.store, service.clock)
                again = await live(fresh, imported)
                assert (again.row.version, again.row.result) == (1, now.row.result)
            else:
                with refused("unavailable", "other-version"):
                    await replay.review(service, table)
                with refused("bad-request", "record.version"):
                    await replay.import_record(service, ada, encode(record))

    run(go())


def test_an_unfinished_old_record_that_is_legal_now_is_played_on_under_the_new_rules(
    versions: Versions, file: Path
) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            for _ in range(4):
                await play_one(service, ada, table, "roll")
            now = await live(service, table)
            hidden = await replay.record(service, ada, table)
            whole = replay._whole(now.row, now.parts, await service.store.events(table))
            assert (hidden.seed, whole.seed) == (None, now.row.seed)
        versions.install(SECOND)
        async with served(file) as service:
            imported = (await replay.import_record(service, ada, encode(whole))).id
            again = await live(service, imported)
            assert (again.row.version, again.state, [part.version for part in again.parts]) == (2, now.state, [1, 2])
            await play_on(service, ada, imported)
            assert not verify(await replay.record(service, ada, imported), SECOND).whole
            assert verify(await replay.record(service, ada, imported), THAT_KEEPS).whole

    run(go())


# -- forks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", LATER, ids=["same words", "other words"])
def test_forks_go_on_too_without_any_snapshot(versions: Versions, file: Path, later: AnyGame) -> None:
    async def go() -> None:
        async with served(file) as service:
            ada, table = await seated(service)
            await dropped(service, ada, table)
            ply = (await live(service, table)).ply
            begun = (await replay.fork(service, ada, table, ply, None, [ME, ME, ME])).id
            await play_one(service, ada, begun, "roll")
            waiting = (await replay.fork(service, ada, table, ply, None, [ME, ME, OPEN])).id
            states = {fork: (await live(service, fork)).state for fork in (begun, waiting)}
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("DELETE FROM snapshots")
        versions.install(later)
        async with served(file) as service:
            for fork, state in states.items():
                assert (await live(service, fork)).state == state
            token = await tables.new_link(service, ada, waiting, 2)
            await tables.claim(service, ada, waiting, token)
            for fork in states:
                await play_on(service, ada, fork)
                record = await replay.record(service, ada, fork)
                assert record.version == later.version
                assert verify(record, later).over

    run(go())
