"""End turn: what a player does last can be taken back until they end the turn; rules and records know nothing of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.registry import game_ids
from engineshed.core.rng import Rng
from engineshed.server import absence, holding, play, replay, tables
from engineshed.server.absence import time_is_up
from engineshed.server.holding import PATIENCE, TIME_TO_THINK
from engineshed.server.live import Live
from engineshed.server.messages import NewTable
from engineshed.server.rows import EndTurn, Guest
from engineshed.server.service import Service
from engineshed.server.viewing import look
from tests.server.loop import in_loop
from tests.server.play import BOT, ME, OPEN, acting, live, new_guest, new_table, opened, play_one, refused
from tests.server.test_bots import Quick, idle, is_unchanged_for, playing, until
from tests.server.web import good, problem, visitors

FOR_EVER = 600.0
"""Seconds that a bot would wait; the test would fail long before."""
LONG_ENOUGH = 300
"""How many moves show that a game goes the same way."""


async def end(service: Service, guest: Guest, table: str) -> None:
    now = await live(service, table)
    assert now.row.held is not None
    await holding.end(service, guest, table, now.row.held, now.ply)


async def two_players(service: Service, how: EndTurn = "button") -> tuple[str, Guest, Guest]:
    """A table for two, and its guests in turn order."""
    guests = [await new_guest(service, name) for name in ("Ada", "Bob")]
    created = await tables.create(service, guests[0], NewTable("steam-power", [ME, OPEN], end_turn=how))
    await tables.claim(service, guests[1], created.id, created.links[1])
    first = await acting(service, created.id)
    return created.id, guests[first], guests[1 - first]


async def finish_turn(service: Service, guest: Guest, table: str) -> Live:
    """Two actions, which are a turn."""
    for _ in range(2):
        await play_one(service, guest, table, "money")
    return await live(service, table)


async def play_whole(service: Service, ada: Guest, game: str, how: EndTurn) -> tuple[Live, list[tuple[int, str]], int]:
    """A game by random moves, the same whatever the setting is, to its end or for many turns; how often it was held."""
    with patch.object(tables, "new_seed", lambda: "the same"):
        created = await tables.create(service, ada, NewTable(game, [ME] * 3, end_turn=how))
    seated = await service.table(created.id)
    held = 0
    while (now := seated.live).row.state == "running" and (now.moves < LONG_ENOUGH or now.row.held is not None):
        if now.row.held is not None:
            held += 1
            await end(service, ada, created.id)
            continue
        seat = now.to_act()[0]
        moves = list(now.game.rules.legal(now.state, seat))
        await play.move(service, ada, created.id, seat, Rng("same", now.moves).choice(moves), now.ply, None)
    events = await service.store.events(created.id)
    return now, [(event.seat, event.text) for event in events], held


# -- the rules and the record ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
@in_loop
async def test_the_game_and_its_record_are_the_same_with_and_without_it(game: str) -> None:
    async with opened() as service:
        ada = await new_guest(service)
        without, log, never = await play_whole(service, ada, game, "off")
        held, same, often = await play_whole(service, ada, game, "button")
        assert same == log
        assert held.state == without.state
        assert (never, often > 3) == (0, True)
        assert held.row.result == without.row.result
        record = await replay.record(service, ada, held.row.id)
        assert record.moves == (await replay.record(service, ada, without.row.id)).moves


# -- holding a turn -------------------------------------------------------------------------------------------------


@in_loop
async def test_nobody_acts_until_the_turn_is_ended() -> None:
    async with opened() as service:
        table, first, second = await two_players(service)
        mine = int(await acting(service, table))
        held = await finish_turn(service, first, table)
        assert (held.row.held, held.to_act()) == (mine, (mine,))
        for guest, seat, message in ((second, 1 - mine, "turn-held-by-other"), (first, mine, "turn-held")):
            with refused("conflict", message):
                await play.move(service, guest, table, seat, "money", held.ply, None)
            with refused("conflict", message):
                await play.check(service, guest, table, seat, "money")
        with refused("forbidden", "not-your-seat"):
            await holding.end(service, second, table, mine, held.ply)
        await end(service, first, table)
        assert (await live(service, table)).to_act() == (1 - mine,)
        await play.move(service, second, table, 1 - mine, "money", held.ply, None)


@in_loop
async def test_the_last_action_can_be_taken_back_until_then_and_not_after() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        held = await finish_turn(service, first, table)
        await play.undo(service, first, table, mine, held.ply, None, whole_turn=False)
        again = await live(service, table)
        assert (again.row.held, again.to_act(), again.can_take_back(mine)) == (None, (mine,), 1)
        await play_one(service, first, table, "money")
        await end(service, first, table)
        ended = await live(service, table)
        with refused("conflict", "cannot-undo"):
            await play.undo(service, first, table, mine, ended.ply, None, whole_turn=False)


@in_loop
async def test_ending_a_turn_twice_ends_it_once() -> None:
    async with opened() as service:
        table, first, second = await two_players(service)
        mine = await acting(service, table)
        held = await finish_turn(service, first, table)
        answers = [await holding.end(service, first, table, mine, held.ply) for _ in range(2)]
        assert answers[0] == answers[1]
        await play_one(service, second, table, "money")
        await holding.end(service, first, table, mine, held.ply)
        assert (await live(service, table)).can_take_back(Seat(1 - mine)) == 1


@in_loop
async def test_ending_a_turn_that_has_changed_meanwhile_is_refused() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        held = await finish_turn(service, first, table)
        await play.undo(service, first, table, mine, held.ply, None, whole_turn=False)
        await play_one(service, first, table, "money")
        with refused("stale", "stale"):
            await holding.end(service, first, table, mine, held.ply)


@in_loop
async def test_others_see_that_the_turn_is_open_and_can_do_nothing() -> None:
    async with opened() as service:
        table, first, second = await two_players(service)
        mine = await acting(service, table)
        await finish_turn(service, first, table)
        seated = await service.table(table)
        theirs = await look(service, seated, second, None, 0)
        assert (theirs.table.held, theirs.table.my_turn, theirs.legal, theirs.task, theirs.undo) == (
            mine,
            False,
            [],
            None,
            0,
        )
        own = await look(service, seated, first, None, 0)
        assert (own.table.my_turn, own.legal, own.undo) == (True, [], 2)
        await end(service, first, table)
        after = await look(service, seated, second, None, 0)
        assert (after.table.held, after.table.my_turn, after.legal != []) == (None, True, True)
        assert after.table.revision > theirs.table.revision


@in_loop
async def test_nature_draws_when_the_turn_ends_and_not_before() -> None:
    """A last action that draws cards can be taken back, because nobody has seen them; afterwards it cannot."""
    async with opened() as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        await play_one(service, first, table, "money")
        drawn = await play_one(service, first, table, "contracts")
        held = await live(service, table)
        assert (held.row.held, held.ply) == (mine, drawn.ply)
        assert held.game.rules.to_act(held.state) == (CHANCE,)
        hand = held.game.rules.view(held.state, mine)
        await play.undo(service, first, table, mine, held.ply, None, whole_turn=False)
        await play_one(service, first, table, "contracts")
        await end(service, first, table)
        ended = await live(service, table)
        assert [event.seat for event in await service.store.events(table, held.ply + 2)] == [CHANCE] * (
            ended.ply - held.ply - 2
        )
        assert ended.ply > held.ply + 2
        assert ended.game.rules.view(ended.state, mine) != hand


@in_loop
async def test_a_draw_in_the_middle_of_a_turn_is_made_at_once() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        drawn = await play_one(service, first, table, "contracts")
        now = await live(service, table)
        assert (now.row.held, now.to_act(), now.ply > drawn.ply) == (None, (mine,), True)


@in_loop
async def test_the_game_is_not_over_before_its_last_turn_has_ended() -> None:
    async with opened() as service:
        ada = await new_guest(service)
        table = await new_table(service, ada, end_turn="button")
        while (now := await live(service, table)).row.state == "running":
            if now.row.held is None:
                await play_one(service, ada, table)
            elif now.game.rules.result(now.state) is None:
                await end(service, ada, table)
            else:
                break
        info = (await look(service, await service.table(table), ada, None, 0)).table
        assert (info.state, info.result, info.seed) == ("running", None, None)
        await play.undo(service, ada, table, info.to_act[0], info.ply, None, whole_turn=False)
        await play_one(service, ada, table, now.game.speech.write(now.line[-2].state, last_of(now)))
        await end(service, ada, table)
        ended = (await live(service, table)).row
        assert (ended.state, ended.result is not None) == ("over", True)


def last_of(now: Live) -> Any:
    """The move that led to the present position."""
    before, seat = now.line[-2], Seat(now.line[-1].seat)
    moves = now.game.rules.legal(before.state, seat)
    return next(move for move in moves if now.game.rules.apply(before.state, seat, move).state == now.state)


# -- what is not held -----------------------------------------------------------------------------------------------


@in_loop
async def test_bids_are_not_held() -> None:
    async with opened() as service:
        ada = await new_guest(service)
        for game in ("steam", "planet-steam"):
            created = await tables.create(service, ada, NewTable(game, [ME] * 3, end_turn="button"))
            bids = 0
            while bids < 4:
                now = await live(service, created.id)
                if now.row.held is not None:
                    await end(service, ada, created.id)
                    continue
                answers = now.game.answers(now.state)
                await play_one(service, ada, created.id)
                bids += answers
                assert not answers or (await live(service, created.id)).row.held is None


@pytest.mark.parametrize("game", game_ids())
@in_loop
async def test_a_turn_without_a_choice_is_not_held(game: str) -> None:
    async with opened() as service:
        ada = await new_guest(service)
        created = await tables.create(service, ada, NewTable(game, [ME] * 3, end_turn="button"))
        for _ in range(400):
            now = await live(service, created.id)
            if now.row.state != "running":
                break
            if now.row.held is not None:
                await end(service, ada, created.id)
                continue
            seat = now.to_act()[0]
            forced = len(list(now.game.rules.legal(now.state, seat))) == 1 and not now.can_take_back(seat)
            await play_one(service, ada, created.id)
            assert not forced or (await live(service, created.id)).row.held is None


@in_loop
async def test_without_the_setting_turns_pass_at_once() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service, "off")
        mine = await acting(service, table)
        passed = await finish_turn(service, first, table)
        assert (passed.row.held, passed.to_act(), passed.can_take_back(mine)) == (None, (1 - mine,), 2)


# -- bots, timers and people who leave ------------------------------------------------------------------------------


async def at_my_turn(service: Service, table: str, seat: int = 0) -> Live:
    return await until(service, table, lambda now: now.row.state == "running" and now.to_act() == (seat,))


@in_loop
async def test_bots_wait_for_the_end_of_the_turn() -> None:
    async with opened() as service, playing(service, Quick()) as bots:
        ada = await new_guest(service)
        table = await new_table(service, ada, ME, BOT, end_turn="button")
        await at_my_turn(service, table)
        held = await finish_turn(service, ada, table)
        assert (held.row.held, held.row.held_until) == (0, None)
        await idle(bots)
        assert await is_unchanged_for(service, table, 0.05)
        await end(service, ada, table)
        await until(service, table, lambda now: now.ply > held.ply + 1)


@in_loop
async def test_a_timer_ends_the_turn() -> None:
    async with opened() as service, playing(service, Quick()):
        ada = await new_guest(service)
        table = await new_table(service, ada, ME, BOT, end_turn="timer")
        await at_my_turn(service, table)
        held = await finish_turn(service, ada, table)
        assert held.row.held_until == pytest.approx(held.row.updated, abs=TIME_TO_THINK + 1)
        await until(service, table, lambda now: now.row.held is None and now.ply > held.ply)


@in_loop
async def test_people_wait_for_each_other_only_for_a_while() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        held = await finish_turn(service, first, table)
        assert held.row.held_until is not None
        assert held.row.held_until - held.row.updated == pytest.approx(PATIENCE, abs=2)
        await time_is_up(service, table)
        assert (await live(service, table)).row.held is not None, "it is too early"
        service.clock = lambda: held.row.due or 0.0
        await time_is_up(service, table)
        assert (await live(service, table)).row.held is None


@in_loop
async def test_leaving_a_seat_ends_the_turn() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        await play_one(service, first, table, "money")
        await play_one(service, first, table, "contracts")
        await absence.leave(service, first, table, mine)
        now = await live(service, table)
        assert (now.row.held, now.to_act()) == (None, (1 - mine,))


# -- restarts, forks and versions -----------------------------------------------------------------------------------


@in_loop
async def test_an_open_turn_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "shed.db"
    async with opened(path) as service:
        table, first, _ = await two_players(service)
        mine = await acting(service, table)
        await play_one(service, first, table, "money")
        held = await play_one(service, first, table, "contracts")
    async with opened(path) as service:
        now = await live(service, table)
        assert (now.row.held, now.to_act(), now.can_take_back(mine)) == (mine, (mine,), 2)
        await play.undo(service, first, table, mine, held.ply, None, whole_turn=False)
        await play_one(service, first, table, "contracts")
        await end(service, first, table)
        assert (await live(service, table)).to_act() == (1 - mine,)


@in_loop
async def test_a_timer_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "shed.db"
    with patch.object(holding, "TIME_TO_THINK", -1000.0):  # the clock of a test starts again with each service
        async with opened(path) as service:
            table, first, _ = await two_players(service, "timer")
            assert (await finish_turn(service, first, table)).row.held is not None
    async with opened(path) as service, playing(service, Quick()):
        await until(service, table, lambda now: now.row.held is None)


@in_loop
async def test_a_fork_of_an_open_turn_goes_on() -> None:
    async with opened() as service:
        table, first, _ = await two_players(service)
        await play_one(service, first, table, "money")
        held = await play_one(service, first, table, "contracts")
        forked = await replay.fork(service, first, table, held.ply, None, [ME, ME])
        now = await live(service, forked.id)
        assert (now.row.held, now.row.end_turn) == (None, "button")
        await play_one(service, first, forked.id, "money")
        past = await service.archive.past(await live(service, table), held.ply - 1)
        assert past.row.held is None


# -- how long bots wait ---------------------------------------------------------------------------------------------


@in_loop
async def test_the_owner_changes_how_long_bots_wait() -> None:
    async with opened() as service, playing(service, Quick()):
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        with patch.object(tables, "SLOWEST", FOR_EVER):
            table = await new_table(service, ada, ME, BOT, BOT, pace=FOR_EVER)
        with refused("forbidden", "not-owner"):
            await tables.change_settings(service, bob, table, 0.0, None)
        with refused("bad-request", "pace"):
            await tables.change_settings(service, ada, table, 11.0, None)
        await tables.change_settings(service, ada, table, 0.0, "timer")
        await at_my_turn(service, table)
        row = (await live(service, table)).row
        assert (row.pace, row.end_turn) == (0.0, "timer")


@in_loop
async def test_bots_can_be_hurried_until_it_is_a_persons_turn() -> None:
    async with opened() as service, playing(service, Quick()):
        ada = await new_guest(service)
        with patch.object(tables, "SLOWEST", FOR_EVER):
            table = await new_table(service, ada, ME, BOT, BOT, pace=FOR_EVER)
        while (await live(service, table)).to_act() == (0,):
            await play_one(service, ada, table)
        await holding.hurry(service, ada, table)
        assert (await live(service, table)).row.hurried
        now = await at_my_turn(service, table)
        assert (now.row.hurried, now.row.pace) == (False, FOR_EVER)
        revision = now.row.revision
        await holding.hurry(service, ada, table)
        assert (await live(service, table)).row.revision == revision, "no bot is to act"


@in_loop
async def test_bots_are_not_hurried_while_other_people_follow() -> None:
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        created = await tables.create(service, ada, NewTable("steam-power", [ME, OPEN, BOT]))
        await tables.claim(service, bob, created.id, created.links[1])
        with refused("conflict", "others-follow"):
            await holding.hurry(service, ada, created.id)
        with refused("forbidden", "not-your-seat"):
            await holding.hurry(service, await new_guest(service, "Eve"), created.id)


# -- over HTTP ------------------------------------------------------------------------------------------------------


def test_a_turn_is_ended_over_http() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table(end_turn="button")
        for _ in range(2):
            good(ada.try_move(table, move="money"))
        now = ada.look(table)
        assert now["table"]["held"] == now["seat"]
        problem(ada.try_move(table, move="money"), 409, "house.turn-held")
        body = {"seat": now["seat"], "expect": now["table"]["ply"]}
        problem(bob.ask("POST", f"/api/tables/{table}/end", body), 403, "house.not-your-seat")
        assert ada.post(f"/api/tables/{table}/end", body) == {"ply": now["table"]["ply"]}
        assert ada.look(table)["seat"] == 1 - now["seat"]


def test_the_settings_are_changed_over_http() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        good(ada.ask("PATCH", f"/api/tables/{table}/settings", {"pace": 2.5, "end_turn": "timer"}))
        info = bob.look(table)["table"]
        assert (info["pace"], info["end_turn"]) == (2.5, "timer")
        problem(bob.ask("PATCH", f"/api/tables/{table}/settings", {"pace": 0}), 403, "house.not-owner")
        problem(ada.ask("PATCH", f"/api/tables/{table}/settings", {"end_turn": "never"}), 400, "house.field-wrong")
        good(ada.ask("POST", f"/api/tables/{table}/hurry"))


# -- a shared screen ------------------------------------------------------------------------------------------------


def test_a_covered_screen_is_sent_only_what_everybody_may_see() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        public, own = bob.look(table), ada.look(table)
        covered = ada.look(table, covered=True)
        assert own["view"] != public["view"]
        assert (covered["seat"], covered["view"], covered["legal"]) == (None, public["view"], [])
        assert public["standing"]["tallies"]
        assert covered["standing"] == {**public["standing"], "tallies": []}
        assert [line["text"] for line in covered["log"]] == [line["text"] for line in public["log"]]
        assert ada.look(table, covered=True, seat=own["seat"])["view"] == own["view"]
        assert ada.get(f"/api/tables/{table}/log", covered=True) == bob.get(f"/api/tables/{table}/log")
        ply = own["table"]["ply"] - 1
        past = ada.get(f"/api/tables/{table}/at/{ply}", covered=True)
        assert past["view"] == bob.get(f"/api/tables/{table}/at/{ply}")["view"]
        assert past["standing"]["tallies"] == []
        alone = ada.create_table("me", "bot")
        assert ada.look(alone, covered=True)["seat"] == 0, "nobody shares this screen"
