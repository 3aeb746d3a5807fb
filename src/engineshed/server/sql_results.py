"""What a store keeps of finished games, and of guests' wishes about each other.

Written in SQL that SQLite and Postgres both understand, with ``?`` as the placeholder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engineshed.server.results import BlockRow, Booking, Player, RatingRow, ResultRow, Tally
from engineshed.server.statements import Database, Row, Statement, marks
from engineshed.server.store import TakenError

RESULT = "table_id, seat, game, map, seats, at, public, guest, bot, place, score, gone, rating, deviation"
TALLY = "guest, game, opponent, games, won, lost, streak, longest, best"
RATING = "guest, game, points, deviation, volatility, games, at"
BLOCK = "id, guest, blocked, at"

UNBOOKED = "NOT booked AND (state = 'over' OR (state = 'closed' AND rated))"
MARK = f"UPDATE tables SET booked = CASE WHEN {UNBOOKED} THEN TRUE END WHERE id = ?"
"""Once it has been booked, this becomes NULL, which the schema forbids: of two servers, one fails."""
PUT_TALLY = f"""INSERT INTO tallies ({TALLY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (guest, game, opponent) DO UPDATE SET games = tallies.games + excluded.games,
    won = tallies.won + excluded.won, lost = tallies.lost + excluded.lost,
    streak = CASE WHEN excluded.streak = 0 THEN 0 ELSE tallies.streak + excluded.streak END,
    longest = CASE WHEN excluded.streak > 0 AND tallies.streak + excluded.streak > tallies.longest
        THEN tallies.streak + excluded.streak ELSE tallies.longest END,
    best = CASE WHEN excluded.best > coalesce(tallies.best, excluded.best - 1)
        THEN excluded.best ELSE tallies.best END"""
PUT_RATING = f"""INSERT INTO ratings ({RATING}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (guest, game) DO UPDATE SET points = excluded.points, deviation = excluded.deviation,
    volatility = excluded.volatility, at = excluded.at,
    games = CASE WHEN ratings.games = excluded.games - 1 THEN excluded.games END"""
"""If somebody has written another rating meanwhile, the number of games becomes NULL, which the schema forbids."""
KNOWN = f"SELECT {RATING} FROM ratings"


class ResultsSQL(Database):
    """A part of a store."""

    # -- booking ----------------------------------------------------------------------------------------------------

    async def unbooked(self, after: str, most: int) -> list[str]:
        sql = f"SELECT id FROM tables WHERE {UNBOOKED} AND id > ? ORDER BY id LIMIT ?"
        return [row[0] for row in await self._ask(sql, after, most)]

    async def is_unbooked(self, table_id: str) -> bool:
        return bool(await self._ask(f"SELECT 1 FROM tables WHERE {UNBOOKED} AND id = ?", table_id))

    async def book(self, booking: Booking) -> bool:
        try:
            await self._change(
                booking.table,
                Statement(MARK, (booking.table,), needed=True),
                Statement("UPDATE seats SET past = TRUE WHERE table_id = ?", (booking.table,)),
                *(Statement(_insert("results", RESULT), msgspec.structs.astuple(one)) for one in booking.results),
                *(Statement(PUT_TALLY, msgspec.structs.astuple(one)) for one in booking.tallies),
                *(
                    Statement(_insert("players", "guest, handle, looks"), msgspec.structs.astuple(one))
                    for one in booking.players
                ),
                *(Statement(PUT_RATING, msgspec.structs.astuple(one)) for one in booking.ratings),
            )
        except TakenError:
            return False
        return True

    # -- results ----------------------------------------------------------------------------------------------------

    async def results_of(self, guest_id: str, before: tuple[float, str], most: int) -> list[ResultRow]:
        sql = f"""SELECT {RESULT} FROM results WHERE guest = ? AND (at, table_id) < (?, ?)
            ORDER BY at DESC, table_id DESC LIMIT ?"""
        return [_result(row) for row in await self._ask(sql, guest_id, *before, most)]

    async def rated_results(self, guest_id: str, game: str, most: int) -> list[ResultRow]:
        sql = f"""SELECT {RESULT} FROM results WHERE guest = ? AND game = ? AND rating IS NOT NULL
            ORDER BY at DESC LIMIT ?"""
        return [_result(row) for row in await self._ask(sql, guest_id, game, most)]

    async def results_at(self, tables: Sequence[str]) -> list[ResultRow]:
        if not tables:
            return []
        sql = f"SELECT {RESULT} FROM results WHERE table_id IN ({marks(tables)}) ORDER BY table_id, place, seat"
        return [_result(row) for row in await self._ask(sql, *tables)]

    async def titles(self, tables: Sequence[str]) -> dict[str, str]:
        if not tables:
            return {}
        return dict(await self._ask(f"SELECT id, title FROM tables WHERE id IN ({marks(tables)})", *tables))

    async def tallies_of(self, guest_id: str, most: int) -> list[Tally]:
        own = f"SELECT {TALLY} FROM tallies WHERE guest = ? AND opponent < '!' ORDER BY games DESC"
        against = f"SELECT {TALLY} FROM tallies WHERE guest = ? AND opponent >= '!' ORDER BY games DESC LIMIT ?"
        found = [*await self._ask(own, guest_id), *await self._ask(against, guest_id, most)]
        return [Tally(*row) for row in found]

    # -- ratings ----------------------------------------------------------------------------------------------------

    async def ratings(self, guests: Sequence[str], game: str | None = None) -> list[RatingRow]:
        if not guests:
            return []
        which, values = ("", ()) if game is None else (" AND game = ?", (game,))
        sql = f"{KNOWN} WHERE guest IN ({marks(guests)}){which} ORDER BY guest, game"
        return [RatingRow(*row) for row in await self._ask(sql, *guests, *values)]

    async def players(self, guests: Sequence[str]) -> dict[str, Player]:
        if not guests:
            return {}
        sql = f"SELECT guest, handle, looks FROM players WHERE guest IN ({marks(guests)})"
        return {row[0]: Player(*row) for row in await self._ask(sql, *guests)}

    async def player(self, handle: str) -> Player | None:
        rows = await self._ask("SELECT guest, handle, looks FROM players WHERE handle = ?", handle)
        return Player(*rows[0]) if rows else None

    async def names_beside(self, guest_id: str, most: int) -> list[str]:
        sql = """SELECT DISTINCT guests.name FROM seats AS mine
            JOIN seats AS theirs ON theirs.table_id = mine.table_id AND theirs.guest <> mine.guest
            JOIN guests ON guests.id = theirs.guest
            WHERE mine.guest = ? AND NOT mine.past AND guests.name <> '' ORDER BY guests.name LIMIT ?"""
        return [row[0] for row in await self._ask(sql, guest_id, most)]

    async def is_known(self, looks: str, guest_id: str, deviation: float) -> bool:
        sql = """SELECT 1 FROM players JOIN ratings ON ratings.guest = players.guest
            WHERE looks = ? AND players.guest <> ? AND deviation <= ? LIMIT 1"""
        return bool(await self._ask(sql, looks, guest_id, deviation))

    # -- coming back ------------------------------------------------------------------------------------------------

    async def put_recovery_code(self, guest_id: str, code_hash: bytes, created: float) -> None:
        sql = """INSERT INTO recovery_codes (guest, code_hash, created) VALUES (?, ?, ?)
            ON CONFLICT (guest) DO UPDATE SET code_hash = excluded.code_hash, created = excluded.created"""
        await self._change(guest_id, Statement(sql, (guest_id, code_hash, created)))

    async def recovery_code(self, guest_id: str) -> float | None:
        rows = await self._ask("SELECT created FROM recovery_codes WHERE guest = ?", guest_id)
        return rows[0][0] if rows else None

    async def take_recovery_code(self, code_hash: bytes) -> str | None:
        sql = "DELETE FROM recovery_codes WHERE code_hash = ? RETURNING guest"
        rows = await self._change(code_hash.hex(), Statement(sql, (code_hash,)))
        return rows[0][0] if rows else None

    # -- blocks -----------------------------------------------------------------------------------------------------

    async def add_block(self, block: BlockRow, most: int) -> bool:
        sql = f"""INSERT INTO blocks ({BLOCK}) SELECT ?, ?, ?, ?
            WHERE (SELECT count(*) FROM blocks WHERE guest = ?) < ? OR EXISTS (
                SELECT 1 FROM blocks WHERE guest = ? AND blocked = ?
            ) ON CONFLICT (guest, blocked) DO UPDATE SET at = blocks.at"""
        values = (*msgspec.structs.astuple(block), block.guest, most, block.guest, block.blocked)
        try:
            await self._change(block.guest, Statement(sql, values, needed=True))
        except TakenError:
            return False
        return True

    async def remove_block(self, guest_id: str, block_id: str) -> bool:
        sql = "DELETE FROM blocks WHERE guest = ? AND id = ? RETURNING id"
        return bool(await self._change(guest_id, Statement(sql, (guest_id, block_id))))

    async def blocks_of(self, guest_id: str) -> list[BlockRow]:
        rows = await self._ask(f"SELECT {BLOCK} FROM blocks WHERE guest = ? ORDER BY at, id", guest_id)
        return [BlockRow(*row) for row in rows]

    async def blocks_between(self, guest_id: str, others: Sequence[str]) -> list[BlockRow]:
        if not others:
            return []
        sql = f"""SELECT {BLOCK} FROM blocks WHERE guest = ? AND blocked IN ({marks(others)})
            UNION ALL SELECT {BLOCK} FROM blocks WHERE blocked = ? AND guest IN ({marks(others)})"""
        return [BlockRow(*row) for row in await self._ask(sql, guest_id, *others, guest_id, *others)]


# -- guests who are gone ----------------------------------------------------------------------------------------------


def without_guests(which: str, values: Sequence[object]) -> Iterator[Statement]:
    """Take guests out of everything here, but leave their opponents what they have won against somebody.

    ``which``: the ids of these guests, as SQL with these values.
    """
    yield Statement(
        f"""INSERT INTO tallies ({TALLY})
            SELECT guest, game, 'gone', sum(games), sum(won), sum(lost), 0, 0, NULL FROM tallies
            WHERE opponent IN {which} AND guest NOT IN {which} GROUP BY guest, game
            ON CONFLICT (guest, game, opponent) DO UPDATE SET games = tallies.games + excluded.games,
            won = tallies.won + excluded.won, lost = tallies.lost + excluded.lost""",
        (*values, *values),
    )
    yield Statement(f"DELETE FROM tallies WHERE opponent IN {which} OR guest IN {which}", (*values, *values))
    yield Statement(
        f"""DELETE FROM results WHERE table_id IN (SELECT table_id FROM results AS theirs WHERE guest IN {which})
            AND NOT EXISTS (SELECT 1 FROM results AS others WHERE others.table_id = results.table_id
                AND others.guest <> '' AND others.guest NOT IN {which})""",
        (*values, *values),
    )
    yield Statement(
        f"UPDATE results SET guest = '', rating = NULL, deviation = NULL WHERE guest IN {which}", tuple(values)
    )
    yield Statement(f"DELETE FROM blocks WHERE guest IN {which} OR blocked IN {which}", (*values, *values))
    for table in ("ratings", "players", "recovery_codes"):
        yield Statement(f"DELETE FROM {table} WHERE guest IN {which}", tuple(values))


def put_looks(guest_id: str, looks: str) -> Statement:
    """What a player's new name looks like; nothing happens to guests who have never been rated."""
    return Statement("UPDATE players SET looks = ? WHERE guest = ?", (looks, guest_id))


def _insert(table: str, columns: str) -> str:
    return f"INSERT INTO {table} ({columns}) VALUES ({marks(columns.split(', '))})"


def _result(row: Row) -> ResultRow:
    values = list(row)
    values[6], values[11] = bool(values[6]), bool(values[11])
    return ResultRow(*values)
