"""Creating tables, taking and leaving seats, and links."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.registry import find_game
from engineshed.server import absence, lobby, play, tables, viewing
from engineshed.server.messages import NewTable, SeatWish
from engineshed.server.rows import Guest, SeatRow
from engineshed.server.service import Service
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
    refused,
    run,
)

USUAL = find_game(GAME_ID).bots.usual

# -- creating tables ------------------------------------------------------------------------------------------------


def test_every_kind_of_seat_can_be_requested() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            wishes = [ME, OPEN, SeatWish("bot"), SeatWish("bot", "random")]
            created = await tables.create(service, ada, NewTable(GAME_ID, wishes))
            seats = await service.store.seats(created.id)
            assert seats[0] == SeatRow(0, "guest", guest=ada.id)
            assert (seats[1].kind, seats[1].link_hash is not None) == ("open", True)
            assert seats[2] == SeatRow(2, "bot", bot=USUAL), "the game's usual bot if none is named"
            assert seats[3] == SeatRow(3, "bot", bot="random")
            assert list(created.links) == [1]

    run(go())


def test_a_game_begins_when_all_seats_are_taken() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            for seats in ([ME], [ME, ME], [ME, BOT], [BOT, BOT], [ME] * 5):
                now = await live(service, await new_table(service, ada, *seats))
                assert now.row.state == "running"
                assert now.row.to_act == tuple(now.to_act()) != ()
                assert now.ply == len(await service.store.events(now.row.id)) > 0, "nature has moved"
            waiting = await live(service, await new_table(service, ada, ME, OPEN))
            assert (waiting.row.state, waiting.ply) == ("open", 0), "the game has not begun"

    run(go())


def test_a_table_has_the_requested_settings() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(
                service,
                ada,
                map="germany",
                options={"take_money": 5, "start_player": "random"},
                title="  Friday ",
                mode="correspondence",
                public=True,
                shared=True,
                pace=2.5,
            )
            row = (await live(service, table)).row
            assert row.options == {"map": "germany", "take_money": 5}, "only options that differ from the printed rules"
            assert (row.title, row.mode, row.pace) == ("Friday", "correspondence", 2.5)
            assert (row.public, row.shared) == (True, True)
            assert (row.owner, row.game, row.version) == (ada.id, GAME_ID, find_game(GAME_ID).version)
            plain = (await live(service, await new_table(service, ada))).row
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
    "not a number": ({"pace": float("nan")}, "pace", "10"),
}


@pytest.mark.parametrize(("wish", "message", "advice"), BAD_WISHES.values(), ids=BAD_WISHES)
def test_a_wrong_setting_is_refused_with_advice(wish: dict[str, Any], message: str, advice: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            with refused("bad-request", message) as caught:
                await tables.create(service, ada, NewTable(**{"game": GAME_ID, "seats": [ME, ME], **wish}))
            assert advice in caught.text
            assert (await lobby.page(service, ada, mine=True)).tables == []

    run(go())


def test_a_table_that_does_not_exist_is_not_found() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            for ask in (
                service.table("nowhere"),
                tables.claim(service, ada, "nowhere", "token"),
                tables.join(service, ada, "nowhere", 0),
                absence.leave(service, ada, "nowhere", 0),
                play.move(service, ada, "nowhere", 0, "money", 0, None),
            ):
                with refused("not-found", "no-table"):
                    await ask

    run(go())


def test_a_table_whose_game_is_not_installed_is_unavailable() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            row = (await live(service, await new_table(service, ada))).row
            await service.store.add_table(msgspec.structs.replace(row, id="old", game="gone"), [], ())
            with refused("unavailable", "no-game"):
                await service.table("old")
            assert len((await lobby.page(service, ada, mine=True)).tables) == 2, "the lobby still lists it"

    run(go())


# -- seat links -----------------------------------------------------------------------------------------------------


async def table_and_links(service: Service, owner: Guest, *wishes: SeatWish) -> tuple[str, dict[int, str]]:
    created = await tables.create(service, owner, NewTable(GAME_ID, list(wishes)))
    return created.id, created.links


async def holders(service: Service, table: str) -> list[str | None]:
    """The guests by seat; store and service must agree."""
    seats = (await service.table(table)).live.seats
    assert await service.store.seats(table) == seats
    return [seat.guest for seat in seats]


def test_a_link_can_be_used_once() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table, links = await table_and_links(service, ada, ME, OPEN, OPEN)
            assert await tables.claim(service, bob, table, links[2]) == 2
            assert await holders(service, table) == [ada.id, None, bob.id]
            for dead in (links[2], "", "no such token", links[1][:-1]):
                with refused("forbidden", "dead-link"):
                    await tables.claim(service, eve, table, dead)
            assert (await live(service, table)).row.state == "open"
            await tables.claim(service, eve, table, links[1])
            assert (await live(service, table)).row.state == "running", "all seats are taken"

    run(go())


def test_of_ten_guests_with_one_link_one_gets_the_seat() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table, links = await table_and_links(service, ada, ME, OPEN)
            racers = [await new_guest(service, f"Racer {n}") for n in range(10)]
            outcomes = await asyncio.gather(
                *(tables.claim(service, racer, table, links[1]) for racer in racers), return_exceptions=True
            )
            assert outcomes.count(1) == 1
            assert await holders(service, table) == [ada.id, racers[outcomes.index(1)].id]
            assert len(await service.store.events(table)) == (await live(service, table)).ply, "the game began once"

    run(go())


def test_a_revoked_link_is_dead_and_a_new_one_replaces_the_old() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table, links = await table_and_links(service, ada, ME, OPEN)
            await tables.revoke_link(service, ada, table, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(service, bob, table, links[1])
            first = await tables.new_link(service, ada, table, 1)
            second = await tables.new_link(service, ada, table, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(service, bob, table, first)
            assert await tables.claim(service, bob, table, second) == 1

    run(go())


def test_only_the_owner_changes_links_and_only_of_open_seats() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table, links = await table_and_links(service, ada, ME, OPEN, OPEN)
            await tables.claim(service, bob, table, links[1])
            for change in (tables.new_link, tables.revoke_link):
                with refused("forbidden", "not-owner"):
                    await change(service, bob, table, 2)
                for seat in (-1, 3):
                    with refused("not-found", "no-seat"):
                        await change(service, ada, table, seat)
            for taken in (0, 1):
                with refused("conflict", "seat-taken"):
                    await tables.new_link(service, ada, table, taken)

    run(go())


def test_the_store_has_only_the_hash_of_a_link() -> None:
    async def go() -> None:
        async with opened() as service:
            table, links = await table_and_links(service, await new_guest(service), ME, OPEN)
            kept = (await service.store.seats(table))[1].link_hash
            assert kept is not None
            assert links[1].encode() not in kept

    run(go())


# -- joining, leaving, coming back ----------------------------------------------------------------------------------


def test_anybody_may_take_an_open_seat_at_a_public_table() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(service, ada, ME, OPEN, BOT, public=True)
            for taken in (0, 2):
                with refused("forbidden", "seat-not-open"):
                    await tables.join(service, bob, table, taken)
            for seat in (-1, 3):
                with refused("not-found", "no-seat"):
                    await tables.join(service, bob, table, seat)
            assert await tables.join(service, bob, table, 1) == 1
            with refused("forbidden", "seat-not-open"):
                await tables.join(service, eve, table, 1)
            assert (await live(service, table)).row.state == "running"
            private = await new_table(service, ada, ME, OPEN)
            with refused("forbidden", "seat-not-open"):
                await tables.join(service, bob, private, 1)

    run(go())


def test_the_link_of_a_seat_is_dead_once_somebody_has_joined() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            created = await tables.create(service, ada, NewTable(GAME_ID, [ME, OPEN], public=True))
            await tables.join(service, bob, created.id, 1)
            with refused("forbidden", "dead-link"):
                await tables.claim(service, eve, created.id, created.links[1])

    run(go())


def test_leaving_before_the_game_opens_the_seat_again() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table = await new_table(service, ada, ME, OPEN, OPEN, public=True)
            await tables.join(service, bob, table, 1)
            with refused("forbidden", "not-your-seat"):
                await absence.leave(service, eve, table, 1)
            await absence.leave(service, bob, table, 1)
            assert (await live(service, table)).seats[1] == SeatRow(1, "open")
            await tables.join(service, eve, table, 1)
            assert await holders(service, table) == [ada.id, eve.id, None]

    run(go())


def test_a_guest_who_leaves_during_the_game_is_replaced_and_may_come_back() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            table, links = await table_and_links(service, ada, ME, OPEN)
            await tables.claim(service, bob, table, links[1])
            before = await live(service, table)
            await absence.leave(service, bob, table, 1)
            seat = (await live(service, table)).seats[1]
            assert (seat.guest, seat.away, seat.bot) == (bob.id, True, USUAL)
            with refused("forbidden", "not-your-seat"):
                await absence.come_back(service, ada, table, 1)
            await absence.come_back(service, bob, table, 1)
            assert (await live(service, table)).seats[1] == SeatRow(1, "guest", guest=bob.id)
            now = await live(service, table)
            assert (now.ply, now.moves, now.stands_since) == (before.ply + 2, before.moves, before.ply), "no moves"
            notes = [(event.seat, event.kind, event.text) for event in await service.store.events(table, before.ply)]
            assert notes == [(1, "house", f"away {USUAL}"), (1, "house", "back")]
            assert await holders(service, table) == [ada.id, bob.id]

    run(go())


def test_one_guest_can_hold_and_play_all_seats() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, ME, ME)
            await play_on(service, ada, table, plies=60)
            seated = await service.table(table)
            assert {event.seat for event in await service.store.events(table)} == {-1, 0, 1, 2}
            acting = int(seated.live.to_act()[0])
            assert (await viewing.look(service, seated, ada, None, 0)).seat == acting, (
                "the board shows the view of the seat to act"
            )
            for seat in range(3):
                shown = await viewing.look(service, seated, ada, seat, 0)
                assert (shown.seat, bool(shown.legal)) == (seat, seat == acting)

    run(go())


def test_nobody_sees_the_view_of_a_seat_that_is_not_theirs() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            table, links = await table_and_links(service, ada, ME, OPEN)
            await tables.claim(service, bob, table, links[1])
            seated = await service.table(table)
            for guest, seat in ((ada, 1), (bob, 0), (eve, 0), (None, 1), (ada, 7), (ada, -1)):
                with refused("forbidden", "not-your-seat"):
                    await viewing.look(service, seated, guest, seat, 0)
            for guest, own in ((ada, 0), (bob, 1), (eve, None), (None, None)):
                assert (await viewing.look(service, seated, guest, None, 0)).seat == own

    run(go())


# -- another version of the game ------------------------------------------------------------------------------------


def test_a_table_of_a_later_version_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        with monkeypatch.context() as later:
            later.setitem(vars(find_game(GAME_ID)), "version", 99)
            async with opened(tmp_path / "house.db") as service:
                table = await new_table(service, await new_guest(service), ME, ME)
        async with opened(tmp_path / "house.db") as service:
            with refused("unavailable", "later-version"):
                await service.table(table)

    run(go())
