"""Booking: when a game has ended, its result is written down for good, with what it adds to its players' tallies and,
at a rated table, to their ratings.

Everything follows from the table, so nothing is lost if the server stops between the last move and this: a table whose
game has ended waits in an index until it has been booked, and of several servers only one can book it. In the same way
games are booked that ended before there were results.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.server.besides import ended
from engineshed.server.glicko import Glicko, Meeting, rated
from engineshed.server.metrics import BOOKED
from engineshed.server.outcome import Outcome, outcomes
from engineshed.server.results import ALL, ALONE, BOT, WEEK, Booking, Player, RatingRow, ResultRow, Tally
from engineshed.server.rows import Guest, TableRow
from engineshed.server.secrets import new_id
from engineshed.server.service import Service
from engineshed.server.store import StoreDownError
from engineshed.server.texts import looks
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

PAGE = 100
"""How many tables are looked up at a time."""
TRIES = 5
"""How often a rating is worked out again that somebody has changed meanwhile."""
EVERY = 600.0
"""Seconds between two searches for games whose server stopped before it had booked them."""


class Bookkeeper:
    """Books games as they end, one after the other."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._service.on_end = self._ended.put_nowait
        self._tasks = [asyncio.create_task(self._search()), asyncio.create_task(self._keep())]

    async def stop(self) -> None:
        self._service.on_end = lambda _table_id: None
        await ended(self._tasks)

    async def _keep(self) -> None:
        while True:
            table_id = await self._ended.get()
            try:
                await book(self._service, table_id)
            except StoreDownError:
                continue  # it is found by the next search
            except Exception as error:  # noqa: BLE001  (one table's trouble must not keep the others waiting)
                log.error("the result of a table cannot be booked: %s", where_raised(error))

    async def _search(self) -> None:
        while True:
            try:
                await book_all(self._service)
            except StoreDownError:
                pass
            except Exception as error:  # noqa: BLE001  (the same)
                log.error("results cannot be booked: %s", where_raised(error))
            await asyncio.sleep(EVERY)


async def book_all(service: Service) -> int:
    """Book all games that have ended and are not booked yet; returns how many there were."""
    last, count = "", 0
    while ids := await service.store.unbooked(last, PAGE):
        for table_id in ids:
            count += await book(service, table_id)
            await asyncio.sleep(0)
        last = ids[-1]
    return count


async def book(service: Service, table_id: str) -> bool:
    """Book one table; False if its game may go on, or if another server has booked it."""
    for _ in range(TRIES):
        row = await service.store.table(table_id) if await service.store.is_unbooked(table_id) else None
        if row is None or not row.revealed:
            return False
        booking = await _booking(service, row)
        if await service.store.book(booking):
            BOOKED.labels("rated" if booking.ratings else "plain").inc()
            return True
    return False


async def _booking(service: Service, row: TableRow) -> Booking:
    if _is_practice(row):
        return Booking(row.id)
    store = service.store
    seats = outcomes(row, await store.seats(row.id), await store.events(row.id))
    known = await store.guests([seat.guest for seat in seats if seat.guest])
    seats = [seat if _has_name(known, seat) else seat._replace(guest="") for seat in seats]
    people = [seat.guest for seat in seats if seat.guest]
    if not people:
        return Booking(row.id)
    ratings = {one.guest: one for one in await _ratings(service, row, seats, people)}
    players = await store.players(list(ratings))
    new = [Player(guest, new_id(), looks(known[guest].name)) for guest in ratings if guest not in players]
    return Booking(
        table=row.id,
        results=tuple(_result(row, number, seat, ratings) for number, seat in enumerate(seats)),
        tallies=tuple(sorted(_tallies(row, seats), key=lambda tally: (tally.guest, tally.opponent))),
        players=tuple(new),
        ratings=tuple(sorted(ratings.values(), key=lambda rating: rating.guest)),
    )


def _is_practice(row: TableRow) -> bool:
    """Games that began somewhere else, or that somebody has brought along as a record."""
    return row.forked_from is not None or row.brought


def _has_name(known: Mapping[str, Guest], seat: Outcome) -> bool:
    """Guests who have deleted their data have none."""
    return seat.guest in known and bool(known[seat.guest].name)


def _map(row: TableRow) -> str:
    """The map's name. Rows from lists are brief, so that a map of the table's own is None, or else a long text."""
    found = row.options.get("map")
    return found if isinstance(found, str) and "\n" not in found else ""


def _result(row: TableRow, number: int, seat: Outcome, ratings: Mapping[str, RatingRow]) -> ResultRow:
    rating = ratings.get(seat.guest)
    return ResultRow(
        table=row.id,
        seat=number,
        game=row.game,
        map=_map(row),
        seats=row.seats,
        at=row.updated,
        public=row.public,
        guest=seat.guest,
        bot=seat.bot,
        place=seat.place,
        score=seat.score,
        gone=seat.gone,
        rating=None if rating is None else rating.points,
        deviation=None if rating is None else rating.deviation,
    )


# -- tallies ----------------------------------------------------------------------------------------------------------


def _tallies(row: TableRow, seats: Sequence[Outcome]) -> list[Tally]:
    added: dict[tuple[str, str], Tally] = {}
    for seat in seats:
        if not seat.guest:
            continue
        if len(seats) == 1:
            added[seat.guest, ALONE] = Tally(seat.guest, row.game, ALONE + _map(row), 1, 0, 0, best=seat.score)
            continue
        won = int(seat.place == 1)
        added[seat.guest, ALL] = Tally(seat.guest, row.game, ALL, 1, won, 1 - won, won, won, seat.score)
        for other in seats:
            opponent = other.guest or (f"{BOT}{other.bot}" if other.bot else "")
            if other is not seat and opponent:
                _add(added, Tally(seat.guest, row.game, opponent, 1, *_compared(seat, other)))
    return list(added.values())


def _compared(seat: Outcome, other: Outcome) -> tuple[int, int]:
    """Whether it came before the other one, and whether behind."""
    return int(seat.place < other.place), int(seat.place > other.place)


def _add(added: dict[tuple[str, str], Tally], one: Tally) -> None:
    """The same bot may sit there several times."""
    before = added.get((one.guest, one.opponent))
    games, won, lost = (0, 0, 0) if before is None else (before.games, before.won, before.lost)
    added[one.guest, one.opponent] = Tally(
        one.guest, one.game, one.opponent, games + one.games, won + one.won, lost + one.lost
    )


# -- ratings ----------------------------------------------------------------------------------------------------------


async def _ratings(service: Service, row: TableRow, seats: Sequence[Outcome], people: Sequence[str]) -> list[RatingRow]:
    """The new ratings of those whom this game rates."""
    if not row.rated or len(seats) < 2 or any(not seat.guest and not seat.bot for seat in seats):
        return []
    before = {one.guest: one for one in await service.store.ratings(people, row.game)}
    strengths = [_strength(row, seat, before) for seat in seats]
    found = []
    for number, seat in enumerate(seats):
        if not seat.guest:
            continue
        meetings = _meetings(row, number, seats, strengths)
        if not meetings:
            continue
        last = before.get(seat.guest)
        periods = 0.0 if last is None else max(0.0, row.updated - last.at) / WEEK
        known = Glicko() if last is None else Glicko(last.points, last.deviation, last.volatility)
        new = rated(known, meetings, periods)
        found.append(RatingRow(seat.guest, row.game, *new, 1 if last is None else last.games + 1, row.updated))
    return found


def rating_of_bot(game: AnyGame, bot: str) -> Glicko | None:
    """What the arena says about a bot; its rating does not change by games against people."""
    found = game.bots.rating(bot)
    return None if found is None else Glicko(found.points, found.deviation)


def _strength(row: TableRow, seat: Outcome, before: Mapping[str, RatingRow]) -> Glicko | None:
    if seat.bot is not None:
        return rating_of_bot(find_game(row.game), seat.bot)
    return before[seat.guest].now(row.updated) if seat.guest in before else Glicko()


def _meetings(
    row: TableRow, number: int, seats: Sequence[Outcome], strengths: Sequence[Glicko | None]
) -> list[Meeting]:
    """One meeting with each opponent. Together they count as much as there are neighbours in the final order: what is
    known about all other pairs follows from those.

    A game that was not played to its end only says something about whoever ended it and the others.
    """
    me, weight = seats[number], 2 / len(seats)
    return [
        Meeting(strength, 0.5 if me.place == other.place else float(me.place < other.place), weight)
        for place, (other, strength) in enumerate(zip(seats, strengths, strict=True))
        if place != number and strength is not None and (row.result is not None or me.gone != other.gone)
    ]
