"""Creating tables, and taking seats."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.notes import Note
from engineshed.core.registry import find_game
from engineshed.server import blocks, clocks
from engineshed.server.absence import bot_called
from engineshed.server.clocks import Clock
from engineshed.server.foreign import TableWish
from engineshed.server.guests import known_language
from engineshed.server.live import Live, opened, seats_of
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import NewLinks, NewTable, SeatWish
from engineshed.server.refusals import ClosableError, ServiceError
from engineshed.server.rows import EndTurn, Event, Guest, PartRow, SeatRow, Snapshot, TableRow
from engineshed.server.secrets import hash_of, new_seed, new_token
from engineshed.server.service import Service, with_fresh_eyes
from engineshed.server.store import TakenError
from engineshed.server.texts import clean_title, looks

SLOWEST = 10.0
"""The longest wait before a bot's move that a table may ask for, in seconds."""
NO_LINK: dict[str, None] = {"link_hash": None, "link": None}
STUCK = ("house.cannot-go-on", "house.lost-start", "house.other-version")
"""Why a table cannot be opened any more; its owner may then close it."""


async def create(service: Service, guest: Guest, wish: NewTable) -> NewLinks:
    """A new table. If no seat is open, its game begins at once."""
    game = find_game(wish.game)
    if len(wish.seats) not in game.seats:
        raise ServiceError("bad-request", "seats", game=game.title, seats=", ".join(map(str, game.seats)))
    _must_be_a_pace(wish.pace)
    if wish.public and not wish.shared and [seat.kind for seat in wish.seats].count("me") > 1:
        raise ServiceError("bad-request", "one-screen")
    if wish.rated:
        must_be_ratable(game, wish)
    row = TableRow(
        id=service.new_table_id(),
        game=game.id,
        version=game.version,
        seats=len(wish.seats),
        options=await _options(service, wish),
        title=game.title if wish.title is None else clean_title(wish.title),
        owner=guest.id,
        seed=new_seed(),
        mode=wish.mode,
        speed=wish.speed,
        level=wish.level,
        language=None if wish.language is None else known_language(wish.language),
        delay_moves=wish.delay.moves,
        delay_minutes=wish.delay.minutes,
        latecomers=wish.latecomers,
        public=wish.public,
        shared=wish.shared,
        hints=wish.hints,
        rated=wish.rated,
        pace=wish.pace,
        end_turn=wish.end_turn,
        clock=_clock(game, wish.clock),
        created=service.clock(),
        updated=service.clock(),
    )
    seats, links = seats_for(game, guest, wish.seats)
    live = await opened(game, row, seats, None)
    if wish.latecomers and game.hides(live.options):
        raise ServiceError("bad-request", "hidden-from-latecomers", game=game.title)
    return await open_table(service, live, links)


def _clock(game: AnyGame, wish: Clock) -> Clock:
    if not clocks.is_possible(wish):
        raise ServiceError(
            "bad-request",
            "clock",
            minutes=clocks.MOST_MINUTES,
            increment=clocks.MOST_INCREMENT,
            hours=clocks.MOST_HOURS,
            holidays=clocks.MOST_HOLIDAYS,
        )
    bot_called(game, wish.bot)
    return clocks.only_used(wish)


def must_be_ratable(game: AnyGame, wish: NewTable) -> None:
    """Refuse a rated table whose result would not say how strong its players are."""
    people = [seat.kind for seat in wish.seats if seat.kind != "bot"]
    if len(wish.seats) < 2 or not people or people.count("me") > 1 or wish.shared or wish.latecomers:
        raise ServiceError("bad-request", "rated-seats")
    if wish.hints:
        raise ServiceError("bad-request", "rated-hints")
    if TableWish(game.id, len(wish.seats), wish.map, wish.data, wish.options, {}).is_foreign:
        raise ServiceError("bad-request", "rated-files")
    for seat in wish.seats:
        if seat.kind == "bot" and game.bots.rating(bot_called(game, seat.bot)) is None:
            raise ServiceError("bad-request", "rated-bot", bot=bot_called(game, seat.bot))


def _must_be_a_pace(pace: float) -> None:
    if not 0 <= pace <= SLOWEST:
        raise ServiceError("bad-request", "pace", most=int(SLOWEST))


@with_fresh_eyes
async def change_settings(
    service: Service, guest: Guest, table_id: str, pace: float | None, end_turn: EndTurn | None
) -> None:
    """Only for the owner: how long bots wait, and how turns end. A turn that is held stays so until it ends."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_own(loaded.live, guest)
        given = {"pace": pace, "end_turn": end_turn}
        after = loaded.live.copy()
        after.set(**{name: value for name, value in given.items() if value is not None})
        _must_be_a_pace(after.row.pace)
        await service.commit(loaded, after, (), ())


async def open_table(
    service: Service,
    live: Live,
    links: dict[int, str],
    *,
    snapshot: Snapshot | None = None,
    events: Sequence[Event] = (),
    parts: Sequence[PartRow] = (),
) -> NewLinks:
    """Write a prepared table, with the log it has so far; if no seat is open, its game begins."""
    log = list(events)
    if all(seat.kind != "open" for seat in live.seats):
        live.row = msgspec.structs.replace(live.row, state="running")
        log += live.begin(service.clock())[0]
    live.settle(live.head(service.clock()), None)
    await service.store.add_table(live.row, live.seats, log, snapshot, parts)
    service.has_written(live.row)
    return NewLinks(live.row.id, links)


async def _options(service: Service, wish: NewTable) -> dict[str, object]:
    """The checked options that differ from the printed rules; strangers' texts are read in another process."""
    corrected = dict(service.corrected.get(wish.game, {}))
    asked = TableWish(wish.game, len(wish.seats), wish.map, wish.data, wish.options, corrected)
    return await service.readers.read(asked) if asked.is_foreign else asked.read()


def seats_for(game: AnyGame, guest: Guest, wishes: Sequence[SeatWish]) -> tuple[list[SeatRow], dict[int, str]]:
    """The seats of a new table, and the tokens of those that are open."""
    seats: list[SeatRow] = []
    links: dict[int, str] = {}
    for number, wish in enumerate(wishes):
        if wish.kind == "bot":
            seats.append(SeatRow(number, "bot", bot=bot_called(game, wish.bot)))
        elif wish.kind == "me":
            seats.append(SeatRow(number, "guest", guest=guest.id))
        else:
            links[number] = new_token()
            seats.append(SeatRow(number, "open", link_hash=hash_of(links[number]), link=links[number]))
    return seats, links


# -- taking seats --------------------------------------------------------------------------------------------------


@with_fresh_eyes
async def claim(service: Service, guest: Guest, table_id: str, token: str, *, anyway: bool = False) -> int:
    """Take a seat by its link. The link is then used up; the owner can make a new one.

    ``anyway``: even if the guest has blocked somebody there.
    """
    loaded = await service.table(table_id)
    async with loaded.lock:
        seat = _seat_of_link(loaded.live, token)
        _must_be_free_to_take(loaded.live, seat, guest)
        await _must_fit_in(service, guest, loaded.live, anyway=anyway)
        await _change_seat(service, loaded, _taken(seat, guest))
        return seat.seat


@with_fresh_eyes
async def join(service: Service, guest: Guest, table_id: str, seat: int, *, anyway: bool = False) -> int:
    """Take an open seat at a public table, or one that is kept for this guest; during the game, a bot's if the table
    takes latecomers."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        wanted, row = _seat(loaded.live, seat), loaded.live.row
        may_be_free = wanted.kind == "open" or (wanted.kind == "bot" and loaded.live.takes_latecomers)
        if not may_be_free or not (row.public or wanted.kept_for == guest.id):
            raise ServiceError("forbidden", "seat-not-open")
        if wanted.kept_for not in (None, guest.id):
            raise ServiceError("conflict", "seat-kept")
        if wanted.kept_for is None:
            _must_be_free_to_take(loaded.live, wanted, guest)
        await _must_fit_in(service, guest, loaded.live, anyway=anyway)
        await _change_seat(service, loaded, _taken(wanted, guest))
        return seat


async def _must_fit_in(service: Service, guest: Guest, live: Live, *, anyway: bool) -> None:
    """Refuse somebody who does not get on with a player, or whose name could be taken for a player's."""
    await blocks.must_get_on(service, guest, live, anyway=anyway)
    names = await service.names(seat.guest for seat in live.seats if seat.guest not in (None, guest.id))
    alike = next((name for name in names.values() if name and looks(name) == looks(guest.name)), None)
    if alike is not None:
        raise ServiceError("conflict", "name-at-table", name=alike)


@with_fresh_eyes
async def take_kept(service: Service, guest: Guest, table_id: str, *, anyway: bool) -> None:
    """Take all seats that are kept for this guest, if there are any left; ``anyway`` as above."""
    loaded = await service.table(table_id)
    async with loaded.lock:
        for seat in [seat for seat in loaded.live.seats if seat.kept_for == guest.id]:
            await blocks.must_get_on(service, guest, loaded.live, anyway=anyway)
            await _change_seat(service, loaded, _taken(seat, guest))


@with_fresh_eyes
async def new_link(service: Service, guest: Guest, table_id: str, seat: int) -> str:
    """Only for the owner: a new link for an open seat or a bot's. Older links to the seat stop working at once.

    A person's seat cannot be given away. Neither can a bot's once the game has begun, because its new player would see
    the bot's hand; unless the game has nothing to hide, and everybody has agreed on it by sitting down at a table that
    takes latecomers.
    """
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_own(loaded.live, guest)
        wanted = _seat(loaded.live, seat)
        if wanted.guest is not None:
            raise ServiceError("conflict", "seat-taken")
        _may_change_hands(loaded.live, wanted)
        token = new_token()
        await _change_seat(service, loaded, msgspec.structs.replace(wanted, link_hash=hash_of(token), link=token))
        return token


async def links(service: Service, guest: Guest | None, table_id: str) -> dict[int, str | None]:
    """For the owner: the tokens of the seats that have a link; None for those that only have its hash."""
    live = (await service.table(table_id)).live
    if guest is None or live.row.owner != guest.id:
        return {}
    return {seat.seat: seat.link for seat in live.seats if seat.link_hash is not None}


@with_fresh_eyes
async def revoke_link(service: Service, guest: Guest, table_id: str, seat: int) -> None:
    loaded = await service.table(table_id)
    async with loaded.lock:
        _must_own(loaded.live, guest)
        await _change_seat(service, loaded, msgspec.structs.replace(_seat(loaded.live, seat), **NO_LINK))


def _taken(seat: SeatRow, guest: Guest) -> SeatRow:
    return SeatRow(seat.seat, "guest", guest=guest.id, sat=seat.sat)


async def _change_seat(service: Service, loaded: LoadedTable, changed: SeatRow) -> None:
    """Write a seat; if it was the last open one, the game begins. A latecomer is in the log, and has time to begin."""
    live, at = loaded.live, service.clock()
    if live.row.state == "closed":
        raise ServiceError("conflict", "closed")
    after = live.copy()
    after.seats[changed.seat] = changed
    if after.row.state == "open" and all(seat.kind != "open" for seat in after.seats):
        after.set(state="running")
        events, said = after.begin(at)
    elif live.row.state == "running" and live.seats[changed.seat].kind == "bot" and changed.guest is not None:
        if live.row.timing is not None:
            timing = clocks.charged(live.row.timing, at)
            after.set(timing=clocks.with_more(live.row.clock, timing, changed.seat, clocks.BACK))
        events, said = after.note(changed.seat, Note("joined"), at)
    else:
        events, said = [], []
    await service.commit(loaded, after, events, said, after.seats)


def _seat(live: Live, seat: int) -> SeatRow:
    if not 0 <= seat < len(live.seats):
        raise ServiceError("not-found", "no-seat")
    return live.seats[seat]


def _must_be_free_to_take(live: Live, seat: SeatRow, guest: Guest) -> None:
    """Refuse the seat of a bot that has begun, one to whoever has played another in this game and, at a public table, a
    second free one."""
    _may_change_hands(live, seat)
    if live.row.state == "running" and any(guest.id in (other.guest, *other.sat.split()) for other in live.seats):
        raise ServiceError("conflict", "one-hand")
    if (live.row.public or live.row.rated) and not live.row.shared and seats_of(live, guest):
        raise ServiceError("conflict", "one-seat")


def _may_change_hands(live: Live, seat: SeatRow) -> None:
    """Refuse the seat of a bot that has begun a game. A link may be older than the game, so claims are checked, too."""
    if seat.kind == "bot" and live.row.state != "open" and not live.takes_latecomers:
        raise ServiceError("conflict", "bot-plays-on")


def _seat_of_link(live: Live, token: str) -> SeatRow:
    wanted = hash_of(token)
    for seat in live.seats:
        if seat.link_hash == wanted:
            return seat
    raise ServiceError("forbidden", "dead-link")


def _must_own(live: Live, guest: Guest) -> None:
    if live.row.owner != guest.id:
        raise ServiceError("forbidden", "not-owner")


async def open_for(service: Service, guest: Guest | None, table_id: str) -> LoadedTable:
    """A table as it is now. If it can never be opened again, its owner is told that they may close it."""
    try:
        return await service.table(table_id)
    except ServiceError as error:
        if guest is None or error.message.id not in STUCK:
            raise
        row = await service.store.table(table_id)
        if row is None or row.owner != guest.id or row.state == "closed":
            raise
        raise ClosableError(error) from None


async def close(service: Service, guest: Guest, table_id: str) -> None:
    """Only for the owner: close a table that cannot go on under the current rules.

    It cannot be opened, so it is changed in the store; another server may be changing it at the same time.
    """
    while True:
        row = await service.store.table(table_id)
        if row is None:
            raise ServiceError("not-found", "no-table")
        if row.owner != guest.id:
            raise ServiceError("forbidden", "not-owner")
        await _must_be_stuck(service, row)
        closed = msgspec.structs.replace(
            row.head(),
            state="closed",
            to_act=(),
            result=None,
            updated=service.clock(),
            held=None,
            held_until=None,
            due=None,
        )
        with suppress(TakenError):
            return await service.store.append(table_id, (), closed, revision=row.revision)


async def _must_be_stuck(service: Service, row: TableRow) -> None:
    try:
        await service.table(row.id)
    except ServiceError as error:
        if error.message.id not in STUCK or row.state == "closed":
            raise
    else:
        raise ServiceError("conflict", "can-go-on")
