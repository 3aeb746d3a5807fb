"""Laying tables, taking and leaving seats, links, and the lobby."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.registry import bot_names, find_game
from engineshed.server import play, tables, viewing
from engineshed.server.house import House
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.rows import Guest, SeatRow
from tests.server.play import (
    BOT,
    GAME_ID,
    ME,
    OPEN,
    live,
    new_guest,
    new_table,
    opened,
    play_on,
    play_one,
    refused,
    run,
)

# -- laying ---------------------------------------------------------------------------------------------------------


def test_every_wish_for_a_seat() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            wishes = [ME, OPEN, SeatWish("bot"), SeatWish("bot", "random")]
            laid = await tables.lay(house, ada, NewTable(GAME_ID, wishes))
            seats = await house.store.seats(laid.id)
            assert seats[0] == SeatRow(0, "guest", guest=ada.id)
            assert (seats[1].kind, seats[1].link_hash is not None) == ("open", True)
            assert seats[2] == SeatRow(2, "bot", bot=bot_names(GAME_ID)[0]), "the game's best if none is named"
            assert seats[3] == SeatRow(3, "bot", bot="random")
            assert list(laid.links) == [1]

    run(go())


def test_a_game_begins_when_nobody_is_missing() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            for seats in ([ME], [ME, ME], [ME, BOT], [BOT, BOT], [ME] * 5):
                now = await live(house, await new_table(house, ada, *seats))
                assert now.row.state == "running"
                assert now.row.to_act == tuple(now.to_act()) != ()
                assert now.ply == len(await house.store.events(now.row.id)) > 0, "nature has dealt"
            waiting = await live(house, await new_table(house, ada, ME, OPEN))
            assert (waiting.row.state, waiting.ply) == ("open", 0), "and not before"

    run(go())


def test_what_was_wished_is_what_stands_there() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            table = await new_table(
                house,
                ada,
                map="germany",
                options={"take_money": 5, "start_player": "random"},
                title="  Friday ",
                mode="correspondence",
                public=True,
                pace=2.5,
            )
            row = (await live(house, table)).row
            assert row.options == {"map": "germany", "take_money": 5}, "only what differs from the printed rules"
            assert (row.title, row.mode, row.public, row.pace) == ("Friday", "correspondence", True, 2.5)
            assert (row.owner, row.game, row.version) == (ada.id, GAME_ID, find_game(GAME_ID).version)
            plain = (await live(house, await new_table(house, ada))).row
            assert (plain.options, plain.title, plain.public) == ({}, "Steam Power", False)

    run(go())


BAD_WISHES: dict[str, tuple[dict[str, Any], str, str]] = {
    "game": ({"game": "steam-powder"}, "no.game", "steam-power"),
    "no seats": ({"seats": []}, "seats", "1, 2, 3, 4, 5"),
    "too many seats": ({"seats": [ME] * 6}, "seats", "1, 2, 3, 4, 5"),
    "bot": ({"seats": [ME, SeatWish("bot", "hal")]}, "no-bot", "random"),
    "map": ({"map": "texas"}, "no.map", "texas"),
    "option": ({"options": {"take_monye": 5}}, "no.option", "take_money"),
    "value": ({"options": {"take_money": 4}}, "option.choices", "3, 5"),
    "type": ({"options": {"limited_goods": "yes"}}, "option.choices", "limited_goods"),
    "map text": ({"options": {"map": "name = 'nowhere'"}}, "no.map", ""),
    "title": ({"title": "x" * 61}, "text-long", "60"),
    "empty title": ({"title": " "}, "text-empty", ""),
    "pace": ({"pace": -1.0}, "pace", "10"),
    "slow": ({"pace": 10.5}, "pace", "10"),
    "no number": ({"pace": float("nan")}, "pace", "10"),
}


@pytest.mark.parametrize(("wish", "message", "advice"), BAD_WISHES.values(), ids=BAD_WISHES)
def test_a_bad_wish_is_refused_with_what_would_be_right(wish: dict[str, Any], message: str, advice: str) -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            with refused("bad-request", message) as caught:
                await tables.lay(house, ada, NewTable(**{"game": GAME_ID, "seats": [ME, ME], **wish}))
            assert advice in caught.text
            assert (await tables.lobby(house, ada)).mine == []

    run(go())


def test_a_table_that_does_not_exist_is_not_found() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            for ask in (
                house.table("nowhere"),
                tables.claim(house, ada, "nowhere", "token"),
                tables.join(house, ada, "nowhere", 0),
                tables.leave(house, ada, "nowhere", 0),
                play.move(house, ada, "nowhere", 0, "money", 0, None),
            ):
                with refused("not-found", "no-table"):
                    await ask

    run(go())


def test_a_table_of_a_game_that_is_not_installed_any_more_waits_for_it() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            row = (await live(house, await new_table(house, ada))).row
            await house.store.add_table(msgspec.structs.replace(row, id="old", game="gone"), [], ())
            with refused("unavailable", "no-game"):
                await house.table("old")
            assert len((await tables.lobby(house, ada)).mine) == 2, "and disturbs nobody in the lobby"

    run(go())


# -- seat links -----------------------------------------------------------------------------------------------------


async def laid_for(house: House, owner: Guest, *wishes: SeatWish) -> tuple[str, dict[int, str]]:
    laid = await tables.lay(house, owner, NewTable(GAME_ID, list(wishes)))
    return laid.id, laid.links


async def holders(house: House, table: str) -> list[str | None]:
    """Who sits where, as the store and the house agree."""
    seats = (await house.table(table)).live.seats
    assert await house.store.seats(table) == seats
    return [seat.guest for seat in seats]


def test_a_link_gives_its_seat_once() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob, eve = [await new_guest(house, name) for name in ("Ada", "Bob", "Eve")]
            table, links = await laid_for(house, ada, ME, OPEN, OPEN)
            assert await tables.claim(house, bob, table, links[2]) == 2
            assert await holders(house, table) == [ada.id, None, bob.id]
            for dead in (links[2], "", "no such token", links[1][:-1]):
                with refused("forbidden", "dead-link"):
                    await tables.claim(house, eve, table, dead)
            assert (await live(house, table)).row.state == "open"
            await tables.claim(house, eve, table, links[1])
            assert (await live(house, table)).row.state == "running", "the last seat was taken"

    run(go())


def test_of_ten_who_click_on_one_link_one_gets_the_seat() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            table, links = await laid_for(house, ada, ME, OPEN)
            racers = [await new_guest(house, f"Racer {n}") for n in range(10)]
            outcomes = await asyncio.gather(
                *(tables.claim(house, racer, table, links[1]) for racer in racers), return_exceptions=True
            )
            assert outcomes.count(1) == 1
            assert await holders(house, table) == [ada.id, racers[outcomes.index(1)].id]
            assert len(await house.store.events(table)) == (await live(house, table)).ply, "it began once"

    run(go())


def test_a_revoked_link_is_dead_and_a_new_one_replaces_the_old() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob = await new_guest(house), await new_guest(house, "Bob")
            table, links = await laid_for(house, ada, ME, OPEN)
            await tables.revoke_link(house, ada, table, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(house, bob, table, links[1])
            first = await tables.new_link(house, ada, table, 1)
            second = await tables.new_link(house, ada, table, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(house, bob, table, first)
            assert await tables.claim(house, bob, table, second) == 1

    run(go())


def test_links_are_the_owners_business() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob = await new_guest(house), await new_guest(house, "Bob")
            table, links = await laid_for(house, ada, ME, OPEN, OPEN)
            await tables.claim(house, bob, table, links[1])
            for change in (tables.new_link, tables.revoke_link):
                with refused("forbidden", "not-owner"):
                    await change(house, bob, table, 2)
                for seat in (-1, 3):
                    with refused("not-found", "no-seat"):
                        await change(house, ada, table, seat)
            for taken in (0, 1):
                with refused("conflict", "seat-taken"):
                    await tables.new_link(house, ada, table, taken)

    run(go())


def test_the_store_has_only_the_hash_of_a_link() -> None:
    async def go() -> None:
        async with opened() as house:
            table, links = await laid_for(house, await new_guest(house), ME, OPEN)
            kept = (await house.store.seats(table))[1].link_hash
            assert kept is not None
            assert links[1].encode() not in kept

    run(go())


# -- joining, leaving, coming back ----------------------------------------------------------------------------------


def test_open_seats_of_a_public_table_may_be_taken() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob, eve = [await new_guest(house, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(house, ada, ME, OPEN, BOT, public=True)
            for taken in (0, 2):
                with refused("forbidden", "seat-not-open"):
                    await tables.join(house, bob, table, taken)
            for seat in (-1, 3):
                with refused("not-found", "no-seat"):
                    await tables.join(house, bob, table, seat)
            assert await tables.join(house, bob, table, 1) == 1
            with refused("forbidden", "seat-not-open"):
                await tables.join(house, eve, table, 1)
            assert (await live(house, table)).row.state == "running"
            private = await new_table(house, ada, ME, OPEN)
            with refused("forbidden", "seat-not-open"):
                await tables.join(house, bob, private, 1)

    run(go())


def test_a_seat_taken_by_joining_has_no_link_left() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob, eve = [await new_guest(house, name) for name in ("Ada", "Bob", "Eve")]
            laid = await tables.lay(house, ada, NewTable(GAME_ID, [ME, OPEN], public=True))
            await tables.join(house, bob, laid.id, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(house, eve, laid.id, laid.links[1])

    run(go())


def test_whoever_leaves_before_the_game_leaves_an_open_seat() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob, eve = [await new_guest(house, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(house, ada, ME, OPEN, OPEN, public=True)
            await tables.join(house, bob, table, 1)
            with refused("forbidden", "not-your-seat"):
                await tables.leave(house, eve, table, 1)
            await tables.leave(house, bob, table, 1)
            assert (await live(house, table)).seats[1] == SeatRow(1, "open")
            await tables.join(house, eve, table, 1)
            assert await holders(house, table) == [ada.id, eve.id, None]

    run(go())


def test_whoever_leaves_during_the_game_is_replaced_and_may_come_back() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob = await new_guest(house), await new_guest(house, "Bob")
            table, links = await laid_for(house, ada, ME, OPEN)
            await tables.claim(house, bob, table, links[1])
            ply = (await live(house, table)).ply
            await tables.leave(house, bob, table, 1)
            seat = (await live(house, table)).seats[1]
            assert (seat.guest, seat.away, seat.bot) == (bob.id, True, bot_names(GAME_ID)[0])
            with refused("forbidden", "not-your-seat"):
                await tables.come_back(house, ada, table, 1)
            await tables.come_back(house, bob, table, 1)
            assert (await live(house, table)).seats[1] == SeatRow(1, "guest", guest=bob.id)
            assert (await live(house, table)).ply == ply, "seats are no moves"
            assert await holders(house, table) == [ada.id, bob.id]

    run(go())


def test_around_one_screen_one_guest_holds_and_plays_all_seats() -> None:
    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            table = await new_table(house, ada, ME, ME, ME)
            await play_on(house, ada, table, plies=60)
            seated = await house.table(table)
            assert {event.seat for event in await house.store.events(table)} == {-1, 0, 1, 2}
            acting = int(seated.live.to_act()[0])
            assert (await viewing.look(house, seated, ada, None, 0)).seat == acting, "the board turns to who is to act"
            for seat in range(3):
                shown = await viewing.look(house, seated, ada, seat, 0)
                assert (shown.seat, bool(shown.legal)) == (seat, seat == acting)

    run(go())


def test_nobody_looks_through_anothers_eyes() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob, eve = [await new_guest(house, name) for name in ("Ada", "Bob", "Eve")]
            table, links = await laid_for(house, ada, ME, OPEN)
            await tables.claim(house, bob, table, links[1])
            seated = await house.table(table)
            for guest, seat in ((ada, 1), (bob, 0), (eve, 0), (None, 1), (ada, 7), (ada, -1)):
                with refused("forbidden", "not-your-seat"):
                    await viewing.look(house, seated, guest, seat, 0)
            for guest, own in ((ada, 0), (bob, 1), (eve, None), (None, None)):
                assert (await viewing.look(house, seated, guest, None, 0)).seat == own

    run(go())


# -- the lobby ------------------------------------------------------------------------------------------------------


def test_my_turn_comes_first_then_what_changed_last() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob = await new_guest(house), await new_guest(house, "Bob")
            mine = [await new_table(house, ada) for _ in range(3)]
            waiting = await new_table(house, ada, ME, OPEN)
            await play_one(house, ada, mine[0])
            lobby = await tables.lobby(house, ada)
            assert [info.id for info in lobby.mine] == [mine[0], mine[2], mine[1], waiting]
            assert [info.my_turn for info in lobby.mine] == [True, True, True, False]
            assert lobby.public == []
            assert (await tables.lobby(house, bob)).mine == []

    run(go())


def test_a_table_where_i_am_to_act_is_not_lost_behind_many_that_wait_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "IN_THE_LOBBY", 3)

    async def go() -> None:
        async with opened() as house:
            ada = await new_guest(house)
            mine = await new_table(house, ada)
            away = await new_table(house, ada)
            for seat in (0, 1):
                await tables.leave(house, ada, away, seat)
            waiting = [await new_table(house, ada, ME, OPEN) for _ in range(4)]
            lobby = (await tables.lobby(house, ada)).mine
            assert [info.id for info in lobby] == [mine, waiting[3], waiting[2]]
            assert [info.my_turn for info in lobby] == [True, False, False]
            assert not (await viewing.look(house, await house.table(away), ada, None, 0)).table.my_turn, "a bot's"

    run(go())


def test_the_lobby_shows_public_tables_to_everybody_and_private_ones_to_their_people() -> None:
    async def go() -> None:
        async with opened() as house:
            ada, bob = await new_guest(house), await new_guest(house, "Bob")
            private, links = await laid_for(house, ada, ME, OPEN)
            public = await new_table(house, ada, ME, OPEN, BOT, public=True)
            await tables.claim(house, bob, private, links[1])
            for guest in (None, ada, bob):
                assert [info.id for info in (await tables.lobby(house, guest)).public] == [public]
            assert [info.id for info in (await tables.lobby(house, bob)).mine] == [private]
            info = (await tables.lobby(house, None)).public[0]
            assert [seat.kind for seat in info.seats] == ["guest", "open", "bot"]
            assert [seat.name for seat in info.seats] == ["Ada", None, None]
            assert (info.mine, info.my_turn, info.seed) == (False, False, None)

    run(go())


# -- another version of the game ------------------------------------------------------------------------------------


def test_a_table_of_another_version_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened(tmp_path / "house.db") as house:
            table = await new_table(house, await new_guest(house), ME, ME)
        monkeypatch.setitem(vars(find_game(GAME_ID)), "version", 99)
        async with opened(tmp_path / "house.db") as house:
            with refused("unavailable", "other-version"):
                await house.table(table)

    run(go())
