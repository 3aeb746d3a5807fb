"""Hints at a table: the bot's own choice comes first, once per decision, and a public table's log says who asked."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.words import Message
from engineshed.server import hints, play, replay, viewing
from engineshed.server.advice import HintTask
from engineshed.server.app import Settings
from engineshed.server.bots import question_at
from engineshed.server.hints import MOST_WAITING
from engineshed.server.messages import Hints
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.web.limits import Limits, Rate
from engineshed.server.workers import Workers
from tests.server.play import ME, OPEN, AtOnce, acting, live, new_guest, new_table, opened, play_one, refused, run
from tests.server.web import Visitor, problem, web


async def asked(service: Service, guest: Guest, table: str, bot: str | None = None) -> Hints:
    return await hints.hints(service, guest, table, await acting(service, table), bot)


async def log_of(service: Service, table: str, guest: Guest | None = None) -> list[Any]:
    return await viewing.log_page(service, await service.table(table), guest, None, None)


@pytest.mark.parametrize("bot", [None, "strong"])
def test_the_first_hint_is_what_the_bot_would_play_and_every_hint_says_why(bot: str | None) -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = AtOnce(), await new_guest(service)
            table = await new_table(service, guest)
            for _ in range(4):
                now = await live(service, table)
                found = await asked(service, guest, table, bot)
                question = question_at(now, now.to_act()[0], bot or now.game.bots.usual)
                choice = make_bot(now.game.id, question.bot).choose(question.ask())
                assert found.hints[0].move == choice
                assert 1 <= len(found.hints) <= 3
                assert (found.bot, found.stronger) == ((bot, None) if bot else (now.game.bots.usual, "strong"))
                for hint in found.hints:
                    assert hint.move in question.moves
                    assert hint.text == now.game.speech.write(now.state, hint.move)
                    assert hint.reasons
                    assert all(now.game.speech.words.say(reason) for reason in hint.reasons)
                await play_one(service, guest, table, choice)

    run(go())


def test_a_bot_thinks_once_about_a_decision_and_again_only_about_a_new_one() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = workers, _ = AtOnce(), await new_guest(service)
            table = await new_table(service, guest)
            first = await asked(service, guest, table)
            assert await asked(service, guest, table) == first
            assert len(workers.done) == 1
            move = first.hints[0].move
            played = await play_one(service, guest, table, move)
            await asked(service, guest, table)
            assert len(workers.done) == 2
            seat = (await live(service, table)).to_act()[0]
            await play.undo(service, guest, table, seat, played.ply, None, whole_turn=False)
            again = await asked(service, guest, table)
            assert (again.hints, len(workers.done)) == (first.hints, 2), "the position is the same as before"

    run(go())


def test_what_a_worker_is_told_is_what_its_seat_sees() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = workers, _ = AtOnce(), await new_guest(service)
            table = await new_table(service, guest)
            await asked(service, guest, table)
            (task,) = workers.done
            now = await live(service, table)
            assert isinstance(task, HintTask)
            assert task.question.view == now.game.rules.view(now.state, task.question.seat)
            assert now.row.seed not in repr(task)

    run(go())


def test_at_a_public_table_the_log_says_once_who_took_a_hint_and_the_record_does_not() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest, other = AtOnce(), await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, guest, public=True, shared=True)
            seat, before = await acting(service, table), (await live(service, table)).ply
            found = await asked(service, guest, table)
            assert found.ply == before + 1
            assert (await asked(service, guest, table, "strong")).ply == before + 1
            (line,) = (await log_of(service, table, other))[before:]
            assert (line.kind, line.seat, line.text, line.facts) == ("hint", seat, None, [])
            service.forget([table])
            assert (await asked(service, guest, table)).ply == before + 1, "a server that starts anew knows it"
            played = await play_one(service, guest, table, found.hints[0].move)
            assert played.ply == before + 2
            record = await replay.record(service, guest, table)
            assert len(record.moves) == before + 1
            assert (await replay.position_at(service, guest, table, None, before + 1)).log[0].kind == "hint"
            undone = await play.undo(service, guest, table, seat, played.ply, None, whole_turn=False)
            assert (await live(service, table)).ply == undone.ply
            assert (await asked(service, guest, table)).ply == undone.ply + 1

    run(go())


def test_at_a_private_table_asking_changes_nothing() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = AtOnce(), await new_guest(service)
            table = await new_table(service, guest)
            before = (await live(service, table)).row
            await asked(service, guest, table)
            assert (await live(service, table)).row == before

    run(go())


def test_a_table_can_forbid_hints_and_nobody_else_gets_them() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest, other = AtOnce(), await new_guest(service), await new_guest(service, "Bob")
            strict, table = await new_table(service, guest, hints=False), await new_table(service, guest)
            assert not (await viewing.look(service, await service.table(strict), guest, None, 0)).table.hints
            with refused("forbidden", "no-hints"):
                await asked(service, guest, strict)
            with refused("forbidden", "no-hints"):
                await hints.happened(service, guest, strict, None, None, (await live(service, strict)).ply)
            with refused("forbidden", "not-your-seat"):
                await asked(service, other, table)
            with refused("bad-request", "no-bot"):
                await asked(service, guest, table, "nobody")
            with refused("conflict", "nothing-to-decide"):
                await hints.hints(service, guest, table, 1 - await acting(service, table), None)
            waiting = await new_table(service, guest, ME, OPEN)
            with refused("conflict", "not-begun"):
                await hints.hints(service, guest, waiting, 0, None)

    run(go())


class Crowded(AtOnce):
    @property
    def waiting(self) -> int:
        return MOST_WAITING


@pytest.mark.parametrize(("workers", "message"), [(None, "no-answer"), (Crowded(), "busy")])
def test_without_a_free_bot_the_answer_is_to_come_back_later(workers: Workers | None, message: str) -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = workers, await new_guest(service)
            table = await new_table(service, guest)
            with refused("unavailable", message):
                await asked(service, guest, table)

    run(go())


def test_asking_is_limited_for_each_guest() -> None:
    strict = Settings(limits=Limits(hints=Rate(0.001, 2)))
    with web(strict, workers=AtOnce()) as client:
        visitor = Visitor(client).create_me()
        table = visitor.create_table()
        seat = visitor.look(table)["seat"]
        for _ in range(2):
            visitor.post(f"/api/tables/{table}/hints", {"seat": seat})
        answer = visitor.ask("POST", f"/api/tables/{table}/hints", {"seat": seat})
        problem(answer, 429, "house.too-many")
        problem(visitor.ask("GET", f"/api/tables/{table}/happened?ply=1"), 429, "house.too-many")


def test_real_workers_give_hints_off_the_event_loop() -> None:
    async def go() -> None:
        workers = Workers(1, patience=60)
        try:
            async with opened() as service:
                service.workers, guest = workers, await new_guest(service)
                table = await new_table(service, guest)
                found = await asked(service, guest, table)
                service.workers, service.works = AtOnce(), type(service.works)(8_000_000, len)
                assert await asked(service, guest, table) == found
        finally:
            await workers.stop()

    run(go())


# -- what just happened ---------------------------------------------------------------------------------------------


def said(game_id: str, messages: list[Message]) -> list[str]:
    words = find_game(game_id).speech.words
    return [words.say(message) for message in messages]


def test_a_move_is_told_by_what_it_changed_for_its_player_and_for_me() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest = workers, _ = AtOnce(), await new_guest(service)
            table = await new_table(service, guest)
            now = await live(service, table)
            mover = now.to_act()[0]
            me, money = (
                1 - mover,
                next(move for move in now.game.rules.legal(now.state, mover) if str(move) == "Money()"),
            )
            played = await play_one(service, guest, table, money)
            found = await hints.happened(service, guest, table, me, None, played.ply)
            assert found.seat == mover
            assert "Money, in VP: +1" in said("steam-power", found.theirs)
            assert found.mine == []
            own = await hints.happened(service, guest, table, mover, played.ply - 1, played.ply)
            assert (own.theirs, own.mine) == (found.theirs, [])
            asked = len(workers.done)
            assert await hints.happened(service, guest, table, me, None, played.ply) == found
            assert len(workers.done) == asked

    run(go())


def test_only_moves_of_one_player_in_a_row_are_told() -> None:
    async def go() -> None:
        async with opened() as service:
            service.workers, guest, other = AtOnce(), await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, guest)
            first = (await live(service, table)).ply
            played = await play_one(service, guest, table, "money")
            for since, ply in ((None, 1), (played.ply, played.ply), (None, 0)):
                with refused("not-found", "no-moves"):
                    await hints.happened(service, guest, table, None, since, ply)
            with refused("not-found", "no-ply"):
                await hints.happened(service, guest, table, None, None, played.ply + 1)
            with refused("forbidden", "not-your-seat"):
                await hints.happened(service, other, table, None, None, played.ply)
            again_by = await acting(service, table)
            again = await play_one(service, guest, table, "money")
            whole = await hints.happened(service, guest, table, None, first, again.ply)
            assert whole.seat == again_by
            assert any(told.startswith("Money, in VP: +") for told in said("steam-power", whole.theirs))
            now = await live(service, table)
            if now.can_take_back(Seat(whole.seat)):
                undone = await play.undo(service, guest, table, whole.seat, now.ply, None, whole_turn=False)
                with refused("not-found", "no-moves"):
                    await hints.happened(service, guest, table, None, None, undone.ply)

    run(go())
