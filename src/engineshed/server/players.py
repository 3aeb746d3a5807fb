"""What guests are told about their own results, and everybody about those who play rated games."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from engineshed.core.registry import find_game
from engineshed.server.booking import rating_of_bot
from engineshed.server.glicko import Glicko
from engineshed.server.player_messages import (
    AloneTally,
    FinishedGame,
    FinishedGames,
    Finisher,
    GameRating,
    GameTally,
    MyResults,
    OpponentTally,
    PlayerPage,
    RatingInfo,
    RatingStep,
    SeatRating,
    TableRatings,
)
from engineshed.server.refusals import ServiceError
from engineshed.server.results import ALL, ALONE, BOT, GONE, SURE, RatingRow, ResultRow, Tally
from engineshed.server.rows import Guest
from engineshed.server.service import Service

ON_A_PAGE = 20
MOST_OPPONENTS = 40
"""Those whom a guest has met most often."""
MOST_STEPS = 60
"""The most games that the curve of a rating shows."""
RECENT = 10
"""How many games a public page lists."""
SEARCHED = 50
"""Among how many of the latest rated games of each kind those at public tables are looked for."""


# -- my results -------------------------------------------------------------------------------------------------------


async def my_results(service: Service, guest: Guest) -> MyResults:
    tallies = await service.store.tallies_of(guest.id, MOST_OPPONENTS)
    opponents = [tally for tally in tallies if _is_opponent(tally)]
    names = await service.names(tally.opponent for tally in opponents if not _is_nobody(tally.opponent))
    known = (await service.store.players([guest.id])).get(guest.id)
    return MyResults(
        games=[
            GameTally(one.game, one.games, one.won, one.streak, one.longest, one.best)
            for one in tallies
            if one.opponent == ALL
        ],
        opponents=[_against(tally, names) for tally in opponents],
        alone=[
            AloneTally(one.game, one.opponent.removeprefix(ALONE), one.games, one.best)
            for one in tallies
            if one.opponent.startswith(ALONE)
        ],
        ratings=await _ratings(service, guest.id),
        page=None if known is None else known.handle,
    )


def _is_opponent(tally: Tally) -> bool:
    return tally.opponent != ALL and not tally.opponent.startswith(ALONE)


def _is_nobody(opponent: str) -> bool:
    return opponent == GONE or opponent.startswith(BOT)


def _against(tally: Tally, names: Mapping[str, str | None]) -> OpponentTally:
    bot = tally.opponent.removeprefix(BOT) if tally.opponent.startswith(BOT) else None
    name = None if bot is not None else names.get(tally.opponent) or ""
    return OpponentTally(tally.game, name, bot, tally.games, tally.won, tally.lost)


async def my_games(service: Service, guest: Guest, after: str | None) -> FinishedGames:
    """A page of a guest's finished games."""
    before = (math.inf, "") if after is None else _read_place(after)
    mine = await service.store.results_of(guest.id, before, ON_A_PAGE + 1)
    page = mine[:ON_A_PAGE]
    more = f"{page[-1].at!r} {page[-1].table}" if len(mine) > ON_A_PAGE else None
    return FinishedGames(await _games(service, guest.id, page), more)


def _read_place(text: str) -> tuple[float, str]:
    time, _, table = text.partition(" ")
    try:
        return float(time), table
    except ValueError:
        raise ServiceError("bad-request", "no-list-page") from None


async def _games(service: Service, me: str, results: Sequence[ResultRow]) -> list[FinishedGame]:
    tables = [one.table for one in results]
    everybody = await service.store.results_at(tables)
    titles = await service.store.titles(tables)
    names = await service.names(one.guest for one in everybody if one.guest)
    at: dict[str, list[ResultRow]] = {table: [] for table in tables}
    for one in everybody:
        at[one.table].append(one)
    return [
        FinishedGame(
            table=one.table,
            title=titles.get(one.table),
            game=one.game,
            at=one.at,
            rated=one.rating is not None,
            seats=[_finisher(other, me, names) for other in at[one.table]],
        )
        for one in results
    ]


def _finisher(one: ResultRow, me: str, names: Mapping[str, str | None]) -> Finisher:
    return Finisher(
        seat=one.seat,
        name=None if one.bot is not None else names.get(one.guest) or "",
        bot=one.bot,
        mine=bool(me) and one.guest == me,
        place=one.place,
        score=one.score,
        gone=one.gone,
        rating=None if one.rating is None else rating_info(Glicko(one.rating, one.deviation or 0.0)),
    )


# -- ratings ----------------------------------------------------------------------------------------------------------


def rating_info(rating: Glicko) -> RatingInfo:
    return RatingInfo(round(rating.points), round(rating.spread), rating.deviation > SURE)


async def _ratings(service: Service, guest_id: str) -> list[GameRating]:
    return [await _rating(service, one) for one in await service.store.ratings([guest_id])]


async def _rating(service: Service, one: RatingRow) -> GameRating:
    steps = await service.store.rated_results(one.guest, one.game, MOST_STEPS)
    history = [
        RatingStep(step.at, round(step.rating), round(2 * step.deviation))
        for step in reversed(steps)
        if step.rating is not None and step.deviation is not None
    ]
    return GameRating(one.game, rating_info(one.now(service.clock())), one.games, history)


async def at_table(service: Service, table_id: str) -> TableRatings:
    """How strong those are who sit at a rated table. Whoever may see the table may know that."""
    live = (await service.table(table_id)).live
    if not live.row.rated:
        return TableRatings([])
    guests = [seat.guest for seat in live.seats if seat.guest is not None]
    known = {one.guest: one for one in await service.store.ratings(guests, live.row.game)}
    players = await service.store.players(list(known))
    found = []
    for seat in live.seats:
        bot = rating_of_bot(find_game(live.row.game), seat.bot or "") if seat.kind == "bot" else None
        if bot is not None:
            found.append(SeatRating(seat.seat, rating_info(bot), None))
        elif seat.guest in known and seat.guest in players:
            rating = known[seat.guest].now(service.clock())
            found.append(SeatRating(seat.seat, rating_info(rating), players[seat.guest].handle))
    return TableRatings(found)


async def public_page(service: Service, handle: str) -> PlayerPage:
    """The page of somebody who plays rated games; guests who have deleted their data have none."""
    player = await service.store.player(handle)
    guest = None if player is None else (await service.store.guests([player.guest])).get(player.guest)
    if guest is None or not guest.name:
        raise ServiceError("not-found", "no-player")
    ratings = await _ratings(service, guest.id)
    recent = await _recent(service, guest.id, (one.game for one in ratings))
    return PlayerPage(guest.name, ratings, await _games(service, "", recent))


async def _recent(service: Service, guest_id: str, games: Iterable[str]) -> list[ResultRow]:
    found: list[ResultRow] = []
    for game in games:
        found += await service.store.rated_results(guest_id, game, SEARCHED)
    return sorted((one for one in found if one.public), key=lambda one: -one.at)[:RECENT]
