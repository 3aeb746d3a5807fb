"""Moves: valid only at the ply that the player saw, played once however often they are sent, and undone if allowed."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.server import absence, play, tables, viewing
from engineshed.server.messages import NewTable, Played
from engineshed.server.play import LONGEST_KEY
from engineshed.server.refusals import RefusedError, StaleError
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.server.play import (
    GAME_ID,
    ME,
    OPEN,
    acting,
    live,
    new_guest,
    new_table,
    opened,
    play_on,
    play_one,
    play_until,
    refused,
    run,
    some_move,
)


async def two_players(service: Service) -> tuple[str, Guest, Guest]:
    """A table for two, and its guests in turn order."""
    guests = [await new_guest(service, name) for name in ("Ada", "Bob")]
    created = await tables.create(service, guests[0], NewTable(GAME_ID, [ME, OPEN]))
    await tables.claim(service, guests[1], created.id, created.links[1])
    first = await acting(service, created.id)
    return created.id, guests[first], guests[1 - first]


async def everything(service: Service, table: str) -> Any:
    """Everything about the table in memory and in the store."""
    now, store = await live(service, table), service.store
    kept = await store.table(table), await store.seats(table), await store.events(table), await store.snapshot(table)
    return now.state, now.ply, now.moves, now.row, kept


# -- playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["struct", "object", "text"])
def test_a_move_may_be_sent_as_an_object_or_as_text(form: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            for _ in range(12):
                move, now = await some_move(service, table), await live(service, table)
                plain = {
                    "struct": move,
                    "object": msgspec.to_builtins(move),
                    "text": now.game.speech.write(now.state, move),
                }
                expected = now.game.rules.apply(now.state, now.to_act()[0], move).state
                played = await play_one(service, ada, table, plain[form])
                assert played == Played(now.ply + 1)
                entry = (await service.store.events(table, now.ply, now.ply + 1))[0]
                assert (entry.seat, entry.kind, entry.text) == (now.to_act()[0], "move", plain["text"])
                if (await live(service, table)).ply == now.ply + 1:
                    assert (await live(service, table)).state == expected

    run(go())


def test_a_whole_game_is_played_and_ends_with_its_seed_and_result() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table)
            seated = await service.table(table)
            info = (await viewing.look(service, seated, ada, None, 0)).table
            assert (info.state, info.to_act, info.my_turn) == ("over", (), False)
            assert info.seed == seated.live.row.seed
            assert info.result == msgspec.to_builtins(seated.live.game.rules.result(seated.live.state))
            with pytest.raises(RefusedError):
                await play.move(service, ada, table, 0, "money", seated.live.ply, None)

    run(go())


def test_listeners_are_informed_of_each_move_once_it_is_saved() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            seated = await service.table(table)
            notified, changed = list[int](), list[str]()
            seated.listeners.append(notified.append)
            service.after_move = changed.append
            for _ in range(5):
                await play_one(service, ada, table)
                assert notified[-1] == len(await service.store.events(table)) == seated.live.ply
            assert changed == [table] * 5

    run(go())


def test_only_its_holder_plays_a_seat_and_only_on_their_turn() -> None:
    async def go() -> None:
        async with opened() as service:
            table, first, second = await two_players(service)
            eve = await new_guest(service, "Eve")
            seat, ply = int(await acting(service, table)), (await live(service, table)).ply
            before = await everything(service, table)
            for guest, place in ((eve, seat), (second, seat), (first, 1 - seat), (first, 2), (first, -1)):
                for ask in (
                    play.move(service, guest, table, place, "money", ply, None),
                    play.check(service, guest, table, place, "money"),
                    play.undo(service, guest, table, place, ply, None, whole_turn=False),
                ):
                    with refused("forbidden", "not-your-seat"):
                        await ask
            with pytest.raises(RefusedError) as caught:
                await play.move(service, second, table, 1 - seat, "money", ply, None)
            assert (caught.value.code, caught.value.rule) == ("refused", "R10")
            assert await everything(service, table) == before

    run(go())


def test_a_player_who_loses_their_seat_while_waiting_cannot_move() -> None:
    """Whether a guest may move is decided when the lock is held, not when the request arrives."""

    async def go() -> None:
        async with opened() as service:
            table, first, _ = await two_players(service)
            now, eve = await live(service, table), await new_guest(service, "Eve")
            seated = await service.table(table)
            async with seated.lock:
                late = asyncio.create_task(play.move(service, first, table, now.to_act()[0], "money", now.ply, None))
                await asyncio.sleep(0)
                seat = msgspec.structs.replace(now.seats[now.to_act()[0]], guest=eve.id)
                now.seats[seat.seat] = seat
            with refused("forbidden", "not-your-seat"):
                await late

    run(go())


def test_nobody_can_move_before_the_game_begins() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, OPEN)
            for ask in (
                play.move(service, ada, table, 0, "money", 0, None),
                play.check(service, ada, table, 0, "money"),
                play.undo(service, ada, table, 0, 0, None, whole_turn=True),
            ):
                with refused("conflict", "not-begun"):
                    await ask

    run(go())


BAD_MOVES: dict[str, tuple[Any, str]] = {
    "unknown text": ("steal all the money", "no.move"),
    "empty text": ("", "read.empty-1"),
    "two lines": ("money\nmoney", "move-text"),
    "long text": ("x" * 501, "move-text"),
    "direction override": ("mon\u202eey", "move-text"),
    "number": (17, "read.misfit"),
    "nothing": (None, "read.misfit"),
    "list": ([], "read.misfit"),
    "no type": ({}, "read.misfit"),
    "unknown type": ({"type": "steal"}, "read.misfit"),
    "missing field": ({"type": "factory"}, "read.misfit"),
    "wrong field": ({"type": "factory", "city": "Köln"}, "read.misfit"),
}


@pytest.mark.parametrize(("wanted", "message"), BAD_MOVES.values(), ids=BAD_MOVES)
def test_texts_that_are_not_moves_are_refused_and_change_nothing(wanted: Any, message: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            before, seat = await everything(service, table), await acting(service, table)
            with refused("bad-request", message):
                await play.move(service, ada, table, seat, wanted, before[1], None)
            with refused("bad-request", message):
                await play.check(service, ada, table, seat, wanted)
            assert await everything(service, table) == before

    run(go())


def test_a_move_against_the_rules_is_refused_with_the_rule() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            before, seat = await everything(service, table), await acting(service, table)
            for wanted in ("done", {"type": "done"}):
                with pytest.raises(RefusedError) as caught:
                    await play.move(service, ada, table, seat, wanted, before[1], "key")
                assert caught.value.rule == "R12"
                assert find_game(GAME_ID).speech.words.say(caught.value.message)
            assert await everything(service, table) == before

    run(go())


def test_checking_accepts_and_refuses_the_same_moves_as_playing_and_changes_nothing() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=40)
            before, now = await everything(service, table), await live(service, table)
            seat = now.to_act()[0]
            for move in now.game.rules.legal(now.state, seat):
                await play.check(service, ada, table, seat, msgspec.to_builtins(move))
            with pytest.raises(RefusedError):
                await play.check(service, ada, table, seat, {"type": "deal", "contracts": [1, 2, 3]})
            assert await everything(service, table) == before
            assert await live(service, table) is now

    run(go())


def test_a_guest_who_is_away_must_come_back_before_playing() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            sent = await undoable(service, ada, table)
            seat = sent.to_act()[0]
            played = await play_one(service, ada, table, key="my key")
            await absence.leave(service, ada, table, seat)
            before = await everything(service, table)
            for ask in (
                play.move(service, ada, table, seat, "money", played.ply, None),
                play.check(service, ada, table, seat, "money"),
                play.undo(service, ada, table, seat, played.ply, None, whole_turn=False),
            ):
                with refused("conflict", "away"):
                    await ask
            again = play.move(service, ada, table, seat, "money", sent.ply, "my key")
            assert await again == played, "a move that was already saved gets its old answer"
            assert await everything(service, table) == before
            await absence.come_back(service, ada, table, seat)
            await play_one(service, ada, table)

    run(go())


# -- each move is played once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [-1, 1, 1000, -(1 << 70), 1 << 70])
def test_a_move_at_another_ply_is_stale(off: int) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            before, seat = await everything(service, table), await acting(service, table)
            with pytest.raises(StaleError) as caught:
                await play.move(service, ada, table, seat, "money", before[1] + off, None)
            assert (caught.value.code, caught.value.ply) == ("stale", before[1]), "the error gives the current ply"
            with pytest.raises(StaleError):
                await play.undo(service, ada, table, seat, before[1] + off, None, whole_turn=False)
            assert await everything(service, table) == before

    run(go())


def test_of_ten_simultaneous_moves_one_is_played_and_nine_are_stale() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            for _ in range(10):
                now = await live(service, table)
                seat = now.to_act()[0]
                moves = [*now.game.rules.legal(now.state, seat)][:10] * 10
                outcomes = await asyncio.gather(
                    *(
                        play.move(service, ada, table, seat, move, now.ply, f"{now.ply} {n}")
                        for n, move in enumerate(moves[:10])
                    ),
                    return_exceptions=True,
                )
                assert Counter(type(outcome) for outcome in outcomes) == {Played: 1, StaleError: 9}
                assert sum(event.seat == seat for event in await service.store.events(table, now.ply)) == 1

    run(go())


def test_only_one_of_a_simultaneous_undo_and_move_is_carried_out() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            now = await undoable(service, ada, table)
            seat = now.to_act()[0]
            outcomes = await asyncio.gather(
                play.undo(service, ada, table, seat, now.ply, "undo", whole_turn=False),
                play.move(service, ada, table, seat, await some_move(service, table), now.ply, "move"),
                return_exceptions=True,
            )
            assert Counter(type(outcome) for outcome in outcomes) == {Played: 1, StaleError: 1}

    run(go())


def test_the_same_request_sent_ten_times_at_once_is_one_move() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            now, move = await live(service, table), await some_move(service, table)
            sent = [play.move(service, ada, table, now.to_act()[0], move, now.ply, "my key") for _ in range(10)]
            assert await asyncio.gather(*sent) == [Played(now.ply + 1)] * 10
            assert sum(event.seat >= 0 for event in await service.store.events(table)) == 1

    run(go())


def test_a_request_repeated_later_gets_its_first_answer() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            now, move = await live(service, table), await some_move(service, table)
            seat = now.to_act()[0]
            first = await play.move(service, ada, table, seat, move, now.ply, "my key")
            await play_on(service, ada, table, plies=30)
            before = await everything(service, table)
            assert await play.move(service, ada, table, seat, move, now.ply, "my key") == first
            assert await everything(service, table) == before

    run(go())


def test_an_undo_sent_twice_takes_back_once() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            now = await undoable(service, ada, table, moves=2)
            sent = [
                play.undo(service, ada, table, now.to_act()[0], now.ply, "my key", whole_turn=False) for _ in range(5)
            ]
            assert await asyncio.gather(*sent) == [Played(now.ply + 1)] * 5
            assert (await live(service, table)).moves == now.moves - 1

    run(go())


def test_two_players_may_use_the_same_key() -> None:
    """Otherwise the second player would be told that a move was saved which was never made."""

    async def go() -> None:
        async with opened() as service:
            table, first, second = await two_players(service)
            seats, ply = [await acting(service, table)], (await live(service, table)).ply
            await play_one(service, first, table, key="1")
            while await acting(service, table) == seats[0]:
                await play_one(service, first, table)
            now = await live(service, table)
            played = await play_one(service, second, table, key="1")
            assert played == Played(now.ply + 1) != Played(ply + 1)

    run(go())


@pytest.mark.parametrize("key", ["", "x" * (LONGEST_KEY + 1), "schlüssel", "two\nlines", "\0"])
def test_a_bad_key_is_refused_before_anything_happens(key: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            before = await everything(service, table)
            with refused("bad-request", "key"):
                await play_one(service, ada, table, key=key)
            assert await everything(service, table) == before

    run(go())


def test_table_and_store_agree_after_a_client_disconnects() -> None:
    """A write does not stop halfway: what is on the disk is what the table has played and listeners know."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            seated, notified = await service.table(table), list[int]()
            seated.listeners.append(notified.append)
            for patience in range(12):
                impatient = asyncio.create_task(play_one(service, ada, table))
                for _ in range(patience):
                    await asyncio.sleep(0)
                impatient.cancel()
                await asyncio.gather(impatient, return_exceptions=True)
                kept = [event.ply for event in await service.store.events(table)]
                assert seated.live.ply == len(kept)
                assert not notified or notified[-1] == len(kept)
            assert notified, "some of the moves were saved"
            await play_one(service, ada, table)

    run(go())


def test_a_table_that_another_program_has_changed_is_reloaded() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            seated, notified = await service.table(table), list[int]()
            seated.listeners.append(notified.append)
            other = Service(service.store, service.clock)
            await play_one(other, ada, table)
            with pytest.raises(StaleError) as caught:
                await play_one(service, ada, table)
            assert caught.value.ply == (await live(other, table)).ply == (await live(service, table)).ply
            assert notified == [caught.value.ply], "listeners here are informed"
            await play_one(service, ada, table)
            assert len(notified) == 2, "listeners stay registered"
            assert (await viewing.look(service, seated, ada, None, 0)).log[-1].ply == notified[-1]

    run(go())


# -- taking back ----------------------------------------------------------------------------------------------------


async def undoable(service: Service, guest: Guest, table: str, moves: int = 1) -> Any:
    """Play on until the seat to act could take back this many moves."""
    while (now := await live(service, table)).can_take_back(now.to_act()[0]) < moves:
        await play_one(service, guest, table)
    return now


def test_undo_restores_the_exact_position() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            for _ in range(30):
                before = await live(service, table)
                seat = before.to_act()[0]
                await play_one(service, ada, table)
                after = await live(service, table)
                if not after.can_take_back(seat):
                    continue
                await play.undo(service, ada, table, seat, after.ply, None, whole_turn=False)
                now = await live(service, table)
                assert (now.state, now.moves) == (before.state, before.moves)
                assert (now.ply, now.row.to_act) == (after.ply + 1, before.row.to_act), "the log only grows"
                await play_one(service, ada, table)

    run(go())


def test_a_whole_turn_can_be_taken_back_at_once() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            now = await undoable(service, ada, table, moves=3)
            seat = now.to_act()[0]
            back = now.can_take_back(seat)
            wanted = now.line[-1 - back].state
            await play.undo(service, ada, table, seat, now.ply, None, whole_turn=True)
            after = await live(service, table)
            assert (after.state, after.moves, after.can_take_back(seat)) == (wanted, now.moves - back, 0)
            assert (await service.store.events(table))[-1].text == str(back)
            with refused("conflict", "cannot-undo"):
                await play.undo(service, ada, table, seat, after.ply, None, whole_turn=True)

    run(go())


def test_a_move_that_has_revealed_something_cannot_be_taken_back() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await undoable(service, ada, table, moves=1)
            seat = await acting(service, table)
            await play_one(service, ada, table, await play_until(service, ada, table, "Contracts"))
            before = await everything(service, table)
            for whole_turn in (False, True):
                with refused("conflict", "cannot-undo"):
                    await play.undo(service, ada, table, seat, before[1], None, whole_turn=whole_turn)
            assert await everything(service, table) == before

    run(go())


def test_a_move_is_final_once_the_next_player_has_moved() -> None:
    async def go() -> None:
        async with opened() as service:
            table, first, second = await two_players(service)
            seat = int(await acting(service, table))
            while await acting(service, table) == seat:
                await play_one(service, first, table, "money")
            now = await live(service, table)
            assert now.can_take_back(Seat(seat)), "the next player has not moved yet"
            with refused("conflict", "cannot-undo"):
                await play.undo(service, second, table, 1 - seat, now.ply, None, whole_turn=False)
            await play_one(service, second, table, "money")
            now = await live(service, table)
            with refused("conflict", "cannot-undo"):
                await play.undo(service, first, table, seat, now.ply, None, whole_turn=False)

    run(go())


def test_undo_never_changes_what_is_drawn() -> None:
    """Nature's draws are keyed by the number of moves, so the same move after an undo draws the same from the bag."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, plies=20)
            now = await live(service, table)
            seat = now.to_act()[0]
            twin = now.copy()
            twin.play(seat, play.read_move(twin, "contracts"), None, 0.0)
            await play_one(service, ada, table, "money")
            played = await live(service, table)
            await play.undo(service, ada, table, seat, played.ply, None, whole_turn=False)
            await play_one(service, ada, table, "contracts")
            assert (await live(service, table)).state == twin.state

    run(go())


def test_no_move_can_be_taken_back_after_the_end_of_the_game() -> None:
    """The seed is public by then, so a player who went back would know what comes next."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table)
            before = await everything(service, table)
            last = before[4][2][-1].seat
            assert (await live(service, table)).can_take_back(last), "the rules of undo alone would allow it"
            for whole_turn in (False, True):
                with refused("conflict", "cannot-undo"):
                    await play.undo(service, ada, table, last, before[1], None, whole_turn=whole_turn)
            assert await everything(service, table) == before
            assert (await viewing.look(service, await service.table(table), ada, last, 0)).undo == 0

    run(go())
