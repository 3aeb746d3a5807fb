"""A search for tables as SQL.

The cost of a page must not grow with the number of tables. So filters use an index in the order of the list, and a word
is handled according to how common it is: tables with a rare word are looked up one by one; those with a common word or
wish are all over the list, so the next portion of the list is searched for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from engineshed.server.rows import Place, Search, SearchWord

RARE = 500
"""The most tables that are looked up one by one."""
PORTION = 500
"""How many tables of the list are searched for common words at a time."""
LAST_CHARACTER = "\U0010ffff"

Row = tuple[Any, ...]
Ask = Callable[..., Awaitable[list[Row]]]
"""Runs a statement with its values."""


class Condition(msgspec.Struct, frozen=True):
    """A part of a statement that must be true, and the values in it."""

    sql: str
    values: tuple[Any, ...] = ()


async def find(ask: Ask, columns: str, search: Search) -> tuple[list[Row], Place | None]:
    """The rows of a page, and the place after which the next page begins. Each row ends with update, id and turn."""
    if search.guest is not None:
        return _page(await _of_guest(ask, columns, search, search.guest), search)
    where, end = _public(search), None
    rare, common = await _by_rarity(ask, search.words)
    common += _wishes(search)
    if rare is not None:
        where.append(_among("id", sorted(rare)))
    elif common:
        end = await _end_of_portion(ask, where)
        where += [] if end is None else [Condition("(updated, id) >= (?, ?)", (end.updated, end.id))]
    page, rest = _page(await _listed(ask, columns, [*where, *common], search.most + 1), search)
    return page, rest or end


def _page(rows: list[Row], search: Search) -> tuple[list[Row], Place | None]:
    """The rows as a page. One more than it holds was fetched, to know whether there are more."""
    page = rows[: search.most]
    return page, _place(page[-1]) if len(rows) > search.most else None


def _place(row: Row) -> Place:
    updated, table_id, turn = row[-3:]
    return Place(bool(turn), updated, table_id)


# -- the tables of a guest --------------------------------------------------------------------------------------------

THEIRS = """id IN (
    SELECT table_id FROM seats WHERE guest = ? UNION SELECT table_id FROM seats WHERE kept_for = ?
    UNION SELECT id FROM tables WHERE owner = ?
)"""
STILL_THEIRS = """id IN (
    SELECT table_id FROM seats WHERE guest = ? AND NOT past UNION SELECT table_id FROM seats WHERE kept_for = ?
    UNION SELECT id FROM tables WHERE owner = ? AND state IN ('open', 'running')
)"""
"""The same among tables whose game is not over, of which even somebody who has played for years has few."""
TURN = """CASE WHEN state = 'running' AND EXISTS (
    SELECT 1 FROM seats AS mine WHERE mine.table_id = tables.id AND mine.guest = ? AND NOT mine.away
        AND replace(replace(replace(to_act, '[', ','), ']', ','), ' ', '') LIKE '%,' || mine.seat || ',%'
) THEN 1 ELSE 0 END"""


async def _of_guest(ask: Ask, columns: str, search: Search, guest: str) -> list[Row]:
    present = search.turn or search.state in ("open", "running")
    theirs = [
        Condition(STILL_THEIRS if present else THEIRS, (guest, guest, guest)),
        *_filters(search),
        *_wishes(search),
        *map(_called, search.words),
    ]
    wanted = [Condition("turn = 1")] if search.turn else []
    if search.after is not None:
        place = (int(search.after.turn), search.after.updated, search.after.id)
        wanted.append(Condition("(turn, updated, id) < (?, ?, ?)", place))
    sql = f"""SELECT {columns}, updated, id, turn
        FROM (SELECT tables.*, {TURN} AS turn FROM tables WHERE {_all(theirs)}) AS theirs WHERE {_all(wanted)}
        ORDER BY turn DESC, updated DESC, id DESC LIMIT ?"""
    return await ask(sql, guest, *_values(theirs), *_values(wanted), search.most + 1)


# -- the public tables ------------------------------------------------------------------------------------------------

ORDER = "ORDER BY updated DESC, id DESC"


def _public(search: Search) -> list[Condition]:
    where = [Condition("public AND state <> 'closed'"), *_filters(search)]
    if search.after is not None:
        where.append(Condition("(updated, id) < (?, ?)", (search.after.updated, search.after.id)))
    return where


def _filters(search: Search) -> list[Condition]:
    given = {"game": search.game, "state": search.state}
    return [Condition(f"{column} = ?", (value,)) for column, value in given.items() if value is not None]


def _wishes(search: Search) -> list[Condition]:
    """What fits the wishes of a search. They have few values each, so no index would help; like common words, they are
    looked for in portions of the list."""
    found = [] if search.mode is None else [Condition("mode = ?", (search.mode,))]
    given = {"speed": search.speed, "level": search.level}
    found += [Condition(f"{column} IN (?, 'any')", (value,)) for column, value in given.items() if value is not None]
    if search.language is not None:
        found.append(Condition("(language = ? OR language IS NULL)", (search.language,)))
    return found


async def _listed(ask: Ask, columns: str, where: list[Condition], most: int) -> list[Row]:
    sql = f"SELECT {columns}, updated, id, 0 AS turn FROM tables WHERE {_all(where)} {ORDER} LIMIT ?"
    return await ask(sql, *_values(where), most)


async def _end_of_portion(ask: Ask, where: list[Condition]) -> Place | None:
    sql = f"SELECT updated, id, 0 FROM tables WHERE {_all(where)} {ORDER} LIMIT 1 OFFSET {PORTION - 1}"
    return next(map(_place, await ask(sql, *_values(where))), None)


# -- words ------------------------------------------------------------------------------------------------------------


async def _by_rarity(ask: Ask, words: Iterable[SearchWord]) -> tuple[set[str] | None, list[Condition]]:
    """The tables that have all the rare words, if there are any; and conditions for the common ones."""
    rare: set[str] | None = None
    common: list[Condition] = []
    for word in words:
        tables = None if word.games else await _tables_with(ask, word)
        if tables is None:
            common.append(_called(word))
        else:
            rare = tables if rare is None else rare & tables
    return rare, common


async def _tables_with(ask: Ask, word: SearchWord) -> set[str] | None:
    """The tables with this word; None if there are many."""
    sql = f"""SELECT table_id FROM (
            SELECT table_id FROM table_words WHERE word >= ? AND word < ?
            UNION ALL
            SELECT table_id FROM guest_words JOIN seats ON seats.guest = guest_words.guest WHERE word >= ? AND word < ?
        ) AS called LIMIT {RARE + 1}"""
    found = await ask(sql, *_range(word), *_range(word))
    return None if len(found) > RARE else {table_id for (table_id,) in found}


def _called(word: SearchWord) -> Condition:
    """The table's title, a player's name or the game has a word that begins like this."""
    sql = """EXISTS (
            SELECT 1 FROM table_words WHERE table_words.table_id = tables.id AND word >= ? AND word < ?
        ) OR EXISTS (
            SELECT 1 FROM seats JOIN guest_words ON guest_words.guest = seats.guest
            WHERE seats.table_id = tables.id AND word >= ? AND word < ?
        )"""
    games = _among("tables.game", word.games)
    return Condition(f"({games.sql} OR {sql})", (*games.values, *_range(word), *_range(word)))


def _range(word: SearchWord) -> tuple[str, str]:
    return word.beginning, word.beginning + LAST_CHARACTER


# -- statements -------------------------------------------------------------------------------------------------------


def _among(column: str, values: Iterable[str]) -> Condition:
    """The condition that a column has one of these values; SQL does not allow an empty list."""
    values = tuple(values)
    return Condition(f"{column} IN ({', '.join('?' * len(values))})" if values else "1 = 0", values)


def _all(conditions: Iterable[Condition]) -> str:
    return " AND ".join(condition.sql for condition in conditions) or "1 = 1"


def _values(conditions: Iterable[Condition]) -> list[Any]:
    return [value for condition in conditions for value in condition.values]
