"""Talk at the table."""

from __future__ import annotations

from engineshed.server import chat
from engineshed.server.messages import Chat
from engineshed.server.web.bodies import ChatBody, Since
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


@operation("GET", "/api/tables/{table:str}/chat", refuses=["too-many"])
async def get_chat(visit: Visit, query: Since) -> list[Chat]:
    """What was said after line `since`."""
    guest = await visit.visitor()
    visit.spend_question(guest)
    return await chat.lines(visit.house, guest, visit.table, query.since)


@operation("POST", "/api/tables/{table:str}/chat", status=201, refuses=["unknown-guest", "too-many"])
async def post_chat(visit: Visit, body: ChatBody) -> Chat:
    """Say something: at a public table anybody may, at others those who sit there."""
    guest = await visit.guest()
    visit.reception.chat.spend(guest.id)
    return await chat.say(visit.house, guest, visit.table, body.text)


OPERATIONS = [get_chat, post_chat]
