"""Seats that change hands during a game, where everybody has agreed on that by sitting down."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.record import record_of, write_record
from engineshed.core.registry import find_game, game_ids
from engineshed.core.table import Table
from engineshed.core.words import PLURALS
from engineshed.server import absence, again, play, replay, tables, viewing
from engineshed.server.clocks import BACK, MINUTE, Clock
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.refusals import StaleError
from engineshed.server.rows import Guest, SeatRow
from engineshed.server.service import Service
from tests.server.loop import in_loop
from tests.server.play import BOT, GAME_ID, ME, OPEN, acting, live, new_guest, new_table, opened, play_one, refused
from tests.server.test_absence import START, Watch, notes, seated
from tests.server.web import problem, visitors

OPEN_GAME: dict[str, Any] = {"game": "planet-steam", "options": {"open_credits": True}}
"""Nothing is hidden from anybody."""
LATE: dict[str, Any] = {**OPEN_GAME, "latecomers": True}


@in_loop
async def test_a_friend_takes_a_bots_seat_by_a_link_made_during_the_game() -> None:
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        table = await new_table(service, ada, ME, BOT, **LATE)
        with refused("forbidden", "seat-not-open"):
            await tables.join(service, bob, table, 1)
        link = await tables.new_link(service, ada, table, 1)
        assert await tables.links(service, ada, table) == {1: link}
        with refused("conflict", "one-hand"):
            await tables.claim(service, ada, table, link)
        assert await tables.claim(service, bob, table, link) == 1
        assert (await live(service, table)).seats[1] == SeatRow(1, "guest", guest=bob.id)
        assert await notes(service, table) == [(1, "joined")]
        told = (await viewing.look(service, await service.table(table), bob, None, 0)).log[-1].note
        assert (told and told.kind, told and told.bot) == ("joined", None)
        while int(await acting(service, table)) == 0:
            await play_one(service, ada, table)
        await play_one(service, bob, table)
        with refused("conflict", "seat-taken"):
            await tables.new_link(service, ada, table, 1)


@in_loop
async def test_at_a_public_table_anybody_new_sits_down_once() -> None:
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        table = await new_table(service, ada, ME, BOT, BOT, public=True, **LATE)
        with refused("conflict", "one-hand"):
            await tables.join(service, ada, table, 1)
        assert await tables.join(service, bob, table, 2) == 2
        with refused("conflict", "one-hand"):
            await tables.join(service, bob, table, 1)
        with refused("forbidden", "seat-not-open"):
            await tables.join(service, await new_guest(service, "Eve"), table, 2)


@in_loop
async def test_whoever_gives_up_a_seat_sees_no_other_hand() -> None:
    async with opened() as service:
        table, (ada, bob, cleo) = await seated(service, Clock(), **LATE)
        await absence.leave(service, bob, table, 1, "random")
        await absence.leave(service, bob, table, 1, "greedy", for_good=True)
        assert (await live(service, table)).seats[1] == SeatRow(1, "bot", bot="greedy", sat=bob.id)
        with refused("forbidden", "not-your-seat"):
            await absence.come_back(service, bob, table, 1)
        await absence.leave(service, cleo, table, 2, "random", for_good=True)
        one, other = [await tables.new_link(service, ada, table, seat) for seat in (1, 2)]
        for guest in (bob, cleo, ada):
            with refused("conflict", "one-hand"):
                await tables.claim(service, guest, table, one)
        eve = await new_guest(service, "Eve")
        await tables.claim(service, eve, table, other)
        await absence.leave(service, eve, table, 2, "random", for_good=True)
        assert (await live(service, table)).seats[2].sat.split() == sorted([cleo.id, eve.id])
        assert await notes(service, table) == [
            *((1, "away random"), (1, "gave-up greedy"), (2, "gave-up random")),
            *((2, "joined"), (2, "gave-up random")),
        ]


@in_loop
async def test_seats_do_not_change_hands_where_that_was_not_agreed_or_when_it_is_over() -> None:
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        table = await new_table(service, ada, ME, BOT)
        with refused("conflict", "no-latecomers"):
            await absence.leave(service, ada, table, 0, for_good=True)
        late = await new_table(service, ada, ME, BOT, public=True, **LATE)
        loaded = await service.table(late)
        loaded.live.set(state="over")
        with refused("forbidden", "seat-not-open"):
            await tables.join(service, bob, late, 1)
        with refused("conflict", "bot-plays-on"):
            await tables.new_link(service, ada, late, 1)
        with refused("conflict", "no-latecomers"):
            await absence.leave(service, ada, late, 0, for_good=True)
        assert "latecomers" in again.AGREED


@in_loop
async def test_a_latecomer_has_time_to_begin() -> None:
    async with opened() as service:
        service.clock = watch = Watch()
        table, guests = await seated(service, Clock("live", minutes=10, bot="random"), **LATE)
        seat = int(await acting(service, table))
        watch.now += 10 * MINUTE - 1
        await absence.leave(service, guests[seat], table, seat, "random", for_good=True)
        late = await new_guest(service, "Eve")
        owner = guests[0]
        await tables.claim(service, late, table, await tables.new_link(service, owner, table, seat))
        now = (await live(service, table)).row
        assert (now.timing and now.timing.left[seat], now.timing and now.timing.turn) == (BACK, (seat,))
        assert now.due == START + 10 * MINUTE - 1 + BACK


@in_loop
async def test_a_bot_that_was_still_thinking_does_not_move_for_whoever_came_meanwhile() -> None:
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        made = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN]))
        await tables.claim(service, bob, made.id, made.links[1])
        seat = await acting(service, made.id)
        gone = (ada, bob)[seat]
        await absence.leave(service, gone, made.id, seat)
        asked = await live(service, made.id)
        await absence.come_back(service, gone, made.id, seat)
        with pytest.raises(StaleError):
            await play.move_for_bot(service, made.id, seat, "money", asked.ply)
        assert (await live(service, made.id)).moves == asked.moves


# -- where something is hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", game_ids())
@in_loop
async def test_a_table_takes_latecomers_only_if_nothing_is_hidden_there(game_id: str) -> None:
    game = find_game(game_id)
    seats = [ME, *[BOT] * (min(n for n in game.seats if n > 1) - 1)]
    async with opened() as service:
        ada, bob = await new_guest(service), await new_guest(service, "Bob")
        if game.hides(game.rules.options()):
            with refused("bad-request", "hidden-from-latecomers"):
                await new_table(service, ada, *seats, game=game_id, latecomers=True)
        if game.open_with is not None:
            wishes = {"options": dict(game.open_with), "public": True, "latecomers": True}
            table = await new_table(service, ada, *seats, game=game_id, **wishes)
            assert await tables.join(service, bob, table, 1) == 1


async def opened_before(service: Service, guest: Guest, *seats: SeatWish) -> str:
    """A public table that took latecomers although there is something to see, as was possible once."""
    table = await new_table(service, guest, *seats, public=True)
    (await live(service, table)).set(latecomers=True)
    return table


@in_loop
async def test_no_way_leads_to_the_hand_of_a_bot() -> None:
    async with opened() as service:
        ada, bob, second_browser = [await new_guest(service, name) for name in ("Ada", "Bob", "Ada's other browser")]
        table = await opened_before(service, ada, ME, OPEN, BOT)
        early = await tables.new_link(service, ada, table, 2)
        await tables.join(service, bob, table, 1)
        for guest in (bob, second_browser):
            with refused("forbidden", "seat-not-open"):
                await tables.join(service, guest, table, 2)
            with refused("conflict", "bot-plays-on"):
                await tables.claim(service, guest, table, early)
        with refused("conflict", "bot-plays-on"):
            await tables.new_link(service, ada, table, 2)
        with refused("conflict", "no-latecomers"):
            await absence.leave(service, bob, table, 1, for_good=True)
        await absence.leave(service, bob, table, 1)
        with refused("conflict", "seat-taken"):
            await tables.new_link(service, ada, table, 1)
        with refused("forbidden", "seat-not-open"):
            await tables.join(service, second_browser, table, 1)
        await absence.come_back(service, bob, table, 1)
        assert [seat.guest for seat in (await live(service, table)).seats] == [ada.id, bob.id, None]


@in_loop
async def test_games_that_go_on_elsewhere_take_no_latecomers() -> None:
    async with opened() as service:
        ada = await new_guest(service)
        table = await new_table(service, ada, ME, BOT, public=True, **LATE)
        forked = await replay.fork(service, ada, table, (await live(service, table)).ply, 0, [ME, BOT])
        begun = Table(find_game("planet-steam"), 2, {"open_credits": True}, seed="brought")
        brought = await replay.import_record(service, ada, write_record(record_of(begun)).encode())
        for other in (forked.id, brought.id):
            assert not (await live(service, other)).takes_latecomers
            with refused("forbidden", "seat-not-open"):
                await tables.join(service, await new_guest(service, "Eve"), other, 1)


@pytest.mark.parametrize("language", PLURALS)
def test_the_refusal_says_what_can_be_done_instead(language: str) -> None:
    instead = {
        "en": ("can watch", "at a new table", "the next game"),
        "de": ("zusehen", "an einem neuen Tisch", "die nächste Partie"),
        "pl": ("oglądać", "przy nowym stole", "następnej partii"),
    }
    with visitors() as (ada, _):
        ada.ask("PATCH", "/api/me", {"language": language})
        wish = {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "bot"}], "latecomers": True}
        told = problem(ada.ask("POST", "/api/tables", wish), 400, "house.hidden-from-latecomers")
        assert all(part in told["text"] for part in instead[language])
