"""A rematch: the same people at one new table, however many ask for it at once."""

from __future__ import annotations

import asyncio

import msgspec

from engineshed.server import absence, again, lobby, tables, viewing
from engineshed.server.messages import NewTable
from engineshed.server.rows import Guest, SeatRow
from engineshed.server.service import Service
from tests.server.play import BOT, ME, OPEN, live, new_guest, new_table, opened, refused, run
from tests.server.several import Scene

WISHES = {
    "public": True,
    "mode": "today",
    "speed": "quick",
    "level": "newcomers",
    "language": "de",
    "title": "Friday",
    "latecomers": True,
    "pace": 1.5,
    "end_turn": "button",
    "options": {"open_credits": True},
}


async def finished(service: Service, players: list[Guest], **wishes: object) -> str:
    """A table of these players and a bot, whose game is over."""
    seats = [ME, *[OPEN] * (len(players) - 1), BOT]
    created = await tables.create(service, players[0], NewTable("planet-steam", seats, **wishes))  # type: ignore[arg-type]
    for seat, guest in enumerate(players[1:], start=1):
        await tables.claim(service, guest, created.id, created.links[seat])
    loaded = await service.table(created.id)
    head = msgspec.structs.replace(loaded.live.row.head(), state="over", to_act=())
    await service.store.append(created.id, (), head, revision=loaded.live.row.revision)
    service.forget([created.id])
    return created.id


async def people(service: Service, table: str) -> list[str | None]:
    return [seat.guest or seat.kept_for or seat.bot for seat in (await live(service, table)).seats]


def test_the_first_who_asks_makes_the_table_and_the_others_find_their_seats_kept() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            old = await finished(service, [ada, bob], **WISHES)
            new = await again.rematch(service, bob, old, "rotate")
            assert await people(service, new) == ["random", ada.id, bob.id], "everybody moves up by one seat"
            row, before = (await live(service, new)).row, (await live(service, old)).row
            assert (row.state, row.owner, row.seed != before.seed) == ("open", bob.id, True)
            for name in (*again.AGREED, "game"):
                assert getattr(row, name) == getattr(before, name), name
            shown = (await viewing.look(service, await service.table(new), ada, None, 0)).table
            assert [(seat.kept_for, seat.for_me) for seat in shown.seats] == [
                (None, False),
                ("Ada", True),
                (None, False),
            ]
            assert [info.id for info in (await lobby.page(service, ada, mine=True)).tables] == [new, old]
            with refused("conflict", "seat-kept"):
                await tables.join(service, eve, new, 1)
            for _ in range(2):
                assert await again.rematch(service, ada, old, "same") == new
            assert (await live(service, new)).row.state == "running"
            assert [seat.guest for seat in (await live(service, new)).seats] == [None, ada.id, bob.id]

    run(go())


def test_only_the_people_of_a_finished_game_play_it_again_and_are_told_where() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            running = await new_table(service, ada, ME, BOT)
            with refused("conflict", "not-over"):
                await again.rematch(service, ada, running, "same")
            old = await finished(service, [ada, bob])
            with refused("forbidden", "not-at-table"):
                await again.rematch(service, eve, old, "same")
            new = await again.rematch(service, ada, old, "same")
            assert await people(service, new) == [ada.id, bob.id, "random"]
            for guest, told in ((ada, new), (bob, new), (eve, None), (None, None)):
                assert (await viewing.look(service, await service.table(old), guest, None, 0)).table.rematch == told

    run(go())


def test_a_kept_seat_can_be_given_to_others() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob, eve = [await new_guest(service, name) for name in ("Ada", "Bob", "Eve")]
            new = await again.rematch(service, ada, await finished(service, [ada, bob], public=True), "same")
            link = (await tables.links(service, ada, new))[1]
            await absence.leave(service, bob, new, 1)
            assert (await live(service, new)).seats[1].kept_for is None
            assert link is not None
            assert await tables.claim(service, eve, new, link) == 1
            assert (await live(service, new)).seats[1] == SeatRow(1, "guest", guest=eve.id)

    run(go())


def test_the_rematch_is_made_even_if_the_server_stopped_after_naming_it() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, bob = await new_guest(service), await new_guest(service, "Bob")
            old = await finished(service, [ada, bob])
            await again._agreed(service, ada, old)
            named = (await live(service, old)).row.rematch
            assert named is not None
            assert await service.store.table(named) is None
            assert await again.rematch(service, bob, old, "same") == named
            assert await people(service, named) == [ada.id, bob.id, "random"]

    run(go())


def test_two_who_press_at_the_same_time_on_different_servers_meet_at_one_table(servers: Scene) -> None:
    async def go() -> None:
        async with servers(3) as services:
            players = [await new_guest(services[0], name) for name in ("Ada", "Bob", "Cleo")]
            old = await finished(services[0], players)
            for service in services:
                service.forget([old])
            pressed = zip([*services, *services], [*players, *players], strict=True)
            found = await asyncio.gather(*(again.rematch(service, guest, old, "rotate") for service, guest in pressed))
            assert len(set(found)) == 1
            now = await live(services[1], found[0])
            assert [seat.guest for seat in now.seats] == [None, *(guest.id for guest in players)]
            assert now.row.state == "running"

    run(go())
