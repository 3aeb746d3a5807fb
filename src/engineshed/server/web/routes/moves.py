"""Playing: moves, trying them out, taking them back."""

from __future__ import annotations

from engineshed.server import play
from engineshed.server.messages import Played
from engineshed.server.web.bodies import CheckBody, MoveBody, UndoBody
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


@operation(
    "POST", "/api/tables/{table:str}/moves", refuses=["unknown-guest", "stale", "conflict", "refused", "too-many"]
)
async def play_move(visit: Visit, body: MoveBody) -> Played:
    """Play a move. When this answers, the move is on the disk; sent again with the same key, it is not played again."""
    guest = await visit.guest()
    visit.reception.moves.spend(guest.id)
    return await play.move(visit.house, guest, visit.table, body.seat, body.move, body.expect, body.key)


@operation(
    "POST",
    "/api/tables/{table:str}/check",
    status=204,
    refuses=["unknown-guest", "conflict", "refused", "too-many"],
)
async def check_move(visit: Visit, body: CheckBody) -> None:
    """Would this move be accepted? If not, the answer is the one that the move would get."""
    guest = await visit.guest()
    visit.spend_question(guest)
    await play.check(visit.house, guest, visit.table, body.seat, body.move)


@operation("POST", "/api/tables/{table:str}/undo", refuses=["unknown-guest", "stale", "conflict", "too-many"])
async def undo_move(visit: Visit, body: UndoBody) -> Played:
    """Take back my last move or my whole turn, as far as nothing was revealed."""
    guest = await visit.guest()
    visit.reception.moves.spend(guest.id)
    return await play.undo(visit.house, guest, visit.table, body.seat, body.expect, body.key, whole_turn=body.turn)


OPERATIONS = [play_move, check_move, undo_move]
