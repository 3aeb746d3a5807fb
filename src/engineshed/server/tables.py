"""Creating tables, and taking and leaving seats."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.options import read_options, usual_map, write_options
from engineshed.core.registry import bot_names, find_game
from engineshed.server.live import Live
from engineshed.server.messages import Lobby, NewLinks, NewTable, SeatWish
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Event, Guest, SeatRow, Snapshot, TableRow
from engineshed.server.secrets import hash_of, new_id, new_seed, new_token
from engineshed.server.service import LoadedTable, Service, seats_of
from engineshed.server.texts import clean_title
from engineshed.server.viewing import table_infos

SLOWEST = 10.0
"""The longest that a bot may be told to wait before it moves, in seconds."""
IN_THE_LOBBY = 50


async def create(service: Service, guest: Guest, wish: NewTable) -> NewLinks:
    """A new table. If no seat is open, its game begins at once."""
    game = find_game(wish.game)
    if len(wish.seats) not in game.seats:
        raise ServiceError("bad-request", "seats", game=game.title, seats=", ".join(map(str, game.seats)))
    if not 0 <= wish.pace <= SLOWEST:
        raise ServiceError("bad-request", "pace", most=int(SLOWEST))
    row = TableRow(
        id=new_id(),
        game=game.id,
        version=game.version,
        seats=len(wish.seats),
        options=_options(service, game, wish),
        title=game.title if wish.title is None else clean_title(wish.title),
        owner=guest.id,
        seed=new_seed(),
        mode=wish.mode,
        public=wish.public,
        pace=wish.pace,
        created=service.clock(),
        updated=service.clock(),
    )
    seats, links = seats_for(game, guest, wish.seats)
    return await open_table(service, Live(game, row, seats, None), links)


async def open_table(
    service: Service,
    live: Live,
    links: dict[int, str],
    *,
    start: Snapshot | None = None,
    events: Sequence[Event] = (),
) -> NewLinks:
    """Write a prepared table, with the log it has so far; if no seat is open, its game begins."""
    log = list(events)
    if all(seat.kind != "open" for seat in live.seats):
        live.row = msgspec.structs.replace(live.row, state="running")
        log += live.begin(service.clock())[0]
    live.settle(live.head(service.clock()), None)
    await service.store.add_table(live.row, live.seats, log, start)
    service.after_move(live.row.id)
    return NewLinks(live.row.id, links)


def _options(service: Service, game: AnyGame, wish: NewTable) -> dict[str, object]:
    """Only what differs from the printed rules, checked."""
    given = {**wish.options, **({} if wish.map is None else game.boards.map_option(wish.map))}
    texts = {**service.corrected.get(game.id, {}), **wish.data}
    given = game.corrections.applied(texts, given, usual_map(game.rules.options))
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
        raise ServiceError("bad-request", "no-bot", bot=name[:40], known=", ".join(known))
    return name


# -- taking and leaving seats ---------------------------------------------------------------------------------------


async def claim(service: Service, guest: Guest, table_id: str, token: str) -> int:
    """Take a seat by its link. The link is then used up; the owner can make a new one."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        seat = _seat_of_link(loaded.live, token)
        taken = msgspec.structs.replace(seat, kind="guest", guest=guest.id, bot=None, away=False, link_hash=None)
        await _change_seat(service, loaded, taken)
        return seat.seat


async def join(service: Service, guest: Guest, table_id: str, seat: int) -> int:
    """Take an open seat at a public table."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        wanted = _seat(loaded.live, seat)
        if not loaded.live.row.public or wanted.kind != "open":
            raise ServiceError("forbidden", "seat-not-open")
        await _change_seat(
            service, loaded, msgspec.structs.replace(wanted, kind="guest", guest=guest.id, link_hash=None)
        )
        return seat


async def new_link(service: Service, guest: Guest, table_id: str, seat: int) -> str:
    """Only for the owner: a new link for an open seat or a bot's. Older links to the seat stop working at once.

    A person's seat cannot be given away: its new player would see the hand of the old one.
    """
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_own(loaded.live, guest)
        wanted = _seat(loaded.live, seat)
        if wanted.guest is not None:
            raise ServiceError("conflict", "seat-taken")
        token = new_token()
        await _change_seat(service, loaded, msgspec.structs.replace(wanted, link_hash=hash_of(token)))
        return token


async def revoke_link(service: Service, guest: Guest, table_id: str, seat: int) -> None:
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_own(loaded.live, guest)
        await _change_seat(service, loaded, msgspec.structs.replace(_seat(loaded.live, seat), link_hash=None))


async def leave(service: Service, guest: Guest, table_id: str, seat: int) -> None:
    """Leave a seat: before the game it is open again; during the game a bot plays until the guest comes back."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        wanted = _held(loaded.live, guest, seat)
        if loaded.live.row.state == "open":
            left = SeatRow(seat, "open")
        else:
            left = msgspec.structs.replace(wanted, away=True, bot=bot_names(loaded.live.game.id)[0])
        await _change_seat(service, loaded, left)


async def come_back(service: Service, guest: Guest, table_id: str, seat: int) -> None:
    loaded = await service.table(table_id)
    async with loaded.lock:
        wanted = _held(loaded.live, guest, seat)
        await _change_seat(service, loaded, msgspec.structs.replace(wanted, away=False, bot=None))


async def _change_seat(service: Service, loaded: LoadedTable, changed: SeatRow) -> None:
    """Write a seat; if it was the last open one, the game begins."""
    after = loaded.live.copy()
    after.seats[changed.seat] = changed
    if after.row.state == "open" and all(seat.kind != "open" for seat in after.seats):
        after.row = msgspec.structs.replace(after.row, state="running")
        events, said = after.begin(service.clock())
        await service.commit(loaded, after, events, said, after.seats)
    else:
        await service.commit(loaded, after, (), (), after.seats)


def _seat(live: Live, seat: int) -> SeatRow:
    if not 0 <= seat < len(live.seats):
        raise ServiceError("not-found", "no-seat")
    return live.seats[seat]


def _held(live: Live, guest: Guest, seat: int) -> SeatRow:
    held = _seat(live, seat)
    if seat not in seats_of(live, guest):
        raise ServiceError("forbidden", "not-your-seat")
    return held


def _seat_of_link(live: Live, token: str) -> SeatRow:
    wanted = hash_of(token)
    for seat in live.seats:
        if seat.link_hash == wanted:
            return seat
    raise ServiceError("forbidden", "dead-link")


def _must_own(live: Live, guest: Guest) -> None:
    if live.row.owner != guest.id:
        raise ServiceError("forbidden", "not-owner")


# -- the lobby ------------------------------------------------------------------------------------------------------


async def lobby(service: Service, guest: Guest | None) -> Lobby:
    """The guest's tables, first those where it is their turn, then by the latest change; and public ones."""
    own = [] if guest is None else await service.store.tables_of(guest.id, IN_THE_LOBBY)
    public = await service.store.public_tables(IN_THE_LOBBY)
    mine = await table_infos(service, guest, [(row, await service.store.seats(row.id)) for row in own])
    others = await table_infos(service, guest, [(row, await service.store.seats(row.id)) for row in public])
    return Lobby(mine, others)
