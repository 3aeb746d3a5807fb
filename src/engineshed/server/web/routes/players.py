"""Players: my results, ratings, public pages, and with whom I do not want to play."""

from __future__ import annotations

from engineshed.server import blocks, players
from engineshed.server.player_messages import Blocks, FinishedGames, MyResults, PlayerPage, TableRatings
from engineshed.server.web.bodies import BlockBody, PageQuery
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest


@operation("GET", "/api/me/results", refuses=["unknown-guest", "too-many"])
async def get_my_results(request: ApiRequest) -> MyResults:
    """What my finished games add up to: by game, by opponent, alone; and my ratings."""
    guest = await request.guest()
    await request.spend_question(guest)
    return await players.my_results(request.service, guest)


@operation("GET", "/api/me/games", refuses=["unknown-guest", "too-many"])
async def get_my_games(request: ApiRequest, query: PageQuery) -> FinishedGames:
    """My finished games, the latest first, page by page; they stay when their tables are no longer kept."""
    guest = await request.guest()
    await request.spend_question(guest)
    return await players.my_games(request.service, guest, query.after)


@operation("GET", "/api/players/{player:str}", refuses=["too-many"])
async def get_player(request: ApiRequest) -> PlayerPage:
    """What everybody may know about somebody who plays rated games: name, ratings, latest rated games in public."""
    await request.spend_question(await request.visitor())
    return await players.public_page(request.service, request.part("player"))


@operation("GET", "/api/tables/{table:str}/ratings", refuses=["too-many"])
async def get_ratings(request: ApiRequest) -> TableRatings:
    """How strong those are who sit at a rated table."""
    await request.spend_question(await request.visitor())
    return await players.at_table(request.service, request.table)


@operation("GET", "/api/me/blocks", refuses=["unknown-guest", "too-many"])
async def get_blocks(request: ApiRequest) -> Blocks:
    """Those with whom I do not want to play or talk."""
    guest = await request.guest()
    await request.spend_question(guest)
    return Blocks(await blocks.mine(request.service, guest))


@operation(
    "POST", "/api/tables/{table:str}/blocks", status=204, refuses=["unknown-guest", "forbidden", "conflict", "too-many"]
)
async def block(request: ApiRequest, body: BlockBody) -> None:
    """Block whoever sits on a seat here or has written a line: they cannot join me, and I do not read them."""
    guest = await request.guest()
    await request.context.moves.spend(guest.id)
    await blocks.block_at(request.service, guest, request.table, body.seat, body.line)


@operation("DELETE", "/api/me/blocks/{block:str}", status=204, refuses=["unknown-guest", "too-many"])
async def unblock(request: ApiRequest) -> None:
    """No longer block somebody."""
    guest = await request.guest()
    await request.context.moves.spend(guest.id)
    await blocks.unblock(request.service, guest, request.part("block"))


OPERATIONS = [get_my_results, get_my_games, get_player, get_ratings, get_blocks, block, unblock]
