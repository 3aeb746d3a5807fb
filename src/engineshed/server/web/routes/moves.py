"""Playing: moves, trying them out, taking them back."""

from __future__ import annotations

import msgspec

from engineshed.server import holding, play
from engineshed.server.messages import MovePreview, Played
from engineshed.server.refusals import RefusedError
from engineshed.server.web.bodies import CheckBody, EndBody, MoveBody, UndoBody, WhyBody
from engineshed.server.web.operation import operation
from engineshed.server.web.problems import Problem
from engineshed.server.web.request import ApiRequest


@operation(
    "POST", "/api/tables/{table:str}/moves", refuses=["unknown-guest", "stale", "conflict", "refused", "too-many"]
)
async def play_move(request: ApiRequest, body: MoveBody) -> Played:
    """Play a move. The answer means that it is on disk; sent again with the same key, it is not played again."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    return await play.move(request.service, guest, request.table, body.seat, body.move, body.expect, body.key)


@operation(
    "POST",
    "/api/tables/{table:str}/check",
    refuses=["unknown-guest", "conflict", "refused", "too-many"],
)
async def check_move(request: ApiRequest, body: CheckBody) -> MovePreview:
    """What would this move lead to? If it is not allowed, the answer is the refusal that the move would get."""
    guest = await request.player()
    await request.spend_question(guest)
    return await play.check(request.service, guest, request.table, body.seat, body.move, body.then)


class Why(msgspec.Struct, frozen=True):
    """Why something cannot be done, as its refusal says; nothing if it can."""

    problem: Problem | None
    move: str | None
    """The move in standard notation, however it was typed; None if it cannot be played."""


@operation("POST", "/api/tables/{table:str}/why", refuses=["unknown-guest", "conflict", "too-many"])
async def ask_why(request: ApiRequest, body: WhyBody) -> Why:
    """Why can I do nothing with this thing, or not make this move? The answer is not an error."""
    guest = await request.player()
    await request.spend_question(guest)
    try:
        if body.about is not None:
            await play.why_not(request.service, guest, request.table, body.seat, body.about)
            return Why(None, None)
        return Why(None, await play.read(request.service, guest, request.table, body.seat, body.move))
    except RefusedError as refusal:
        return Why(await request.problem(refusal), None)


@operation("POST", "/api/tables/{table:str}/undo", refuses=["unknown-guest", "stale", "conflict", "too-many"])
async def undo_move(request: ApiRequest, body: UndoBody) -> Played:
    """Take back my last move or my whole turn, unless something has been revealed since."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    return await play.undo(
        request.service, guest, request.table, body.seat, body.expect, body.key, whole_turn=body.turn
    )


@operation("POST", "/api/tables/{table:str}/end", refuses=["unknown-guest", "stale", "conflict", "too-many"])
async def end_turn(request: ApiRequest, body: EndBody) -> Played:
    """End my turn, after which its last moves can no longer be taken back. A turn that has ended stays so."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    return await holding.end(request.service, guest, request.table, body.seat, body.expect)


@operation(
    "POST",
    "/api/tables/{table:str}/hurry",
    status=204,
    refuses=["unknown-guest", "forbidden", "stale", "conflict", "too-many"],
)
async def hurry_bots(request: ApiRequest) -> None:
    """Let the bots move at once until a person is to act; only if I am the only person at the table."""
    guest = await request.player()
    await request.context.moves.spend(guest.id)
    await holding.hurry(request.service, guest, request.table)


OPERATIONS = [play_move, check_move, ask_why, undo_move, end_turn, hurry_bots]
