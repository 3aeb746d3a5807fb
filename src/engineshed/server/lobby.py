"""The lobby: tables found by names and filters, page by page."""

from __future__ import annotations

from engineshed.core.registry import find_game, game_ids
from engineshed.server.messages import LobbyPage, LobbyState
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest, Level, Mode, Place, Search, SearchWord, Speed
from engineshed.server.service import Service
from engineshed.server.texts import searchable
from engineshed.server.viewing import table_infos

ON_A_PAGE = 20
MOST_WORDS = 8
"""How many words of a search are read."""


async def page(
    service: Service,
    guest: Guest | None,
    *,
    mine: bool = False,
    turn: bool = False,
    search: str = "",
    game: str | None = None,
    state: LobbyState | None = None,
    mode: Mode | None = None,
    speed: Speed | None = None,
    level: Level | None = None,
    language: str | None = None,
    after: str | None = None,
) -> LobbyPage:
    """Public tables, the latest change first; or the guest's own, public or not, with those where it is their turn
    (or only those, with ``turn``) first."""
    if (mine or turn) and guest is None:
        return LobbyPage([], None, service.presence.people())
    found = await service.store.listings(
        Search(
            guest=guest.id if guest is not None and (mine or turn) else None,
            turn=turn,
            game=game,
            state=state,
            mode=mode,
            speed=speed,
            level=level,
            language=language,
            words=tuple(map(_sought, searchable(search)[:MOST_WORDS])),
            after=None if after is None else _read_place(after),
            most=ON_A_PAGE,
        )
    )
    infos = await table_infos(service, guest, [(listing.row, listing.seats) for listing in found.tables])
    more = None if found.rest is None else _write_place(found.rest)
    return LobbyPage(infos, more, service.presence.people())


def _sought(word: str) -> SearchWord:
    games = map(find_game, game_ids())
    called = [game.id for game in games if any(part.startswith(word) for part in searchable(game.title))]
    return SearchWord(word, tuple(called))


def _write_place(place: Place) -> str:
    return f"{place.turn:d} {place.updated!r} {place.id}"


def _read_place(text: str) -> Place:
    try:
        turn, updated, table_id = text.split(" ", 2)
        return Place({"0": False, "1": True}[turn], float(updated), table_id)
    except (ValueError, KeyError):
        raise ServiceError("bad-request", "no-list-page") from None
