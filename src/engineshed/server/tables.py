"""Laying tables, and who sits at them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.options import read_options, write_options
from engineshed.core.registry import bot_names, find_game
from engineshed.server.house import House, Seated, seats_of
from engineshed.server.live import Live
from engineshed.server.messages import Lobby, NewLinks, NewTable, SeatWish
from engineshed.server.refusals import HouseError
from engineshed.server.rows import Event, Guest, SeatRow, Snapshot, TableRow
from engineshed.server.secrets import hash_of, new_id, new_seed, new_token
from engineshed.server.texts import clean_title
from engineshed.server.viewing import table_infos

SLOWEST = 10.0
"""The longest that a bot may be told to wait before it moves, in seconds."""
IN_THE_LOBBY = 50


async def lay(house: House, guest: Guest, wish: NewTable) -> NewLinks:
    """A new table. When nobody is missing, its game begins at once."""
    game = find_game(wish.game)
    if len(wish.seats) not in game.seats:
        raise HouseError("bad-request", "seats", game=game.title, seats=", ".join(map(str, game.seats)))
    if not 0 <= wish.pace <= SLOWEST:
        raise HouseError("bad-request", "pace", most=int(SLOWEST))
    row = TableRow(
        id=new_id(),
        game=game.id,
        version=game.version,
        seats=len(wish.seats),
        options=_options(game, wish),
        title=game.title if wish.title is None else clean_title(wish.title),
        owner=guest.id,
        seed=new_seed(),
        mode=wish.mode,
        public=wish.public,
        pace=wish.pace,
        created=house.clock(),
        updated=house.clock(),
    )
    seats, links = seats_for(game, guest, wish.seats)
    return await open_table(house, Live(game, row, seats, None), links)


async def open_table(
    house: House,
    live: Live,
    links: dict[int, str],
    *,
    start: Snapshot | None = None,
    events: Sequence[Event] = (),
) -> NewLinks:
    """Write a table that has been prepared, with the log it has so far; if nobody is missing, its game begins."""
    log = list(events)
    if all(seat.kind != "open" for seat in live.seats):
        live.row = msgspec.structs.replace(live.row, state="running")
        log += live.begin(house.clock())[0]
    live.settle(live.head(house.clock()), None)
    await house.store.add_table(live.row, live.seats, log, start)
    house.after_move(live.row.id)
    return NewLinks(live.row.id, links)


def _options(game: AnyGame, wish: NewTable) -> dict[str, object]:
    """Only what differs from the printed rules, checked."""
    given = {**wish.options, **({} if wish.map is None else game.boards.map_option(wish.map))}
    options = read_options(game.rules.options, given)
    game.rules.start(len(wish.seats), options)
    return write_options(options)


def seats_for(game: AnyGame, guest: Guest, wishes: Sequence[SeatWish]) -> tuple[list[SeatRow], dict[int, str]]:
    """The seats of a new table, and the tokens of those that are open."""
    seats: list[SeatRow] = []
    links: dict[int, str] = {}
    for number, wish in enumerate(wishes):
        if wish.kind == "bot":
            seats.append(SeatRow(number, "bot", bot=_bot(game, wish.bot)))
        elif wish.kind == "me":
            seats.append(SeatRow(number, "guest", guest=guest.id))
        else:
            links[number] = new_token()
            seats.append(SeatRow(number, "open", link_hash=hash_of(links[number])))
    return seats, links


def _bot(game: AnyGame, name: str | None) -> str:
    known = bot_names(game.id)
    if name is None:
        return known[0]
    if name not in known:
        raise HouseError("bad-request", "no-bot", bot=name[:40], known=", ".join(known))
    return name


# -- taking and leaving seats ---------------------------------------------------------------------------------------


async def claim(house: House, guest: Guest, table_id: str, token: str) -> int:
    """Sit down by a seat's link. The link is used up; the owner can make a new one."""
    seated = await house.table(table_id)
    async with seated.lock:
        seat = _seat_of_link(seated.live, token)
        taken = msgspec.structs.replace(seat, kind="guest", guest=guest.id, bot=None, away=False, link_hash=None)
        await _change_seat(house, seated, taken)
        return seat.seat


async def join(house: House, guest: Guest, table_id: str, seat: int) -> int:
    """Sit down at a public table, on an open seat."""
    seated = await house.table(table_id)
    async with seated.lock:
        wanted = _seat(seated.live, seat)
        if not seated.live.row.public or wanted.kind != "open":
            raise HouseError("forbidden", "seat-not-open")
        await _change_seat(house, seated, msgspec.structs.replace(wanted, kind="guest", guest=guest.id, link_hash=None))
        return seat


async def new_link(house: House, guest: Guest, table_id: str, seat: int) -> str:
    """The owner's: a fresh link for an open seat or a bot's; older links for it are dead at once.

    Nobody is put out of a seat: whoever could do that could look at the hand of whoever sat there.
    """
    seated = await house.table(table_id)
    async with seated.lock:
        _must_own(seated.live, guest)
        wanted = _seat(seated.live, seat)
        if wanted.guest is not None:
            raise HouseError("conflict", "seat-taken")
        token = new_token()
        await _change_seat(house, seated, msgspec.structs.replace(wanted, link_hash=hash_of(token)))
        return token


async def revoke_link(house: House, guest: Guest, table_id: str, seat: int) -> None:
    seated = await house.table(table_id)
    async with seated.lock:
        _must_own(seated.live, guest)
        await _change_seat(house, seated, msgspec.structs.replace(_seat(seated.live, seat), link_hash=None))


async def leave(house: House, guest: Guest, table_id: str, seat: int) -> None:
    """Get up: before the game the seat is open again, during it a bot plays on until the guest comes back."""
    seated = await house.table(table_id)
    async with seated.lock:
        wanted = _held(seated.live, guest, seat)
        if seated.live.row.state == "open":
            left = SeatRow(seat, "open")
        else:
            left = msgspec.structs.replace(wanted, away=True, bot=bot_names(seated.live.game.id)[0])
        await _change_seat(house, seated, left)


async def come_back(house: House, guest: Guest, table_id: str, seat: int) -> None:
    seated = await house.table(table_id)
    async with seated.lock:
        wanted = _held(seated.live, guest, seat)
        await _change_seat(house, seated, msgspec.structs.replace(wanted, away=False, bot=None))


async def _change_seat(house: House, seated: Seated, changed: SeatRow) -> None:
    """Write a seat; if it was the last one missing, the game begins."""
    after = seated.live.copy()
    after.seats[changed.seat] = changed
    if after.row.state == "open" and all(seat.kind != "open" for seat in after.seats):
        after.row = msgspec.structs.replace(after.row, state="running")
        events, said = after.begin(house.clock())
        await house.commit(seated, after, events, said, after.seats)
    else:
        await house.commit(seated, after, (), (), after.seats)


def _seat(live: Live, seat: int) -> SeatRow:
    if not 0 <= seat < len(live.seats):
        raise HouseError("not-found", "no-seat")
    return live.seats[seat]


def _held(live: Live, guest: Guest, seat: int) -> SeatRow:
    held = _seat(live, seat)
    if seat not in seats_of(live, guest):
        raise HouseError("forbidden", "not-your-seat")
    return held


def _seat_of_link(live: Live, token: str) -> SeatRow:
    wanted = hash_of(token)
    for seat in live.seats:
        if seat.link_hash == wanted:
            return seat
    raise HouseError("forbidden", "dead-link")


def _must_own(live: Live, guest: Guest) -> None:
    if live.row.owner != guest.id:
        raise HouseError("forbidden", "not-owner")


# -- the lobby ------------------------------------------------------------------------------------------------------


async def lobby(house: House, guest: Guest | None) -> Lobby:
    """My turn first; then what changed last."""
    own = [] if guest is None else await house.store.tables_of(guest.id, IN_THE_LOBBY)
    public = await house.store.public_tables(IN_THE_LOBBY)
    mine = await table_infos(house, guest, [(row, await house.store.seats(row.id)) for row in own])
    others = await table_infos(house, guest, [(row, await house.store.seats(row.id)) for row in public])
    return Lobby(mine, others)
