"""Fair seats: nobody gets to see a hand that is not theirs by taking somebody's place."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import PLURALS
from engineshed.server import absence, play, replay, tables, viewing
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.service import Service
from tests.server.play import BOT, GAME_ID, ME, OPEN, live, new_guest, new_table, opened, play_one, refused, run
from tests.server.web import problem, visitors

# -- a bot's place --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
def test_the_seat_of_a_bot_that_has_begun_is_given_to_nobody(game_id: str) -> None:
    seats = [ME, *[SeatWish("bot", "random")] * (min(n for n in find_game(game_id).seats if n > 1) - 1)]

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = (await tables.create(service, ada, NewTable(game_id, seats))).id
            assert (await live(service, table)).row.state == "running"
            with refused("conflict", "bot-plays-on"):
                await tables.new_link(service, ada, table, 1)
            assert (await live(service, table)).seats[1].link_hash is None

    run(go())


def test_a_link_made_before_the_game_does_not_open_a_bots_seat_during_it() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN, BOT, BOT]))
            early = await tables.new_link(service, ada, created.id, 2)
            late = await tables.new_link(service, ada, created.id, 3)
            await tables.claim(service, eve, created.id, early)
            assert (await live(service, created.id)).seats[2].guest == eve.id, "before the game it may be given away"
            await tables.claim(service, bob, created.id, created.links[1])
            assert (await live(service, created.id)).row.state == "running"
            for guest in (ada, eve, await new_guest(service, "Fay")):
                with refused("conflict", "bot-plays-on"):
                    await tables.claim(service, guest, created.id, late)
            assert (await live(service, created.id)).seats[3].guest is None

    run(go())


def test_a_bots_seat_cannot_be_joined_or_looked_from() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, BOT, public=True)
            for guest in (ada, await new_guest(service, "Eve")):
                with refused("forbidden", "seat-not-open"):
                    await tables.join(service, guest, table, 1)
                with refused("forbidden", "not-your-seat"):
                    await viewing.look(service, await service.table(table), guest, 1, 0)
                with refused("forbidden", "not-your-seat"):
                    await replay.fork(service, guest, table, 3, 1, [ME, ME])

    run(go())


def test_a_bots_seat_is_not_given_away_after_the_game_either() -> None:
    """The winner must not change afterwards."""

    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, BOT)
            now = await live(service, table)
            now.row = msgspec.structs.replace(now.row, state="over")
            with refused("conflict", "bot-plays-on"):
                await tables.new_link(service, ada, table, 1)

    run(go())


def test_the_seat_of_a_guest_who_is_away_stays_theirs() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            await tables.claim(service, bob, created.id, created.links[1])
            await absence.leave(service, bob, created.id, 1)
            with refused("conflict", "seat-taken"):
                await tables.new_link(service, ada, created.id, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(service, ada, created.id, created.links[1])
            with refused("forbidden", "not-your-seat"):
                await absence.come_back(service, ada, created.id, 1)

    run(go())


def test_a_latecomer_continues_from_here_at_a_new_table() -> None:
    """This is what the refusal suggests: the bot's hand is drawn again there."""

    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, ada, ME, BOT)
            now = await live(service, table)
            forked = await replay.fork(service, ada, table, now.ply, 0, [ME, OPEN])
            assert await tables.claim(service, bob, forked.id, forked.links[1]) == 1
            assert (await live(service, forked.id)).row.state == "running"

    run(go())


# -- one guest, one seat --------------------------------------------------------------------------------------------


def test_at_a_public_table_one_guest_holds_one_seat() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN, OPEN, OPEN], public=True))
            assert await tables.join(service, bob, created.id, 1) == 1
            for guest in (ada, bob):
                with refused("conflict", "one-seat"):
                    await tables.join(service, guest, created.id, 2)
                with refused("conflict", "one-seat"):
                    await tables.claim(service, guest, created.id, created.links[2])
            assert [seat.guest for seat in (await live(service, created.id)).seats] == [ada.id, bob.id, None, None]
            await absence.leave(service, bob, created.id, 1)
            assert await tables.join(service, bob, created.id, 2) == 2, "but may change places before the game"

    run(go())


def test_of_two_seats_asked_for_at_once_a_guest_gets_one() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table = await new_table(service, ada, ME, OPEN, OPEN, OPEN, public=True)
            await asyncio.gather(
                *(tables.join(service, bob, table, seat) for seat in (1, 2, 3)), return_exceptions=True
            )
            assert [seat.guest for seat in (await live(service, table)).seats].count(bob.id) == 1

    run(go())


def test_a_public_table_around_one_screen_says_so() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            with refused("bad-request", "one-screen"):
                await new_table(service, ada, ME, ME, OPEN, public=True)
            table = await new_table(service, ada, ME, ME, OPEN, OPEN, public=True, shared=True)
            await tables.join(service, bob, table, 2)
            await tables.join(service, bob, table, 3)
            shown = await viewing.look(service, await service.table(table), None, None, 0)
            assert shown.table.shared, "everybody is told"
            assert [seat.name for seat in shown.table.seats] == ["Ada", "Ada", "Bob", "Bob"]

    run(go())


def test_around_a_private_table_people_may_share_a_screen() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
            assert await tables.claim(service, ada, created.id, created.links[1]) == 1
            await play_one(service, ada, created.id)

    run(go())


def test_a_spectator_who_takes_a_seat_saw_nothing_before() -> None:
    """Before the last seat is taken, nothing is dealt and nothing is shown."""

    async def go() -> None:
        async with opened() as service:
            ada, eve = await new_guest(service), await new_guest(service, "Eve")
            table = await new_table(service, ada, ME, OPEN, public=True)
            for guest in (ada, eve, None):
                shown = await viewing.look(service, await service.table(table), guest, None, 0)
                assert (shown.view, shown.hints, shown.legal, shown.log) == (None, None, [], [])
            await tables.join(service, eve, table, 1)
            await checked(service, table)

    async def checked(service: Service, table: str) -> None:
        assert (await live(service, table)).row.state == "running"
        with refused("forbidden", "not-your-seat"):
            await play.check(service, await new_guest(service, "Fay"), table, 0, "money")

    run(go())


@pytest.mark.parametrize("language", PLURALS)
def test_the_refusal_is_in_the_readers_language(language: str) -> None:
    first = {"en": "A bot that has begun", "de": "Ein Bot, der eine Partie", "pl": "Bot, który zaczął"}
    with visitors() as (ada, _):
        table = ada.create_table("me", "bot")
        ada.ask("PATCH", "/api/me", {"language": language})
        told = problem(ada.ask("POST", f"/api/tables/{table}/seats/1/link"), 409, "house.bot-plays-on")
        assert told["text"].startswith(first[language])
